// Jobs of small transforms, as tuning makes them.
import { compilePlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeTransform, transformName } from "../../generator/plan/transform.js";
import { tuningCandidates } from "../../generator/tune/candidates.js";
import { jobOf, type Job } from "../../generator/tune/job.js";

export const gpu = findGpu("H200");

export function jobsOf(length: number, batch: number, count: number): readonly Job[] {
  const transform = makeTransform([length], "f32", { batch });
  const name = transformName(transform);
  return tuningCandidates(transform, gpu, count).map((ranked, index) =>
    jobOf(name, ranked, index + 1, gpu.name, compilePlan(name, ranked.plan, gpu)),
  );
}

/** The same job with one of its files, the one whose path ends so, changed. Its hash stays: the change is meant to go unnoticed. */
export function damaged(job: Job, ending: string, change: (text: string) => string): Job {
  const files = job.files.map((file) => (file.path.endsWith(ending) ? { ...file, text: change(file.text) } : file));
  if (JSON.stringify(files) === JSON.stringify(job.files)) throw new Error(`nothing was changed in ${ending}`);
  return { ...job, candidate: { ...job.candidate, text: `${job.candidate.text}${job.candidate.rank}` }, files };
}
