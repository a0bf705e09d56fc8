// What is known of a plan from measurements: the evidence of its file, and whether it still speaks of the text that the plan gives.
import { deviceTextHash } from "../emit/device-text.js";
import type { JudgedEvidence } from "../tune/evidence.js";
import { unitOf } from "./emitted-package.js";
import type { LoadedPlan } from "./loaded-plan.js";

/** In the order of the file. Plans without evidence are not compiled. */
export function judgedEvidence(loaded: LoadedPlan): readonly JudgedEvidence[] {
  const { evidence, name } = loaded;
  if (evidence.length === 0) return [];
  const text = deviceTextHash(unitOf(name, loaded));
  return evidence.map((one) => ({ ...one, stale: one.text !== text }));
}
