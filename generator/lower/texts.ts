// What lowering cannot know of a kernel from its geometry: the plan's notation for comments, and its neighbours.
import type { TransformedDigit } from "../layout/digits.js";

export interface KernelTexts {
  readonly notation: string;
  /** The notation of one digit's sub-computation. */
  readonly subComputation: (digit: TransformedDigit) => string;
  readonly startsEarly: boolean;
  /** Whether the next kernel starts early. */
  readonly letsNextStart: boolean;
  /** What names of tables end with, where a program has those of both directions. */
  readonly tableSuffix: string;
}
