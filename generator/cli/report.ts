// Reports errors: to people on standard error and, with --json if no value has been printed, to programs on standard output,
// which then has exactly one value in any case.
import { z } from "zod";
import { InputError, ToolchainError, VerificationError } from "../failure/errors.js";
import { asCalled } from "./called-as.js";
import { output } from "./output.js";
import { hasPrintedJson, printError, printJson, styled } from "./terminal.js";

export const errorOutput = output(
  "error",
  {
    error: z.strictObject({
      message: z.string().describe("The message as printed for people; possibly of several lines."),
      kind: z
        .enum(["verification", "input", "toolchain", "internal"])
        .describe(
          "Wrong results or stale files; invalid input, or a file that cannot be read or written; a compiler or program that failed; a bug of fftgen.",
        ),
      exitCode: z.int(),
      place: z
        .strictObject({ file: z.string(), line: z.int(), column: z.int() })
        .nullable()
        .describe("Lines and columns count from 1."),
    }),
  },
  "Printed by a command that fails before it prints its own value.",
);

/** An interruption ends with 130, the convention of shells: early-end.ts. */
const EXIT = { verification: 1, input: 2, toolchain: 3, internal: 70 } as const;

type Kind = keyof typeof EXIT;

/** Whether the words of a command line contain --json. */
export function wantsJson(words: readonly string[]): boolean {
  const options = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  return options.includes("--json") && !options.includes("--no-json");
}

/** Returns the exit code. */
export function report(error: unknown, json: boolean): number {
  const kind = kindOf(error);
  const text = error instanceof Error ? error.message : String(error);
  const message =
    kind === "internal"
      ? `internal error, please report it: ${error instanceof Error ? (error.stack ?? text) : text}`
      : asCalled(text);
  printError(`${styled("red", "fftgen:", process.stderr)} ${message}`);
  if (json && !hasPrintedJson()) {
    const place = (error instanceof InputError ? error.place : undefined) ?? null;
    printJson(errorOutput, { error: { message, kind, exitCode: EXIT[kind], place } });
  }
  return EXIT[kind];
}

function kindOf(error: unknown): Kind {
  if (error instanceof InputError) return "input";
  if (error instanceof VerificationError) return "verification";
  return error instanceof ToolchainError ? "toolchain" : "internal";
}
