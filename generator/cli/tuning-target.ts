// The target of tuning: a size as in `fftgen plan`, or a plan by its name or file; and the jobs that may make it faster.
import { existsSync } from "node:fs";
import { compilePlan } from "../compile.js";
import { deviceTextHash } from "../emit/device-text.js";
import type { Unit } from "../emit/unit.js";
import { InputError } from "../failure/errors.js";
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
import { loadPlan } from "./loaded-plan.js";
import { planPath } from "./packages.js";
import { findPlanFile } from "./plan-files.js";
import type { Project } from "./project.js";

export interface TuningTarget {
  /** The name of the package. */
  readonly name: string;
  /** The path of the plan file, which need not exist. */
  readonly path: string;
  readonly transform: Transform;
  /** The plan in the file. */
  readonly kept: RankedPlan | undefined;
  /** Wishes for the search, and the typed size for messages. */
  readonly wishes: Wishes & Pick<SearchOptions, "called">;
}

/** Without a batch, that of the plan file where there is one. */
export function tuningTarget(project: Project, parameters: TransformArguments, gpu: Gpu): TuningTarget {
  return /^\d/.test(parameters.size) ? targetOfSize(project, parameters, gpu) : targetOfPlan(project, parameters, gpu);
}

function targetOfSize(project: Project, parameters: TransformArguments, gpu: Gpu): TuningTarget {
  const asked = askedTransform(parameters);
  const name = transformName(asked);
  const path = planPath(project, name, gpu);
  const own =
    parameters.batch === undefined && existsSync(path) ? loadPlan(project, path).plan.transform.batch : asked.batch;
  const transform = { ...asked, batch: own };
  const wishes = { ...searchWishes(parameters, transform), called: parameters.size };
  return { name, path, transform, kept: keptPlan(project, path, transform, gpu, true)?.asked, wishes };
}

function targetOfPlan(project: Project, parameters: TransformArguments, gpu: Gpu): TuningTarget {
  const { size, batch, precision } = parameters;
  const path = findPlanFile(project, size);
  const stray = precision === "f32" ? givenOption(parameters) : "precision";
  if (stray !== undefined)
    throw new InputError(`${path} says what it computes: --${stray} goes with a size, such as 4096 or fwht 4096`);
  const loaded = loadPlan(project, path);
  const own = loaded.plan.transform;
  const transform = { ...own, batch: batch === undefined ? own.batch : countFrom("--batch", batch) };
  const kept = schedulePlan({ ...loaded, plan: { ...loaded.plan, transform } }, gpu);
  return { name: loaded.name, path, transform, kept, wishes: {} };
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
