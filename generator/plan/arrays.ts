// Arrays: where in memory the elements of a transform lie, side by side or apart. 128 rows of 100 numbers in an image of 512 a
// row: X of stride 1, Y of stride 512; of X only 0 to 99 are there, if the transform is of 128 and the rest is to read as zero.
import { isComplex, type ArrayTransform, type Transform } from "./transform.js";

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

export function denseArrays(transform: Transform): Arrays {
  const dense = denseArray(transform);
  return { input: dense, between: dense, output: dense };
}

/** Whether two arrays may be one. */
export const liesAlike = (a: ArraySpec, b: ArraySpec): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** What the caller's arrays are to the kernels that read and write them. */
export interface HostArrays {
  /** Input and output lie alike, so that they may be one. */
  readonly alike: boolean;
  /** What lies between kernels lies as the output does, which therefore has room for it. */
  readonly outServes: boolean;
}

export const hostArrays = ({ input, between, output }: Arrays): HostArrays => ({
  alike: liesAlike(input, output),
  outServes: between === output,
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
  if (isWritten && overlaps(array))
    return "two elements lie at one place: strides must not be shorter than what lies below them";
  return undefined;
}

/** What no coordinate is called. */
const PARAMETER = /^stride_[a-z0-9_]+$/;

function strideProblem(stride: Stride, isWritten: boolean): string | undefined {
  const usual = usualStride(stride);
  if (!Number.isSafeInteger(usual) || usual < (typeof stride === "number" ? 0 : 1))
    return `a stride of ${usual}, expected a number of elements`;
  if (usual === 0 && isWritten) return "a stride of 0: all elements would be written to one place";
  if (typeof stride !== "number" && !PARAMETER.test(stride.parameter))
    return `a stride called ${JSON.stringify(stride.parameter)}, expected a name such as stride_in_y`;
  return undefined;
}

/** Whether strides as planned are, from the shortest on, shorter than what lies within them. */
function overlaps({ axes }: ArraySpec): boolean {
  let reach = 1;
  const byStride = axes
    .filter(({ length }) => length > 1)
    .map(({ stride, length }) => ({ stride: usualStride(stride), length }))
    .toSorted((a, b) => a.stride - b.stride);
  for (const { stride, length } of byStride) {
    if (stride < reach) return true;
    reach += stride * (length - 1);
  }
  return false;
}
