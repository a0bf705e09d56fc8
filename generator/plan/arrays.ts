// Arrays: where in memory the elements of a transform lie, side by side or apart. 128 rows of 100 numbers in an image of 512 a
// row: X of stride 1, Y of stride 512; of X only 0 to 99 are there, if the transform is of 128 and the rest is to read as zero.
import { isComplex, planarOf, type ArrayTransform, type Ranges, type Strides, type Transform } from "./transform.js";

/** Elements from one to the next that the caller says with each call; `usual` is what the plan is made for. */
export interface StrideParameter {
  readonly parameter: string;
  readonly usual: number;
}

export type Stride = number | StrideParameter;

export const usualStride = (stride: Stride): number => (typeof stride === "number" ? stride : stride.usual);

/** Along one dimension: how many, how far apart, and which of them are there. */
export interface ArrayAxis {
  readonly length: number;
  readonly stride: Stride;
  readonly from: number;
  readonly below: number;
}

/** What a transform reads, what it writes, or what lies between its kernels. */
export interface ArraySpec {
  /** In the order of the transform's dimensions, the contiguous one of a dense array first. */
  readonly axes: readonly ArrayAxis[];
  /** Elements from one member of the batch to the next. */
  readonly distance: Stride;
  /** Real and imaginary parts in arrays of their own, alike; else next to each other. */
  readonly planar: boolean;
}

export interface Arrays {
  readonly input: ArraySpec;
  /** Of the workspace; the output's own, if that has room for all elements between kernels. */
  readonly between: ArraySpec;
  readonly output: ArraySpec;
}

/** One element after the other, the first dimension running fastest. */
export function denseArray({ dimensions, distance }: Pick<ArrayTransform, "dimensions" | "distance">): ArraySpec {
  let stride = 1;
  const axes = dimensions.map(({ length }): ArrayAxis => {
    const axis = { length, stride, from: 0, below: length };
    stride *= length;
    return axis;
  });
  return { axes, distance, planar: false };
}

/** As kernels have them that hand elements on through the output where it can hold them, else through dense arrays. */
export const arraysBetween = (transform: Transform, input: ArraySpec, output: ArraySpec): Arrays => ({
  input,
  between: holdsAll(output) ? output : denseArray(transform),
  output,
});

/** What strides are said of that are not of a dimension. */
export const BATCH_NAME = "batch";

/** What strides may be said of, as they are listed: the batch, then the slowest dimension first. */
export const strideNames = ({ dimensions }: Pick<ArrayTransform, "dimensions">): readonly string[] => [
  BATCH_NAME,
  ...rangeNames({ dimensions }),
];

/** The same of ranges. */
export const rangeNames = ({ dimensions }: Pick<ArrayTransform, "dimensions">): readonly string[] =>
  dimensions.map(({ name }) => name).toReversed();

/** What is said of names, in their order. */
export const listed = <T>(names: readonly string[], said: ReadonlyMap<string, T>): Readonly<Record<string, T>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = said.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** As the transform says: 128x100 with `Y: 512` has rows of 100 elements that begin 512 apart, and arrays 65,536. */
export function arraysOf(transform: Transform): Arrays {
  const planar = planarOf(transform);
  const input = sideOf(
    transform,
    transform.inputStrides,
    transform.inputRange,
    "in",
    ["input", "both"].includes(planar),
  );
  const said = sideOf(
    transform,
    transform.outputStrides,
    transform.outputRange,
    // What may be one array has one set of strides.
    transform.placement === "in-place" ? "in" : "out",
    ["output", "both"].includes(planar),
  );
  const output = liesAlike(input, said) ? input : said;
  return arraysBetween(transform, input, output);
}

function sideOf(
  transform: Transform,
  strides: Strides,
  ranges: Ranges,
  side: "in" | "out",
  planar: boolean,
): ArraySpec {
  const { dimensions, distance, placement } = transform;
  const prefix = placement === "in-place" ? "stride" : `stride_${side}`;
  const settled = (name: string, usual: number): Stride =>
    transform.strides === "run-time" && usual !== 1 ? { parameter: `${prefix}_${name.toLowerCase()}`, usual } : usual;
  // Behind the furthest of what lies below.
  let next = 1;
  const axes = dimensions.map(({ name, length }): ArrayAxis => {
    const usual = strides[name] ?? next;
    next = Math.max(next, usual * length);
    const [first, last] = ranges[name] ?? [0, length - 1];
    return { length, stride: length === 1 ? usual : settled(name, usual), from: first, below: last + 1 };
  });
  const isDense = dimensions.every(({ name }) => strides[name] === undefined);
  return { axes, distance: settled(BATCH_NAME, strides[BATCH_NAME] ?? (isDense ? distance : next)), planar };
}

/** Whether two arrays may be one. */
export const liesAlike = (a: ArraySpec, b: ArraySpec): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

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
  alike: liesAlike(input, output),
  outServes: between === output,
  parameters: [...new Set([input, output].flatMap((array) => parametersOf(array).toReversed()))],
});

/** Whether nothing that a kernel writes into it gets lost, and a workspace like it can be allocated before strides are known. */
export const holdsAll = (array: ArraySpec): boolean =>
  !array.planar &&
  parametersOf(array).length === 0 &&
  array.axes.every(isWhole) &&
  // A workspace has so many elements for each member of the batch.
  usualStride(array.distance) >= spanOf(array);

