// Builds and runs the verification program of a package that is not on disk yet, and says what came out.
import type { GeneratedFile } from "../emit/files.js";
import type { VerificationReport } from "../json/verification-report.js";
import type { Target } from "../toolchain/build.js";
import { buildVerificationProgram, type VerificationWishes } from "../toolchain/verification.js";
import { print, withProgress } from "./terminal.js";

export interface VerificationOptions extends VerificationWishes {
  readonly target: Target;
  /** Keep quiet and give the program's report as a value; else each line is printed as it comes. */
  readonly json: boolean;
}

export interface VerificationOutcome {
  readonly passed: boolean;
  readonly target: Target;
  /** The program's own report, with `json`. */
  readonly report: VerificationReport | undefined;
}

export const targetName = (target: Target): string => (target === "gpu" ? "the GPU" : "the emulator");

/** A wrong result is an outcome; a program that cannot be built or run to its end is a ToolchainError. */
export async function verifyPackage(
  name: string,
  files: readonly GeneratedFile[],
  { target, json, ...wishes }: VerificationOptions,
): Promise<VerificationOutcome> {
  const program = await withProgress(`compiling ${name} for ${targetName(target)}`, () =>
    buildVerificationProgram(name, files, target),
  );
  try {
    if (!json) {
      const passed = await program.runForPeople(wishes, (line) => print(line.trimEnd()));
      return { passed, target, report: undefined };
    }
    const report = await program.run(wishes);
    return { passed: report.passed, target, report };
  } finally {
    program.remove();
  }
}
