// A transform of a prime p times a factor a that it does not divide, as one of two dimensions without twiddle factors between them
// (Good 1958, Thomas 1963). Inputs are numbered by their remainders, n = n1 modulo a and n = n2 modulo p, outputs k = p k1 + a k2:
//
//     n k = n1 k1 p modulo a p, and a n2 k2:   exp(-2 pi i n k / (a p)) = exp(-2 pi i n1 k1 / a) exp(-2 pi i n2 k2 / p).
//
// Elements lie as rows of p, element n in row floor(n / p): along a row n2 runs, so that only rows are permuted, and those of multiples of p
// among themselves. In numbers: of 21 = 3 * 7 input 8 has the remainders 2 and 1, and lies in row 1 of three, behind 7, whose remainders are
// 1 and 0. The inverse transform is the same with n1 counted backwards.
import { InputError, invariant } from "../failure/errors.js";
import type { ArrayAxis, Arrays, ArraySpec } from "./arrays.js";
import type { PlanKernel } from "./plan.js";
import { DIMENSION_NAMES, type Direction, type Transform } from "./transform.js";

type Kernels = readonly Pick<PlanKernel, "subComputations">[];

const [ALONG, BESIDE] = DIMENSION_NAMES;

/** What a transform of one dimension has beside its prime: the radices of the second dimension, multiplied. */
export const coprimeFactor = ({ dimensions }: Pick<Transform, "dimensions">, kernels: Kernels): number =>
  dimensions.length > 1
    ? 1
    : kernels.reduce(
        (factor, { subComputations }) =>
          subComputations.reduce((product, sub) => (sub.dimension === BESIDE ? product * sub.radix : product), factor),
        1,
      );

/** The transform of two dimensions, contiguous ones of the prime; or the same where there is no such factor. */
export function inCoprimes<T extends Transform>(transform: T, factor: number): T {
  const [axis] = transform.dimensions;
  if (factor === 1 || axis === undefined) return transform;
  const dimensions = [
    { name: ALONG, length: Math.floor(axis.length / factor) },
    { name: BESIDE, length: factor },
  ];
  return { ...transform, dimensions, axes: [ALONG, BESIDE] };
}

/**
 * Arrays as that transform sees them: rows of the prime's length.
 * @throws InputError for strides that only the caller knows
 */
export function coprimeArrays({ input, between, output }: Arrays, factor: number): Arrays {
  if (factor === 1) return { input, between, output };
  const of = (array: ArraySpec): ArraySpec => ({ ...array, axes: array.axes.flatMap((axis) => inRows(axis, factor)) });
  return { input: of(input), between: of(between), output: of(output) };
}

function inRows({ length, stride }: ArrayAxis, factor: number): readonly ArrayAxis[] {
  if (typeof stride !== "number")
    throw new InputError("arrays: beside a prime there is no other factor where strides are those of the call");
  const row = Math.floor(length / factor);
  return [
    { length: row, stride, from: 0, below: row },
    { length: factor, stride: stride * row, from: 0, below: factor },
  ];
}

/** The input whose remainders modulo the factor and modulo the prime are these. */
export function coprimeInput(prime: number, factor: number, direction: Direction): (n1: number, n2: number) => number {
  const own = prime * inverseModulo(prime, factor);
  const others = factor * inverseModulo(factor, prime);
  const sign = direction === "forward" ? 1 : factor - 1;
  return (n1, n2) => (own * ((sign * n1) % factor) + others * n2) % (prime * factor);
}

/** The output of these numbers. */
export const coprimeOutput =
  (prime: number, factor: number) =>
  (k1: number, k2: number): number =>
    (prime * k1 + factor * k2) % (prime * factor);

/** In numbers: 5 * 3 is 1 modulo 7. Of 1 it is 0, for all are. */
function inverseModulo(number: number, modulus: number): number {
  for (let inverse = 1; inverse < modulus; inverse++) if ((number * inverse) % modulus === 1) return inverse;
  invariant(modulus === 1, () => `coprimes: ${number} has no inverse modulo ${modulus}`);
  return 0;
}
