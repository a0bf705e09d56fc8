// Jobs of small transforms, as tuning makes them.
import { compilePlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { tuningCandidates } from "../../generator/tune/candidates.js";
import { jobOf, type Job } from "../../generator/tune/job.js";

export const gpu = findGpu("H200");

export function jobsOf(length: number, batch: number, count: number): readonly Job[] {
  const transform = makeTransform([length], "f32", { batch });
  const name = transformName(transform);
  return tuningCandidates(transform, gpu, count).map((ranked, index) =>
    jobOf(ranked, index + 1, compilePlan(name, ranked.plan, gpu)),
  );
}
