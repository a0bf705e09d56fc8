// The words that lowering cannot make itself: names, and the plan's notation for comments.
import type { Digit } from "../layout/digits.js";

export interface KernelTexts {
  readonly name: string;
  readonly notation: string;
  /** The notation of one digit's sub-computation. */
  readonly subComputation: (digit: Digit) => string;
}
