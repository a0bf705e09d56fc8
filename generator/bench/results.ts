// Computes the results of a suite from measurements of one platform: for each case the fastest plan with its limits, other
// libraries and its target, and a summary of the suite. Pure; other modules print the results.
import type { Gpu } from "../gpu/gpu.js";
import { unreachable } from "../failure/errors.js";
import { transformedAxes } from "../plan/axes.js";
import { movedBytes } from "../search/limits.js";
import { fewestRadices } from "../search/radices.js";
import type { Measurement, Outcome, Platform, Timing } from "../tune/measurement.js";
import { judgeCostModel, type CostModelJudgement } from "./cost-model.js";
import { leastPasses } from "./least-passes.js";
import { geometricMean, median } from "./statistics.js";
import { caseKey, type BenchCase, type Suite } from "./suite.js";

/** The fastest other library in a case. */
export interface BestPeer {
  readonly library: string;
  readonly milliseconds: number;
  /** Whether it was timed in the same run as ours, launch by launch; false: a recorded time of the same GPU. */
  readonly sameRun: boolean;
}

/**
 * - `aim`, `met`, `short`: the aim of the case is reached, only its target is, neither is
 * - `loses`: below the floor that the suite sets for every case
 * - `ahead`, `behind`: relative to the best other library, where the case has no target
 * - `no peer`: there is no other library
 */
export type Verdict = "aim" | "met" | "short" | "loses" | "ahead" | "behind" | "no peer";

export interface MeasuredCase {
  readonly kind: "measured";
  readonly benchCase: BenchCase;
  /** The fastest correct plan. */
  readonly fastest: Measurement;
  readonly timing: Timing;
  readonly relativeL2Error: number;
  readonly bestPeer: BestPeer | undefined;
  /** The best other library's time over ours. */
  readonly ratio: number | undefined;
  readonly verdict: Verdict;
  /** The number of kernels, each a pass over device memory, and the least number of any plan on this GPU. */
  readonly passes: number;
  readonly leastPasses: number;
  /**
   * GB/s: the data read once and written once, over the time; and the limit for the least number of passes at the speed of a
   * copy.
   */
  readonly bandwidth: number;
  readonly bandwidthLimit: number;
}

/** Plans were tried, and none is correct. */
export interface FailedCase {
  readonly kind: "failed";
  readonly benchCase: BenchCase;
  /** One reason for each plan. */
  readonly reasons: readonly string[];
}

export type CaseResult =
  | MeasuredCase
  | FailedCase
  /** fftgen has no plan for the case. */
  | { readonly kind: "unsupported"; readonly benchCase: BenchCase; readonly reason: string }
  | { readonly kind: "missing"; readonly benchCase: BenchCase };

export interface SuiteSummary {
  /** The geometric mean of all ratios to the best other library. */
  readonly geometricMean: number | undefined;
  readonly worst: { readonly label: string; readonly ratio: number } | undefined;
  readonly measured: number;
  readonly failed: number;
  readonly unsupported: number;
  readonly missing: number;
  /** The number of measured cases with a target, of those that reach it, and of those that reach their aim. */
  readonly withTarget: number;
  readonly targetsMet: number;
  readonly aimsReached: number;
  /** Measured cases below the suite's floor. */
  readonly belowFloor: number;
  /** Median of a copy's time over ours, times the least number of passes: 1 is the limit. */
  readonly medianShareOfLimit: number | undefined;
}

export interface SuiteResults {
  readonly suite: Suite;
  readonly platform: Platform;
  /** In the suite's order. */
  readonly cases: readonly CaseResult[];
  readonly summary: SuiteSummary;
  readonly costModel: CostModelJudgement;
}

/** `measurements`: of `platform`, one for each candidate. `gpu`: the GPU of the platform. */
export function suiteResults(
  suite: Suite,
  platform: Platform,
  gpu: Gpu,
  measurements: readonly Measurement[],
): SuiteResults {
  const byCase = new Map<string, Measurement[]>();
  for (const measurement of measurements) {
    const key = caseKey(measurement.candidate.transform);
    const group = byCase.get(key);
    if (group === undefined) byCase.set(key, [measurement]);
    else group.push(measurement);
  }
  const cases = suite.cases.map((benchCase) =>
    caseResult(suite, benchCase, platform, gpu, byCase.get(caseKey(benchCase.transform)) ?? []),
  );
  return { suite, platform, cases, summary: summaryOf(cases), costModel: judgeCostModel(suite.cases, measurements) };
}

export const isMeasured = (result: CaseResult): result is MeasuredCase => result.kind === "measured";

function caseResult(
  suite: Suite,
  benchCase: BenchCase,
  platform: Platform,
  gpu: Gpu,
  measurements: readonly Measurement[],
): CaseResult {
  const right = measurements.flatMap((measurement) => {
    const { outcome } = measurement;
    return outcome.kind === "measured" || outcome.kind === "stopped" ? [{ measurement, outcome }] : [];
  });
  // A stopped plan was launched a few times only: it represents its case only without a complete measurement.
  const complete = right.filter(({ outcome }) => outcome.kind === "measured");
  const [fastest] = (complete.length > 0 ? complete : right).toSorted(
    (a, b) => a.outcome.timing.milliseconds - b.outcome.timing.milliseconds,
  );
  if (fastest === undefined) return untimedCase(benchCase, measurements);
  const { timing, relativeL2Error } = fastest.outcome;
  const bestPeer = bestPeerOf(benchCase, platform, timing);
  const ratio = bestPeer === undefined ? undefined : bestPeer.milliseconds / timing.milliseconds;
  const { transform } = benchCase;
  const gigabytes = (movedBytes(transform) * transform.batch) / 1e9;
  const least = leastPasses(transform, gpu);
  return {
    kind: "measured",
    benchCase,
    fastest: fastest.measurement,
    timing,
    relativeL2Error,
    bestPeer,
    ratio,
    verdict: verdictOf(suite, benchCase, ratio),
    passes: fastest.measurement.candidate.kernels.length,
    leastPasses: least,
    bandwidth: gigabytes / (timing.milliseconds / 1e3),
    bandwidthLimit: gigabytes / (timing.copyMilliseconds / 1e3) / least,
  };
}

