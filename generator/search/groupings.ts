// Enumerates groupings: which part of each dimension every kernel transforms. Two families. Cuts: the digits of all
// dimensions in a row, cut anywhere, which holds one kernel per dimension, several kernels per dimension, and kernels that
// finish one dimension and begin the next. Interleavings (Wu & JaJa section 4.3): any parts of two dimensions in a kernel.
import { divisors } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { segmentTime } from "../gpu/segments.js";
import { computedWith, elementBytes, type FourierTransform } from "../plan/transform.js";
import { CLUSTER_BLOCK_BYTES } from "./cluster-schedules.js";
import { fewestRadices } from "./radices.js";
import { undividedCapacity } from "./undivided-schedules.js";

/** What one kernel transforms: a divisor of each dimension's length, contiguous dimension first; 1 where it does nothing. */
export type Portions = readonly number[];
export type Grouping = readonly Portions[];

export interface RankedGrouping {
  readonly grouping: Grouping;
  /** Passes over memory, each weighted by what its segments cost at best, plus a little for each exchange. */
  readonly coarseCost: number;
}

const BUDGET = 60_000;
/** What an exchange adds to the cost of a pass. */
export const EXCHANGE_COST = 0.02;
/** A pass on clusters over a plain one whose accesses are as contiguous. */
export const CLUSTER_COST = 1.15;

/** The groupings worth scheduling, cheapest first by a coarse cost that looks at passes and segments only. */
export function enumerateGroupings(transform: FourierTransform, gpu: Gpu, keep: number): readonly RankedGrouping[] {
  const lengths = transform.dimensions.map((dimension) => dimension.length);
  const plainCapacity = Math.min(1 << 15, Math.floor(gpu.sharedBytesPerBlock / elementBytes(transform)));
  const capacity = Math.max(plainCapacity, clusterCapacity(transform, gpu));
  const found = new Map<string, RankedGrouping>();
  const acceptWithin =
    (limit: number) =>
    (grouping: Grouping): void => {
      const key = JSON.stringify(grouping);
      if (!found.has(key))
        found.set(key, { grouping, coarseCost: coarseCost(transform, grouping, gpu, plainCapacity, limit) });
    };
  const accept = acceptWithin(capacity);
  const fewest = fewestKernels(lengths, transform, capacity);
  const orders = permutations(lengths.map((_, index) => index));
  for (const order of orders) enumerateCuts(lengths, order, capacity, fewest + 1, accept);
  // Larger tiles, on clusters of undivided blocks, are worth it only where they save a pass.
  const largest = capacity <= plainCapacity ? capacity : undividedCapacity(elementBytes(transform), gpu);
  if (fewestKernels(lengths, transform, largest) < fewest)
    for (const order of orders) enumerateCuts(lengths, order, largest, fewest - 1, acceptWithin(largest));
  if (lengths.length > 1) enumerateInterleavings(lengths, capacity, fewest, accept);
  return [...found.values()].sort((a, b) => a.coarseCost - b.coarseCost).slice(0, keep);
}

/** Elements that the blocks of the largest cluster hold together; 0 where the search offers no clusters. */
function clusterCapacity(transform: FourierTransform, gpu: Gpu): number {
  const powersOfTwo = transform.dimensions.every(({ length }) => Number.isInteger(Math.log2(length)));
  if (gpu.maxClusterSize < 2 || !powersOfTwo || computedWith(transform) !== transform.precision) return 0;
  return gpu.maxClusterSize * (CLUSTER_BLOCK_BYTES / elementBytes(transform));
}

/** A bound from capacity: a contiguous pass holds `capacity` elements, a strided one needs room for a sector of columns. */
function fewestKernels(lengths: readonly number[], transform: FourierTransform, capacity: number): number {
  const sectorColumns = 32 / elementBytes(transform);
  const total = lengths.reduce((sum, length) => sum + Math.log2(length), 0);
  if (total <= Math.log2(capacity)) return 1;
  const strided = Math.log2(capacity / sectorColumns);
  return Math.max(1, Math.ceil(total / strided));
}

