// A number as a C++17 literal that a reader can recognise and that every compiler reads back as the same bits.
//
// The decimal is the shortest that round-trips, not the exact binary value: 0.70710677f instead of
// 0.707106769084930419921875f. That loses nothing, because reading a decimal rounds to the nearest number of the
// type, and the chosen decimal lies nearer to the intended number than to any other.
import { invariant } from "../failure/errors.js";
import type { Precision } from "../plan/transform.js";

/**
 * `1.0f`, `-0.5f`, `0.70710677f`, `1e-10f`; without the suffix for f64. The value must be a finite number of the
 * precision.
 */
export function floatLiteral(value: number, precision: Precision): string {
  invariant(Number.isFinite(value), () => `floatLiteral: ${value} has no literal`);
  invariant(
    precision === "f64" || Math.fround(value) === value,
    () => `floatLiteral: ${value} is not a 32-bit number; it must be rounded first`,
  );
  if (value === 0) return withSuffix(Object.is(value, -0) ? "-0.0" : "0.0", precision);
  return withSuffix(precision === "f64" ? String(value) : shortestSingle(value), precision);
}

/** An integer without point or exponent would be an `int`, and `1f` is no C++ at all. */
const withSuffix = (decimal: string, precision: Precision): string =>
  `${/[.e]/.test(decimal) ? decimal : `${decimal}.0`}${precision === "f32" ? "f" : ""}`;

/**
 * The shortest decimal, at most 9 digits, strictly between the midpoints to the neighbouring 32-bit numbers.
 * Midpoints are 64-bit numbers and rounding is monotonic, so a compiler may read the decimal directly or by way of
 * `double`.
 */
function shortestSingle(value: number): string {
  const [below, above] = [(value + neighbour(value, -1)) / 2, (value + neighbour(value, 1)) / 2];
  const decimal = (digits: number): number => Number(value.toPrecision(digits));
  const isClose = (digits: number): boolean => decimal(digits) > below && decimal(digits) < above;
  // More digits are nearer: where six do not do, fewer do not. At powers of two the midpoint below is nearer than the one above.
  const least = isClose(6) || Number.isInteger(Math.log2(Math.abs(value))) ? 1 : 7;
  for (let digits = least; digits <= 9; digits++) if (isClose(digits)) return String(decimal(digits));
  invariant(false, () => `floatLiteral: nine digits do not identify ${value}`);
}

const bits = new Int32Array(1);
const single = new Float32Array(bits.buffer);

/** The next 32-bit number in a direction; beyond the largest, the power of two that would follow. */
function neighbour(value: number, direction: 1 | -1): number {
  single[0] = value;
  bits[0] = (bits[0] ?? 0) + direction * Math.sign(value);
  const next = single[0] ?? value;
  return Number.isFinite(next) ? next : Math.sign(value) * 2 ** 128;
}

/** The literal of the number of the precision that is nearest to a value. */
export const nearestLiteral = (value: number, precision: Precision): string =>
  floatLiteral(precision === "f32" ? Math.fround(value) : value, precision);
