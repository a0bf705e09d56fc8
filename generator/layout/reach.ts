// How one end of a kernel reaches its array: through which map, with which strides that only the caller knows, and what of it is
// there at all. Where elements lie as planned is the memory layout's.
import { at, invariant } from "../failure/errors.js";
import {
  contentAxis,
  halfLength,
  isWhole,
  partsOf,
  type ArrayAxis,
  type ArrayContent,
  type ArraySpec,
  type MirroredAxis,
  type NumberedElements,
  type Stride,
  type StrideParameter,
} from "../plan/arrays.js";
import { transformedAxes } from "../plan/axes.js";
import { indexName } from "../plan/element-functions.js";
import { arrayAfter, BATCH, weightAfter, type Atom, type DigitSet } from "./digits.js";
import { presentParts, type Part } from "../plan/parts.js";
import { BATCH_INDEX } from "../pointwise/scope.js";
import type { BitField, MirroredMap, PlaceMap } from "../plan/place-map.js";
import { remembered, rememberedOfTwo } from "./remembered.js";

/** Part of an axis: what the index along it is, digit by digit, and which indices are there. */
export interface Range {
  /** Its place among the dimensions; of all axes together the last one. */
  readonly axis: number;
  /** Of all together: what an index along each of them adds to the number that is bounded. */
  readonly ofAxes?: readonly number[];
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
  readonly from: number;
  readonly below: number;
  /** What is within is not there, and all else is: of a range that goes round the end. */
  readonly outside?: true;
}

/** An axis along which an index lies where a map says. */
export interface MappedAxis {
  readonly axis: number;
  readonly weights: ReadonlyMap<string, number>;
  readonly map: PlaceMap;
  readonly stride: Stride;
}

/** What atoms add to the index along an axis. */
export const indexWeight = ({ weights }: Pick<Range, "weights">, { digit, weight }: Atom): number =>
  (weights.get(digit) ?? 0) * weight;

/** What share of its elements an end of a kernel has. */
export const presentShare = ({ ranges, content }: Reach): number =>
  ranges.reduce((share, range) => (share * presentOf(range)) / range.length, shareOfParts(content));

/** Indices of a range that are there. */
const presentOf = ({ length, from, below, outside }: Range): number =>
  outside === true ? length - (below - from) : below - from;

/** Of complex numbers whose parts are real ones: of an even sequence there is half, and of parts that are 0 nothing. */
function shareOfParts(content: ArrayContent | undefined): number {
  const parts = partsOf(content);
  if (parts === undefined) return 1;
  const share = (part: Part | undefined): number => (part === undefined ? 0 : part.map.kind === "even" ? 1 / 2 : 1);
  const [re, im] = parts;
  return (share(re) + share(im)) / 2;
}

/** A part of the index of an element, which an expression asks for: the sum of what digits add, through a map, so many steps each. */
export interface IndexPart {
  /** `x`; the index along a dimension is the sum of its parts. */
  readonly name: string;
  readonly axis: number;
  readonly weights: ReadonlyMap<string, number>;
  readonly step: number;
  readonly map?: PlaceMap;
  /** Each part of a complex number has a map of its own. */
  readonly ofParts?: true;
}

export interface Reach {
  /** What becomes of a place before it is one in the array. */
  readonly map: PlaceMap | undefined;
  /** Of places only those below it are there; the rest reads as zero, and is not written. */
  readonly below: number | undefined;
  /** The same of indices along single axes. */
  readonly ranges: readonly Range[];
  /** Axes that go through maps of their own. */
  readonly mapped: readonly MappedAxis[];
  /** By digit: the strides that the caller says. */
  readonly parameters: ReadonlyMap<string, StrideParameter>;
  /** From one member of the batch to the next. */
  readonly distance: Stride;
  readonly planar: boolean;
  readonly content: ArrayContent | undefined;
  /** Where parts of complex numbers lie: the number of one, from the index along the axis. */
  readonly numbers?: PlaceMap;
  /** Where elements are, for an expression that asks. */
  readonly indices: readonly IndexPart[];
}

/** The reach in which digits add something else to indices: to those that are there, those that are mapped, and those that are asked for. */
export function withWeights(
  reach: Reach,
  weightsOf: (part: {
    readonly axis: number;
    readonly weights: ReadonlyMap<string, number>;
  }) => ReadonlyMap<string, number>,
): Reach {
  const changed = <T extends { readonly axis: number; readonly weights: ReadonlyMap<string, number> }>(part: T): T => ({
    ...part,
    weights: weightsOf(part),
  });
  const { ranges, mapped, indices } = reach;
  return { ...reach, ranges: ranges.map(changed), mapped: mapped.map(changed), indices: indices.map(changed) };
}

