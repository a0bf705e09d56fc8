// Builds and runs a package's own verification program, and says what came out.
import { emulatorDirectory } from "../emit/read-template.js";
import { ToolchainError, VerificationError } from "../failure/errors.js";
import { buildVerification, chooseTarget, type Target } from "../toolchain/build.js";
import { runProcess } from "../toolchain/process.js";
import { progress } from "./terminal.js";

export interface VerificationOutcome {
  readonly target: Target;
  /** What the program printed. */
  readonly output: string;
}

/** Throws a VerificationError if the program found a wrong result, a ToolchainError if it could not be built or run. */
export async function verifyPackage(
  directory: string,
  name: string,
  wanted: Target | "auto",
  extra: readonly string[] = [],
): Promise<VerificationOutcome> {
  const target = await chooseTarget(wanted);
  progress(`compiling ${name} for the ${target === "gpu" ? "GPU" : "emulator"} ...`);
  const program = await buildVerification(directory, name, target, emulatorDirectory);
  try {
    progress(`running ${name} on the ${target === "gpu" ? "GPU" : "emulator"} ...`);
    const result = await runProcess(program.path, ["verify", ...extra], { showErrors: true });
    const output = result.stdout.trimEnd();
    if (result.exitCode === 1) throw new VerificationError(`${output}\n${name}: verification failed`);
    if (result.exitCode !== 0)
      throw new ToolchainError(`${output}\n${name}: the verification program ended with exit code ${result.exitCode}`);
    return { target, output };
  } finally {
    program.remove();
  }
}
