// What a schedule cannot be on a GPU, whatever the kernel's sub-computations.
import { at } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Schedule } from "../plan/plan.js";

/** Programmatic dependent launch came with this compute capability. */
export const EARLY_START_MAJOR = 9;
/** So did bulk prefetches. */
const PREFETCH_MAJOR = 9;

export const canPrefetch = ({ computeCapability }: Gpu): boolean => computeCapability.major >= PREFETCH_MAJOR;

/** Whether the numbers of a schedule can be at all, whatever the kernel's sub-computations. */
export function checkSchedule(
  { threads, columns, blocksPerSm, early, tiled, prefetch }: Schedule,
  index: number,
  gpu: Gpu,
): Result<true> {
  if (tiled === true && index > 0)
    return failure("tiled: what the first of two kernels writes can be, and nothing else");
  if (early === true && index === 0) return failure("the first kernel cannot start early: there is none before it");
  if (early === true && gpu.computeCapability.major < EARLY_START_MAJOR) {
    return failure(`the GPU cannot start kernels early: that needs compute capability ${EARLY_START_MAJOR}.0`);
  }
  if (prefetch === true && !canPrefetch(gpu))
    return failure(`L2 prefetch needs compute capability ${PREFETCH_MAJOR}.0`);
  const wrong = [threads, columns, blocksPerSm].findIndex((value) => !Number.isSafeInteger(value) || value < 1);
  if (wrong >= 0) {
    const numbers = Object.entries({ threads, columns, "blocks/SM": blocksPerSm });
    const [what, value] = at(numbers, wrong);
    return failure(`${value} ${what}: expected a positive integer`);
  }
  if (threads > gpu.maxThreadsPerBlock) {
    return failure(`${threads} threads exceed the ${gpu.maxThreadsPerBlock} of a block`);
  }
  if (blocksPerSm > gpu.maxBlocksPerSm || blocksPerSm * threads > gpu.maxThreadsPerSm) {
    return failure(
      `${blocksPerSm} blocks of ${threads} threads exceed the ${gpu.maxBlocksPerSm} blocks or ${gpu.maxThreadsPerSm} threads of a multiprocessor`,
    );
  }
  return success(true);
}
