// Bluestein's transform: one of any length n through one of a length m that has butterflies, at least 2n - 1. With the chirp
// c(k) = exp(-pi i k^2 / n), of which j k = (j^2 + k^2 - (k - j)^2) / 2 makes three,
//
//     X(k) = c(k) sum over j of x(j) c(j) conj c(k - j),
//
// a convolution, which is cyclic among m: there, times the transform of conj c, and back. In numbers: 100 points are multiplied by c,
// followed by 156 zeros, transformed through 256, multiplied by 256 constants, transformed back, of which the first 100 are
// multiplied by c. A plan has the kernels of the way there; those of the way back are the same in the opposite order (layout/way-back.ts).
import { denseArray, type ArraySpec, type Arrays } from "./arrays.js";
import { invariant } from "../failure/errors.js";
import type { Problem } from "./chain-problems.js";
import { rowsAcross } from "./cut-axis.js";
import type { PlanKernel } from "./plan.js";
import { isSmooth } from "./radices.js";
import { hasHermitianStep } from "./hermitian-step.js";
import { makeChain } from "./sub-computations.js";
import {
  elementCount,
  hasTwiddles,
  isShort,
  makeTransform,
  type FourierTransform,
  type Transform,
} from "./transform.js";

type Kernels = readonly Pick<PlanKernel, "through" | "subComputations" | "hermitian">[];

const goesThrough = ({ through }: Pick<PlanKernel, "through">): boolean => through === "bluestein";

type Shape = Pick<Transform, "dimensions" | "axes">;

/** Whether a plan of these kernels is that of a longer transform, by all of them: of one dimension, or along one axis by several. */
export const isBluestein = ({ dimensions, axes }: Shape, kernels: Kernels): boolean =>
  dimensions.length === 1
    ? kernels.some(goesThrough) && !hasHermitianStep(kernels) && rowsAcross({ dimensions }, kernels) === 1
    : axes.length === 1 && kernels.length > 1 && kernels.every(goesThrough);

/** What there is of each kernel on the way there, as it is launched: the last turns, the others go back after it, the last of them first. */
export const thereAndBack = <T>(there: readonly T[]): readonly T[] => [...there, ...there.slice(0, -1).toReversed()];

/** The axis of a transform that has one, those of one element aside. */
export function axisThrough({ dimensions, axes }: Shape): { readonly axis: number; readonly length: number } {
  const axis = dimensions.findIndex(({ name, length }) => length > 1 && axes.includes(name));
  return axis < 0 ? { axis: 0, length: 1 } : { axis, length: dimensions[axis]?.length ?? 1 };
}

/** Kernels that go there and back together along an axis, by their numbers, and the longer length. */
export interface Along {
  readonly axis: string;
  readonly length: number;
  readonly kernels: readonly number[];
}

/** Of several dimensions those along which kernels go there and back, in whatever way. */
export function linesAlong({ dimensions }: Pick<Transform, "dimensions">, kernels: Kernels): readonly Along[] {
  const lines = new Map<string, Along>();
  if (dimensions.length > 1)
    kernels.forEach(({ through, subComputations }, index) => {
      const first = subComputations.find(({ dimension }) => dimensions.some(({ name }) => name === dimension));
      if (through === undefined || first === undefined) return;
      const { dimension: axis, extent } = first;
      const known = lines.get(axis);
      lines.set(axis, {
        axis,
        length: Math.max(known?.length ?? 1, extent),
        kernels: [...(known?.kernels ?? []), index],
      });
    });
  return [...lines.values()];
}

/** Those of them that are done by one kernel each, through longer lengths; by its number. */
export const turningKernels = (transform: Shape, kernels: Kernels): ReadonlyMap<number, Along> =>
  new Map(
    linesAlong(transform, kernels).flatMap((line) => {
      const [index, ...others] = line.kernels;
      return index === undefined || others.length > 0 || kernels[index]?.through !== "bluestein"
        ? []
        : [[index, line] as const];
    }),
  );

/** The transform with longer lengths where kernels go there and back. */
export function withPaddedAxes<T extends Transform>(transform: T, kernels: Kernels): T {
  const turning = turningKernels(transform, kernels);
  if (turning.size === 0) return transform;
  const padded = new Map([...turning.values()].map(({ axis, length }) => [axis, length] as const));
  const dimensions = transform.dimensions.map(({ name, length }) => ({ name, length: padded.get(name) ?? length }));
  return { ...transform, dimensions, distance: elementCount({ dimensions }) };
}

/** Arrays of the longer transform: what is not there reads as zero, and is not written. */
export function alongPaddedAxes(arrays: Arrays, { dimensions }: Pick<Transform, "dimensions">): Arrays {
  const of = (array: ArraySpec): ArraySpec => ({
    ...array,
    axes: array.axes.map((axis, index) => ({ ...axis, length: dimensions[index]?.length ?? axis.length })),
  });
  const [input, output] = [of(arrays.input), of(arrays.output)];
  return { input, between: arrays.between === arrays.output ? output : of(arrays.between), output };
}

