// Rader's transform: one of a prime length p through one of p - 1 points. With a primitive root g the indices that are not 0 are the powers
// of g, those of the output its powers backwards, and of exp(-2 pi i n k / p) with n = g^q and k = g^-m only q - m counts:
//
//     X(g^-m) = x(0) + sum over q of x(g^q) b(m - q),   b(j) = exp(-2 pi i g^-j / p),
//
// a cyclic convolution: there through p - 1 points, times the transform of b, and back; X(0) is the sum of all. In numbers: of 7 points
// with g = 3 the inputs 1, 3, 2, 6, 4, 5 go through 6 points, and outputs 1, 5, 4, 6, 2, 3 come back. A plan has the kernel of the way
// there; the way back is the same backwards (layout/way-back.ts), in the same kernel.
//
// What a length has beside one prime is a second dimension (coprime.ts), whose butterflies come first, in the same kernel: 1010 points are
// 10 rows of 101, each through 100.
import { invariant } from "../failure/errors.js";
import {
  arraysOf,
  denseArray,
  isPlain,
  type ArrayAxis,
  type Arrays,
  type ArraySpec,
  type NumberedElements,
} from "./arrays.js";
import type { Problem } from "./chain-problems.js";
import { alongPaddedAxes, axisThrough, roomFor } from "./bluestein.js";
import { asksWhere } from "./element-functions.js";
import { coprimeArrays, coprimeFactor, inCoprimes } from "./coprime.js";
import type { PlanKernel } from "./plan.js";
import { hasButterflies, largestPrime } from "./radices.js";
import {
  DIMENSION_NAMES,
  makeTransform,
  traitsOf,
  type Family,
  type FourierTransform,
  type Transform,
} from "./transform.js";

type Kernels = readonly Pick<PlanKernel, "through" | "subComputations" | "hermitian">[];

/** The transform of the way there; and of the factor that there is beside the prime. */
export function raderTransform(planned: Transform, factor = 1): FourierTransform {
  const transform = inCoprimes(planned, factor);
  const { precision, arithmetic, batch, axes, dimensions } = transform;
  const { axis } = axisThrough(transform);
  const lengths = dimensions.map(({ name, length }, index) =>
    index === axis ? length - 1 : axes.includes(name) ? length : roomFor(length),
  );
  return makeTransform(lengths.toReversed(), precision, { arithmetic, batch, axes });
}

/** The arrays of a transform as that one sees them: along the axis without the element at 0. */
export function raderArrays(arrays: Arrays, transform: Transform, factor: number): Arrays {
  const { axis: own } = axisThrough(transform);
  const { input, output } = coprimeArrays(arrays, own, factor);
  const inside = raderTransform(transform, factor);
  const without = (array: ArraySpec): ArraySpec => ({
    ...array,
    ...(array.until === undefined ? {} : { until: behindFirst(array.until, own) }),
    axes: array.axes.map((axis, index): ArrayAxis =>
      index === own ? { ...axis, below: axis.below - 1, map: { kind: "linear", scale: 1, offset: 1 } } : axis,
    ),
  });
  const placed = alongPaddedAxes({ input, between: denseArray(inside), output }, inside);
  return { ...placed, input: without(placed.input), output: without(placed.output) };
}

/** Where elements along an axis are counted from 1 on. */
const behindFirst = ({ weights, below }: NumberedElements, axis: number): NumberedElements => ({
  weights,
  below: below - (weights[axis] ?? 0),
});

/** Why such a transform cannot have these arrays; undefined if it can. */
export const raderArrayProblem = ({ input, output }: Pick<Arrays, "input" | "output">): string | undefined =>
  [input, output].every(({ axes }) => axes.every(isPlain))
    ? undefined
    : "a Rader convolution reads and writes all elements, each at its place";

/** Powers of the least primitive root g of a prime p: entry q is g^q modulo p, for q from 0 to p - 2. */
export function rootPowers(prime: number): readonly number[] {
  invariant(prime > 2 && isPrime(prime), () => `rootPowers: ${prime} is not an odd prime`);
  for (let root = 2; ; root++) {
    const powers = [1];
    for (let power = root; power !== 1; power = (power * root) % prime) powers.push(power);
    if (powers.length === prime - 1) return powers;
  }
}

/** Their inverses. */
export const inversePowers = (powers: readonly number[]): readonly number[] =>
  powers.map((_, power) => powers[(powers.length - power) % powers.length] ?? 1);

/** Of which transforms there is such a convolution: beside other axes and cofactors, or alone. */
const WAYS: Readonly<Record<Family, "beside others" | "alone" | "none">> = {
  fourier: "beside others",
  walsh: "none",
  real: "alone",
  trigonometric: "none",
};

