// What `fftgen plan` says of a search: the ranking, which plan of it is emitted and why, and the same as a value for JSON.
import type { Gpu } from "../gpu/gpu.js";
import { printKernel } from "../notation/print.js";
import type { KernelCost } from "../search/cost.js";
import type { RankedPlan, SearchResult } from "../search/search.js";
import { rankOf, type KeptPlan } from "./kept-plan.js";
import { rankedTable, resourceTable, whyBest, type TableEntry } from "./ranking.js";
import { paragraph } from "./table.js";
import { outputWidth } from "./terminal.js";

/**
 * The ranking with the plan that is emitted, if that is settled beforehand, marked by a star. `chosen`: what is emitted else, the
 * first unless that spills registers. `remark`: on the plan that is settled, or on why none is.
 */
export function rankingText(
  { plans }: SearchResult,
  gpu: Gpu,
  settled: KeptPlan | undefined,
  chosen: RankedPlan,
  remark: string | undefined,
): string {
  const rank = settled === undefined ? 0 : rankOf(plans, settled.asked);
  const entries: TableEntry[] = plans.map((ranked, index) => ({
    label: settled !== undefined && index === rank ? `* ${index + 1}` : String(index + 1),
    ranked,
  }));
  if (settled !== undefined && rank === undefined) entries.push({ label: "*", ranked: settled.asked });
  const emitted = settled?.asked ?? chosen;
  return [
    rankedTable(entries),
    whyBest(plans, gpu),
    ...(remark === undefined ? [] : [paragraph(remark, outputWidth())]),
    resourceTable(emitted),
  ].join("\n\n");
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

export function rankingValue(result: SearchResult, emitted: RankedPlan, settled: KeptPlan | undefined): RankingValue {
  const compared = settled?.asked ?? emitted;
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
