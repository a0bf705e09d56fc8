// Arrays: where in memory the elements of a transform lie, side by side or apart. 128 rows of 100 numbers in an image of 512 a
// row: X of stride 1, Y of stride 512; of X only 0 to 99 are there, if the transform is of 128 and the rest is to read as zero.
import { BATCH_NAME } from "./stride-names.js";
import type { ElementFunction } from "../pointwise/expression.js";
import { elementFunction, storesReals } from "./element-functions.js";
import { byFamily, type ByFamily } from "./families.js";
import type { Parts } from "./parts.js";
import { presentAlong, presentIn, type PresentIndices } from "./present-indices.js";
import type { PlaceMap } from "./place-map.js";
import type { Storage } from "./storage.js";
import {
  isComplex,
  planarOf,
  shiftOf,
  storageBytes,
  type ArrayTransform,
  type RealTransform,
  type Transform,
} from "./transform.js";

/** Elements from one to the next that the caller says with each call; `usual` is what the plan is made for. */
export interface StrideParameter {
  readonly parameter: string;
  readonly usual: number;
}

export type Stride = number | StrideParameter;

export const usualStride = (stride: Stride): number => (typeof stride === "number" ? stride : stride.usual);

/** Along one dimension: how many, how far apart, and which of them are there. */
export interface ArrayAxis extends PresentIndices {
  readonly length: number;
  readonly stride: Stride;
  /** Where along it an index lies that is not where it is counted. */
  readonly map?: PlaceMap;
  /** Along which dimension of the transform an index is so many steps each; absent: single ones, along the dimension of its place. */
  readonly counts?: { readonly dimension: number; readonly step: number };
}

/**
 * What stands in an array of a real transform for the complex numbers that butterflies see along an axis.
 * - `reals`: real numbers; imaginary parts are zero, and are not written
 * - `half`: of a spectrum the first half, of n elements n/2 + 1; the others are the conjugates of these; `packed`: n/2, the last of them
 *   in the imaginary part of the first
 * Of n real numbers that are taken for n/2 complex ones (core.ts):
 * - `pairs`: two neighbours are the parts of one
 * - `folded`: the half spectrum, one element more than there are pairs: `end` says whether that one is there. Between both stands a
 *   Hermitian step
 * Of cosine and sine transforms (trigonometric.ts):
 * - `numbers`: real numbers; imaginary parts are zero, and are not written
 * - `pairs`, `folded` with parts: the parts of a complex number are real ones that lie apart along the axis
 */
export type ArrayContent =
  | { readonly kind: "numbers" }
  | { readonly kind: "reals"; readonly axis: number }
  /** `of`: so many frequencies. */
  | { readonly kind: "half"; readonly axis: number; readonly of: number; readonly packed?: true }
  | { readonly kind: "pairs"; readonly axis: number; readonly parts?: Parts }
  | {
      readonly kind: "folded";
      readonly axis: number;
      readonly end: boolean;
      readonly packed?: true;
      readonly parts?: Parts;
      /** Number k is what frequency k + 1/2 of the real numbers would be, or k of numbers that lie half a place on: types II and III. */
      readonly halfPlace?: true;
      /** What frequency 0 is multiplied by, of an orthonormal transform. */
      readonly zeroWeight?: number;
    };

export const partsOf = (content: ArrayContent | undefined): Parts | undefined =>
  content?.kind === "pairs" || content?.kind === "folded" ? content.parts : undefined;

/** Elements by numbers, to which an index along an axis adds its weight each time: those below a bound. */
export interface NumberedElements {
  readonly weights: readonly number[];
  readonly below: number;
}

/**
 * An axis along which a Hermitian step has frequencies and their mirrors (hermitian-kernel.ts): of length 2 h, index i from h on is frequency
 * i - h, and index i below h the mirror m - i, m the number of `points`. Of pairs the mirror of 0 is 0; of a spectrum it is m, which those of
 * odd sequences do not have; of `blocks` of m frequencies each, along another axis, it is m less than that, which the first has not
 * (decimated-reals.ts). `halfPlace`, `zeroWeight`: as ArrayContent has them.
 */
export interface MirroredAxis {
  readonly axis: number;
  readonly points: number;
  readonly holds: "pairs" | "blocks" | "spectrum" | "spectrum without end";
  /** The first of the frequencies; absent: 0. */
  readonly first?: number;
  readonly halfPlace?: true;
  readonly zeroWeight?: number;
}