/** The least length through which a transform of n points can go; of one point there is none of one. */
export const leastPadded = (points: number): number => Math.max(2, 2 * points - 1);

/** Length m as the kernels have it: the extent of the heaviest digit. */
export const paddedLength = (kernels: Kernels): number => kernels[0]?.subComputations[0]?.extent ?? 1;

/** The transform of the way there, through a longer length. */
export function paddedTransform(transform: Transform, padded: number): FourierTransform {
  const { precision, arithmetic, batch, dimensions, axes } = transform;
  const { axis } = axisThrough(transform);
  const lengths = dimensions.map(({ length }, index) => (index === axis ? padded : roomFor(length)));
  return makeTransform(lengths.toReversed(), precision, { arithmetic, batch, axes });
}

/** Columns that tiles cut out of a dimension. */
const COLUMNS = 16;

/**
 * Elements along a dimension that is not transformed, with those that are not there: of 101 there are no columns but one and 101, of 112
 * there are 16.
 */
export const roomFor = (length: number): number =>
  isSmooth(length, COLUMNS) ? length : Math.ceil(length / COLUMNS) * COLUMNS;

/** The kernels of the way back, in their order. */
export function kernelsBack<K extends PlanKernel>(kernels: readonly K[]): readonly K[] {
  const backwards = kernels.toReversed();
  const radices = backwards.flatMap(({ subComputations }) => subComputations.map(({ radix }) => radix).toReversed());
  const [first] = kernels.flatMap(({ subComputations }) => subComputations);
  invariant(first !== undefined, () => "bluestein: kernels without sub-computations");
  const chain = makeChain(first.dimension, radices, "pre-tw");
  let done = 0;
  return backwards.map((kernel): K => {
    const subComputations = chain.slice(done, done + kernel.subComputations.length);
    done += subComputations.length;
    return { ...kernel, subComputations };
  });
}

/** The arrays of a transform as that one sees them: what is not there reads as zero, and is not written. */
export const paddedArrays = ({ input, output }: Arrays, padded: FourierTransform): Arrays =>
  alongPaddedAxes({ input, between: denseArray(padded), output }, padded);

/** Why a transform cannot go this way, whatever the kernels are; undefined if it can. */
export function bluesteinProblem(transform: Transform): string | undefined {
  if (!hasTwiddles(transform))
    return "only Fourier transforms, and cosine transforms by these, have a Bluestein convolution";
  if (transform.order !== "natural") return "a transform by convolution has natural order: leave out --order";
  return isShort(transform.precision) && transform.arithmetic === "native"
    ? "a transform by convolution has no native 16-bit arithmetic: leave it out, or use --arithmetic f32"
    : undefined;
}

/**
 * What is wrong with the kernels of such a plan beyond what is wrong with any. `core`: the complex transform that it is without them, of all
 * its numbers.
 */
export function bluesteinProblems(transform: Transform, core: Transform, kernels: Kernels): readonly Problem[] {
  const first = kernels.findIndex(goesThrough);
  if (first < 0) return [];
  const problem = bluesteinProblem(transform);
  if (problem !== undefined) return said(first, problem);
  if (!isBluestein(transform, kernels)) return axisProblems(core, kernels);
  const kernel = kernels.findIndex((one) => !goesThrough(one));
  if (kernel >= 0) return [{ kernel, message: "some kernels say `bluestein`: then all of them do" }];
  const [points, length] = [axisThrough(core).length, paddedLength(kernels)];
  const least = leastPadded(points);
  return length < least
    ? said(0, `${points} points need a convolution of at least ${least}, and this one has ${length}`)
    : [];
}

const said = (kernel: number, what: string): readonly Problem[] => [{ kernel, message: `\`bluestein\`: ${what}` }];

/** Of several dimensions each such kernel does one, as a whole. */
function axisProblems(core: Transform, kernels: Kernels): readonly Problem[] {
  for (const [kernel, { axis, length }] of turningKernels(core, kernels)) {
    const others = kernels.flatMap(({ subComputations }, index) => (index === kernel ? [] : subComputations));
    const own = kernels[kernel]?.subComputations ?? [];
    if (own.some(({ dimension }) => dimension !== axis) || others.some(({ dimension }) => dimension === axis))
      return said(kernel, "of several dimensions such a kernel does one, and that as a whole");
    const points = core.dimensions.find(({ name }) => name === axis)?.length ?? 1;
    const least = leastPadded(points);
    if (length < least)
      return said(
        kernel,
        `${points} points along ${axis} need a convolution of at least ${least}, and this one has ${length}`,
      );
  }
  return [];
}
