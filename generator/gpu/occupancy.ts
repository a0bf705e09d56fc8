// How many blocks of a kernel live on one multiprocessor at once, and which resource sets the number. Follows the rules of
// `cudaOccMaxActiveBlocksPerMultiprocessor` (cuda_occupancy.h, CUDA 13.0) with shared memory at its largest carve-out.
// Does not know barriers (one block-wide barrier per block never limits) and clusters.
import type { MultiprocessorLimits } from "./gpu.js";

/** What a block of the kernel needs. */
export interface BlockResources {
  readonly threads: number;
  /** As ptxas reports them. */
  readonly registersPerThread: number;
  /** Static plus dynamic bytes, without what the driver reserves. */
  readonly sharedBytes: number;
}

export type OccupancyLimit = "threads" | "registers" | "shared memory" | "blocks";

export interface Occupancy {
  /** 0 when the block does not fit at all. */
  readonly blocksPerSm: number;
  /** The resource that admits the fewest blocks; the first in the order of `OccupancyLimit` when several do. */
  readonly limit: OccupancyLimit;
}

export function occupancy(gpu: MultiprocessorLimits, block: BlockResources): Occupancy {
  const limits: readonly Occupancy[] = [
    { limit: "threads", blocksPerSm: blocksByThreads(gpu, block) },
    { limit: "registers", blocksPerSm: blocksByRegisters(gpu, block) },
    { limit: "shared memory", blocksPerSm: blocksBySharedMemory(gpu, block) },
    { limit: "blocks", blocksPerSm: gpu.maxBlocksPerSm },
  ];
  return limits.reduce((least, next) => (next.blocksPerSm < least.blocksPerSm ? next : least));
}

/**
 * Registers that each thread may have so that so many blocks fit on a multiprocessor: what ptxas makes of
 * `__launch_bounds__(threads, blocksPerSm)`. More blocks than there is room for their threads are taken for as many as there is.
 */
export function registerCap(
  gpu: MultiprocessorLimits,
  { threads, blocksPerSm }: { readonly threads: number; readonly blocksPerSm: number },
): number {
  const warps = Math.ceil(threads / gpu.warpSize);
  const blocks = Math.max(1, Math.min(blocksPerSm, Math.floor(gpu.maxThreadsPerSm / gpu.warpSize / warps)));
  const warpsPerPartition = Math.ceil((warps * blocks) / gpu.subPartitions);
  const perWarp = Math.floor(gpu.registersPerSm / gpu.subPartitions / warpsPerPartition);
  const allocated = Math.floor(perWarp / gpu.registerAllocationUnit) * gpu.registerAllocationUnit;
  return Math.min(gpu.maxRegistersPerThread, allocated / gpu.warpSize);
}

const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit;

const warpsOf = (gpu: MultiprocessorLimits, block: BlockResources): number => Math.ceil(block.threads / gpu.warpSize);

function blocksByThreads(gpu: MultiprocessorLimits, block: BlockResources): number {
  if (block.threads > gpu.maxThreadsPerBlock) return 0;
  return Math.floor(gpu.maxThreadsPerSm / gpu.warpSize / warpsOf(gpu, block));
}

/** Registers are given to whole warps, and a warp takes them from the sub-partition it lives in. */
function blocksByRegisters(gpu: MultiprocessorLimits, block: BlockResources): number {
  if (block.registersPerThread > gpu.maxRegistersPerThread) return 0;
  const perWarp = roundUp(block.registersPerThread * gpu.warpSize, gpu.registerAllocationUnit);
  if (perWarp === 0) return Number.POSITIVE_INFINITY;
  const warps = warpsOf(gpu, block);
  // The launch check assumes that every sub-partition gives registers to the same number of the block's warps.
  if (perWarp * roundUp(warps, gpu.subPartitions) > gpu.registersPerSm) return 0;
  const warpsPerPartition = Math.floor(gpu.registersPerSm / gpu.subPartitions / perWarp);
  return Math.floor((warpsPerPartition * gpu.subPartitions) / warps);
}

function blocksBySharedMemory(gpu: MultiprocessorLimits, block: BlockResources): number {
  if (block.sharedBytes > gpu.sharedBytesPerBlock) return 0;
  const allocated = roundUp(block.sharedBytes + gpu.sharedReservedPerBlock, gpu.sharedAllocationUnit);
  return allocated === 0 ? Number.POSITIVE_INFINITY : Math.floor(gpu.sharedBytesPerSm / allocated);
}
