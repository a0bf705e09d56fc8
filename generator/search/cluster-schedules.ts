// Enumerates the schedules of one kernel on thread-block clusters: columns, blocks, where the exchange lies, fetching ahead.
// Offers none for GPUs without clusters.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import { at } from "../failure/errors.js";
import type { Result } from "../failure/result.js";
import type { Gpu } from "../gpu/gpu.js";
import { WARP } from "../gpu/hardware.js";
import { registerCap } from "../gpu/occupancy.js";
import { noFactor } from "../layout/cluster.js";
import { kernelDigits, memoryLayout, type Digit, type DigitSet } from "../layout/digits.js";
import {
  elementRegisters,
  elementsAtOnce,
  elementTypeBytes,
  kernelElements,
  type ElementType,
  type KernelElements,
} from "../plan/elements.js";
import { loadsByThreads } from "../layout/hermitian-step.js";
import { foldedEnd, mirroredColumns, sideOf } from "../layout/mirrored.js";
import { placeKernel, type KernelGeometry } from "../layout/geometry.js";
import { reachAfter } from "../layout/reach.js";
import { possibleColumns } from "../layout/tile.js";
import { inVectors } from "../layout/vector.js";
import { usesMatrices } from "../plan/units.js";
import type { ClusterSchedule, PlanKernel, Schedule, TwiddleSource } from "../plan/plan.js";
import { mostOfBlock, sharingBlocks, teamsOf } from "./cluster-teams.js";
import { kernelCosts } from "./cost.js";
import type { OfferedSchedule } from "./scheduled-candidate.js";
import { registersOnClusters } from "./spilling.js";
import { leanestSource } from "./twiddle-sources.js";
import { vectorsOf } from "./widths.js";

/** What one block holds of a tile: with two receive buffers three times as much fills a multiprocessor of compute capability 9.0. */
export const CLUSTER_BLOCK_BYTES = 64 * 1024;
/** Elements that a thread holds unless a radix needs more: in both precisions the fastest that was measured on an H200. */
const ELEMENTS_PER_THREAD = 16;
/** The same where radices are no powers of two. */
const UNEVEN_ELEMENTS = [20, 24, 32] as const;
/** Warps of two groups. */
const UNEVEN_STEP = 2 * WARP;
const MOST_THREADS = 1024;
export const SPILLING = "the threads of a cluster's block have too few registers";
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
): readonly OfferedSchedule[] {
  if (gpu.maxClusterSize < 2) return [];
  const viewed = inVectors(plan, width);
  if (!viewed.ok) {
    refuse(viewed.reason);
    return [];
  }
  const set = viewed.value;
  const digits = kernelDigits(set, kernel);
  const product = digits.reduce((total, digit) => total * digit.radix, 1);
  if (digits.length < 2) return [];
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
  const most = blockCapacity(held, isPowerOfTwo(product), gpu);
  const source = leanestSource(held, twiddles);
  const stores = index === set.kernelCount - 1 && set.kernelCount > 1 ? "streaming" : "default";
  const layouts = [memoryLayout(set, index), memoryLayout(set, index + 1)] as const;
  const mostColumns = Math.floor((gpu.maxClusterSize * most) / product);
  const end = foldedEnd(set, index);
  const mirrored = mirroredColumns(set, index);
  if (!mirrored.ok) {
    refuse(mirrored.reason);
    return [];
  }
  const side = sideOf(mirrored.value);
  const folds = end && { end, hasColumns: side !== undefined };
  const reads = reachAfter(set, index);
  const loads = loadsByThreads(folds, reads);
  // Of columns and their mirrors, and of planar numbers, no part of a tile is one piece.
  const isApart = side !== undefined || (loads && reads.planar);
  const candidates: OfferedSchedule[] = [];
  for (const columns of possibleColumns(set, digits, mostColumns, ...layouts, side)) {
    const tile = product * columns;
    if (tile > set.elements) {
      refuse(SEVERAL);
      continue;
    }
    for (const { after, size, isUsual } of sharings(tile, most, digits, gpu, refuse)) {
      for (const { threads, groups } of teams(
        tile / size,
        digits,
        held,
        { folds: folds !== undefined, isUsual },
        gpu,
      )) {
        // How a cluster goes from tile to tile changes nothing of where elements are, or whether they have a place.
        let placed: Result<KernelGeometry> | undefined;
        const isOne = groups === 1;
        for (const { order, ...asking } of pipelines(size, gpu, { loads, isApart, isOne })) {
          const cluster = { size, after, order, ...(groups === undefined ? {} : { groups }) };
          const pace: Schedule = { threads, cluster, ...asking, columns, blocksPerSm: 1, twiddles: source, stores };
          const schedule: Schedule = { ...pace, ...vectorsOf(width) };
          placed ??= placeKernel(plan, { ...kernel, schedule }, index, gpu);
          if (!placed.ok) {
            refuse(placed.reason);
            continue;
          }
          const geometry = placed.value;
          if (registersOnClusters(geometry, source) > registerCap(gpu, schedule)) refuse(SPILLING);
          else candidates.push({ schedule, geometry, costIn: kernelCosts(plan, geometry, schedule, gpu) });
        }
      }
    }
  }
  return candidates;
}

/** Elements that one block holds at most: powers of two as much as was measured, others what three buffers leave room for. */
const blockCapacity = (held: ElementType, isPowerOfTwo: boolean, gpu: Gpu): number =>
  isPowerOfTwo ? Math.floor(CLUSTER_BLOCK_BYTES / elementTypeBytes(held)) : mostOfBlock(elementTypeBytes(held), gpu);