/** What a transform reads, what it writes, or what lies between its kernels. */
export interface ArraySpec {
  /** In the order of the transform's dimensions, the contiguous one of a dense array first. */
  readonly axes: readonly ArrayAxis[];
  /** What its numbers are stored in, whatever is computed with. */
  readonly storage: Storage;
  /** What becomes of its elements as they are loaded or stored; absent: nothing. */
  readonly by?: ElementFunction;
  /** Of complex numbers it holds real ones, which is what becomes of them. */
  readonly single?: true;
  /** Absent: the elements that butterflies see. */
  readonly content?: ArrayContent;
  /** What of all axes together is there; absent: all. */
  readonly until?: NumberedElements;
  readonly conjugates?: MirroredAxis;
  /** Elements from one member of the batch to the next. */
  readonly distance: Stride;
  /** Real and imaginary parts in arrays of their own, alike; else next to each other. */
  readonly planar: boolean;
}

/** Where the elements of an array lie. */
export type Spaced = Pick<ArraySpec, "axes" | "distance">;

export interface Arrays {
  readonly input: ArraySpec;
  /** Of the workspace; the output's own, if that has room for all elements between kernels. */
  readonly between: ArraySpec;
  readonly output: ArraySpec;
}

/** One element after the other, the first dimension running fastest. */
export function denseArray({
  dimensions,
  distance,
  precision,
}: Pick<ArrayTransform, "dimensions" | "distance" | "precision">): ArraySpec {
  let stride = 1;
  const axes = dimensions.map(({ length }): ArrayAxis => {
    const axis = { length, stride, from: 0, below: length };
    stride *= length;
    return axis;
  });
  return { axes, storage: precision, distance, planar: false };
}

/** As kernels have them that hand elements on through the output where it can hold them, else through dense arrays. */
export const arraysBetween = (transform: Transform, input: ArraySpec, output: ArraySpec): Arrays => ({
  input,
  between: holdsAll(output) && holdsPlainly(output, transform) ? inItsOrder(output) : denseArray(transform),
  output,
});

/** Whether an array holds what is computed, in the precision of the transform. */
export const holdsPlainly = ({ storage, by }: ArraySpec, { precision }: Pick<Transform, "precision">): boolean =>
  storage === precision && by === undefined;

/** The array with each index where it is counted. */
function inItsOrder(array: ArraySpec): ArraySpec {
  const isInOrder = array.axes.every(({ map }) => map === undefined);
  return isInOrder ? array : { ...array, axes: array.axes.map(({ map: _, ...axis }) => axis) };
}

/** Elements of a spectrum's first half. */
export const halfLength = (length: number): number => Math.floor(length / 2) + 1;

/** The axis along which real numbers stand for complex ones, or half a spectrum for all of it. */
export const contentAxis = (content: ArrayContent | undefined): number | undefined =>
  content === undefined || content.kind === "numbers" ? undefined : content.axis;

/** What the sides of a transform hold that butterflies do not see so. */
export interface Contents {
  readonly input?: ArrayContent;
  readonly output?: ArrayContent;
}

export const contentsOf = (transform: Transform): Contents => byFamily(transform, CONTENTS);

const CONTENTS: ByFamily<Contents> = {
  fourier: () => ({}),
  walsh: () => ({}),
  real: realContents,
  trigonometric: () => ({ input: { kind: "numbers" }, output: { kind: "numbers" } }),
};

function realContents({ kind, dimensions, axes, spectrum }: RealTransform): Contents {
  const axis = Math.max(
    0,
    dimensions.findIndex(({ name }) => axes.includes(name)),
  );
  const of = dimensions[axis]?.length ?? 1;
  const packed = spectrum === "packed" ? ({ packed: true } as const) : {};
  const [reals, half] = [{ kind: "reals", axis } as const, { kind: "half", axis, of, ...packed } as const];
  return kind === "r2c" ? { input: reals, output: half } : { input: half, output: reals };
}

/** Bytes of one element of an array. */
export const arrayElementBytes = (
  transform: Transform,
  { content, storage, single }: Pick<ArraySpec, "content" | "storage" | "single">,
): number => storageBytes(storage) * (single === true ? 1 : numbersOf(transform, content));

/** Numbers that one element of an array consists of. */
const numbersOf = (transform: Transform, content: ArrayContent | undefined): 1 | 2 =>
  content?.kind !== "reals" && content?.kind !== "numbers" && isComplex(transform) ? 2 : 1;

