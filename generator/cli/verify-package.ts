// Builds and runs the verification program of a package that is not on disk yet, and reports the result.
import { linkPackage } from "../emit/link-package.js";
import { withShortRanges } from "../emit/short-ranges.js";
import type { Symbols } from "../emit/symbols.js";
import type { Unit } from "../emit/unit.js";
import type { Verifier } from "../json/verified.js";
import type { VerificationReport } from "../json/verification-report.js";
import { ToolchainError } from "../failure/errors.js";
import { evaluatePlan } from "../verify/evaluation.js";
import type { Target } from "../toolchain/build.js";
import { temporaryDirectory } from "../toolchain/early-end.js";
import { buildVerificationProgram, type TestBegun, type VerificationWishes } from "../toolchain/verification.js";
import { withProgress, type Step } from "./progress.js";
import { print } from "./terminal.js";
import { whereText } from "./verifier.js";

export interface VerificationOptions extends VerificationWishes {
  /** Keeps the files of a failed verification, and reports their directory. */
  readonly keep?: boolean;
  /** When the table of tests is printed: while they run, after a failed test, or never. */
  readonly table: "always" | "of failures" | "never";
  /** A hint on how to avoid the wait, shown while it runs. */
  readonly hint?: string;
}

export interface VerificationOutcome {
  readonly passed: boolean;
  readonly by: Verifier;
  /** The GPU, or its replacement. */
  readonly device: string;
  /** The relative L2 error for random input; null: it is not finite, or nothing was compared. */
  readonly error: number | null;
  readonly bound: number | null;
  /** The report of a program that was built and run. */
  readonly report: VerificationReport | undefined;
  /** A remark on the scope, such as a small number of batches. */
  readonly scope: string;
  /** For the message about a failure: the directory of the build, if it was kept; else empty. */
  readonly kept: string;
}

/** The result of a verification in one line: `on the emulator, relative L2 error 1.3e-7 (bound 3.1e-7)`. */
export const verdictText = ({ by, error, bound, scope }: VerificationOutcome): string =>
  `${whereText(by)}${scope}, relative L2 error ${errorFigure(error)} (bound ${errorFigure(bound)})`;

export const errorFigure = (value: number | null): string =>
  value === null ? "unknown" : value === 0 ? "0" : value.toExponential(1);

/** The units of a package that are verified, and how its functions are called. */
export interface PackageToVerify {
  readonly name: string;
  readonly units: readonly Unit[];
  readonly symbols: Symbols;
}

/**
 * A wrong result is an outcome; a program that cannot be built or run to its end is a ToolchainError. Where the evaluator would
 * take too long, a sentence explains why nothing was verified.
 */
export const verifyPackage = async (
  wanted: PackageToVerify,
  by: Verifier,
  options: VerificationOptions,
): Promise<VerificationOutcome | string> =>
  by === "evaluator" ? evaluatedPackage(wanted, options) : builtPackage(wanted, by, options);

function evaluatedPackage(
  { name, units }: PackageToVerify,
  { table, hint, batch }: VerificationOptions,
): Promise<VerificationOutcome | string> {
  return withProgress({ text: `verifying ${name} by the evaluator`, hint }, () => {
    const found = units.map((unit) => evaluatePlan(unit, batch));
    const [first] = found.filter((one) => one.kind === "too-long" || one.kind === "no-definition");
    if (first?.kind === "too-long")
      return `by the evaluator it would take about ${Math.ceil(first.seconds / 60)} minutes, and there is no C++ compiler`;
    if (first?.kind === "no-definition") return "the evaluator has no definition of it, and there is no C++ compiler";
    const right = found.flatMap((one) => (one.kind === "right" ? [one] : []));
    const wrong = found.flatMap((one) => (one.kind === "wrong" ? [`batch ${one.batch}: ${one.what}`] : []));
    if (table !== "never") for (const line of wrong) print(line);
    const batches = [...new Set(right.flatMap((one) => one.batches))];
    return {
      passed: wrong.length === 0,
      by: "evaluator",
      device: "fftgen evaluator",
      error: greatest(right.map(({ error }) => error)),
      bound: greatest(right.map(({ bound }) => bound)),
      report: undefined,
      scope: `, every statement of its kernels for batch ${batches.join(" and ")}`,
      kept: "",
    };
  });
}

/** Null where no number is right. */
const greatest = (numbers: readonly number[]): number | null => (numbers.length === 0 ? null : Math.max(...numbers));

async function builtPackage(
  { name, units, symbols }: PackageToVerify,
  target: Target,
  { table, keep, hint, ...wishes }: VerificationOptions,
): Promise<VerificationOutcome> {
  const files = linkPackage(target === "emulator" ? withShortRanges(name, units) : units, symbols);
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
    const report = await withProgress(
      `compiling ${name} for ${target === "gpu" ? "the GPU" : "the emulator"}`,
      async (show) => {
        const program = await buildVerificationProgram(name, files, target, scratch.path);
        show({ text: `verifying ${name} ${whereText(target)}`, hint });
        return program.run(wishes, { onLine, onTest: (test) => show(testStep(name, target, test, hint)) });
      },
    );
    if (!report.passed && table === "of failures") for (const line of lines) print(line);
    const { passed, device, l2: error, l2Bound: bound } = report;
    return { passed, by: target, device, error, bound, report, scope: "", kept: passed ? "" : keepOrNot() };
  } catch (error) {
    if (error instanceof ToolchainError) throw new ToolchainError(`${error.message}${keepOrNot() || REMOVED}`);
    throw error;
  } finally {
    scratch.remove();
  }
}

const testStep = (name: string, target: Target, test: TestBegun, hint: string | undefined): Step => ({
  text: `verifying ${name} ${whereText(target)}: ${test.name}, ${test.number} of ${test.count} tests`,
  left: test.left,
  hint,
});

const REMOVED = "\nthe compiled files are removed; --keep keeps them";
