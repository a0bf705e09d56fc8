// Which batches each plan of a package serves: as their files say, and beside new plans where two are predicted to be as fast.
import type { Unit } from "../emit/unit.js";
import { invariant } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { crossover } from "../search/batch-ranges.js";
import type { RankedPlan } from "../search/ranked-plans.js";

/** A plan before its range is known. */
export interface RangelessPlan {
  readonly path: string;
  /** In the batch that the file says. */
  readonly ranked: RankedPlan;
  readonly unit: Unit;
  /** What the file says, where it is there already. */
  readonly kept: { readonly upToBatch: number | undefined } | undefined;
}

export type RangedPlan<Plan extends RangelessPlan = RangelessPlan> = Plan & {
  /** The largest batch that it is for; undefined for the plan for the largest ones. */
  readonly upToBatch: number | undefined;
};

/** Gives each plan its range: between two files as these say, beside a new plan where the two are predicted to be as fast. */
export function withRanges<Plan extends RangelessPlan>(plans: readonly Plan[], gpu: Gpu): readonly RangedPlan<Plan>[] {
  const sorted = inOrder(plans);
  return sorted.map((plan, index): RangedPlan<Plan> => {
    const next = sorted[index + 1];
    if (next === undefined) return ranged(plan, undefined);
    if (plan.kept?.upToBatch !== undefined && next.kept !== undefined) return ranged(plan, plan.kept.upToBatch);
    return ranged(plan, crossover(plan.ranked, next.ranked, gpu));
  });
}

const ranged = <Plan extends RangelessPlan>(plan: Plan, upToBatch: number | undefined): RangedPlan<Plan> => ({
  ...plan,
  upToBatch,
  unit: { ...plan.unit, upToBatch },
});

/** Files in the order of their ranges; new plans between them, by the batches that plans are for. */
function inOrder<Plan extends RangelessPlan>(plans: readonly Plan[]): readonly Plan[] {
  const batchOf = ({ ranked }: Plan): number => ranked.plan.transform.batch;
  const files = plans
    .filter(({ kept }) => kept !== undefined)
    .toSorted((a, b) => (a.kept?.upToBatch ?? Infinity) - (b.kept?.upToBatch ?? Infinity));
  const sorted = plans
    .filter(({ kept }) => kept === undefined)
    .reduce<readonly Plan[]>((list, plan) => {
      const place = list.findIndex((other) => batchOf(other) > batchOf(plan));
      return list.toSpliced(place < 0 ? list.length : place, 0, plan);
    }, files);
  invariant(sorted.length === plans.length, () => "plan-ranges: a plan is lost");
  return sorted;
}
