// What is known of a plan from measurements: the evidence of its file, and whether it still speaks of the text that the plan gives.
import { deviceTextHash } from "../emit/device-text.js";
import type { Evidence } from "../planfile/definition.js";
import { unitOf } from "./emitted-package.js";
import type { LoadedPlan } from "./loaded-plan.js";

export interface JudgedEvidence extends Evidence {
  /** The plan or fftgen has changed since: what was measured is not what is emitted now. */
  readonly stale: boolean;
}

/** In the order of the file. Plans without evidence are not compiled. */
export function judgedEvidence(loaded: LoadedPlan): readonly JudgedEvidence[] {
  const { evidence, name } = loaded;
  if (evidence.length === 0) return [];
  const text = deviceTextHash(unitOf(name, loaded));
  return evidence.map((one) => ({ ...one, stale: one.text !== text }));
}
