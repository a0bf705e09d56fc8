// The mixed-radix digits of a dimension's index, heaviest first: digit i is the one that the dimension's i-th
// sub-computation transforms. Expects a legal plan (check.ts).
import type { Plan } from "./plan.js";
import { chainOf } from "./sub-computations.js";

/** One digit of a dimension's index, and the sub-computation that transforms it. */
export interface Digit {
  readonly radix: number;
  /** The digit's weight in the index along its dimension: the stride of its sub-computation. */
  readonly weight: number;
  /** Index of the kernel in the plan. */
  readonly kernel: number;
  /** Index of the sub-computation in its kernel. */
  readonly position: number;
}

/** The digits of a dimension in order of execution: from heavy to light. A dimension of length 1 has none. */
export function digitsOf(plan: Plan, dimension: string): readonly Digit[] {
  return chainOf(plan, dimension).map(({ kernel, position, subComputation }) => ({
    radix: subComputation.radix,
    weight: subComputation.stride,
    kernel,
    position,
  }));
}

/**
 * Where in-place decimation leaves the outputs: element k of the result is the position, along the dimension, of output
 * k. Transforming digit i replaces j_i by k_i in its place, so output k = k_1 + r_1 k_2 + r_1 r_2 k_3 + ... lies at
 * k_1 s_1 + k_2 s_2 + ..., with s_i the stride of sub-computation i: the digits are reversed.
 */
export function digitReversedPositions(radices: readonly number[]): readonly number[] {
  const length = radices.reduce((product, radix) => product * radix, 1);
  return Array.from({ length }, (_, output) => {
    let rest = output;
    let stride = length;
    let position = 0;
    for (const radix of radices) {
      stride /= radix;
      position += (rest % radix) * stride;
      rest = Math.floor(rest / radix);
    }
    return position;
  });
}
