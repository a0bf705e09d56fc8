// Enumerates the schedules of one kernel on thread-block clusters: columns, blocks, where the exchange lies, fetching ahead.
// Offers none for GPUs without clusters, and for tiles that are no power of two.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { kernelDigits, memoryLayout, type Digit, type DigitSet } from "../layout/digits.js";
import {
  elementsAtOnce,
  elementTypeBytes,
  kernelElements,
  type ElementType,
  type KernelElements,
} from "../plan/elements.js";
import { placeKernel } from "../layout/geometry.js";
import { possibleColumns } from "../layout/tile.js";
import { inVectors } from "../layout/vector.js";
import { usesMatrices } from "../plan/units.js";
import type { ClusterSchedule, PlanKernel, Schedule, TwiddleSource } from "../plan/plan.js";
import { kernelCost } from "./cost.js";
import type { ScheduledCandidate } from "./scheduled-candidate.js";
import { leanestSource } from "./twiddle-sources.js";
import { vectorsOf } from "./widths.js";

/** What one block holds of a tile: with two receive buffers three times as much fills a multiprocessor of compute capability 9.0. */
export const CLUSTER_BLOCK_BYTES = 64 * 1024;
/** Elements that a thread holds unless a radix needs more: in both precisions the fastest that was measured on an H200. */
const ELEMENTS_PER_THREAD = 16;
/** Places of the exchange that are tried, those that share out the work most evenly between the roles. */
const EXCHANGES = 2;

export function clusterSchedules(
  plan: DigitSet,
  kernel: PlanKernel,
  index: number,
  gpu: Gpu,
  twiddles: readonly TwiddleSource[],
  refuse: (reason: string) => void,
  width = 1,
): readonly ScheduledCandidate[] {
  if (gpu.maxClusterSize < 2) return [];
  const viewed = inVectors(plan, width);
  if (!viewed.ok) {
    refuse(viewed.reason);
    return [];
  }
  const set = viewed.value;
  const digits = kernelDigits(set, kernel);
  const product = digits.reduce((total, digit) => total * digit.radix, 1);
  if (digits.length < 2 || !isPowerOfTwo(product)) return [];
  if (usesMatrices(kernel)) {
    refuse(ON_TENSOR_CORES);
    return [];
  }
  const elements = kernelElements(set.transform, { width }, index, set.kernelCount);
  if (!lieAsComputed(elements)) {
    refuse(CONVERTING);
    return [];
  }
  const { held } = elements;
  const bytes = elementTypeBytes(held);
  const blockElements = CLUSTER_BLOCK_BYTES / bytes;
  const source = leanestSource(held, twiddles);
  const largestRadix = Math.max(...digits.map((digit) => digit.radix));
  const threads = (2 * blockElements) / elementsPerThread(held, ELEMENTS_PER_THREAD, largestRadix);
  const stores = index === set.kernelCount - 1 && set.kernelCount > 1 ? "streaming" : "default";
  const layouts = [memoryLayout(set, index), memoryLayout(set, index + 1)] as const;
  const mostColumns = Math.floor((gpu.maxClusterSize * blockElements) / product);
  const candidates: ScheduledCandidate[] = [];
  for (const columns of possibleColumns(set, digits, mostColumns, ...layouts)) {
    const size = (product * columns) / blockElements;
    if (size < 2 || !isPowerOfTwo(size)) continue;
    if (product * columns > set.elements) {
      refuse(SEVERAL);
      continue;
    }
    for (const after of exchanges(digits)) {
      for (const pipeline of pipelines(size, gpu)) {
        const cluster = { size, after, ...pipeline };
        const pace: Schedule = { threads, cluster, columns, blocksPerSm: 1, twiddles: source, stores };
        const schedule: Schedule = { ...pace, ...vectorsOf(width) };
        const placed = placeKernel(plan, { ...kernel, schedule }, index, gpu);
        if (placed.ok) {
          candidates.push({ schedule, geometry: placed.value, cost: kernelCost(plan, placed.value, schedule, gpu) });
        } else refuse(placed.reason);
      }
    }
  }
  return candidates;
}

/** Where 16-bit data is computed with in single precision, instructions set the pace, and a pipeline gains nothing. */
export const lieAsComputed = ({ held, input, output }: KernelElements): boolean =>
  [input, output].every((type) => elementTypeBytes(type) === elementTypeBytes(held));
/** Nobody has measured what shares a cluster: what is as small a block can do. */
export const SEVERAL = "clusters are tried with one transform of the batch at a time";
export const ON_TENSOR_CORES = "clusters are tried without tensor cores";
export const CONVERTING = "clusters are tried for elements that lie in memory as they are computed with";

/**
 * Ways to go from tile to tile. Asking the L2 cache to fetch ahead pays where clusters wait for each other, up to the portable
 * size. Memory sets the pace of pairs: they gain from tiles that are dealt out, if those are also fetched ahead.
 */
function pipelines(size: number, gpu: Gpu): readonly Pick<ClusterSchedule, "prefetch" | "order">[] {
  if (size > 2) return [{ prefetch: size <= gpu.portableClusterSize, order: "static" }];
  return [
    { prefetch: true, order: "ticket" },
    { prefetch: false, order: "static" },
  ];
}

/** As many as usual, unless a radix needs more; in 16-bit arithmetic twice that, in as many registers: butterflies come in pairs. */
export const elementsPerThread = (held: ElementType, usual: number, largestRadix: number): number =>
  elementsAtOnce(held) * Math.max(usual, largestRadix);

/** Numbers of sub-computations before the exchange, those with the most even halves first. */
export const exchanges = (digits: readonly Digit[]): readonly number[] =>
  digits
    .slice(1)
    .map((_, index) => index + 1)
    .toSorted((a, b) => Math.abs(2 * a - digits.length) - Math.abs(2 * b - digits.length))
    .slice(0, EXCHANGES);
