// Assesses the cost model by measurements: whether it ranks plans as the GPU does, and the loss by taking its first choice.
import { caseKey, type BenchCase } from "./suite.js";
import { median, spearman } from "./statistics.js";
import type { Measurement, Timing } from "../tune/measurement.js";

/** The goal: an untuned first choice this close to the best. */
export const TOLERATED_LOSS = 0.1;

export interface CaseJudgement {
  readonly label: string;
  /** The number of measured plans. */
  readonly plans: number;
  /** Rank correlation of predicted and measured times; undefined for one plan, or where all take the same time. */
  readonly spearman: number | undefined;
  /** The relative loss of the plan that was predicted to be fastest, 0 if it is the fastest; undefined if it failed. */
  readonly loss: number | undefined;
}

export interface CostModelJudgement {
  /** Only cases with at least two measured plans. */
  readonly cases: readonly CaseJudgement[];
  /** Mean of the cases' correlations. */
  readonly meanSpearman: number | undefined;
  /** The correlation over all plans of all cases, their times relative to a copy's. */
  readonly pooledSpearman: number | undefined;
  readonly medianLoss: number | undefined;
  readonly worst: { readonly label: string; readonly loss: number } | undefined;
  /** Share of the cases whose first choice is within TOLERATED_LOSS of the best; one that failed is not. */
  readonly shareWithinTolerance: number | undefined;
}

/** `measurements`: of one platform, one for each candidate. */
export function judgeCostModel(cases: readonly BenchCase[], measurements: readonly Measurement[]): CostModelJudgement {
  const perCase = cases.map(({ label, transform }) => {
    const key = caseKey(transform);
    const own = measurements.filter(({ candidate }) => caseKey(candidate.transform) === key);
    return { label, first: firstChoice(own), timed: timedPlans(own) };
  });
  const judged = perCase.filter(({ timed }) => timed.length >= 2);
  const judgements = judged.map(({ label, first, timed }): CaseJudgement => {
    const best = Math.min(...timed.map(({ timing }) => timing.milliseconds));
    const chosen = timed.find(({ measurement }) => measurement === first);
    return {
      label,
      plans: timed.length,
      spearman: spearman(
        timed.map(({ measurement }) => measurement.candidate.predictedMilliseconds),
        timed.map(({ timing }) => timing.milliseconds),
      ),
      loss: chosen === undefined ? undefined : chosen.timing.milliseconds / best - 1,
    };
  });
  const pooled = judged.flatMap(({ timed }) => timed);
  const correlations = judgements.flatMap(({ spearman: value }) => (value === undefined ? [] : [value]));
  const losses = judgements.flatMap(({ label, loss }) => (loss === undefined ? [] : [{ label, loss }]));
  const within = losses.filter(({ loss }) => loss <= TOLERATED_LOSS).length;
  return {
    cases: judgements,
    meanSpearman:
      correlations.length === 0 ? undefined : correlations.reduce((sum, value) => sum + value, 0) / correlations.length,
    pooledSpearman: spearman(
      pooled.map(({ measurement, timing }) => measurement.candidate.predictedMilliseconds / timing.copyMilliseconds),
      pooled.map(({ timing }) => timing.milliseconds / timing.copyMilliseconds),
    ),
    medianLoss: median(losses.map(({ loss }) => loss)),
    worst: losses.toSorted((a, b) => b.loss - a.loss)[0],
    shareWithinTolerance: judgements.length === 0 ? undefined : within / judgements.length,
  };
}

interface TimedPlan {
  readonly measurement: Measurement;
  readonly timing: Timing;
}

/** Plans that ran and were right. A stopped one was timed too, though briefly. */
const timedPlans = (measurements: readonly Measurement[]): readonly TimedPlan[] =>
  measurements.flatMap((measurement) => {
    const { outcome } = measurement;
    return outcome.kind === "measured" || outcome.kind === "stopped" ? [{ measurement, timing: outcome.timing }] : [];
  });

/** The plan that was predicted to be fastest, whatever its result. */
const firstChoice = (measurements: readonly Measurement[]): Measurement | undefined =>
  measurements.toSorted(
    (a, b) =>
      a.candidate.predictedMilliseconds - b.candidate.predictedMilliseconds || a.candidate.rank - b.candidate.rank,
  )[0];