/** How kernel `kernelsDone` reads; how the one before it writes. */
export const reachAfter = rememberedOfTwo((set: DigitSet, kernelsDone: number): Reach => {
  const array = arrayAfter(set, kernelsDone);
  const isDone = kernelsDone === set.kernelCount;
  const strides = [
    ...set.digits.map(({ name, axis }) => [name, array.axes[axis]?.stride] as const),
    [BATCH, array.distance] as const,
  ];
  const weightsOf = (axis: number): ReadonlyMap<string, number> =>
    new Map(
      set.digits
        .filter((digit) => digit.axis === axis)
        .map((digit) => [digit.name, weightAfter(set, digit, kernelsDone)] as const),
    );
  const ranges = array.axes.flatMap((part, axis): readonly Range[] => {
    if (isWhole(part)) return [];
    const { length, from, below, gap } = part;
    const common = { axis, weights: weightsOf(axis), length };
    return [
      ...(from > 0 || below < length ? [{ ...common, from, below }] : []),
      ...(gap === undefined ? [] : [{ ...common, ...gap, outside: true } as const]),
    ];
  });
  const together = array.until === undefined ? [] : [rangeOfAll(array.axes, array.until, weightsOf)];
  const parts = partsOf(array.content);
  const apart = contentAxis(array.content);
  const mapped = array.axes.flatMap(({ map, stride }, axis): readonly MappedAxis[] => {
    const own = axis === apart && parts !== undefined ? presentParts(parts)[0]?.map : map;
    return own === undefined ? [] : [{ axis, weights: weightsOf(axis), map: own, stride }];
  });
  const mirrors = array.conjugates === undefined ? undefined : mirroredReach(set, array, array.conjugates, isDone);
  const whole = isDone ? set.wholes?.output : kernelsDone === 0 ? set.wholes?.input : undefined;
  const map = whole?.map ?? (isDone ? sequencyMap(set) : undefined);
  const allMapped = mirrors === undefined || parts !== undefined ? mapped : [...mapped, mirrors.mapped];
  return {
    map,
    below: whole?.below,
    ranges: [...ranges, ...together, ...(mirrors?.ranges ?? [])],
    mapped: allMapped,
    ...(mirrors === undefined || parts === undefined ? {} : { numbers: mirrors.mapped.map }),
    indices: indexParts(array, allMapped, (axis) => alongOne(set, map, axis), weightsOf),
    ...(parts === undefined || apart === undefined ? {} : numbersOf(at(array.axes, apart))),
    parameters: new Map(
      strides.flatMap(([name, stride]) => (typeof stride === "object" ? [[name, stride] as const] : [])),
    ),
    distance: array.distance,
    planar: array.planar,
    content: array.content,
  };
});

/**
 * The indices that the expression of an array asks for. Where a shift puts an element is not what it is; where a cosine transform finds the
 * parts of its complex numbers is.
 */
function indexParts(
  { by, axes, content }: ArraySpec,
  mapped: readonly MappedAxis[],
  alongOne: (axis: number) => PlaceMap | undefined,
  weightsOf: (axis: number) => ReadonlyMap<string, number>,
): readonly IndexPart[] {
  const asked = by?.indices ?? [];
  if (asked.length === 0) return [];
  const apart = contentAxis(content);
  const inBatch = { name: BATCH_INDEX, axis: axes.length, weights: new Map([[BATCH, 1]]), step: 1 };
  const ofAxes = axes.flatMap(({ counts }, axis): readonly IndexPart[] => {
    const { dimension, step } = counts ?? { dimension: axis, step: 1 };
    const name = indexName(dimension);
    if (!asked.includes(name)) return [];
    const through = mapped.find((one) => one.axis === axis);
    const isInParts = axis === apart && partsOf(content) !== undefined;
    // A pair is two elements.
    const wide = content?.kind === "pairs" && axis === apart && !isInParts ? 2 * step : step;
    const common = { name, axis, weights: through?.weights ?? weightsOf(axis), step: wide };
    if (isInParts) return [{ ...common, ofParts: true }];
    const map = through?.map.kind === "rotate" ? undefined : (through?.map ?? alongOne(axis));
    return [map === undefined ? common : { ...common, map }];
  });
  return asked.includes(BATCH_INDEX) ? [...ofAxes, inBatch] : ofAxes;
}

/** Sequency order of places is that of the index along each dimension; what serves the longest serves all. */
const alongOne = ({ transform }: DigitSet, whole: PlaceMap | undefined, axis: number): PlaceMap | undefined =>
  whole?.kind === "sequency" && transform.axes.includes(at(transform.dimensions, axis).name)
    ? {
        kind: "sequency",
        fields: [{ shift: 0, bits: Math.max(...whole.fields.map(({ bits }) => bits)) }],
        isAlong: true,
      }
    : undefined;

