// What an expression can name besides its element: where the element is. In numbers: of 64x512, x counts 512 elements and y 64, kx
// is -1 at x = 511, nx is 512, and batch counts the arrays.
import type { Field } from "./expression.js";

/** A dimension, as expressions know it. */
export interface Along {
  /** `x`: the index along it, in lower case. */
  readonly name: string;
  /** Elements of the transform along it. */
  readonly length: number;
  /** Elements of the array along it: of half a spectrum as many as there are. */
  readonly elements: number;
  /** What its indices are: places, frequencies of both signs, those from 0 upwards; undefined where the transform has no frequencies. */
  readonly counts: "places" | "signed frequencies" | "frequencies from 0" | "neither";
}

export interface Scope {
  /** What the element is. */
  readonly value: Field;
  readonly along: readonly Along[];
}

/** The number of an array among those of a call. */
export const BATCH_INDEX = "batch";

/** The frequency at an index of both signs: of 5 indices 0, 1, 2, -2, -1, of 4 indices 0, 1, -2, -1. */
export const signedFrequency = (index: number, length: number): number => (2 * index < length ? index : index - length);

/** Where an element is: an index by name. */
export type Position = (name: string) => number;

/** Of expressions that do not ask. */
export const ANYWHERE: Position = () => Number.NaN;
