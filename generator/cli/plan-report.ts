// What `fftgen plan` says of a search: the ranking, which plan of it is emitted and why, and the same as a value for JSON.
import type { Gpu } from "../gpu/gpu.js";
import { printKernel } from "../notation/print.js";
import type { KernelCost } from "../search/cost.js";
import type { RankedPlan, SearchResult } from "../search/search.js";
import { isSamePlan, type KeptPlan } from "./kept-plan.js";
import { rankedTable, resourceTable, whyBest, type TableEntry } from "./ranking.js";
import { paragraph } from "./table.js";
import { outputWidth, percent } from "./terminal.js";

/**
 * The ranking with the plan that is emitted, if that is a kept one, marked by a star. `chosen`: what is emitted if none is kept,
 * the first unless that spills registers.
 */
export function rankingText(
  { plans }: SearchResult,
  gpu: Gpu,
  path: string,
  kept: KeptPlan | undefined,
  chosen: RankedPlan,
): string {
  const rank = kept === undefined ? 0 : rankOf(plans, kept.asked);
  const entries: TableEntry[] = plans.map((ranked, index) => ({
    label: kept !== undefined && index === rank ? `* ${index + 1}` : String(index + 1),
    ranked,
  }));
  if (kept !== undefined && rank === undefined) entries.push({ label: "*", ranked: kept.asked });
  const emitted = kept?.asked ?? chosen;
  return [
    rankedTable(entries),
    whyBest(plans, gpu),
    ...(kept === undefined ? [] : [paragraph(keptText(plans, path, kept), outputWidth())]),
    resourceTable(emitted),
  ].join("\n\n");
}

/** Counts from 0; undefined if the plan is not among the first. */
function rankOf(plans: readonly RankedPlan[], plan: RankedPlan): number | undefined {
  const index = plans.findIndex((other) => isSamePlan(other, plan));
  return index < 0 ? undefined : index;
}

function keptText(plans: readonly RankedPlan[], path: string, kept: KeptPlan): string {
  const [first] = plans;
  const rank = rankOf(plans, kept.asked);
  const batches = [kept.own, kept.asked].map(({ plan }) => plan.transform.batch);
  const batch =
    batches[0] === batches[1]
      ? ""
      : ` It says batch ${batches[0]}, you asked for ${batches[1]}: the times are for yours.`;
  if (first === undefined || rank === 0) return `* ${path} is kept; the search agrees with it.${batch}`;
  const longer = kept.asked.milliseconds / first.milliseconds - 1;
  const judgement = `${percent(Math.abs(longer))} ${longer < 0 ? "less" : "more"} time than the first`;
  const place = rank === undefined ? `it is not among these ${plans.length}` : `it is number ${rank + 1}`;
  return `* ${path} is kept, and this plan is what is emitted: ${place} and is predicted to take ${judgement}. --replan replaces it with the first.${batch}`;
}

/** One plan of the JSON output. */
interface PlanValue {
  readonly kernels: readonly string[];
  readonly milliseconds: number;
  readonly fractionOfCopy: number;
  readonly costs: readonly KernelCost[];
}

/** The part of the JSON output that the search accounts for. */
export interface RankingValue {
  /** `rank`: its place in the ranking, from 1; null if it is not in there. */
  readonly emitted: PlanValue & { readonly rank: number | null };
  readonly ranking: readonly PlanValue[];
  readonly candidatesTried: number;
  /** Reason -> how many candidates it ruled out. */
  readonly refused: Readonly<Record<string, number>>;
}

export function rankingValue(result: SearchResult, emitted: RankedPlan, kept: KeptPlan | undefined): RankingValue {
  const compared = kept?.asked ?? emitted;
  const rank = rankOf(result.plans, compared);
  return {
    emitted: { rank: rank === undefined ? null : rank + 1, ...planValue(compared) },
    ranking: result.plans.map(planValue),
    candidatesTried: result.candidatesTried,
    refused: Object.fromEntries(result.refused),
  };
}

const planValue = ({ plan, milliseconds, copyMilliseconds, kernels }: RankedPlan): PlanValue => ({
  kernels: plan.kernels.map(printKernel),
  milliseconds,
  fractionOfCopy: copyMilliseconds / milliseconds,
  costs: kernels.map(({ cost }) => cost),
});
