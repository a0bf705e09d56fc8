// Which of two measured plans for the same thing is the better one.
import type { Transform } from "../plan/transform.js";
import { plainTransform } from "../planfile/contents.js";
import type { JudgedEvidence } from "../tune/evidence.js";

/** What plans are rivals in: the transform, its batch included, and the GPU that it was measured on. */
export const wisdomKey = (transform: Transform, gpu: string): string =>
  JSON.stringify([plainTransform(transform), gpu]);

/**
 * Whether one beats the other: what this version emits is better than what it does not, then what takes less time beside a copy on
 * the same machine. Machines differ by some percent, copies on them likewise.
 */
export function isBetter(one: JudgedEvidence, other: JudgedEvidence): boolean {
  if (one.stale !== other.stale) return other.stale;
  return one.ratioToCopy < other.ratioToCopy;
}
