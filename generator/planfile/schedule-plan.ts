// A plan whose kernels stand somewhere, with every schedule decided.
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { fittedGeometry, kernelGeometry } from "../layout/whole-geometry.js";
import { setsOf } from "../layout/leg-sets.js";
import { saidSchedule } from "../layout/said-schedule.js";
import type { Origin } from "../notation/source-text.js";
import type { Plan, Schedule } from "../plan/plan.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { completePlan, DEFAULT_TWIDDLES } from "../search/search.js";
import { placeText } from "./checked-plan.js";

export interface PlacedPlan {
  /** Of the file, or what begins messages. */
  readonly path: string;
  readonly plan: Plan;
  /** Where each kernel is written. */
  readonly places: readonly Origin[];
  /** That the plan is for. */
  readonly gpu: Gpu;
}

/**
 * The plan with every schedule decided: those of the file are kept, missing ones are searched. Throws an InputError, with
 * the place, for a schedule that this GPU, or the one that the plan is for, cannot run.
 */
export function schedulePlan(placed: PlacedPlan, gpu: Gpu): RankedPlan {
  const plan = inSchedules(placed.plan, saidSchedules(placed));
  if (gpu.name !== placed.gpu.name) placeKernels({ ...placed, plan }, gpu, kernelGeometry);
  return completePlan(plan, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
}

/**
 * The schedules of the plan, in full: with what the GPU that the plan is for decides where they say nothing. Undefined for kernels
 * without one. Throws an InputError, with the place, for a schedule that it cannot run.
 */
export function saidSchedules(placed: PlacedPlan): readonly (Schedule | undefined)[] {
  const geometries = placeKernels(placed, placed.gpu, fittedGeometry);
  return placed.plan.kernels.map(({ schedule }, index) => {
    const geometry = geometries[index];
    return schedule === undefined || geometry === undefined ? undefined : saidSchedule(schedule, geometry);
  });
}

/** The plan with these schedules; kernels keep their own where there is none. */
export const inSchedules = ({ transform, kernels }: Plan, schedules: readonly (Schedule | undefined)[]): Plan => ({
  transform,
  kernels: kernels.map((kernel, index) => {
    const schedule = schedules[index];
    return schedule === undefined ? kernel : { ...kernel, schedule };
  }),
});

/** The geometry of each kernel that has a schedule. */
function placeKernels(
  { path, plan, places }: PlacedPlan,
  gpu: Gpu,
  geometryOf: typeof kernelGeometry,
): readonly (KernelGeometry | undefined)[] {
  const seenBy = setsOf(plan.transform, plan.kernels);
  return plan.kernels.map(({ schedule, ...kernel }, index) => {
    if (schedule === undefined) return undefined;
    const seen = seenBy(index);
    const geometry = geometryOf(seen.set, { ...kernel, schedule }, seen.index, gpu);
    if (geometry.ok) return geometry.value;
    throw new InputError(
      `${placeText(path, places[index])}: kernel ${index + 1} cannot run on ${gpu.name}: ${geometry.reason}`,
    );
  });
}
