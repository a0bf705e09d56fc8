// Jobs of small transforms, as tuning makes them.
import { compilePlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { tuningCandidates } from "../../generator/tune/candidates.js";
import { jobOf, type Job } from "../../generator/tune/job.js";

export const gpu = findGpu("H200");

/** `chosenFor`: the batch whose candidates they are, if another one. */
export function jobsOf(length: number, batch: number, count: number, chosenFor = batch): readonly Job[] {
  const transform = makeTransform([length], "f32", { batch });
  const name = transformName(transform);
  return tuningCandidates({ ...transform, batch: chosenFor }, gpu, count).map((chosen, index) => {
    const ranked = { ...chosen, plan: { ...chosen.plan, transform } };
    return jobOf(ranked, index + 1, compilePlan(name, ranked.plan, gpu));
  });
}