/** Products of two residues are exact. */
const LARGEST_PRIME = 2 ** 26;

export function isPrime(length: number): boolean {
  for (let factor = 2; factor * factor <= length; factor++) if (length % factor === 0) return false;
  return length > 1;
}

/** Why a transform cannot go this way, whatever the kernel is; undefined if it can. `factor`: what it has beside the prime. */
export function raderProblem(
  transform: Transform,
  arrays: Pick<Arrays, "input" | "output">,
  factor = 1,
): string | undefined {
  const { length } = axisThrough(transform);
  const prime = length / factor;
  return WAYS[traitsOf(transform).family] === "none"
    ? "only Fourier transforms, complex and real ones, have a Rader convolution"
    : transform.order !== "natural"
      ? "a transform by convolution has natural order"
      : !Number.isInteger(prime) || !isPrime(prime) || prime < 5 || prime > LARGEST_PRIME
        ? `a Rader convolution needs a prime length of at least 5, and ${length}${factor === 1 ? "" : ` / ${factor}`} is not`
        : (raderArrayProblem(arrays) ?? (factor === 1 ? undefined : besideProblem(transform, prime, factor)));
}

/** What wants rows of the prime's length. */
const besideProblem = (transform: Transform, prime: number, factor: number): string | undefined =>
  factor % prime === 0
    ? `the cofactor of the prime ${prime} must not be divisible by it, and ${factor} is`
    : WAYS[traitsOf(transform).family] === "alone"
      ? "a Rader convolution of real numbers needs a prime length, without a cofactor"
      : asksWhere(transform)
        ? "an expression asks where elements are, and with a cofactor a Rader convolution takes them in another order"
        : transform.strides === "run-time"
          ? "a Rader convolution with strides at run time needs a prime length, without a cofactor"
          : undefined;

/** What of a length has primes without butterflies, and the factor beside it. */
export function withoutButterflies(
  length: number,
  transform: Pick<Transform, "precision">,
): { readonly prime: number; readonly factor: number } {
  let prime = length;
  for (let factor = 2; factor <= largestPrime(transform); factor++) while (prime % factor === 0) prime /= factor;
  return { prime, factor: length / prime };
}

/** Whether a transform along one axis may go through one point less than a prime that it has beside another factor. */
export function mayGoBesideFactor(transform: Transform): boolean {
  const { prime, factor } = withoutButterflies(axisThrough(transform).length, transform);
  return (
    transform.axes.length === 1 &&
    transform.dimensions.length < DIMENSION_NAMES.length &&
    factor > 1 &&
    raderProblem(transform, arraysOf(transform), factor) === undefined &&
    hasButterflies(prime - 1, transform)
  );
}

/** Whether a transform may go through one point less along an axis, beside others where it is complex, and one less has butterflies. */
export function mayGoThroughOneLess(transform: Transform, name: string): boolean {
  const alone = { ...transform, axes: [name] };
  const isBesideOthers = transform.axes.length > 1 && WAYS[traitsOf(transform).family] === "alone";
  return (
    !isBesideOthers &&
    raderProblem(alone, arraysOf(transform)) === undefined &&
    hasButterflies(axisThrough(alone).length - 1, transform)
  );
}

/** What is wrong with the kernels of such a plan beyond what is wrong with any. */
export function raderProblems(transform: Transform, arrays: Arrays, kernels: Kernels): readonly Problem[] {
  const kernel = kernels.findIndex(({ through }) => through === "rader");
  if (kernel < 0) return [];
  const factor = coprimeFactor(transform, kernels);
  const problem =
    raderProblem(transform, arrays, factor) ??
    (kernels.length > 1 || transform.axes.length > 1
      ? "one kernel computes the whole convolution along an axis, and this axis has several"
      : undefined);
  const said = (message: string): readonly Problem[] => [{ kernel, message: `\`rader\`: ${message}` }];
  if (problem !== undefined) return said(problem);
  const own = inCoprimes(transform, factor);
  const { axis, length } = axisThrough(own);
  const all = kernels[kernel]?.subComputations ?? [];
  const along = all.filter(({ dimension }) => dimension === own.dimensions[axis]?.name);
  const beside = all.length - along.length;
  if (all.slice(beside).some((sub, index) => sub !== along[index]))
    return said("the butterflies of the cofactor come first");
  const reached = along.reduce((product, { radix }) => product * radix, 1);
  return reached === length - 1
    ? []
    : said(`${length} points need a convolution of length ${length - 1}, and the radices multiply to ${reached}`);
}
