// What lowering cannot know of a kernel from its geometry: the plan's notation for comments, and its neighbours.
import type { Overlap } from "../kernel/program.js";
import type { TransformedDigit } from "../layout/digits.js";

export interface KernelTexts {
  readonly notation: string;
  /** The notation of one digit's sub-computation. */
  readonly subComputation: (digit: TransformedDigit) => string;
  readonly overlap: Overlap;
  /** What names of tables end with, where a program has those of both directions. */
  readonly tableSuffix: string;
}
