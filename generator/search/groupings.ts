// Enumerates groupings: which parts of the axes every kernel transforms. Two families. Cuts: the digits of all axes in a row, cut
// anywhere, which holds one kernel per dimension, several kernels per dimension, and kernels that finish one dimension and begin the
// next. Interleavings (Wu & JaJa section 4.3): any parts of two dimensions in a kernel.
import { at } from "../failure/errors.js";
import { divisors } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { SECTOR_BYTES } from "../gpu/hardware.js";
import { transformedAxes, type Axis } from "../plan/axes.js";
import { elementBytes, groupOf, type Transform, type TransformGroup } from "../plan/transform.js";
import { reorders } from "../plan/output-order.js";
import { capacitiesOf } from "./capacities.js";
import { coarseCost, type Capacity } from "./coarse-cost.js";
import { partsKey, wholeDigits, type Part } from "./parts.js";
import { widestVectors } from "./widths.js";

/** What each kernel transforms, in the order of execution; parts of light axes first. */
export type Grouping = readonly (readonly Part[])[];

export interface RankedGrouping {
  readonly grouping: Grouping;
  readonly coarseCost: number;
}

/** At which end the lightest axis is transformed: rows of real numbers that are not in pairs. */
export interface RealRows {
  readonly end: "first" | "last";
  /** By one kernel; else by several, one after the other. */
  readonly whole: boolean;
  /** Of other axes that kernel has a part of one at most. */
  readonly besideOne?: true;
}

function hasRows(portions: readonly Portions[], { end, whole, besideOne }: RealRows, length: number): boolean {
  const fromEnd = end === "first" ? portions : portions.toReversed();
  const others = (fromEnd[0] ?? []).slice(1).filter((own) => own > 1);
  if (besideOne === true && (others.length > 1 || others.some((own) => own % 2 !== 0))) return false;
  const along = fromEnd.map(([own = 1]) => own);
  const done = along.findIndex((_, index) => along.slice(0, index + 1).reduce((n, own) => n * own, 1) === length);
  return whole ? done === 0 : done > 0 && along.slice(0, done).every((own) => own > 1);
}

/** How much of each axis a kernel transforms: a divisor of its length; 1 where it does nothing. */
type Portions = readonly number[];

const BUDGET = 60_000;

/** How the group of the axes lets them be cut. */
interface CutRules {
  /** Which digits kernels take first. */
  readonly from: "light" | "heavy";
  /** Orders of the axes. */
  readonly orders: (axes: readonly Axis[]) => readonly (readonly number[])[];
  /** What may be taken first of an axis of which this is left. */
  readonly portions: (axis: Axis, rest: number) => readonly number[];
  /** A bound from capacity, in bits: of the whole, of what a kernel holds, and of that with room for a sector of columns. */
  readonly fewestKernels: (total: number, contiguous: number, strided: number) => number;
  /** Whether kernels that have no room for a sector of columns are worth a try. */
  readonly allowsFewer: boolean;
  readonly interleaves: boolean;
  /** The same kernels in other orders, where their order is free and matters. */
  readonly reordered: (transform: Transform, grouping: Grouping) => readonly Grouping[];
}

const RULES: Readonly<Record<TransformGroup, CutRules>> = {
  cyclic: {
    from: "heavy",
    orders: (axes) => permutations(axes.map((_, index) => index)),
    portions: (_, rest) => divisors(rest),
    fewestKernels: (total, contiguous, strided) => (total <= contiguous ? 1 : Math.max(1, Math.ceil(total / strided))),
    allowsFewer: true,
    interleaves: true,
    reordered: (_, grouping) => [grouping],
  },
  dyadic: {
    from: "light",
    orders: (axes) => [axes.map((_, index) => index)],
    // Bits, and with the last of them the base order, which is heaviest.
    portions: ({ base }, rest) => [
      ...Array.from({ length: Math.log2(rest / base) + (base > 1 ? 1 : 0) }, (_, bits) => 2 ** bits),
      rest,
    ],
    fewestKernels: (total, contiguous, strided) =>
      total <= contiguous ? 1 : 1 + Math.ceil((total - contiguous) / strided),
    allowsFewer: false,
    interleaves: false,
    // The last kernel reorders, and any of them may be the last.
    reordered: (transform, grouping) =>
      reorders(transform)
        ? grouping.map((last, index) => [...grouping.filter((_, other) => other !== index), last])
        : [grouping],
  },
};

/**
 * The groupings worth scheduling, cheapest first by a coarse cost that looks at passes and segments only. `rows`: of those alone
 * that do so.
 */
