// The ranked table of a search, and the sentence that says why the best is best.
import type { Gpu } from "../gpu/gpu.js";
import { printKernel } from "../notation/print.js";
import type { KernelCost } from "../search/cost.js";
import type { RankedPlan, SearchResult } from "../search/search.js";
import { bytesText, percent, short, styled, table } from "./terminal.js";

/** One row per kernel, the plan's totals in its first row. */
export function rankedTable(plans: readonly RankedPlan[]): string {
  const rows = plans.flatMap((ranked, rank) =>
    ranked.plan.kernels.map((kernel, index): readonly string[] => {
      const cost = ranked.kernels[index]?.cost;
      const first = index === 0;
      return [
        first ? String(rank + 1) : "",
        first ? short(ranked.milliseconds) : "",
        first ? String(ranked.plan.kernels.length) : "",
        first ? percent(ranked.copyMilliseconds / ranked.milliseconds) : "",
        cost === undefined ? "" : short(cost.milliseconds),
        cost === undefined ? "" : String(cost.registers),
        cost === undefined ? "" : bytesText(cost.sharedBytes),
        cost === undefined ? "" : percent(cost.occupancy),
        printKernel(kernel),
      ];
    }),
  );
  return table(
    ["#", "ms", "passes", "of copy", "kernel ms", "regs", "shared", "occup.", "plan"],
    ["right", "right", "right", "right", "right", "right", "right", "right", "left"],
    rows,
  );
}

const TERM_NAMES = {
  memory: "device memory",
  issue: "instruction issue",
  shared: "shared memory",
  latency: "latency",
  launch: "launch",
} as const;

/** The term that sets a kernel's time. */
export function dominantTerm(cost: KernelCost): keyof typeof TERM_NAMES {
  const terms = Object.entries(cost.terms) as [keyof typeof TERM_NAMES, number][];
  return terms.reduce((worst, term) => (term[1] > worst[1] ? term : worst))[0];
}

export const termName = (term: keyof typeof TERM_NAMES): string => TERM_NAMES[term];

export function whyBest(result: SearchResult, gpu: Gpu): string {
  const [best, ...others] = result.plans;
  if (best === undefined) return "";
  const limits = best.kernels.map(({ cost }, index) => `kernel ${index + 1} by ${termName(dominantTerm(cost))}`);
  const limited = new Set(best.kernels.map(({ cost }) => dominantTerm(cost)));
  const [only] = limited;
  const bound =
    limited.size === 1 && only !== undefined
      ? `every kernel is limited by ${termName(only)}`
      : `limited: ${limits.join(", ")}`;
  const passes = best.plan.kernels.length;
  const second = others.find((plan) => plan.milliseconds > best.milliseconds * 1.001);
  const lead =
    second === undefined
      ? ""
      : ` The next, ${percent(second.milliseconds / best.milliseconds - 1)} slower, ${difference(best, second)}.`;
  return `${styled("bold", "Why the first:")} ${passes === 1 ? "one pass" : `${passes} passes`} over memory at ${percent((passes * best.copyMilliseconds) / best.milliseconds)} of ${gpu.name} copy speed; ${bound}.${lead} Times are predictions.`;
}

function difference(best: RankedPlan, other: RankedPlan): string {
  if (other.plan.kernels.length > best.plan.kernels.length)
    return `needs ${other.plan.kernels.length - best.plan.kernels.length} more pass(es)`;
  const worst = other.kernels
    .map(({ cost }, index) => ({
      index,
      loss: cost.milliseconds - (best.kernels[index]?.cost.milliseconds ?? 0),
      cost,
    }))
    .reduce((a, b) => (b.loss > a.loss ? b : a));
  return `loses in kernel ${worst.index + 1}, which is limited by ${termName(dominantTerm(worst.cost))}`;
}
