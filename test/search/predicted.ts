// What the cost model says of a measured plan.
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import { kernelCost } from "../../generator/search/cost.js";
import type { MeasuredPlan } from "./measured/read.js";

const gpu = findGpu("H200");

/** Several tests ask for the same rows of a table. */
const known = new WeakMap<object, number>();

/** Milliseconds on an H200. */
export function predicted(plan: Omit<MeasuredPlan, "group">): number {
  const milliseconds = known.get(plan) ?? predictedAnew(plan);
  known.set(plan, milliseconds);
  return milliseconds;
}

function predictedAnew(plan: Omit<MeasuredPlan, "group">): number {
  const set = digitSetOf(
    plan.transform,
    plan.kernels.map(({ kernel }) => kernel),
  );
  return plan.kernels.reduce((sum, { kernel }, index) => {
    const geometry = kernelGeometry(set, kernel, index, gpu);
    if (!geometry.ok) throw new Error(geometry.reason);
    return sum + kernelCost(set, geometry.value, kernel.schedule, gpu).milliseconds;
  }, 0);
}