function untimedCase(benchCase: BenchCase, measurements: readonly Measurement[]): CaseResult {
  if (measurements.length > 0)
    return { kind: "failed", benchCase, reasons: measurements.map(({ outcome }) => outcomeText(outcome)) };
  const { transform } = benchCase;
  // Suites contain no Walsh-Hadamard transform without codelets.
  const odd = transformedAxes(transform).find(
    ({ group, length }) => group === "cyclic" && fewestRadices(length) === undefined,
  );
  if (odd === undefined) return { kind: "missing", benchCase };
  return {
    kind: "unsupported",
    benchCase,
    reason: `no codelets for length ${odd.length}: a prime factor is too large`,
  };
}

/** The result of one plan, in a few words. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case "measured":
      return `${outcome.timing.milliseconds} ms`;
    case "stopped":
      return `stopped at ${outcome.timing.milliseconds} ms`;
    case "wrong":
      return `wrong: error ${outcome.relativeL2Error.toExponential(1)}, bound ${outcome.bound.toExponential(1)}`;
    case "spills":
      return `spills ${outcome.bytes} bytes of registers`;
    case "failed":
      return outcome.reason;
    default:
      return unreachable(outcome);
  }
}

/** cuFFT of the same run; recorded times of the same GPU, cuFFT's only without one of the same run. */
function bestPeerOf({ peers }: BenchCase, platform: Platform, timing: Timing): BestPeer | undefined {
  const { cufftMilliseconds } = timing;
  const recorded = peers
    .filter(
      ({ gpu, library }) => gpu === platform.gpu && !(cufftMilliseconds !== undefined && /^cufft\b/i.test(library)),
    )
    .map(({ library, milliseconds }): BestPeer => ({ library, milliseconds, sameRun: false }));
  const own: readonly BestPeer[] =
    cufftMilliseconds === undefined ? [] : [{ library: "cuFFT", milliseconds: cufftMilliseconds, sameRun: true }];
  return [...own, ...recorded].toSorted((a, b) => a.milliseconds - b.milliseconds)[0];
}

function verdictOf({ floor }: Suite, { target }: BenchCase, ratio: number | undefined): Verdict {
  if (ratio === undefined) return "no peer";
  if (floor !== undefined && ratio < floor) return "loses";
  if (target === undefined) return ratio >= 1 ? "ahead" : "behind";
  if (ratio < target.atLeast) return "short";
  return target.aim !== undefined && ratio >= target.aim ? "aim" : "met";
}

function summaryOf(cases: readonly CaseResult[]): SuiteSummary {
  const measured = cases.filter(isMeasured);
  const compared = measured.flatMap(({ benchCase, ratio }) =>
    ratio === undefined ? [] : [{ label: benchCase.label, ratio }],
  );
  const count = (...verdicts: readonly Verdict[]): number =>
    measured.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const reached = measured.filter(
    ({ benchCase: { target }, ratio }) => target !== undefined && ratio !== undefined && ratio >= target.atLeast,
  );
  return {
    geometricMean: geometricMean(compared.map(({ ratio }) => ratio)),
    worst: compared.toSorted((a, b) => a.ratio - b.ratio)[0],
    measured: measured.length,
    failed: cases.filter(({ kind }) => kind === "failed").length,
    unsupported: cases.filter(({ kind }) => kind === "unsupported").length,
    missing: cases.filter(({ kind }) => kind === "missing").length,
    withTarget: measured.filter(({ benchCase }) => benchCase.target !== undefined).length,
    targetsMet: reached.length,
    aimsReached: count("aim"),
    belowFloor: count("loses"),
    medianShareOfLimit: median(measured.map(({ bandwidth, bandwidthLimit }) => bandwidth / bandwidthLimit)),
  };
}

/** The cases that were tried: first those that need attention, the worst of them first; then the others in the suite's order. */
export function attentionOrder({ suite, cases }: SuiteResults): readonly (MeasuredCase | FailedCase)[] {
  const tried = cases.filter((result) => result.kind === "measured" || result.kind === "failed");
  /** The reached share of the requirement; cases that do not lose follow. */
  const standing = (result: MeasuredCase | FailedCase): number =>
    result.kind === "failed"
      ? 0
      : isLosing(result)
        ? (result.ratio ?? 1) / (result.benchCase.target?.atLeast ?? suite.floor ?? 1)
        : Infinity;
  // Sorting is stable: equal cases keep the suite's order. (Infinity minus Infinity is not a number.)
  return tried.toSorted((a, b) => {
    const [x, y] = [standing(a), standing(b)];
    return x === y ? 0 : x - y;
  });
}

export const isLosing = ({ verdict }: MeasuredCase): boolean =>
  verdict === "loses" || verdict === "short" || verdict === "behind";
