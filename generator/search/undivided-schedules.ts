// Enumerates the schedules of one kernel on clusters of undivided blocks: only for tiles that no pipeline holds, since it is the
// pass over memory that they save which pays for them.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { registerCap } from "../gpu/occupancy.js";
import { kernelDigits, memoryLayout, type DigitSet } from "../layout/digits.js";
import { placeKernel } from "../layout/geometry.js";
import { possibleColumns } from "../layout/tile.js";
import { inVectors } from "../layout/vector.js";
import { elementTypeBytes, kernelElements } from "../plan/elements.js";
import { usesMatrices } from "../plan/units.js";
import type { PlanKernel, Schedule, TwiddleSource } from "../plan/plan.js";
import {
  CLUSTER_BLOCK_BYTES,
  CONVERTING,
  elementsPerThread,
  exchanges,
  lieAsComputed,
  ON_TENSOR_CORES,
  SEVERAL,
  SPILLING,
} from "./cluster-schedules.js";
import { kernelCosts } from "./cost.js";
import type { OfferedSchedule } from "./scheduled-candidate.js";
import { registersOnClusters } from "./spilling.js";
import { leanestSource } from "./twiddle-sources.js";
import { vectorsOf } from "./widths.js";

/** What one block holds of a tile: the largest power of two that a multiprocessor of compute capability 9.0 has room for. */
const UNDIVIDED_BLOCK_BYTES = 2 * CLUSTER_BLOCK_BYTES;
/** Elements that a thread holds unless a radix needs more: enough for four sub-computations; with five all were slower (H200). */
const ELEMENTS_PER_THREAD = 32;

/** Elements of so many bytes that the largest cluster of undivided blocks holds; 0 where there are none. */
export const undividedCapacity = (bytes: number, gpu: Gpu): number =>
  gpu.maxClusterSize < 2 || gpu.sharedBytesPerBlock < UNDIVIDED_BLOCK_BYTES
    ? 0
    : (gpu.maxClusterSize * UNDIVIDED_BLOCK_BYTES) / bytes;

export function undividedSchedules(
  plan: DigitSet,
  kernel: PlanKernel,
  index: number,
  gpu: Gpu,
  twiddles: readonly TwiddleSource[],
  refuse: (reason: string) => void,
  width = 1,
): readonly OfferedSchedule[] {
  const viewed = inVectors(plan, width);
  if (!viewed.ok) return [];
  const set = viewed.value;
  const elements = kernelElements(set.transform, { width }, index, set.kernelCount);
  const { held } = elements;
  const bytes = elementTypeBytes(held);
  const capacity = undividedCapacity(bytes, gpu);
  const pipelined = (gpu.maxClusterSize * CLUSTER_BLOCK_BYTES) / bytes;
  const digits = kernelDigits(set, kernel);
  const product = digits.reduce((total, digit) => total * digit.radix, 1);
  if (digits.length < 2 || product <= pipelined || product > capacity || !isPowerOfTwo(product)) return [];
  if (usesMatrices(kernel) || !lieAsComputed(elements)) {
    refuse(usesMatrices(kernel) ? ON_TENSOR_CORES : CONVERTING);
    return [];
  }
  const blockElements = UNDIVIDED_BLOCK_BYTES / bytes;
  const largestRadix = Math.max(...digits.map((digit) => digit.radix));
  const threads = blockElements / elementsPerThread(held, ELEMENTS_PER_THREAD, largestRadix);
  const source = leanestSource(held, twiddles);
  const stores = index === set.kernelCount - 1 && set.kernelCount > 1 ? "streaming" : "default";
  const layouts = [memoryLayout(set, index), memoryLayout(set, index + 1)] as const;
  const candidates: OfferedSchedule[] = [];
  for (const columns of possibleColumns(set, digits, Math.floor(capacity / product), ...layouts)) {
    const size = (product * columns) / blockElements;
    if (!isPowerOfTwo(size)) continue;
    if (product * columns > set.elements) {
      refuse(SEVERAL);
      continue;
    }
    for (const after of exchanges(digits)) {
      const cluster = { size, after, order: "static", undivided: true } as const;
      const pace: Schedule = { threads, cluster, prefetch: true, columns, blocksPerSm: 1, twiddles: source, stores };
      const schedule: Schedule = { ...pace, ...vectorsOf(width) };
      const placed = placeKernel(plan, { ...kernel, schedule }, index, gpu);
      if (!placed.ok) refuse(placed.reason);
      else if (registersOnClusters(placed.value, source) > registerCap(gpu, schedule)) refuse(SPILLING);
      else
        candidates.push({ schedule, geometry: placed.value, costIn: kernelCosts(plan, placed.value, schedule, gpu) });
    }
  }
  return candidates;
}