/** How many elements an array has along each dimension. */
export const lengthsOf = (
  { dimensions }: Pick<Transform, "dimensions">,
  content: ArrayContent | undefined,
): readonly number[] =>
  dimensions.map(({ length }, axis) =>
    content?.kind === "half" && content.axis === axis ? storedLength(length, content) : length,
  );

/** How many elements of a spectrum an array has. */
const storedLength = (length: number, { packed }: Extract<ArrayContent, { readonly kind: "half" }>): number =>
  packed === true ? length / 2 : halfLength(length);

/** Whether arrays are row-major and whole, real and imaginary parts next to each other: a distance is all that may lie between. */
export const isPlainlyLaid = (transform: Transform): boolean =>
  planarOf(transform) === "none" &&
  shiftOf(transform) === "none" &&
  transform.strides === "fixed" &&
  [transform.inputStrides, transform.outputStrides, transform.inputRange, transform.outputRange].every(
    (said) => Object.keys(said).length === 0,
  );

/** The dimensions as one side has them. */
export function sideLengths(
  transform: Transform,
  side: "input" | "output",
): readonly { readonly name: string; readonly length: number }[] {
  const lengths = lengthsOf(transform, contentsOf(transform)[side]);
  return transform.dimensions.map(({ name, length }, axis) => ({ name, length: lengths[axis] ?? length }));
}

/** As the transform says: 128x100 with `Y: 512` has rows of 100 elements that begin 512 apart, and arrays 65,536. */
export function arraysOf(transform: Transform): Arrays {
  const [input, said] = [sideOf(transform, "input"), sideOf(transform, "output")];
  const output = liesAlike(input, said) ? input : said;
  return arraysBetween(transform, input, output);
}

function sideOf(transform: Transform, side: "input" | "output"): ArraySpec {
  const { dimensions, distance, placement } = transform;
  const [strides, ranges] = [transform[`${side}Strides`], transform[`${side}Range`]];
  const { [side]: content, [side === "input" ? "output" : "input"]: other } = contentsOf(transform);
  const lengths = lengthsOf(transform, content);
  // In place rows of real numbers have room for those of complex ones.
  const roomOf = (length: number, axis: number): number =>
    placement === "in-place" && content?.kind === "reals" && content.axis === axis && other?.kind === "half"
      ? 2 * storedLength(length, other)
      : length;
  // What may be one array has one set of strides.
  const prefix = placement === "in-place" ? "stride" : `stride_${side === "input" ? "in" : "out"}`;
  const settled = (name: string, usual: number): Stride =>
    transform.strides === "run-time" && usual !== 1 ? { parameter: `${prefix}_${name.toLowerCase()}`, usual } : usual;
  const hasMiddle = [side, "both"].includes(shiftOf(transform));
  // Behind the furthest of what lies below.
  let next = 1;
  const axes = dimensions.map(({ name }, axis): ArrayAxis => {
    const length = lengths[axis] ?? 1;
    const usual = strides[name] ?? next;
    next = Math.max(next, usual * roomOf(length, axis));
    const present = presentIn(ranges[name] ?? [0, length - 1], length);
    // Half a spectrum begins with frequency 0.
    const isShifted =
      hasMiddle && transform.axes.includes(name) && contentAxis(content ?? other) !== axis && length > 1;
    const map = isShifted ? ({ map: { kind: "rotate", length, by: Math.floor(length / 2) } } as const) : {};
    return { length, stride: length === 1 ? usual : settled(name, usual), ...present, ...map };
  });
  const isDense =
    (content === undefined || content.kind === "numbers") &&
    dimensions.every(({ name }) => strides[name] === undefined);
  const apart = settled(BATCH_NAME, strides[BATCH_NAME] ?? (isDense ? distance : next));
  const planar = [side, "both"].includes(planarOf(transform));
  const storage = transform[`${side}Type`];
  const by = elementFunction(transform, side);
  const single = side === "output" && storesReals(transform) ? ({ single: true } as const) : {};
  const applied = by === undefined ? {} : { by, ...single };
  return { axes, storage, ...applied, ...(content === undefined ? {} : { content }), distance: apart, planar };
}

/** Whether two arrays may be one. */
export const liesAlike = (a: ArraySpec, b: ArraySpec): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * Whether they may be one. Of a transform that is padded with zeros these need not be there, and have room. Where one of them holds real
 * numbers, these begin where the complex ones do.
 */
