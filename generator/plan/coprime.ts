// A transform of a prime p times a factor a that it does not divide, as one of two dimensions without twiddle factors between them
// (Good 1958, Thomas 1963). Inputs are numbered by their remainders, n1 modulo a and n2 modulo p, outputs by k = p k1 + a k2:
//
//     n k = p n1 k1 + a n2 k2 modulo a p,   exp(-2 pi i n k / (a p)) = exp(-2 pi i n1 k1 / a) exp(-2 pi i n2 k2 / p).
//
// Elements lie as rows of p, element n in row floor(n / p): along a row n2 runs, so that only rows are permuted, and those of multiples of p
// among themselves. In numbers: of 21 = 3 * 7 input 8 has the remainders 2 and 1, and lies in row 1 of three, behind 7, whose remainders are
// 1 and 0. The inverse transform is the same with n1 counted backwards.
import { at, InputError, invariant } from "../failure/errors.js";
import { axisThrough } from "./bluestein.js";
import type { ArrayAxis, Arrays, ArraySpec } from "./arrays.js";
import type { PlanKernel } from "./plan.js";
import { DIMENSION_NAMES, type Dimension, type Direction, type Transform } from "./transform.js";

type Kernels = readonly Pick<PlanKernel, "subComputations">[];

/** What kernels do along a dimension that the transform does not have: the radices, multiplied. */
export function coprimeFactor({ dimensions }: Pick<Transform, "dimensions">, kernels: Kernels): number {
  const names = new Set(dimensions.map(({ name }) => name));
  return kernels
    .flatMap(({ subComputations }) => subComputations)
    .reduce((factor, { dimension, radix }) => (names.has(dimension) ? factor : factor * radix), 1);
}

/** Of a transform along one axis that with a prime along it, and the factor as one dimension more; or the same without such a factor. */
export function inCoprimes<T extends Transform>(transform: T, factor: number): T {
  if (factor === 1) return transform;
  const { axis: own } = axisThrough(transform);
  const along = transform.dimensions.map(({ name, length }, axis): Dimension => ({
    name,
    length: axis === own ? Math.floor(length / factor) : length,
  }));
  const beside: Dimension = { name: at(DIMENSION_NAMES, along.length), length: factor };
  return { ...transform, dimensions: [...along, beside], axes: [...transform.axes, beside.name] };
}

/**
 * Arrays as that transform sees them: along its axis rows of the prime's length.
 * @throws InputError for strides that only the caller knows
 */
export function coprimeArrays({ input, between, output }: Arrays, axis: number, factor: number): Arrays {
  if (factor === 1) return { input, between, output };
  const of = (array: ArraySpec): ArraySpec => {
    const [along, beside] = inRows(at(array.axes, axis), factor);
    const { until } = array;
    const weights = until?.weights ?? [];
    return {
      ...array,
      axes: [...array.axes.with(axis, along), beside],
      ...(until === undefined ? {} : { until: { ...until, weights: [...weights, along.length * at(weights, axis)] } }),
    };
  };
  return { input: of(input), between: of(between), output: of(output) };
}

function inRows({ length, stride }: ArrayAxis, factor: number): readonly [along: ArrayAxis, beside: ArrayAxis] {
  if (typeof stride !== "number")
    throw new InputError(
      "arrays: a Rader convolution with strides at run time needs a prime length, without a cofactor",
    );
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
