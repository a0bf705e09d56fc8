// Numbers that plans are run on: real and imaginary parts of dense arrays, one behind the other.
import { InputError } from "../failure/errors.js";
import type { Plan } from "./plan.js";

/** Real and imaginary parts of dense arrays, the transform's first dimension contiguous, one array after the other. */
export interface ComplexArrays {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Runs a plan; what plans that consist of others are run by. */
export type Evaluate = (plan: Plan, re: Float64Array, im: Float64Array) => ComplexArrays;

/** @throws InputError for numbers that are no batch of arrays of so many elements */
export function requireBatch(re: Float64Array, im: Float64Array, elements: number): void {
  if (re.length !== im.length || re.length % elements !== 0)
    throw new InputError(`evaluatePlan: ${re.length} and ${im.length} numbers are no batch of ${elements} elements`);
}
