// Builds and runs the verification program of a package that is not on disk yet, and says what came out.
import type { GeneratedFile } from "../emit/files.js";
import type { VerificationReport } from "../json/verification-report.js";
import { ToolchainError } from "../failure/errors.js";
import type { Target } from "../toolchain/build.js";
import { temporaryDirectory } from "../toolchain/early-end.js";
import { buildVerificationProgram, type VerificationWishes } from "../toolchain/verification.js";
import { print, withProgress } from "./terminal.js";

export interface VerificationOptions extends VerificationWishes {
  readonly target: Target;
  /** Leave there what failed, and say where it is. */
  readonly keep?: boolean;
  /** Keep quiet and give the program's report as a value; else each line is printed as it comes. */
  readonly json: boolean;
}

export interface VerificationOutcome {
  readonly passed: boolean;
  readonly target: Target;
  /** The program's own report, with `json`. */
  readonly report: VerificationReport | undefined;
  /** For the message about what failed: the directory that it was built in, if that was kept; else empty. */
  readonly kept: string;
}

export const targetName = (target: Target): string => (target === "gpu" ? "the GPU" : "the emulator");

/** A wrong result is an outcome; a program that cannot be built or run to its end is a ToolchainError. */
export async function verifyPackage(
  name: string,
  files: readonly GeneratedFile[],
  { target, json, keep, ...wishes }: VerificationOptions,
): Promise<VerificationOutcome> {
  const scratch = temporaryDirectory({ mayStay: keep === true });
  const keepOrNot = (): string => {
    if (keep !== true) return "";
    scratch.keep();
    return `\nkept: ${scratch.path}`;
  };
  try {
    const program = await withProgress(`compiling ${name} for ${targetName(target)}`, () =>
      buildVerificationProgram(name, files, target, scratch.path),
    );
    const report = json ? await program.run(wishes) : undefined;
    const passed = report?.passed ?? (await program.runForPeople(wishes, (line) => print(line.trimEnd())));
    return { passed, target, report, kept: passed ? "" : keepOrNot() };
  } catch (error) {
    if (error instanceof ToolchainError) throw new ToolchainError(`${error.message}${keepOrNot() || REMOVED}`);
    throw error;
  } finally {
    scratch.remove();
  }
}

const REMOVED = "\nthe compiled files are removed; --keep keeps them";
