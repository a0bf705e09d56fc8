// Random legal schedules for a plan, and random numbers to transform. What is legal is asked of the layout: a drawn
// schedule may be as slow as it likes.
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf, kernelDigits, memoryLayout } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { possibleColumns } from "../../generator/layout/tile.js";
import type { Plan, Schedule, ScheduledKernel, ScheduledPlan, TwiddleSource } from "../../generator/plan/plan.js";

export interface ScheduleLimits {
  /** Elements of a block's tile, at most; where the radices alone have more, just them. Default 512. */
  readonly tileElements?: number;
  /** Threads of a block, at most. Default 128. */
  readonly threads?: number;
  /** Only powers of two for threads. Default false. */
  readonly powersOfTwo?: boolean;
}

const gpu = findGpu("H200");

/** Every legal schedule of one kernel of a legal plan within the limits. */
export function legalSchedules(
  plan: Plan,
  index: number,
  twiddles: TwiddleSource,
  limits: ScheduleLimits = {},
): readonly Schedule[] {
  const { tileElements = 512, threads: mostThreads = 128, powersOfTwo = false } = limits;
  const kernel = plan.kernels[index];
  if (kernel === undefined) throw new Error(`the plan has no kernel ${index}`);
  const set = digitSetOf(plan.transform, plan.kernels);
  const digits = kernelDigits(set, kernel);
  const radices = digits.reduce((total, digit) => total * digit.radix, 1);
  const mostColumns = Math.max(1, Math.floor(tileElements / radices));
  const columnChoices = possibleColumns(
    set,
    digits,
    mostColumns,
    memoryLayout(set, index),
    memoryLayout(set, index + 1),
  );
  const threadChoices = Array.from({ length: mostThreads }, (_, position) => position + 1).filter(
    (threads) => !powersOfTwo || (threads & (threads - 1)) === 0,
  );
  return columnChoices.flatMap((columns) =>
    threadChoices
      .map((threads): Schedule => ({ threads, columns, blocksPerSm: 1, twiddles, stores: "default" }))
      .filter((schedule) => placeKernel(set, { ...kernel, schedule }, index, gpu).ok),
  );
}

/** The plan with one of its legal schedules for each kernel, chosen by drawn numbers. Throws where there is none. */
export function drawnSchedules(
  plan: Plan,
  draws: readonly number[],
  twiddles: TwiddleSource,
  limits: ScheduleLimits = {},
): ScheduledPlan {
  const kernels = plan.kernels.map((kernel, index): ScheduledKernel => {
    const schedules = legalSchedules(plan, index, twiddles, limits);
    const schedule = schedules[(draws[index % draws.length] ?? 0) % Math.max(1, schedules.length)];
    if (schedule === undefined) throw new Error(`no legal schedule for kernel ${index} of ${JSON.stringify(plan)}`);
    return { ...kernel, schedule };
  });
  return { transform: plan.transform, kernels };
}

/** Numbers spread evenly over [-1, 1), the same for the same seed (mulberry32). */
export function uniformNumbers(length: number, seed: number): Float64Array {
  let state = seed >>> 0;
  return Float64Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 31 - 1;
  });
}
