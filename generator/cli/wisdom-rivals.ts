// Which of two measured plans for the same transform and GPU is better.
import type { Transform } from "../plan/transform.js";
import { plainTransform } from "../planfile/contents.js";
import type { JudgedEvidence } from "../tune/evidence.js";

/** The key by which plans are rivals: the transform, its batch included, and the GPU of the measurement. */
export const wisdomKey = (transform: Transform, gpu: string): string =>
  JSON.stringify([plainTransform(transform), gpu]);

/**
 * Whether one beats the other: a text that this version emits beats one that it does not, then the smaller time relative to a
 * copy on the same machine wins. Machines differ by some percent, and their copies do as well.
 */
export function isBetter(one: JudgedEvidence, other: JudgedEvidence): boolean {
  if (one.stale !== other.stale) return other.stale;
  return one.ratioToCopy < other.ratioToCopy;
}