/** How blocks hold a tile. */
interface Sharing {
  readonly after: number;
  readonly size: number;
  /** Whether that is the fewest blocks of a power of two: what fronts of several groups are tried with. */
  readonly isUsual: boolean;
}

/**
 * Places of the exchange, and how many blocks hold a tile: of powers of two so many as are full, of others few that share the radix before
 * the exchange and what comes behind. In numbers: 44,100 elements of 8 bytes, 9,664 of which a block holds, are on 5 blocks where both have
 * a factor of 5, on 7 where they have one of 7.
 */
function sharings(
  tile: number,
  most: number,
  digits: readonly Digit[],
  gpu: Gpu,
  refuse: (reason: string) => void,
): readonly Sharing[] {
  const least = Math.ceil(tile / most);
  const usual = 2 ** Math.ceil(Math.log2(least));
  const radices = digits.map(({ radix }) => radix);
  const isFull = radices.every(isPowerOfTwo);
  if (least < 2 || least > gpu.maxClusterSize || (isFull && usual * most !== tile)) return [];
  return exchanges(digits).flatMap((after) => {
    const before = at(radices, after - 1);
    if (before % usual !== 0) refuse(noFactor(before, usual));
    const sizes = isFull ? [] : sharingBlocks(radices, after, { least, most: gpu.maxClusterSize }).slice(0, SIZES);
    return [...new Set([...(before % usual === 0 ? [usual] : []), ...sizes])].map((size) => ({
      after,
      size,
      isUsual: size === usual,
    }));
  });
}

/** Of blocks: more have less each, and their threads more registers. */
const SIZES = 3;
/** Of threads, where all of the front is one group. */
const TEAMS = 2;

/** A block's threads, half of them in each role, and the groups of the front; undefined: as many as usual. */
interface BlockTeam {
  readonly threads: number;
  readonly groups: 1 | undefined;
}

/** Where lengths are no powers of two, all of the front may be one group; measured of complex numbers, each in registers of its own. */
function teams(
  blockElements: number,
  digits: readonly Digit[],
  held: ElementType,
  { folds, isUsual }: { readonly folds: boolean; readonly isUsual: boolean },
  gpu: Gpu,
): readonly BlockTeam[] {
  const radices = digits.map(({ radix }) => radix);
  const counts = isUsual ? threadCounts(blockElements, digits, held, folds) : [];
  const usual = counts.map((threads): BlockTeam => ({ threads, groups: undefined }));
  const isMeasured = held.field === "complex" && elementsAtOnce(held) === 1;
  if (radices.every(isPowerOfTwo) || folds || !isMeasured) return usual;
  const whole = teamsOf(blockElements, radices, elementRegisters(held), gpu).slice(0, TEAMS);
  return [...usual, ...whole.map(({ threads }): BlockTeam => ({ threads: 2 * threads, groups: 1 }))];
}

/**
 * Threads of a block, half of them in each role. Butterflies of powers of two go round evenly; where radices differ otherwise, some
 * threads have none in some phases, and it is tried with several.
 */
function threadCounts(
  blockElements: number,
  digits: readonly Digit[],
  held: ElementType,
  folds: boolean,
): readonly number[] {
  const radices = digits.map(({ radix }) => radix);
  const largest = Math.max(...radices);
  if (radices.every(isPowerOfTwo)) {
    const usual = (2 * blockElements) / elementsPerThread(held, ELEMENTS_PER_THREAD, largest);
    // A Hermitian step takes two butterflies in each thread.
    return folds ? [usual, usual / 2] : [usual];
  }
  const perThread = new Set([ELEMENTS_PER_THREAD, largest, ...UNEVEN_ELEMENTS.filter((count) => count >= largest)]);
  const counts = [...perThread].map(
    (count) => 2 * UNEVEN_STEP * Math.ceil(blockElements / elementsPerThread(held, count, 1) / UNEVEN_STEP),
  );
  return [...new Set(counts)].filter((threads) => threads <= MOST_THREADS);
}

/** Where 16-bit data is computed with in single precision, instructions set the pace, and a pipeline gains nothing. */
export const lieAsComputed = ({ held, input, output }: KernelElements): boolean =>
  [input, output].every((type) => elementTypeBytes(type) === elementTypeBytes(held));
/** Nobody has measured what shares a cluster: what is as small a block can do. */
export const SEVERAL = "clusters are tried with one transform of the batch at a time";
export const ON_TENSOR_CORES = "clusters are tried without tensor cores";
export const CONVERTING = "clusters are tried for elements that lie in memory as they are computed with";

type Pipeline = Pick<Schedule, "prefetch"> & Pick<ClusterSchedule, "order">;

/**
 * Ways to go from tile to tile. Asking the L2 cache to fetch ahead pays where clusters wait for each other, up to the portable
 * size. Memory sets the pace of pairs: they gain from tiles that are dealt out, if those are also fetched ahead. Where threads load, all do:
 * c2r of 2^16 and 2^17 took 0.37 and 0.42 ms instead of 0.42 and 0.47 on an H200. Fronts of one group are fetched for as far ahead as they
 * can: 48000 and 44100 took 0.357 and 0.460 ms, with prefetching 0.365 and 0.465.
 */
function pipelines(
  size: number,
  gpu: Gpu,
  { loads, isApart, isOne }: { readonly loads: boolean; readonly isApart: boolean; readonly isOne: boolean },
): readonly Pipeline[] {
  if (isApart || isOne) return [{ order: "static" }];
  if (loads) return [{ prefetch: true, order: "static" }];
  if (size > gpu.portableClusterSize) return [{ order: "static" }];
  if (size > 2) return [{ prefetch: true, order: "static" }];
  return [{ prefetch: true, order: "ticket" }, { order: "static" }];
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
