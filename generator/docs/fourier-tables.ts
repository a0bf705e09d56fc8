// Complex transforms in single and double precision: the suite `peers`, the paper's plans, and the plans that are checked in.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import { geometricMean } from "../bench/statistics.js";
import type { BenchCase, Suite } from "../bench/suite.js";
import { invariant } from "../failure/errors.js";
import { traitsOf, type Transform } from "../plan/transform.js";
import { errorText, milliseconds, shareOfCopy, shortSize, timesFaster } from "./figures.js";
import { left, markdownTable, right } from "./markdown-table.js";
import { fastest, readPlans, tableRows, type MeasuredPlan } from "./measured-plans.js";
import { bestPeer, caseName, planCase, recordedTimes, type Peer } from "./peer-times.js";

/** A plan that is checked in, and what its file says was measured. */
export interface CheckedInPlan {
  readonly name: string;
  readonly transform: Transform;
  /** In notation. */
  readonly kernels: string;
  readonly evidence: readonly {
    readonly gpu: string;
    readonly milliseconds: number;
    readonly ratioToCopy: number;
    readonly ratioToCufft?: number;
    readonly relativeL2Error: number;
  }[];
}

const GPU = "NVIDIA H200";

export interface SpeedCase {
  readonly benchCase: BenchCase;
  readonly plan: MeasuredPlan;
  readonly peer: Peer;
  readonly ratio: number;
}

/** The fastest plan of each case, from the table of measured plans and from the evidence in plan files. */
export function speedCases(suite: Suite, table: string, plans: readonly CheckedInPlan[]): readonly SpeedCase[] {
  const measured = [...readPlans(table), ...plans.flatMap(measuredEvidence)];
  const recorded = recordedTimes(suite, "VkFFT");
  return suite.cases.flatMap((benchCase) => {
    const name = caseName(planCase(benchCase.transform));
    const plan = fastest(measured.filter((one) => caseName(one) === name));
    if (plan === undefined) return [];
    const peer = bestPeer(plan, recorded);
    return [{ benchCase, plan, peer, ratio: peer.milliseconds / plan.milliseconds }];
  });
}

/** What a plan file says as a measured plan: of transforms as the suite has them, no real ones, whose sizes may be the same. */
const measuredEvidence = ({ transform, kernels, evidence }: CheckedInPlan): readonly MeasuredPlan[] =>
  traitsOf(transform).family !== "fourier" || transform.direction !== "forward" || transform.placement === "in-place"
    ? []
    : evidence
        .filter(({ gpu }) => gpu === GPU)
        .map(({ milliseconds: ms, ratioToCopy, ratioToCufft, relativeL2Error }) => ({
          ...planCase(transform),
          kind: transform.kind,
          milliseconds: ms,
          relativeL2Error,
          copyMilliseconds: ms / ratioToCopy,
          cufftMilliseconds: ratioToCufft === undefined ? undefined : ms * ratioToCufft,
          kernels,
        }));

export const speedTable = (suite: Suite, table: string, plans: readonly CheckedInPlan[]): string =>
  markdownTable(
    [
      left("transform"),
      right("batch"),
      right("ms"),
      right("of a copy"),
      right("cuFFT, ms"),
      left("best peer, ms"),
      right("ratio"),
      right("error"),
    ],
    speedCases(suite, table, plans).map(({ plan, peer, ratio }) => [
      nameOf(plan),
      String(plan.batch),
      milliseconds(plan.milliseconds),
      shareOfCopy(plan.milliseconds, plan.copyMilliseconds),
      milliseconds(plan.cufftMilliseconds),
      `${peer.library} ${milliseconds(peer.milliseconds)}`,
      ratio.toFixed(2),
      errorText(plan.relativeL2Error),
    ]),
  );

const nameOf = ({ precision, size }: MeasuredPlan): string => `${precision} ${shortSize(size)}`;

/** Cases whose lengths are powers of two, the slowest first, and the geometric mean of their ratios. */
function powersOfTwo(
  suite: Suite,
  table: string,
  plans: readonly CheckedInPlan[],
): {
  readonly cases: readonly SpeedCase[];
  readonly mean: string;
  readonly worst: SpeedCase;
  readonly best: SpeedCase;
} {
  const cases = speedCases(suite, table, plans)
    .filter(({ benchCase: { transform } }) => transform.dimensions.every(({ length }) => isPowerOfTwo(length)))
    .toSorted((one, other) => one.ratio - other.ratio);
  const mean = geometricMean(cases.map(({ ratio }) => ratio));
  const [worst] = cases;
  const best = cases.at(-1);
  invariant(
    mean !== undefined && worst !== undefined && best !== undefined,
    () => "docs: no case of the suite was measured",
  );
  return { cases, mean: mean.toFixed(2), worst, best };
}

const caseRatio = ({ plan, ratio }: SpeedCase): string => `${ratio.toFixed(2)} (${nameOf(plan)})`;

/** The table in one sentence. */
export function speedHeadline(suite: Suite, table: string, plans: readonly CheckedInPlan[]): string {
  const { cases, mean, worst, best } = powersOfTwo(suite, table, plans);
  return (
    `**${mean} times as fast** in the geometric mean of ${cases.length} transforms whose lengths are powers of two,\n` +
    `from ${caseRatio(worst)} to ${caseRatio(best)}.`
  );
}

/** Wu & JaJa's plans beside the search's. */
export const paperTable = (table: string): string =>
  markdownTable(
    [
      left("size"),
      left("their plan"),
      right("passes"),
      right("ms"),
      right("of cuFFT"),
      right("copies"),
      right("searched plan, ms"),
      right("of cuFFT"),
      right("copies"),
    ],
    tableRows(table),
  );

/** Every plan of plans/ with the newest evidence of its file. */
export const checkedInTable = (plans: readonly CheckedInPlan[]): string =>
  markdownTable(
    [
      left("plan"),
      right("batch"),
      left("GPU"),
      right("ms"),
      right("of a copy"),
      right("cuFFT's time over it"),
      right("error"),
    ],
    plans.flatMap(({ name, transform, evidence }) =>
      evidence
        .slice(-1)
        .map(({ gpu, milliseconds: ms, ratioToCopy, ratioToCufft, relativeL2Error }) => [
          `[${name}](${name}.plan.ts)`,
          String(transform.batch),
          gpu,
          milliseconds(ms),
          shareOfCopy(ratioToCopy, 1),
          timesFaster(1, ratioToCufft),
          errorText(relativeL2Error),
        ]),
    ),
  );
