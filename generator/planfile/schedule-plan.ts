// A plan whose kernels stand somewhere, with every schedule decided.
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { kernelGeometry } from "../layout/geometry.js";
import { setsOf } from "../layout/leg-sets.js";
import type { Origin } from "../notation/source-text.js";
import type { Plan } from "../plan/plan.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { completePlan, DEFAULT_TWIDDLES } from "../search/search.js";
import { placeText } from "./checked-plan.js";

export interface PlacedPlan {
  /** Of the file, or what begins messages. */
  readonly path: string;
  readonly plan: Plan;
  /** Where each kernel is written. */
  readonly places: readonly Origin[];
}

/**
 * The plan with every schedule decided: those of the file are kept, missing ones are searched. Throws an InputError, with
 * the place, for a schedule that this GPU cannot run.
 */
export function schedulePlan({ path, plan, places }: PlacedPlan, gpu: Gpu): RankedPlan {
  const seenBy = setsOf(plan.transform, plan.kernels);
  plan.kernels.forEach(({ schedule, ...kernel }, index) => {
    if (schedule === undefined) return;
    const seen = seenBy(index);
    const geometry = kernelGeometry(seen.set, { ...kernel, schedule }, seen.index, gpu);
    if (!geometry.ok)
      throw new InputError(
        `${placeText(path, places[index])}: kernel ${index + 1} cannot run on ${gpu.name}: ${geometry.reason}`,
      );
  });
  return completePlan(plan, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
}
