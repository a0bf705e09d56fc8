// The Hermitian step as a kernel of its own, which makes real transforms of any complex ones: of n = 2 m real numbers taken for m complex
// ones, z(j) = x(2 j) + i x(2 j + 1), whose transform Z may be computed in any way,
//
//     X(k) = (Z(k) + conj Z(m - k)) / 2 - (i / 2) exp(-2 pi i k / n) (Z(k) - conj Z(m - k)),    k = 0 .. m,    Z(m) = Z(0).
//
// That is the last step of a decimation in time: the butterflies of radix 2 of n = 2 m points, with factors before them. In numbers: 20014
// real numbers are 10007 complex ones, whose transform is a convolution of 20160 points; as real ones without imaginary parts they would
// take one of 40320. A plan says `{ bluestein X(...) ... } { pairs X(10007,2,1,2,pre-tw) }`, or of c2r, which begins so,
// `{ pairs X(10007,2,10007,20014,tw) } { bluestein ... }`.
import { at } from "../failure/errors.js";
import { arraysOf, denseArray, halfLength, isWhole, type ArrayAxis, type Arrays, type ArraySpec } from "./arrays.js";
import { pairsOf } from "./pairs-of-reals.js";
import type { PlanKernel, SubComputation } from "./plan.js";
import { subComputationText } from "./sub-computations.js";
import {
  elementCount,
  isHalfReal,
  isPacked,
  isShort,
  makeTransform,
  type FourierTransform,
  type RealTransform,
  type Transform,
} from "./transform.js";

type Kernels = readonly Pick<PlanKernel, "through" | "subComputations">[];

/** Whether a kernel is such a step. */
export const isHermitianKernel = ({ through }: Pick<PlanKernel, "through">): boolean => through === "pairs";

export const hasHermitianKernel = (kernels: Kernels): boolean => kernels.some(isHermitianKernel);

/** The real axis: the one along which there is half a spectrum. */
const realAxis = ({ dimensions, axes }: Pick<RealTransform, "dimensions" | "axes">): number =>
  dimensions.findIndex(({ name }) => name === axes[0]);

/** What the kernel says of such a transform: radix 2, the last of a decimation in time, or the first of one in frequency. */
export function hermitianSubComputation(transform: RealTransform): SubComputation {
  const { name, length } = at(transform.dimensions, realAxis(transform));
  const common = { dimension: name, count: length / 2, radix: 2 };
  return transform.kind === "r2c"
    ? { ...common, stride: 1, extent: 2, twiddle: "pre-tw" }
    : { ...common, stride: length / 2, extent: length, twiddle: "tw" };
}

/** What is wrong with such a kernel of a plan along one axis; problems of the others are those of the complex transform inside. */
export function hermitianProblems(
  transform: Transform,
  kernels: readonly PlanKernel[],
): readonly { readonly kernel: number; readonly message: string }[] {
  const first = kernels.findIndex(isHermitianKernel);
  const kernel = at(kernels, first);
  const said = (message: string) => [{ kernel: first, message: `\`pairs\`: ${message}` }];
  const problem = hermitianProblem(transform);
  if (problem !== undefined || !isHalfReal(transform)) return said(problem ?? "real numbers are expected");
  const second = kernels.findIndex((other, index) => index > first && isHermitianKernel(other));
  if (second >= 0) return [{ kernel: second, message: "`pairs`: a plan has one Hermitian step for its real axis" }];
  if (kernels.length === 1) return said("the kernels of the complex transform are missing");
  if (first !== (transform.kind === "r2c" ? kernels.length - 1 : 0))
    return said(
      `the Hermitian step of ${transform.kind} is the ${transform.kind === "r2c" ? "last" : "first"} kernel along its axis`,
    );
  const expected = subComputationText(hermitianSubComputation(transform));
  const found = kernel.subComputations.map(subComputationText).join(" ");
  if (found !== expected) return said(`expected ${expected}, found ${found}`);
  const { schedule } = kernel;
  const word =
    schedule?.cluster !== undefined
      ? "clusters"
      : schedule?.prefetch === true
        ? "L2 prefetch"
        : schedule?.tiled === true
          ? "tiled buffers"
          : (schedule?.width ?? 1) > 1
            ? "vectors"
            : undefined;
  return word === undefined ? [] : said(`its kernel has no ${word}`);
}

