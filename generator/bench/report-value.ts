// The report as one value for programs: the output of `fftgen bench --json`. Absent figures are null.
import { unreachable } from "../failure/errors.js";
import { transformName } from "../plan/transform-name.js";
import type { CostModelJudgement } from "./cost-model.js";
import type { BestPeer, CaseResult, SuiteResults, SuiteSummary, Verdict } from "./results.js";
import type { Target } from "./suite.js";
import type { Candidate, Platform } from "../tune/measurement.js";

export interface ReportValue {
  readonly suite: {
    readonly name: string;
    readonly title: string;
    readonly floor: number | null;
    readonly geometricMean: Target | null;
  };
  readonly platform: Platform;
  /** In the suite's order. */
  readonly cases: readonly CaseValue[];
  readonly summary: Nullable<SuiteSummary>;
  readonly costModel: Nullable<Omit<CostModelJudgement, "cases">> & {
    readonly cases: readonly Nullable<CostModelJudgement["cases"][number]>[];
  };
}

export type Nullable<T> = { readonly [K in keyof T]: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K] };

export interface CaseHead {
  readonly case: string;
  /** The name of the transform: `c2c_f32_4096`. */
  readonly name: string;
  readonly batch: number;
  readonly target: Target | null;
}

export type CaseValue = CaseHead &
  (
    | {
        readonly state: "measured";
        readonly milliseconds: number;
        readonly copyMilliseconds: number;
        readonly cufftMilliseconds: number | null;
        readonly bestPeer: BestPeer | null;
        readonly ratio: number | null;
        readonly verdict: Verdict;
        readonly relativeL2Error: number;
        readonly passes: number;
        readonly leastPasses: number;
        /** GB/s. */
        readonly bandwidth: number;
        readonly bandwidthLimit: number;
        readonly buildSeconds: number;
        readonly binaryBytes: number;
        readonly plan: Candidate;
      }
    | { readonly state: "failed"; readonly reasons: readonly string[] }
    | { readonly state: "unsupported"; readonly reason: string }
    | { readonly state: "missing" }
  );

/** The report for programs: times in milliseconds, bandwidths in GB/s. */
export function reportValue({ suite, platform, cases, summary, costModel }: SuiteResults): ReportValue {
  return {
    suite: {
      name: suite.name,
      title: suite.title,
      floor: suite.floor ?? null,
      geometricMean: suite.geometricMean ?? null,
    },
    platform,
    cases: cases.map(caseValue),
    summary: {
      ...summary,
      geometricMean: summary.geometricMean ?? null,
      worst: summary.worst ?? null,
      medianShareOfLimit: summary.medianShareOfLimit ?? null,
    },
    costModel: {
      meanSpearman: costModel.meanSpearman ?? null,
      pooledSpearman: costModel.pooledSpearman ?? null,
      medianLoss: costModel.medianLoss ?? null,
      worst: costModel.worst ?? null,
      shareWithinTolerance: costModel.shareWithinTolerance ?? null,
      cases: costModel.cases.map(({ label, plans, spearman, loss }) => ({
        label,
        plans,
        spearman: spearman ?? null,
        loss: loss ?? null,
      })),
    },
  };
}

function caseValue(result: CaseResult): CaseValue {
  const { label, transform, target } = result.benchCase;
  const head: CaseHead = {
    case: label,
    name: transformName(transform),
    batch: transform.batch,
    target: target ?? null,
  };
  switch (result.kind) {
    case "measured":
      return {
        ...head,
        state: "measured",
        milliseconds: result.timing.milliseconds,
        copyMilliseconds: result.timing.copyMilliseconds,
        cufftMilliseconds: result.timing.cufftMilliseconds ?? null,
        bestPeer: result.bestPeer ?? null,
        ratio: result.ratio ?? null,
        verdict: result.verdict,
        relativeL2Error: result.relativeL2Error,
        passes: result.passes,
        leastPasses: result.leastPasses,
        bandwidth: result.bandwidth,
        bandwidthLimit: result.bandwidthLimit,
        buildSeconds: result.fastest.buildSeconds,
        binaryBytes: result.fastest.binaryBytes,
        plan: result.fastest.candidate,
      };
    case "failed":
      return { ...head, state: "failed", reasons: result.reasons };
    case "unsupported":
      return { ...head, state: "unsupported", reason: result.reason };
    case "missing":
      return { ...head, state: "missing" };
    default:
      return unreachable(result);
  }
}
