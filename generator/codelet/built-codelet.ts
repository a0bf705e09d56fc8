// What building a codelet gives: instructions in order, with what is said of them and what their inputs hold.
import type { Factor } from "./factors.js";
import type { Counts, StraightLine } from "./instruction.js";
import type { CodeletSpec } from "./spec.js";

export interface Codelet extends StraightLine {
  readonly spec: CodeletSpec;
  /** What each twiddle-factor input must hold; empty without twiddles. */
  readonly factors: readonly Factor[];
  readonly counts: Counts;
  /** The algorithm and its source, in words. */
  readonly algorithm: string;
}