export function enumerateGroupings(
  transform: Transform,
  gpu: Gpu,
  keep: number,
  rows?: RealRows,
): readonly RankedGrouping[] {
  const rules = RULES[groupOf(transform)];
  const axes = transformedAxes(transform);
  const { pipelined, undivided } = capacitiesOf(transform, gpu);
  const found = new Map<string, RankedGrouping>();
  const accept = (portions: readonly Portions[], capacity: Capacity): void => {
    if (rows !== undefined && !hasRows(portions, rows, axes[0]?.length ?? 1)) return;
    const cut = placed(portions, axes, rules.from);
    if (!leavesVectors(transform, cut)) return;
    for (const grouping of rules.reordered(transform, cut)) {
      const key = JSON.stringify(grouping.map(partsKey));
      if (!found.has(key)) found.set(key, { grouping, coarseCost: coarseCost(transform, grouping, capacity, gpu) });
    }
  };
  const cuts = (capacity: Capacity, least: number, most: number): void => {
    const lists = rules
      .orders(axes)
      .flatMap((order) => enumerateCuts(axes, order, rules.portions, largestOf(capacity), most));
    const kernels = rules.allowsFewer
      ? [lists]
      : [least, most].map((count) => lists.filter(({ length }) => length === count));
    for (const portions of new Set(kernels.flat())) accept(portions, capacity);
  };
  const fewest = fewestKernels(transform, axes, rules, pipelined);
  // Larger tiles, on clusters of undivided blocks, are worth it only where they save a pass.
  const saves = fewestKernels(transform, axes, rules, undivided) < fewest;
  if (saves && !rules.allowsFewer) cuts(undivided, fewest - 1, fewest - 1);
  const most = wholeDigits(axes.map((axis) => ({ axis, stride: 1, size: axis.length }))).reduce(
    (sum, { size }) => sum + Math.ceil(Math.log2(size)),
    0,
  );
  const before = found.size;
  for (let count = fewest; found.size === before && count <= most; count++) cuts(pipelined, count, count + 1);
  if (saves && rules.allowsFewer) cuts(undivided, 1, fewest - 1);
  if (rules.interleaves && axes.length > 1)
    for (const portions of interleavings(axes, largestOf(pipelined), fewest)) accept(portions, pipelined);
  const ranked = [...found.values()].sort((a, b) => a.coarseCost - b.coarseCost);
  // One kernel for each dimension, the usual way, is weighed against whatever else looks good.
  const usual = ranked.slice(keep).find(({ grouping }) => rules.interleaves && isByDimension(grouping, axes));
  return [...ranked.slice(0, keep), ...(usual === undefined ? [] : [usual])];
}

const isByDimension = (grouping: Grouping, axes: readonly Axis[]): boolean =>
  grouping.length === axes.length && grouping.every((parts) => parts.length === 1);

const largestOf = ({ block, cluster }: Capacity): number => Math.max(block, cluster);

function fewestKernels(transform: Transform, axes: readonly Axis[], rules: CutRules, capacity: Capacity): number {
  const largest = largestOf(capacity);
  const total = axes.reduce((sum, { length }) => sum + Math.log2(length), 0);
  const strided = Math.log2(largest / (SECTOR_BYTES / elementBytes(transform)));
  return rules.fewestKernels(total, Math.log2(largest), strided);
}

/** Where portions lie, kernel by kernel. */
function placed(portions: readonly Portions[], axes: readonly Axis[], from: CutRules["from"]): Grouping {
  const done = axes.map(() => 1);
  return portions.map((own) =>
    axes.flatMap((axis, index): readonly Part[] => {
      const size = own[index] ?? 1;
      const before = at(done, index);
      done[index] = before * size;
      return size === 1 ? [] : [{ axis, size, stride: from === "light" ? before : axis.length / before / size }];
    }),
  );
}

/** Vectors are taken from the first kernel's lightest digit, so this one keeps the bits that they need. */
function leavesVectors(transform: Transform, [first = []]: Grouping): boolean {
  const widest = widestVectors(transform);
  const [lightest] = transformedAxes(transform);
  if (widest === 1 || lightest?.step !== 1) return true;
  const bits = lightest.length / lightest.base;
  return bits === 1 || digitCount(first) >= Math.log2(Math.min(bits, widest));
}

/** Bits, and base orders. */
const digitCount = (parts: readonly Part[]): number =>
  wholeDigits(parts).reduce((sum, { axis, size }) => sum + (size === axis.base ? 1 : Math.log2(size)), 0);

function enumerateCuts(
  axes: readonly Axis[],
  order: readonly number[],
  portionsOf: CutRules["portions"],
  capacity: number,
  kernelLimit: number,
): readonly (readonly Portions[])[] {
  const found: (readonly Portions[])[] = [];
  const nothing = axes.map(() => 1);
  const lengthAt = (position: number): number => axes[order[position] ?? -1]?.length ?? 1;
  let visited = 0;
  const extend = (position: number, rest: number, current: Portions, done: readonly Portions[]): void => {
    if (visited++ > BUDGET) return;
    const index = order[position];
    const axis = index === undefined ? undefined : axes[index];
    if (index === undefined || axis === undefined) {
      const all = current.some((portion) => portion > 1) ? [...done, current] : done;
      if (all.length <= kernelLimit && all.length > 0) found.push(all);
      return;
    }
    const room = capacity / current.reduce((product, portion) => product * portion, 1);
    const used = current.some((portion) => portion > 1);
    // Close the kernel here and begin the next one.
    if (used && done.length + 1 < kernelLimit) extend(position, rest, nothing, [...done, current]);
    // Take a part, or the whole, of what is left of this axis.
    for (const part of portionsOf(axis, rest)) {
      if (part === 1 || part > room || (current[index] ?? 1) > 1) continue;
      const grown = current.with(index, part);
      if (part === rest) extend(position + 1, lengthAt(position + 1), grown, done);
      else if (done.length + 1 < kernelLimit) extend(position, rest / part, nothing, [...done, grown]);
    }
    if (rest === 1) extend(position + 1, lengthAt(position + 1), current, done);
  };
  extend(0, lengthAt(0), nothing, []);
  return found;
}

function interleavings(axes: readonly Axis[], capacity: number, kernelCount: number): readonly (readonly Portions[])[] {
  const lengths = axes.map(({ length }) => length);
  const found: (readonly Portions[])[] = [];
  let visited = 0;
  const step = (rest: readonly number[], done: readonly Portions[]): void => {
    if (visited++ > BUDGET) return;
    const left = kernelCount - done.length;
    if (left === 0) {
      if (rest.every((length) => length === 1)) found.push(done);
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
  return found;
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