const numbersOf = ({ map }: ArrayAxis): Pick<Reach, "numbers"> => (map === undefined ? {} : { numbers: map });

/**
 * Frequencies k = 0 .. m / 2 and their mirrors (MirroredAxis): all are read, and each place is written once. In numbers, of m = 10 in room for
 * 6: index 6 + k is k, 0 to 5, and index k the mirror 10 - k, of which 5 is that of 5, and 0 that of 0 unless a spectrum has a place for it.
 */
function mirroredReach(
  { byName }: DigitSet,
  { axes }: ArraySpec,
  { axis, points, holds, first = 0 }: MirroredAxis,
  isWritten: boolean,
): { readonly ranges: readonly Range[]; readonly mapped: MappedAxis & { readonly map: MirroredMap } } {
  const own = [...byName.values()].filter((digit) => digit.axis === axis);
  const weights = new Map(own.map(({ name, inPlaceWeight }) => [name, inPlaceWeight] as const));
  const { stride, length } = at(axes, axis);
  const half = length / 2;
  const frequencies = new Map([...weights].filter(([, weight]) => weight < half));
  const wraps = holds === "pairs";
  const isInBlocks = holds === "blocks";
  const from = holds === "spectrum" || first > 0 ? 0 : 1;
  const below = half + Math.ceil(points / 2) - first;
  const once = { axis, weights, length: below - from, from, below };
  return {
    ranges: [
      { axis, weights: frequencies, length: half, from: 0, below: Math.min(half, halfLength(points) - first) },
      ...(isWritten ? [once] : []),
      ...(isInBlocks ? [inFirstBlock(byName, axis, half)] : []),
    ],
    mapped: {
      axis,
      weights,
      map: { kind: "mirrored", half, length: isInBlocks ? 0 : points, wraps, first },
      stride,
    },
  };
}

/** Mirrors of the first block lie before it: with a digit of two values for mirrors and themselves, and the blocks, all but 0 are there. */
function inFirstBlock(byName: DigitSet["byName"], axis: number, half: number): Range {
  const digits = [...byName.values()];
  const sides = digits.filter((digit) => digit.axis === axis && digit.inPlaceWeight === half);
  const blocks = digits.filter((digit) => digit.axis !== axis);
  const weights = new Map([
    ...sides.map(({ name }) => [name, 1] as const),
    ...blocks.map(({ name }) => [name, 2] as const),
  ]);
  const length = 2 * blocks.reduce((count, { radix }) => count * radix, 1);
  return { axis: axis + 1, weights, length, from: 1, below: length };
}

/** Of all axes together. In numbers: of rows of 37 one behind the other the weights are 1 and 37, and number 37 is the first one of row 1. */
function rangeOfAll(
  axes: readonly ArrayAxis[],
  { weights: ofAxes, below }: NumberedElements,
  weightsOf: (axis: number) => ReadonlyMap<string, number>,
): Range {
  const weights = new Map(
    ofAxes.flatMap((own, axis) => [...weightsOf(axis)].map(([digit, weight]) => [digit, weight * own] as const)),
  );
  const length = axes.reduce((product, axis) => product * axis.below, 1);
  return { axis: axes.length - 1, ofAxes, weights, length, from: 0, below };
}

/** In sequency order each transformed dimension is a field of bits that the last kernel rearranges. */
function sequencyMap({ transform }: DigitSet): PlaceMap | undefined {
  if (transform.order !== "sequency") return undefined;
  const fields = transformedAxes(transform).map(({ step, length }): BitField => {
    const field = { shift: Math.log2(step), bits: Math.log2(length) };
    invariant(
      Number.isInteger(field.shift) && Number.isInteger(field.bits),
      () => `layout: a dimension of ${length} elements that lie ${step} apart is no bit field`,
    );
    return field;
  });
  return { kind: "sequency", fields };
}

/** Whether both ends are at the same places, if the layouts say the same. */
export const reachAlike = (a: Reach, b: Reach): boolean => a.planar === b.planar && placesOf(a) === placesOf(b);

// The way back of a convolution has its digits in the opposite order.
const placesOf = remembered((reach: Reach): string =>
  JSON.stringify([distanceIn(reach), ...[...reach.parameters].toSorted(([a], [b]) => (a < b ? -1 : 1))]),
);

const distanceIn = (reach: Reach): Stride =>
  typeof reach.distance === "number" ? reach.distance * unitOf(reach) : reach.distance;

/** Of an element in memory, where a real number is 1. */
export const unitOf = ({ content }: Pick<Reach, "content">): number =>
  content?.kind === "reals" || content?.kind === "numbers" || partsOf(content) !== undefined ? 1 : 2;
