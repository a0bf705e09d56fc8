// Measurements of a plan: the evidence of its file, and whether it still holds for the text that the plan gives.
import type { JudgedEvidence } from "../tune/evidence.js";
import type { LoadedPlan } from "./loaded-plan.js";
import { textHash } from "./text-hash.js";

/** The evidence in the order of the file. Plans without evidence are not emitted. */
export function judgedEvidence(loaded: LoadedPlan): readonly JudgedEvidence[] {
  const { evidence } = loaded;
  if (evidence.length === 0) return [];
  const text = textHash(loaded);
  return evidence.map((one) => ({ ...one, stale: one.text !== text }));
}
