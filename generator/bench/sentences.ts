// The sentences of a report: the summary of the suite, and the assessment of the cost model. Short sentences, one thought each.
import { TOLERATED_LOSS, type CostModelJudgement } from "./cost-model.js";
import { percentText } from "./columns.js";
import type { SuiteResults } from "./results.js";

/** The summary of the suite: mean, worst case, targets; then the cases without a time, and the reasons. */
export function summarySentences({ suite, summary, cases }: SuiteResults): readonly string[] {
  const { geometricMean: mean, worst } = summary;
  const goal = suite.geometricMean;
  const missing = summary.missing + summary.unsupported + summary.failed;
  return [
    ...(mean === undefined || worst === undefined
      ? ["No other library was measured for these transforms."]
      : [
          `Geometric mean ${mean.toFixed(2)} of the best peer${goal === undefined ? "" : `, target ${goal.atLeast.toFixed(2)} (${mean >= goal.atLeast ? "met" : "missed"})${goal.aim === undefined ? "" : `, aim ${goal.aim.toFixed(2)}`}`}; worst ${worst.ratio.toFixed(2)}, ${worst.label}.`,
        ]),
    ...(summary.withTarget === 0
      ? []
      : [
          `${summary.targetsMet} of ${casesText(summary.withTarget)} with a target reach it, ${summary.aimsReached} their aim${suite.floor === undefined ? "" : `; ${summary.belowFloor} below the floor of ${suite.floor.toFixed(2)}`}.`,
        ]),
    ...(summary.medianShareOfLimit === undefined
      ? []
      : [`Median ${Math.round(100 * summary.medianShareOfLimit)}% of the limit: copy speed over the fewest passes.`]),
    ...(missing === 0
      ? []
      : [
          `${summary.measured} of ${casesText(cases.length)} measured, ${summary.failed} failed, ${summary.unsupported} unsupported, ${summary.missing} not measured.`,
        ]),
    ...(summary.missing === 0
      ? []
      : [
          `Not measured: ${cases.flatMap(({ kind, benchCase }) => (kind === "missing" ? [benchCase.label] : [])).join(", ")}.`,
        ]),
    ...cases.flatMap((result) => {
      if (result.kind === "failed") return result.reasons.map((reason) => `${result.benchCase.label}: ${reason}`);
      if (result.kind === "unsupported") return [`${result.benchCase.label}: ${result.reason}`];
      return [];
    }),
  ];
}

/** The assessment of the cost model; without one, how to get it. */
export function costModelSentences(judgement: CostModelJudgement): readonly string[] {
  const { meanSpearman, pooledSpearman, medianLoss, worst, shareWithinTolerance } = judgement;
  if (shareWithinTolerance === undefined || judgement.cases.length === 0)
    return ["Not judged: that takes two or more measured plans of a case (--top 5)."];
  const plans = judgement.cases.reduce((sum, { plans: count }) => sum + count, 0);
  const number = (value: number | undefined): string => (value === undefined ? "none" : value.toFixed(2));
  return [
    `Judged by ${plans} measured plans of ${casesText(judgement.cases.length)}.`,
    `Rank correlation (Spearman) of predicted and measured times: ${number(meanSpearman)} within a case on average, ${number(pooledSpearman)} over all plans relative to a copy.`,
    `First choice within ${Math.round(100 * TOLERATED_LOSS)}% of the best in ${Math.round(100 * shareWithinTolerance)}% of the cases (target 90%)${
      medianLoss === undefined || worst === undefined
        ? ""
        : `: loss ${percentText(medianLoss)} in the median, ${percentText(worst.loss)} at worst, ${worst.label}`
    }.`,
  ];
}

const casesText = (count: number): string => `${count} ${count === 1 ? "case" : "cases"}`;
