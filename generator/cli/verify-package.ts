// Builds and runs the verification program of a package that is not on disk yet, and says what came out.
import type { GeneratedFile } from "../emit/files.js";
import type { VerificationReport } from "../json/verification-report.js";
import { ToolchainError } from "../failure/errors.js";
import type { Target } from "../toolchain/build.js";
import { temporaryDirectory } from "../toolchain/early-end.js";
import { buildVerificationProgram, type TestBegun, type VerificationWishes } from "../toolchain/verification.js";
import { withProgress, type Step } from "./progress.js";
import { print } from "./terminal.js";

export interface VerificationOptions extends VerificationWishes {
  readonly target: Target;
  /** Leave there what failed, and say where it is. */
  readonly keep?: boolean;
  /** The table of tests: as it is found, when a test has failed, or never. */
  readonly table: "always" | "of failures" | "never";
  /** How not to wait, said while it runs. */
  readonly hint?: string;
}

export interface VerificationOutcome {
  readonly passed: boolean;
  readonly target: Target;
  readonly report: VerificationReport;
  /** For the message about what failed: the directory that it was built in, if that was kept; else empty. */
  readonly kept: string;
}

export const targetName = (target: Target): string => (target === "gpu" ? "the GPU" : "the emulator");

/** What a verification has found, in one line: `on the emulator, relative L2 error 1.3e-7 (bound 3.1e-7)`. */
export const verdictText = ({ target, report }: Pick<VerificationOutcome, "target" | "report">): string =>
  `on ${targetName(target)}, relative L2 error ${errorFigure(report.l2)} (bound ${errorFigure(report.l2Bound)})`;

export const errorFigure = (value: number | null): string =>
  value === null ? "unknown" : value === 0 ? "0" : value.toExponential(1);

/** A wrong result is an outcome; a program that cannot be built or run to its end is a ToolchainError. */
export async function verifyPackage(
  name: string,
  files: readonly GeneratedFile[],
  { target, table, keep, hint, ...wishes }: VerificationOptions,
): Promise<VerificationOutcome> {
  const scratch = temporaryDirectory({ mayStay: keep === true });
  const keepOrNot = (): string => {
    if (keep !== true) return "";
    scratch.keep();
    return `\nkept: ${scratch.path}`;
  };
  const lines: string[] = [];
  const onLine = (line: string): void => {
    if (table === "always") print(line.trimEnd());
    else lines.push(line.trimEnd());
  };
  try {
    const report = await withProgress(`compiling ${name} for ${targetName(target)}`, async (show) => {
      const program = await buildVerificationProgram(name, files, target, scratch.path);
      show({ text: `verifying ${name} on ${targetName(target)}`, hint });
      return program.run(wishes, { onLine, onTest: (test) => show(testStep(name, target, test, hint)) });
    });
    if (!report.passed && table === "of failures") for (const line of lines) print(line);
    return { passed: report.passed, target, report, kept: report.passed ? "" : keepOrNot() };
  } catch (error) {
    if (error instanceof ToolchainError) throw new ToolchainError(`${error.message}${keepOrNot() || REMOVED}`);
    throw error;
  } finally {
    scratch.remove();
  }
}

const testStep = (name: string, target: Target, test: TestBegun, hint: string | undefined): Step => ({
  text: `verifying ${name} on ${targetName(target)}: ${test.name}, ${test.number} of ${test.count} tests`,
  left: test.left,
  hint,
});

const REMOVED = "\nwhat was compiled is removed; --keep keeps it";
