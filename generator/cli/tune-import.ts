// Reads back what a pack measured: which plans they were, whether this version still gives the same text for them, and which
// plan files they belong to.
import { existsSync } from "node:fs";
import { compilePlan } from "../compile.js";
import { parseMeasurements } from "../bench/measurement-file.js";
import { at, InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { findGpu } from "../gpu/registry.js";
import { readTextFile } from "../output/text-file.js";
import { parseKernel } from "../notation/parse.js";
import type { ScheduledKernel } from "../plan/plan.js";
import { transformName, type Transform } from "../plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES } from "../search/search.js";
import { jobOf, type Job } from "../tune/job.js";
import type { Measurement } from "../tune/measurement.js";
import { loadPlan, schedulePlan } from "./loaded-plan.js";
import { planPath } from "./packages.js";
import { findPlanFiles } from "./plan-files.js";
import type { Project } from "./project.js";
import type { TuningEntry } from "./tune-report.js";
import type { TuningTarget } from "./tuning-target.js";

export interface Imported {
  readonly target: TuningTarget;
  readonly entries: readonly Required<TuningEntry>[];
  /** Candidates whose text this version would emit differently: their times say nothing of it. */
  readonly stale: number;
  /** Whether it was measured in the batch that the plan file says. */
  readonly isOwnBatch: boolean;
}

export function readResults(path: string): readonly Measurement[] {
  const measurements = parseMeasurements(readTextFile(path), path);
  if (measurements.length === 0) throw new InputError(`${path} holds no measurements`);
  return measurements;
}

/**
 * One for each transform; of several platforms the last. A plan file is for one batch: of several, the one it says or else the
 * first.
 */
export function importedTargets(project: Project, measurements: readonly Measurement[]): readonly Imported[] {
  const groups = new Map<string, Measurement[]>();
  for (const one of measurements) {
    const key = JSON.stringify([one.candidate.name, one.candidate.transform.batch]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const imported = [...groups.values()].map((group) => importedTarget(project, group));
  return imported.filter((one) => {
    const rivals = imported.filter(({ target }) => target.path === one.target.path);
    return one === (rivals.find(({ isOwnBatch }) => isOwnBatch) ?? rivals[0]);
  });
}

function importedTarget(project: Project, group: readonly Measurement[]): Imported {
  const last = at(group, group.length - 1);
  const { name, transform, plannedFor } = last.candidate;
  const gpu = findGpu(plannedFor);
  const members = group.filter(({ platform }) => JSON.stringify(platform) === JSON.stringify(last.platform));
  const entries = members.map((measurement) => ({ job: jobAgain(measurement), measurement }));
  const current = entries.filter(({ job, measurement }) => job.candidate.text === measurement.candidate.text);
  const path = planFileOf(project, name, gpu) ?? newPlanFile(project, name, transform, gpu);
  const loaded = existsSync(path) ? loadPlan(project, path) : undefined;
  const kept = loaded === undefined ? undefined : schedulePlan({ ...loaded, plan: { ...loaded.plan, transform } }, gpu);
  const isOwnBatch = loaded?.plan.transform.batch === transform.batch;
  const stale = entries.length - current.length;
  return { target: { name, path, transform, kept, wishes: {} }, entries: current, stale, isOwnBatch };
}

function planFileOf(project: Project, name: string, gpu: Gpu): string | undefined {
  try {
    const paths = findPlanFiles(project, name);
    return (
      paths.find((path) => loadPlan(project, path).gpu.name === gpu.name) ?? (paths.length === 1 ? paths[0] : undefined)
    );
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Where the plan goes that no file has yet. */
function newPlanFile(project: Project, name: string, transform: Transform, gpu: Gpu): string {
  if (name !== transformName(transform))
    throw new InputError(`there is no plan file for the package ${name} any more: put it back, or make a new pack`);
  return planPath(project, name, gpu);
}

/** The job that this version would make of a candidate. */
function jobAgain({ candidate }: Measurement): Job {
  const { name, transform, plannedFor, rank } = candidate;
  const gpu = findGpu(plannedFor);
  const kernels = candidate.kernels.map((text): ScheduledKernel => {
    const { subComputations, schedule } = parseKernel(text);
    if (schedule === undefined) throw new InputError(`${name}: the kernel ${text} has no schedule`);
    return { subComputations, schedule };
  });
  const ranked = completePlan({ transform, kernels }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
  const job = jobOf(ranked, rank, compilePlan(name, ranked.plan, gpu));
  return { ...job, candidate: { ...job.candidate, predictedMilliseconds: candidate.predictedMilliseconds } };
}