/** Whether all elements along it are there. */
export const isWhole = ({ length, from, below }: ArrayAxis): boolean => from === 0 && below === length;

/** As planned, of what goes on with a gap: rows and planes that lie apart, and the members of the batch. */
export function stridesApart({ axes, distance }: ArraySpec): readonly number[] {
  const apart = [usualStride(distance)];
  let next = 1;
  for (const { stride, length } of axes.toSorted((a, b) => usualStride(a.stride) - usualStride(b.stride))) {
    if (length === 1) continue;
    if (stride === next) next *= length;
    else apart.push(usualStride(stride));
  }
  return apart;
}

/** The names of strides that the caller says, each once. */
export const parametersOf = ({ axes, distance }: ArraySpec): readonly string[] => [
  ...new Set(
    [...axes.map(({ stride }) => stride), distance].flatMap((stride) =>
      typeof stride === "number" ? [] : [stride.parameter],
    ),
  ),
];

/** Whether one axis goes on in an array where another ends, so that both are one to it. */
export const continuesIn = ({ axes }: ArraySpec, inner: number, outer: number): boolean => {
  const [low, high] = [axes[inner], axes[outer]];
  return (
    low !== undefined &&
    high !== undefined &&
    typeof low.stride === "number" &&
    high.stride === low.stride * low.length &&
    [low, high].every(isWhole)
  );
};

/** Elements from the first of one member of the batch to behind its last, as planned. */
export const spanOf = ({ axes }: ArraySpec): number =>
  axes.reduce((span, { stride, below }) => span + (below - 1) * usualStride(stride), 1);

/** Elements of a member that are there. */
export const presentElements = ({ axes }: ArraySpec): number =>
  axes.reduce((count, { from, below }) => count * (below - from), 1);

/** What is wrong with an array; undefined if a transform can have it. */
export function arrayProblem(transform: Transform, array: ArraySpec, isWritten: boolean): string | undefined {
  const { dimensions } = transform;
  if (array.axes.length !== dimensions.length)
    return `${array.axes.length} axes, expected ${dimensions.length}, one for each dimension`;
  if (array.planar && !isComplex(transform)) return "planar, but real numbers have one part only";
  for (const [index, { name, length }] of dimensions.entries()) {
    const axis = array.axes[index];
    if (axis === undefined) continue;
    const { stride, from, below } = axis;
    if (axis.length !== length) return `${name}: ${axis.length} elements, expected ${length}`;
    const problem = strideProblem(stride, isWritten && length > 1);
    if (problem !== undefined) return `${name}: ${problem}`;
    if (!Number.isInteger(from) || !Number.isInteger(below) || from < 0 || from >= below || below > length)
      return `${name}: elements from ${from} to before ${below}, expected a part of 0 to before ${length}`;
  }
  const distance = strideProblem(array.distance, isWritten);
  if (distance !== undefined) return `the batch: ${distance}`;
  if (
    isWritten &&
    transform.order === "sequency" &&
    !liesAlike({ ...array, distance: 0 }, { ...denseArray(transform), distance: 0 })
  )
    return "not dense, but sequency order rearranges bits of places: the output must be dense";
  if (isWritten && overlaps(array, 1))
    return "two elements lie at one place: strides must not be shorter than what lies below them";
  return undefined;
}

/** What no coordinate is called. */
const PARAMETER = /^stride_[a-z0-9_]+$/;

function strideProblem(stride: Stride, isWritten: boolean): string | undefined {
  const usual = usualStride(stride);
  if (usual > Number.MAX_SAFE_INTEGER) return `a stride of ${usual}, more than 2^53`;
  if (!Number.isSafeInteger(usual) || usual < (typeof stride === "number" ? 0 : 1))
    return `a stride of ${usual}, expected a number of elements`;
  if (usual === 0 && isWritten) return "a stride of 0: all elements would be written to one place";
  if (typeof stride !== "number" && !PARAMETER.test(stride.parameter))
    return `a stride called ${JSON.stringify(stride.parameter)}, expected a name such as stride_in_y`;
  return undefined;
}

/** Arrays of a batch that lie within each other, as many as there is room for; if they do not, any number. */
export function membersWithin({ axes, distance }: ArraySpec): number {
  const apart = usualStride(distance);
  const outside = axes.filter(({ length, stride }) => length > 1 && usualStride(stride) > apart);
  // Strides that the caller says are the caller's to keep apart.
  if (typeof distance !== "number" || outside.some(({ stride }) => typeof stride !== "number")) return Infinity;
  return Math.min(...outside.map(({ stride }) => Math.floor(usualStride(stride) / apart)));
}

/** Whether strides as planned are, from the shortest on, shorter than what lies within them. */
export function overlaps({ axes, distance }: ArraySpec, batch: number): boolean {
  let reach = 1;
  // Of rows of which a part is there, others may begin behind that part.
  const present = axes.map(({ stride, from, below }) => ({ stride, length: below - from }));
  const byStride = [...present, { stride: distance, length: batch }]
    .filter(({ length }) => length > 1)
    .map(({ stride, length }) => ({ stride: usualStride(stride), length }))
    .toSorted((a, b) => a.stride - b.stride);
  for (const { stride, length } of byStride) {
    if (stride < reach) return true;
    reach += stride * (length - 1);
  }
  return false;
}
