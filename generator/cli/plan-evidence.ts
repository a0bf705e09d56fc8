// What is known of a plan from measurements: the evidence of its file, and whether it still speaks of the text that the plan gives.
import { emitPackage, lowerPlan } from "../compile.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Evidence } from "../planfile/definition.js";
import { textHash } from "../tune/job.js";
import { schedulePlan, type LoadedPlan } from "./project.js";

export interface JudgedEvidence extends Evidence {
  /** The plan or fftgen has changed since: what was measured is not what is emitted now. */
  readonly stale: boolean;
}

/** In the order of the file. Plans without evidence are not compiled. */
export function judgedEvidence(loaded: LoadedPlan, gpu: Gpu): readonly JudgedEvidence[] {
  const { evidence, name } = loaded;
  if (evidence.length === 0) return [];
  const text = textHash(name, emitPackage(lowerPlan(name, schedulePlan(loaded, gpu).plan, gpu), gpu));
  return evidence.map((one) => ({ ...one, stale: one.text !== text }));
}