/** A plan with the kernel behind the complex transform of r2c, before that of c2r. */
export const withHermitianKernel = (transform: RealTransform, inside: readonly PlanKernel[]): readonly PlanKernel[] => {
  const step: PlanKernel = { through: "pairs", subComputations: [hermitianSubComputation(transform)] };
  return transform.kind === "r2c" ? [...inside, step] : [step, ...inside];
};

/** Why a real transform has no such kernel; undefined if it may have one. */
export function hermitianProblem(transform: Transform): string | undefined {
  if (!isHalfReal(transform)) return "only transforms of real numbers, r2c and c2r, are made of pairs";
  const axis = realAxis(transform);
  const { name, length } = at(transform.dimensions, axis);
  if (length % 2 !== 0) return `${length} real numbers along ${name} are no pairs: there is an odd number of them`;
  if (isPacked(transform)) return "packed spectra are left to butterflies that take pairs: leave out --packed";
  if (isShort(transform.precision) && transform.arithmetic === "native")
    return "its Hermitian step has no native 16-bit arithmetic: leave it out, or use --arithmetic f32";
  const { input, output } = arraysOf(transform);
  if (![input, output].every((array) => isWhole(at(array.axes, axis))))
    return `it reads and writes all of ${name}: ranges along it are left to other plans`;
  if (pairsOf(transform.kind === "r2c" ? input : output, axis) === undefined)
    return "it takes real numbers in pairs, and these do not lie so: stride 1, all other strides fixed and even";
  return undefined;
}

/** Room for the frequencies k = 0 .. m / 2, of which each thread takes some with their mirrors m - k: so many that tiles can be cut out. */
export function frequencyRoom(points: number): number {
  const frequencies = halfLength(points);
  const granule = 2 ** Math.max(0, Math.min(MOST_GRANULE, Math.floor(Math.log2(frequencies)) - LEAST_GRANULES));
  return Math.ceil(frequencies / granule) * granule;
}

/** Tiles of 512 frequencies; where there are few, an eighth of them, so that little room is left over. */
const MOST_GRANULE = 9;
const LEAST_GRANULES = 3;

/** The kernel's transform as layouts see it: along the real axis the frequencies and, as the heavier digit, their mirrors or themselves. */
export function hermitianTransform(transform: RealTransform): FourierTransform {
  const { dimensions, axes, precision, arithmetic, direction, batch, placement, scale, scaling, kind } = transform;
  const axis = realAxis(transform);
  const lengths = dimensions.map(({ length }, index) => (index === axis ? 2 * frequencyRoom(length / 2) : length));
  // What c2r makes is scaled where it is stored.
  const scaled = kind === "r2c" ? { scale, scaling } : {};
  return makeTransform(lengths.toReversed(), precision, {
    ...{ axes: axes.slice(0, 1), arithmetic, direction, batch, placement },
    ...scaled,
  });
}

/** The arrays of that kernel. `spectrum`, `pairs`: those of the half spectrum, and of the complex numbers, along all axes. */
export function hermitianArrays(transform: RealTransform, spectrum: ArraySpec, pairs: ArraySpec): Arrays {
  const axis = realAxis(transform);
  const points = at(transform.dimensions, axis).length / 2;
  const length = 2 * frequencyRoom(points);
  const inTurn = (array: ArraySpec, holds: "pairs" | "spectrum"): ArraySpec => {
    const { content: _, ...plain } = array;
    const axes = array.axes.map(
      (own, index): ArrayAxis => (index === axis ? { length, stride: own.stride, from: 0, below: length } : own),
    );
    return { ...plain, axes, mirrored: { axis, points, holds } };
  };
  const [half, whole] = [inTurn(spectrum, "spectrum"), inTurn(pairs, "pairs")];
  const dense = denseArray({ dimensions: transform.dimensions, distance: elementCount(transform) });
  return transform.kind === "r2c"
    ? { input: whole, between: dense, output: half }
    : { input: half, between: dense, output: whole };
}
