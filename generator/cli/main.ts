#!/usr/bin/env node
// The command line: flags in, one call into a command, exit code out. Knows no FFTs.
import yargs from "yargs";
import { hideBin } from "yargs/helpers";
import { InputError, ToolchainError, VerificationError } from "../failure/errors.js";
import { emitCommand } from "./emit-command.js";
import { explainCommand } from "./explain-command.js";
import { listCommand } from "./list-command.js";
import { gpuOption, jsonOption, transformOptions } from "./options.js";
import { planCommand } from "./plan-command.js";
import { verifyCommand } from "./verify-command.js";

const EXIT = { verification: 1, input: 2, toolchain: 3, internal: 70, interrupted: 130 } as const;

const orderOverride = {
  choices: ["natural", "digit-reversed"] as const,
  describe: "another order of the output than the plan file says",
} as const;

const parser = yargs(hideBin(process.argv))
  .scriptName("fftgen")
  .usage("$0 <command>\n\nReadable, vendorable, verified CUDA for fast Fourier transforms.")
  .command(
    "plan <size>",
    "search plans for a transform, emit the best, verify it",
    (command) =>
      command
        .positional("size", {
          type: "string",
          demandOption: true,
          describe: "256x256x256, 4096, 2^20, 2^10x2^10: slowest dimension first",
        })
        .options(transformOptions)
        .options(gpuOption)
        .options(jsonOption)
        .options({
          top: { type: "number", default: 5, describe: "how many plans to show" },
          verify: {
            type: "boolean",
            default: true,
            describe: "build and run the verification program (--no-verify: do not)",
          },
          out: { type: "string", describe: "directory of the package; default generated/<name>" },
          "dry-run": { type: "boolean", default: false, describe: "search and show, write nothing" },
          replan: { type: "boolean", default: false, describe: "replace the plan file that is there" },
          "fast-twiddles": {
            type: "boolean",
            default: false,
            describe:
              "twiddle factors by the __sincosf intrinsic, as Wu & JaJa did: errors about 2^-21 per factor instead of 2^-25",
          },
        })
        .example("$0 plan 256x256x256", "a 3D transform, single precision")
        .example("$0 plan 4096 --batch 32768 --precision f64", "many 1D transforms, double precision"),
    (parameters) => planCommand(parameters),
  )
  .command(
    "emit [plans..]",
    "packages from plan files; all of plans/ by default",
    (command) =>
      command
        .positional("plans", { type: "string", array: true, default: [] as string[] })
        .options(gpuOption)
        .options({
          check: { type: "boolean", default: false, describe: "compare with what is there, write nothing" },
          out: { type: "string", describe: "directory of the package; default generated/<name>" },
          order: orderOverride,
        }),
    (parameters) => emitCommand(parameters),
  )
  .command(
    "verify [plans..]",
    "build what plans give and check it: on a GPU where there is one, else under the emulator",
    (command) =>
      command
        .positional("plans", { type: "string", array: true, default: [] as string[] })
        .options(gpuOption)
        .options(jsonOption)
        .options({
          on: { choices: ["auto", "gpu", "emulator"] as const, default: "auto" as const, describe: "where to run" },
          order: orderOverride,
          batch: { type: "number", describe: "arrays in the main test" },
          thorough: { type: "boolean", default: false, describe: "all tests, also the slow ones, at any size" },
        }),
    (parameters) => verifyCommand(parameters),
  )
  .command(
    "explain <plan>",
    "every stage of the pipeline for one plan, in words and notation",
    (command) =>
      command
        .positional("plan", { type: "string", demandOption: true })
        .options(gpuOption)
        .options(jsonOption)
        .options({
          order: orderOverride,
          text: { type: "boolean", default: false, describe: "also print the emitted kernels" },
        }),
    (parameters) => explainCommand(parameters),
  )
  .command(
    "list",
    "the plans of this project and the GPUs that are known",
    (command) => command.options(jsonOption),
    (parameters) => listCommand(parameters),
  )
  .demandCommand(1, "name a command, such as `fftgen plan 256x256x256`")
  .recommendCommands()
  .strict()
  .wrap(Math.min(110, process.stdout.columns ?? 110))
  .exitProcess(false)
  .fail((message: string | null, error: Error | undefined) => {
    throw error ?? new InputError(`${message ?? "the command line is wrong"} (fftgen --help shows how it goes)`);
  });

process.on("SIGINT", () => {
  process.stderr.write("\nfftgen: interrupted; nothing half-written is left behind\n");
  process.exit(EXIT.interrupted);
});
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : EXIT.internal));

try {
  await parser.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  const write = (text: string): void => void process.stderr.write(`fftgen: ${text}\n`);
  if (error instanceof InputError) {
    write(error.message);
    return EXIT.input;
  }
  if (error instanceof VerificationError) {
    write(error.message);
    return EXIT.verification;
  }
  if (error instanceof ToolchainError) {
    write(error.message);
    return EXIT.toolchain;
  }
  write(`internal error, please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return EXIT.internal;
}
