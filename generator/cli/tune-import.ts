// Reads the results of a pack: which plans they are of, whether this version still gives the same text for them, and their plan
// files.
import { compilePlan } from "../compile.js";
import { parseMeasurements } from "../bench/measurement-file.js";
import { at, ifRight, InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { readKernel } from "../notation/parse.js";
import { requireRules } from "../notation/parse-plan.js";
import type { Origin } from "../notation/source-text.js";
import { checkPlan, problemText } from "../plan/check.js";
import { type Transform } from "../plan/transform.js";
import { transformName } from "../plan/transform-name.js";
import { impossibleTime } from "../tune/evidence.js";
import { jobOf, type Job } from "../tune/job.js";
import type { Candidate, Measurement } from "../tune/measurement.js";
import { errorBound } from "../verify/bound.js";
import { schedulePlan } from "../planfile/schedule-plan.js";
import { gpuCalled } from "./gpu-called.js";
import { loadPlan, type LoadedPlan } from "./loaded-plan.js";
import { planPath } from "./packages.js";
import { findPlanFiles } from "./plan-files.js";
import type { Project } from "./project.js";
import type { TuningEntry } from "./tune-report.js";
import { targetsAmong, type TuningTarget } from "./tuning-target.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

export interface Imported {
  readonly target: TuningTarget;
  /** The GPU of the plans. */
  readonly gpu: Gpu;
  readonly entries: readonly Required<TuningEntry>[];
  /** The number of candidates whose text this version would emit differently: their times do not apply to it. */
  readonly stale: number;
}

export function readResults(path: string): readonly Measurement[] {
  const text = readUserFile(path, MOST_BYTES.results);
  const measurements = parseMeasurements(text, path);
  if (measurements.length === 0) {
    const what =
      text.trim() === "" ? "the file is empty" : /^\s*\[\s*\]\s*$/.test(text) ? "the list is empty" : "it is not JSON";
    throw new InputError(`${path} holds no measurements: ${what}`);
  }
  const emulated = measurements.find(({ platform }) => !platform.toolchain.startsWith("nvcc "));
  if (emulated !== undefined)
    throw new InputError(
      `${path} has results of ${emulated.platform.gpu} by ${emulated.platform.toolchain}, not by nvcc: the emulator's times are meaningless, so nothing is imported`,
    );
  for (const [index, { candidate, outcome }] of measurements.entries()) {
    const timing = "timing" in outcome ? outcome.timing : undefined;
    const why = timing && impossibleTime(timing.milliseconds, timing.copyMilliseconds);
    if (why !== undefined)
      throw new InputError(`${path}: measurement ${index + 1}, of ${candidate.name}: ${why}: the result is wrong`);
  }
  return measurements;
}

/** One target for each transform and batch; of several platforms the last. */
export function importedTargets(
  project: Project,
  measurements: readonly Measurement[],
  file: string,
  asked: Gpu | undefined,
): readonly Imported[] {
  const groups = new Map<string, Measurement[]>();
  for (const one of measurements) {
    const key = JSON.stringify([one.candidate.name, one.candidate.transform.batch]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const imported = [...groups.values()].map((group) => importedTarget(project, group, file, asked));
  // Where there is no plan file yet, the first batch gets it.
  return imported.filter(
    ({ target }, index) => imported.findIndex((other) => other.target.path === target.path) === index,
  );
}

function importedTarget(
  project: Project,
  group: readonly Measurement[],
  file: string,
  asked: Gpu | undefined,
): Imported {
  const last = at(group, group.length - 1);
  const { name, transform, plannedFor } = last.candidate;
  const gpu = plannedGpu(project, plannedFor, file, asked);
  const members = group.filter(({ platform }) => JSON.stringify(platform) === JSON.stringify(last.platform));
  const entries = members.map((measurement) => {
    const job = jobAgain(measurement, plannedGpu(project, measurement.candidate.plannedFor, file, asked), file);
    return { job, measurement: judged(measurement, job) };
  });
  const current = entries.filter(({ job, measurement }) => job.candidate.text === measurement.candidate.text);
  const stale = entries.length - current.length;
  const files = planFilesOf(project, name, gpu);
  const [target = newTarget(project, name, transform, gpu)] =
    files.length === 0 ? [] : targetsAmong(files, transform.batch, gpu, {});
  return { target, gpu, entries: current, stale };
}

function plannedGpu(project: Project, name: string, file: string, asked: Gpu | undefined): Gpu {
  try {
    return gpuCalled(project, name, asked);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${file} was planned for a GPU of a GPU file, ${name}: name that file, --gpu FILE.json`);
  }
}

/** Those for this GPU; the only one of the package, whatever GPU it is for. */
function planFilesOf(project: Project, name: string, gpu: Gpu): readonly LoadedPlan[] {
  const files = (ifRight(() => findPlanFiles(project, name)) ?? []).map((path) => loadPlan(project, path));
  const ofGpu = files.filter((loaded) => loaded.gpu.name === gpu.name);
  return ofGpu.length > 0 || files.length > 1 ? ofGpu : files;
}

function newTarget(project: Project, name: string, transform: Transform, gpu: Gpu): TuningTarget {
  if (name !== transformName(transform))
    throw new InputError(`the plan file of the package ${name} is gone: restore it, or make a new pack`);
  return { name, path: planPath(project, name, gpu), transform, kept: undefined, beside: [], wishes: {} };
}

/** The error of a file's result must be within the bound of its plan, as on the machine that measured it. */
function judged(measurement: Measurement, { unit }: Job): Measurement {
  const { outcome } = measurement;
  const bound = errorBound(unit.plan).l2;
  if (!("timing" in outcome) || outcome.relativeL2Error <= bound) return measurement;
  const { relativeL2Error } = outcome;
  const reason = `its error is ${relativeL2Error.toExponential(1)}, as the file says`;
  return { ...measurement, outcome: { kind: "wrong", relativeL2Error, bound, reason } };
}

/** The job of this version for a candidate. */
function jobAgain({ candidate }: Measurement, gpu: Gpu, file: string): Job {
  const { name, rank } = candidate;
  const ranked = schedulePlan(candidatePlan(candidate, gpu, `${file}, candidate ${rank} of ${name}`), gpu);
  const job = jobOf(ranked, rank, compilePlan(name, ranked.plan, gpu));
  return { ...job, candidate: { ...job.candidate, predictedMilliseconds: candidate.predictedMilliseconds } };
}

/** The plan of a candidate, legal and with every schedule decided. */
function candidatePlan({ name, transform, kernels: texts }: Candidate, gpu: Gpu, where: string): LoadedPlan {
  const places = texts.map((): Origin => ({ file: where, line: 1, column: 1 }));
  const read = texts.map((text, index) => readKernel(text, places[index]));
  const kernels = read.map(({ kernel }) => kernel);
  const open = kernels.findIndex(({ schedule }) => schedule === undefined);
  if (open >= 0) throw new InputError(`${where}: kernel ${open + 1} has no schedule`);
  const plan = { transform, kernels };
  const [problem] = checkPlan(plan);
  if (problem !== undefined) throw new InputError(`${where}: ${problemText(problem)}`);
  requireRules(plan, read);
  return {
    path: where,
    name,
    plan,
    gpu,
    upToBatch: undefined,
    directory: undefined,
    places,
    evidence: [],
    fastestOf: undefined,
  };
}