export function mayBeOne(input: ArraySpec, output: ArraySpec): boolean {
  if (input.storage !== output.storage || (input.by ?? output.by) !== undefined) return false;
  const [reals, half] = input.content?.kind === "reals" ? [input, output] : [output, input];
  if (reals.content?.kind !== "reals" || half.content?.kind !== "half")
    return liesAlike(input, output) || liesAlike(withAll(input), output);
  const axis = reals.content.axis;
  const isTwice = (stride: Stride, of: Stride): boolean =>
    typeof stride === "number" && typeof of === "number" && stride === 2 * of;
  return (
    isTwice(reals.distance, half.distance) &&
    reals.axes.every((real, index) => {
      const complex = half.axes[index];
      if (complex === undefined) return false;
      if (index === axis) return real.stride === 1 && complex.stride === 1;
      return real.length === 1 || isTwice(real.stride, complex.stride);
    })
  );
}

const withAll = (array: ArraySpec): ArraySpec => ({
  ...array,
  axes: array.axes.map(({ gap: _, ...axis }) => ({ ...axis, from: 0, below: axis.length })),
});

/** What the caller's arrays are to the kernels that read and write them. */
export interface HostArrays {
  /** Input and output lie alike, so that they may be one. */
  readonly alike: boolean;
  /** What lies between kernels lies as the output does, which therefore has room for it. */
  readonly outServes: boolean;
  /** Strides that the caller says, in the order in which they are passed: the batch, then the slowest dimension first. */
  readonly parameters: readonly string[];
}

export const hostArrays = ({ input, between, output }: Arrays): HostArrays => ({
  alike: mayBeOne(input, output),
  outServes: between === output || liesAlike(between, inItsOrder(output)),
  parameters: [...new Set([input, output].flatMap((array) => parametersOf(array).toReversed()))],
});

/** Whether nothing that a kernel writes into it gets lost, and a workspace like it can be allocated before strides are known. */
export const holdsAll = (array: ArraySpec): boolean =>
  !array.planar &&
  parametersOf(array).length === 0 &&
  array.axes.every(isWhole) &&
  // A workspace has so many elements for each member of the batch.
  usualStride(array.distance) >= spanOf(array);

/** Whether what is said of a range leaves something out: `X=0..7` of 8 elements says nothing. */
export function isPartSaid(transform: Transform, side: "input" | "output", name: string): boolean {
  const said = transform[`${side}Range`][name];
  const length = sideLengths(transform, side).find((one) => one.name === name)?.length ?? 1;
  return said !== undefined && !isWhole({ length, stride: 1, ...presentIn(said, length) });
}

/** Whether all elements along it are there. */
export const isWhole = ({ length, from, below, gap }: ArrayAxis): boolean =>
  from === 0 && below === length && gap === undefined;

/** Whether all elements along it are there, each where its index is counted. */
export const isPlain = (axis: ArrayAxis): boolean => isWhole(axis) && axis.map === undefined;

/** Of what goes on with a gap: rows and planes that lie apart, and the members of the batch. Those that the caller says may be 1. */
export function stridesApart({ axes, distance }: Spaced): readonly number[] {
  const known = (stride: Stride): number => (typeof stride === "number" ? stride : 1);
  const apart = [known(distance)];
  let next = 1;
  for (const { stride, length } of axes.toSorted((a, b) => usualStride(a.stride) - usualStride(b.stride))) {
    if (length === 1) continue;
    if (stride === next) next *= length;
    else apart.push(known(stride));
  }
  return apart;
}

/** The names of strides that the caller says, each once. */
export const parametersOf = ({ axes, distance }: Spaced): readonly string[] => [
  ...new Set(
    [...axes.map(({ stride }) => stride), distance].flatMap((stride) =>
      typeof stride === "number" ? [] : [stride.parameter],
    ),
  ),
];

/** Whether one axis goes on in an array where another ends, so that both are one to it, and to its expression. */
export const continuesIn = ({ axes, by }: ArraySpec, inner: number, outer: number): boolean => {
  const [low, high] = [axes[inner], axes[outer]];
  return (
    (by?.indices.length ?? 0) === 0 &&
    low !== undefined &&
    high !== undefined &&
    typeof low.stride === "number" &&
    high.stride === low.stride * low.length &&
    [low, high].every(isPlain)
  );
};

/** Elements from the first of one member of the batch to behind its last, as planned. */
export const spanOf = ({ axes }: ArraySpec): number =>
  axes.reduce((span, { stride, below, length, map }) => {
    const behind = map?.kind === "rotate" ? length : below;
    return span + (behind - 1) * usualStride(stride);
  }, 1);

/** Elements of a member that are there. */
export const presentElements = ({ axes }: ArraySpec): number =>
  axes.reduce((count, axis) => count * presentAlong(axis), 1);