function enumerateCuts(
  lengths: readonly number[],
  order: readonly number[],
  capacity: number,
  kernelLimit: number,
  accept: (grouping: Grouping) => void,
): void {
  const nothing = lengths.map(() => 1);
  let visited = 0;
  const extend = (position: number, rest: number, current: number[], done: Portions[]): void => {
    if (visited++ > BUDGET) return;
    const dimension = order[position];
    if (dimension === undefined) {
      const all = current.some((portion) => portion > 1) ? [...done, current] : done;
      if (all.length <= kernelLimit && all.length > 0) accept(all);
      return;
    }
    const next = order[position + 1];
    const room = capacity / current.reduce((product, portion) => product * portion, 1);
    const used = current.some((portion) => portion > 1);
    // Close the kernel here and begin the next one.
    if (used && done.length + 1 < kernelLimit) extend(position, rest, [...nothing], [...done, current]);
    // Take a part, or the whole, of what is left of this dimension.
    for (const part of divisors(rest)) {
      if (part === 1 || part > room || (current[dimension] ?? 1) > 1) continue;
      const grown = current.with(dimension, part);
      if (part === rest) extend(position + 1, next === undefined ? 1 : (lengths[next] ?? 1), grown, done);
      else if (done.length + 1 < kernelLimit) extend(position, rest / part, [...nothing], [...done, grown]);
    }
    if (rest === 1) extend(position + 1, next === undefined ? 1 : (lengths[next] ?? 1), current, done);
  };
  const first = order[0];
  extend(0, first === undefined ? 1 : (lengths[first] ?? 1), [...nothing], []);
}

function enumerateInterleavings(
  lengths: readonly number[],
  capacity: number,
  kernelCount: number,
  accept: (grouping: Grouping) => void,
): void {
  let visited = 0;
  const step = (rest: readonly number[], done: Portions[]): void => {
    if (visited++ > BUDGET) return;
    const left = kernelCount - done.length;
    if (left === 0) {
      if (rest.every((length) => length === 1)) accept(done);
      return;
    }
    const total = rest.reduce((product, length) => product * length, 1);
    if (total > capacity ** left) return;
    for (const [first, second] of pairs(lengths.length)) {
      for (const a of divisors(rest[first] ?? 1)) {
        for (const b of divisors(rest[second] ?? 1)) {
          if (a === 1 || b === 1 || a * b > capacity || a * b < 16) continue;
          step(divide(rest, first, a, second, b), [...done, portionsOf(lengths.length, first, a, second, b)]);
        }
      }
    }
    rest.forEach((length, index) => {
      if (length > 1 && length <= capacity)
        step(rest.with(index, 1), [...done, lengths.map((_, i) => (i === index ? length : 1))]);
    });
  };
  step(lengths, []);
}

const pairs = (count: number): [number, number][] =>
  Array.from({ length: count }, (_, a) =>
    Array.from({ length: count - a - 1 }, (_, b): [number, number] => [a, a + b + 1]),
  ).flat();

const divide = (rest: readonly number[], first: number, a: number, second: number, b: number): readonly number[] =>
  rest.map((length, index) => (index === first ? length / a : index === second ? length / b : length));

const portionsOf = (count: number, first: number, a: number, second: number, b: number): Portions =>
  Array.from({ length: count }, (_, index) => (index === first ? a : index === second ? b : 1));

function permutations(items: readonly number[]): readonly (readonly number[])[] {
  if (items.length > 4) return [items];
  if (items.length <= 1) return [items];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

function coarseCost(
  transform: FourierTransform,
  grouping: Grouping,
  gpu: Gpu,
  plainCapacity: number,
  capacity: number,
): number {
  const bytes = elementBytes(transform);
  const lengths = transform.dimensions.map((dimension) => dimension.length);
  const before = lengths.map(() => 1);
  let cost = 0;
  for (const portions of grouping) {
    const size = portions.reduce((product, portion) => product * portion, 1);
    const contiguous = portions[0] ?? 1;
    const done = (before[0] ?? 1) * contiguous;
    const after = (lengths[0] ?? 1) / done;
    const reversed = transform.order === "natural" && after === 1 && contiguous > 1 && (before[0] ?? 1) > 1;
    const segments = (columns: number): number => {
      const inputRun = after > 1 ? Math.min(columns, after) : contiguous * columns;
      const outputRun = reversed ? Math.min(columns, before[0] ?? 1) : inputRun;
      return segmentTime(gpu, inputRun * bytes, outputRun * bytes);
    };
    const plain = size > plainCapacity ? Infinity : segments(Math.floor(plainCapacity / size));
    const cluster = capacity === plainCapacity ? Infinity : CLUSTER_COST * segments(Math.floor(capacity / size));
    const exchanges = portions.reduce((sum, portion) => sum + (fewestRadices(portion) ?? Infinity), 0) - 1;
    cost += Math.min(plain, cluster) + EXCHANGE_COST * exchanges;
    portions.forEach((portion, index) => (before[index] = (before[index] ?? 1) * portion));
  }
  return cost;
}
