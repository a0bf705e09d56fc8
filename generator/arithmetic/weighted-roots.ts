// Tables of roots of unity with weights.
import type { Precision } from "../plan/transform.js";
import { rootOfUnity } from "./root-of-unity.js";

interface Weighted {
  readonly weight: number;
  readonly numerator: number;
  readonly denominator: number;
  readonly quarter?: true;
}

/** weight exp(-2 pi i numerator / denominator), or i times that: rounded once where the weight is a power of two, and twice in double precision where it is not. */
export function weightedRoots(
  roots: readonly Weighted[],
  precision: Precision,
): { readonly re: Float64Array; readonly im: Float64Array } {
  const rounded = precision === "f32" ? Math.fround : (value: number): number => value;
  const numbers = roots.map(({ weight, numerator, denominator, quarter }) => {
    const isPower = Number.isInteger(Math.log2(Math.abs(weight)));
    const { re, im } = rootOfUnity(numerator, denominator, isPower ? precision : "f64");
    const [real, imaginary] = [rounded(weight * re), rounded(weight * im)];
    // Not -0, which no text has.
    return quarter === true ? { re: 0 - imaginary, im: real } : { re: real, im: 0 + imaginary };
  });
  return { re: Float64Array.from(numbers, ({ re }) => re), im: Float64Array.from(numbers, ({ im }) => im) };
}
