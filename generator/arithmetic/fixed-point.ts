// Real numbers as BigInt fixed point, and their one rounding to a format. The root of every constant that is printed.
// Knows nothing of transforms; angles outside the first octant are reduced by root-of-unity.ts.
import { invariant } from "../failure/errors.js";
import type { NumberFormat } from "../plan/number-format.js";

/**
 * Binary digits after the point. An f64 needs 53 significant bits; the smallest sine that occurs is about 2^-38, so 192
 * leave a hundred bits of margin: a value that close to the middle of two floats does not occur by chance.
 */
export const FRACTION_BITS = 192n;

/** The number 1. */
export const ONE = 1n << FRACTION_BITS;

/** pi = 3.243f6a88... in hexadecimal, with 256 bits after the point. */
const PI_BITS = 256n;
const PI = 0x3243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89n;
const TWO_PI = PI >> (PI_BITS - FRACTION_BITS - 1n);

export const multiplyFixed = (a: bigint, b: bigint): bigint => (a * b) >> FRACTION_BITS;
export const divideFixed = (a: bigint, b: bigint): bigint => (a << FRACTION_BITS) / b;

const SIGNIFICANT_BITS: Readonly<Record<NumberFormat, number>> = { f16: 11, bf16: 8, f32: 24, f64: 53 };

/** Of normal numbers, as far as is asked for here. */
const SMALLEST_EXPONENT: Readonly<Record<NumberFormat, number>> = { f16: -14, bf16: -126, f32: -126, f64: -126 };

/** A conversion to a number may round up to the next power of two. */
const bitLength = (magnitude: bigint): number => {
  const estimate = Math.floor(Math.log2(Number(magnitude)));
  return magnitude >> BigInt(estimate) === 0n ? estimate : estimate + 1;
};

/**
 * The fixed-point value rounded once, to nearest and ties to even, to a number of the precision (for f32: a JavaScript
 * number that is one). Zero is +0. Only f16 has so small a range that subnormal values occur; elsewhere they are a bug.
 */
export function roundFixed(value: bigint, precision: NumberFormat): number {
  if (value === 0n) return 0;
  const magnitude = value < 0n ? -value : value;
  const leading = Number(FRACTION_BITS) + SMALLEST_EXPONENT[precision] + 1;
  const length = bitLength(magnitude);
  invariant(precision === "f16" || length >= leading, () => `roundFixed: ${value} would be subnormal as ${precision}`);
  const excess = BigInt(Math.max(0, Math.max(length, leading) - SIGNIFICANT_BITS[precision]));
  const kept = magnitude >> excess;
  const dropped = magnitude - (kept << excess);
  const half = excess === 0n ? 1n : 1n << (excess - 1n);
  const up = dropped > half || (dropped === half && (kept & 1n) === 1n);
  const rounded = Number(up ? kept + 1n : kept) * 2 ** Number(excess - FRACTION_BITS);
  return value < 0n ? -rounded : rounded;
}

export interface CosineAndSine {
  readonly cos: bigint;
  readonly sin: bigint;
}

/**
 * Cosine and sine of 2 pi * numerator / denominator for an angle of at most an eighth of a turn, by Taylor series;
 * absolute error below 2^-186.
 */
export function cosineAndSine(numerator: bigint, denominator: bigint): CosineAndSine {
  invariant(
    numerator >= 0n && 8n * numerator <= denominator,
    () => `cosineAndSine: ${numerator}/${denominator} of a turn is outside the first octant`,
  );
  const angle = (TWO_PI * numerator) / denominator;
  const square = multiplyFixed(angle, angle);
  const series = (first: bigint, start: bigint): bigint => {
    let [sum, term] = [0n, first];
    for (let n = start; term !== 0n; n += 2n) {
      sum += term;
      term = -multiplyFixed(term, square) / (n * (n + 1n));
    }
    return sum;
  };
  return { cos: series(ONE, 1n), sin: series(angle, 2n) };
}
