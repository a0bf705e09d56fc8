// What kernels of a transform there and back cannot be (way-back.ts).
import { failure, success, type Result } from "../failure/result.js";
import { elementsAtOnce, type KernelElements } from "../plan/elements.js";
import type { ScheduledKernel } from "../plan/plan.js";

/** Elements that are multiplied by constants are single numbers, and blocks hold what they transform. */
export function checkTurning({ held }: KernelElements, { schedule }: ScheduledKernel, matrices: boolean): Result<true> {
  const what =
    schedule.cluster !== undefined
      ? "no clusters"
      : matrices
        ? "no units"
        : held.width > 1 || elementsAtOnce(held) > 1
          ? "no vectors and no native arithmetic of 16 bits"
          : schedule.exchange !== undefined
            ? "no short exchange"
            : schedule.tiled === true
              ? "nothing tiled"
              : undefined;
  return what === undefined ? success(true) : failure(`a transform that goes through a longer one has ${what}`);
}
