// The targets of tuning: a size as in `fftgen plan`, or plans by their name or file; and the jobs that may make each faster.
import { compilePlan } from "../compile.js";
import { deviceTextHash } from "../emit/device-text.js";
import type { Unit } from "../emit/unit.js";
import { at, InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { type Transform } from "../plan/transform.js";
import { transformName } from "../plan/transform-name.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import type { SearchOptions } from "../search/search.js";
import { tuningCandidates } from "../tune/candidates.js";
import { jobOf, type Job } from "../tune/job.js";
import { schedulePlan } from "../planfile/schedule-plan.js";
import { askedTransform, givenOption, type TransformArguments } from "./asked-transform.js";
import { keptPlan } from "./kept-plan.js";
import { countFrom } from "./option-values.js";
import { searchWishes, type Wishes } from "./search-wishes.js";
import { loadPlan, type LoadedPlan } from "./loaded-plan.js";
import { byRange } from "../plan/served-batches.js";
import { batchPlanPath, gpuPlanFiles, planPath, servingBatch } from "./packages.js";
import { findPlanFile, findPlanFiles } from "./plan-files.js";
import type { Project } from "./project.js";

export interface TuningTarget {
  /** The name of the package. */
  readonly name: string;
  /** The path of the plan file, which need not exist. */
  readonly path: string;
  readonly transform: Transform;
  /** The plan in the file, or in the one that has served this batch. */
  readonly kept: RankedPlan | undefined;
  /** The plan files for the same GPU beside which a new one would be. */
  readonly beside: readonly LoadedPlan[];
  /** Wishes for the search, and the typed size for messages. */
  readonly wishes: Wishes & Pick<SearchOptions, "called">;
}

/** Without a batch, each plan file of the package, in its own batch. */
export const tuningTargets = (project: Project, parameters: TransformArguments, gpu: Gpu): readonly TuningTarget[] =>
  /^\d/.test(parameters.size) ? targetsOfSize(project, parameters, gpu) : targetsOfPlan(project, parameters, gpu);

function targetsOfSize(project: Project, parameters: TransformArguments, gpu: Gpu): readonly TuningTarget[] {
  const asked = askedTransform(parameters);
  const name = transformName(asked);
  const wishes = { ...searchWishes(parameters, asked), called: parameters.size };
  const files = gpuPlanFiles(project, name, gpu).map((path) => loadPlan(project, path));
  if (files.length === 0)
    return [{ name, path: planPath(project, name, gpu), transform: asked, kept: undefined, beside: [], wishes }];
  for (const { path } of files) keptPlan(project, path, asked, gpu, false);
  return targetsAmong(files, parameters.batch === undefined ? undefined : asked.batch, gpu, wishes);
}

function targetsOfPlan(project: Project, parameters: TransformArguments, gpu: Gpu): readonly TuningTarget[] {
  const { size, batch, precision } = parameters;
  const found = findPlanFiles(project, size).map((path) => loadPlan(project, path));
  const ofGpu = found.filter((loaded) => loaded.gpu.name === gpu.name);
  // A plan for another GPU may be tuned on this one, if it is the only one.
  const files = ofGpu.length > 0 ? ofGpu : [loadPlan(project, findPlanFile(project, size))];
  const stray = precision === "f32" ? givenOption(parameters) : "precision";
  if (stray !== undefined)
    throw new InputError(
      `${at(files, 0).path} says what it computes: --${stray} goes with a size, such as 4096 or fwht 4096`,
    );
  return targetsAmong(files, batch === undefined ? undefined : countFrom("--batch", batch), gpu, {});
}

/**
 * Of the files of one package for one GPU: all, or the one for that batch, or a new one beside them. A plan that was made for another
 * batch stays what it is.
 */
export function targetsAmong(
  unsorted: readonly LoadedPlan[],
  batch: number | undefined,
  gpu: Gpu,
  wishes: TuningTarget["wishes"],
): readonly TuningTarget[] {
  const files = byRange(unsorted);
  const targetOf = (loaded: LoadedPlan, own: number, path: string, beside: readonly LoadedPlan[]): TuningTarget => {
    const transform = { ...loaded.plan.transform, batch: own };
    const kept = schedulePlan({ ...loaded, plan: { ...loaded.plan, transform } }, gpu);
    return { name: loaded.name, path, transform, kept, beside, wishes };
  };
  if (batch === undefined) return files.map((loaded) => targetOf(loaded, loaded.plan.transform.batch, loaded.path, []));
  const serving = servingBatch(files, batch) ?? at(files, 0);
  const own = files.find(({ plan }) => plan.transform.batch === batch);
  if (own !== undefined) return [targetOf(own, batch, own.path, [])];
  return [targetOf(serving, batch, batchPlanPath(at(files, files.length - 1).path, batch, []), files)];
}

/** The candidates of a target, compiled. Plans that cannot be emitted are left out, unless none can. */
export function tuningJobs(target: TuningTarget, gpu: Gpu, count: number): readonly Job[] {
  const { name, transform, kept, wishes } = target;
  const compiled: { readonly ranked: RankedPlan; readonly unit: Unit }[] = [];
  const refused: InputError[] = [];
  for (const ranked of tuningCandidates(transform, gpu, count, { kept, ...wishes })) {
    try {
      compiled.push({ ranked, unit: compilePlan(name, ranked.plan, gpu) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refused.push(error);
    }
  }
  const [reason] = refused;
  if (compiled.length === 0 && reason !== undefined) throw reason;
  return compiled.map(({ ranked, unit }, index) => jobOf(ranked, index + 1, unit));
}

/** The hash of the text that a target's plan file gives now. */
export const keptText = ({ name, kept }: TuningTarget, gpu: Gpu): string | undefined =>
  kept === undefined ? undefined : deviceTextHash(compilePlan(name, kept.plan, gpu));
