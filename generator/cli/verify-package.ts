// Builds and runs the verification program of a package that is not on disk yet, and says what came out.
import { join } from "node:path";
import { emulatorDirectory, emulatorUnits } from "../emit/read-template.js";
import type { GeneratedFile } from "../emit/files.js";
import { writeNewDirectory } from "../output/new-directory.js";
import { InvariantError, ToolchainError } from "../failure/errors.js";
import { buildVerification, type Target } from "../toolchain/build.js";
import { temporaryDirectory } from "../toolchain/early-end.js";
import { runProcess } from "../toolchain/process.js";
import { print, withProgress } from "./terminal.js";

export interface VerificationOptions {
  readonly target: Target;
  readonly batch?: number | undefined;
  readonly thorough?: boolean;
  /** Leave there what failed, and say where it is. */
  readonly keep?: boolean;
  /** Keep quiet and give the program's report as a value; else each line is printed as it comes. */
  readonly json: boolean;
}

export interface VerificationOutcome {
  readonly passed: boolean;
  readonly target: Target;
  /** The program's own report, with `json`. */
  readonly report: unknown;
  /** For the message about what failed: the directory that it was built in, if that was kept; else empty. */
  readonly kept: string;
}

export const targetName = (target: Target): string => (target === "gpu" ? "the GPU" : "the emulator");

/** A wrong result is an outcome; a program that cannot be built or run to its end is a ToolchainError. */
export async function verifyPackage(
  name: string,
  files: readonly GeneratedFile[],
  options: VerificationOptions,
): Promise<VerificationOutcome> {
  const scratch = temporaryDirectory();
  const directory = join(scratch.path, name);
  const kept = (): string => {
    if (options.keep !== true) return "";
    scratch.keep();
    return `\nkept: ${scratch.path}`;
  };
  try {
    writeNewDirectory(directory, files);
    const { passed, report } = await buildAndRun(name, directory, scratch.path, options);
    return { passed, target: options.target, report, kept: passed ? "" : kept() };
  } catch (error) {
    if (error instanceof ToolchainError) throw new ToolchainError(`${error.message}${kept() || REMOVED}`);
    throw error;
  } finally {
    scratch.remove();
  }
}

const REMOVED = "\nwhat was compiled is removed; --keep keeps it";

async function buildAndRun(
  name: string,
  directory: string,
  scratch: string,
  options: VerificationOptions,
): Promise<Pick<VerificationOutcome, "passed" | "report">> {
  const { target, json } = options;
  const program = await withProgress(`compiling ${name} for ${targetName(target)}`, () =>
    buildVerification(directory, name, target, { headers: emulatorDirectory, units: emulatorUnits() }, scratch),
  );
  const { exitCode, stdout, stderr } = await runProcess(program, ["verify", ...wordsOf(options)], {
    // The program shows its own progress where somebody is watching.
    errors: process.stderr.isTTY ? "terminal" : "collect",
    ...(json ? {} : { onLine: (line) => print(line.trimEnd()) }),
  });
  if (exitCode !== 0 && exitCode !== 1)
    throw new ToolchainError(
      `the verification program of ${name} ended with exit code ${exitCode}${stderr === "" ? "" : `\n  ${stderr.trimEnd()}`}`,
    );
  return { passed: exitCode === 0, report: json ? parsedReport(name, stdout) : undefined };
}

const wordsOf = ({ batch, thorough, json }: VerificationOptions): readonly string[] => [
  ...(batch === undefined ? [] : ["--batch", String(batch)]),
  ...(thorough === true ? ["--thorough"] : []),
  ...(json ? ["--json"] : []),
];

function parsedReport(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvariantError(`verify: the report of ${name} is not JSON: ${text.slice(0, 200)}`);
  }
}
