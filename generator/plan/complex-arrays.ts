// Numbers that plans are run on: real and imaginary parts of dense arrays, one behind the other.
import { InputError } from "../failure/errors.js";
import type { Node } from "./tree.js";

/** Real and imaginary parts of dense arrays, the transform's first dimension contiguous, one array after the other. */
export interface ComplexArrays {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Computes what a node says; what nodes with others inside are computed by. */
export type Evaluate = (node: Node, numbers: ComplexArrays) => ComplexArrays;

/** Beyond the end there is no number. */
export const numberAt = (numbers: Float64Array, place: number): number => numbers[place] ?? Number.NaN;

/** @throws InputError for numbers that are no batch of arrays of so many elements */
export function requireBatch(re: Float64Array, im: Float64Array, elements: number): void {
  if (re.length !== im.length || re.length % elements !== 0)
    throw new InputError(`evaluatePlan: ${re.length} and ${im.length} numbers are no batch of ${elements} elements`);
}
