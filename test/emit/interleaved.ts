// Complex numbers as packages take them: real and imaginary parts in turn, in the transform's precision. Those of 16 bits
// are no typed array of numbers (whole-numbers.ts).
import { elementCount, isShort, type Precision, type Transform } from "../../generator/plan/transform.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import type { ComplexNumbers } from "../../generator/definition/direct-dft.js";

export type Interleaved = Float32Array | Float64Array;

export const interleaved = (precision: Precision, numbers: ArrayLike<number>): Interleaved =>
  precision === "f32" ? Float32Array.from(numbers) : Float64Array.from(numbers);

/** A batch of random arrays. */
export function randomBatch(transform: Transform, batch: number): Interleaved {
  const { precision } = transform;
  if (isShort(precision)) throw new Error(`no typed array holds ${precision}`);
  return interleaved(precision, uniformNumbers(2 * elementCount(transform) * batch, elementCount(transform)));
}

export const parts = (numbers: ArrayLike<number>): ComplexNumbers => ({
  re: Float64Array.from({ length: numbers.length / 2 }, (_, element) => numbers[2 * element] ?? NaN),
  im: Float64Array.from({ length: numbers.length / 2 }, (_, element) => numbers[2 * element + 1] ?? NaN),
});
