// Random plans of two kernels, the first of which writes tile by tile.
import type fc from "fast-check";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import type { ScheduledKernel, ScheduledPlan } from "../../generator/plan/plan.js";

const gpu = findGpu("H200");

/** Those of drawn plans that can be so. */
export const tiledPlans = (plans: fc.Arbitrary<ScheduledPlan>): fc.Arbitrary<ScheduledPlan> =>
  plans.map(tiled).filter((plan) => plan !== undefined);

function tiled({ transform, kernels }: ScheduledPlan): ScheduledPlan | undefined {
  const changed = kernels.map((kernel, index): ScheduledKernel =>
    index === 0 ? { ...kernel, schedule: { ...kernel.schedule, tiled: true } } : kernel,
  );
  const set = digitSetOf(transform, changed);
  const isLegal = changed.every((kernel, index) => kernelGeometry(set, kernel, index, gpu).ok);
  return changed.length === 2 && isLegal ? { transform, kernels: changed } : undefined;
}
