// Kernels of a transform that go there and back (way-back.ts): which do, and what they cannot be.
import { failure, success, type Result } from "../failure/result.js";
import { elementsAtOnce, type KernelElements } from "../plan/elements.js";
import type { ScheduledKernel } from "../plan/plan.js";
import type { DigitSet } from "./digits.js";

/** Whether a kernel goes on with the way back where it has its elements. */
export const isTurning = ({ turning, turns, kernelCount }: DigitSet, index: number): boolean =>
  turning.has(index) || (turns && index === kernelCount - 1);

/** Elements that are multiplied by constants are single numbers, and blocks hold what they transform. */
export function checkTurning({ held }: KernelElements, { schedule }: ScheduledKernel, matrices: boolean): Result<true> {
  const what = matrices
    ? "no units"
    : held.width > 1 || elementsAtOnce(held) > 1
      ? "no vectors and no native arithmetic of 16 bits"
      : schedule.exchange !== undefined
        ? "no short exchange"
        : schedule.tiled === true
          ? "nothing tiled"
          : undefined;
  return what === undefined ? success(true) : failure(`a transform by convolution has ${what}`);
}
