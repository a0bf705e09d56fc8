// Random legal schedules for a plan, and random numbers to transform. What is legal is asked of the layout: a drawn
// schedule may be as slow as it likes.
import fc from "fast-check";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf, kernelDigits, memoryLayout } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { mirroredColumns, sideOf } from "../../generator/layout/mirrored.js";
import { possibleColumns } from "../../generator/layout/tile.js";
import type { Plan, Schedule, ScheduledKernel, ScheduledPlan, TwiddleSource } from "../../generator/plan/plan.js";
import { legalPlans, type LegalPlanOptions } from "./plans.js";

export interface ScheduleLimits {
  /** Elements of a block's tile, at most; where the radices alone have more, just them. Default 512. */
  readonly tileElements?: number;
  /** Threads of a block, at most. Default 128. */
  readonly threads?: number;
  /** Only powers of two for threads. Default false. */
  readonly powersOfTwo?: boolean;
}

const gpu = findGpu("H200");

/** A legal schedule of one kernel of a legal plan, chosen by a drawn number; undefined where there is none. */
export function drawnSchedule(
  plan: Plan,
  index: number,
  draw: number,
  twiddles: TwiddleSource,
  { tileElements = 512, threads = 128, powersOfTwo = false }: ScheduleLimits,
): Schedule | undefined {
  const kernel = plan.kernels[index];
  if (kernel === undefined) throw new Error(`the plan has no kernel ${index}`);
  const set = digitSetOf(plan.transform, plan.kernels);
  const digits = kernelDigits(set, kernel);
  const radices = digits.reduce((total, digit) => total * digit.radix, 1);
  const mostColumns = Math.max(1, Math.floor(tileElements / radices));
  const layouts = [memoryLayout(set, index), memoryLayout(set, index + 1)] as const;
  const threadCounts = Array.from({ length: threads }, (_, position) => position + 1).filter(
    (count) => !powersOfTwo || (count & (count - 1)) === 0,
  );
  const mirrored = mirroredColumns(set, index);
  const side = mirrored.ok ? sideOf(mirrored.value) : undefined;
  const choices = possibleColumns(set, digits, mostColumns, ...layouts, side).flatMap((columns) =>
    threadCounts.map((count): Schedule => ({ threads: count, columns, blocksPerSm: 1, twiddles, stores: "default" })),
  );
  // From the drawn one in great strides over the others, all of them once: few of them are legal.
  for (let tried = 0; tried < choices.length; tried++) {
    const schedule = choices[(draw + tried * STRIDE) % choices.length];
    if (schedule !== undefined && placeKernel(set, { ...kernel, schedule }, index, gpu).ok) return schedule;
  }
  return undefined;
}

/** A prime larger than any number of choices. */
const STRIDE = 7919;

/** The plan with a legal schedule for each kernel, chosen by drawn numbers. Throws where there is none. */
export function drawnSchedules(
  plan: Plan,
  draws: readonly number[],
  twiddles: TwiddleSource,
  limits: ScheduleLimits = {},
): ScheduledPlan {
  const kernels = plan.kernels.map((kernel, index): ScheduledKernel => {
    const draw = draws[index % draws.length] ?? 0;
    const schedule = drawnSchedule(plan, index, draw, twiddles, limits);
    if (schedule === undefined) throw new Error(`no legal schedule for kernel ${index} of ${JSON.stringify(plan)}`);
    return { ...kernel, schedule };
  });
  return { transform: plan.transform, kernels };
}

/** Random legal plans with random legal schedules. */
export function scheduledPlans(
  options: LegalPlanOptions = {},
  limits: ScheduleLimits = {},
): fc.Arbitrary<ScheduledPlan> {
  return fc
    .record({
      plan: legalPlans(options),
      draws: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 6 }),
      twiddles: fc.constantFrom<TwiddleSource>("table", "powers", "fast-sincos"),
    })
    .map(({ plan, draws, twiddles }) => drawnSchedules(plan, draws, twiddles, limits));
}

export { uniformNumbers } from "../../generator/definition/uniform-numbers.js";
