// The result of a package's plan files: its units, for each GPU and each range of batches, and its files.
import { compilePlan } from "../compile.js";
import type { GeneratedFile } from "../emit/files.js";
import { linkPackage } from "../emit/link-package.js";
import type { Symbols } from "../emit/symbols.js";
import type { Unit } from "../emit/unit.js";
import { InputError } from "../failure/errors.js";
import { schedulePlan } from "../planfile/schedule-plan.js";
import { askedGpu } from "./asked-gpu.js";
import { loadPlan, planGpu, type LoadedPlan } from "./loaded-plan.js";
import { packagePlanFiles, type PackagePlans } from "./packages.js";
import type { Project } from "./project.js";

export interface EmittedPackage {
  readonly name: string;
  /** The plan files. */
  readonly paths: readonly string[];
  readonly units: readonly Unit[];
}

/** `asked`: the GPU of --gpu, if given; it selects one GPU of a package for several. */
export function emittedPackage({ name, plans }: PackagePlans, asked?: string): EmittedPackage {
  const isForSeveral = new Set(plans.map(({ gpu }) => gpu.name)).size > 1;
  const wanted = isForSeveral && asked !== undefined ? plansFor(plans, name, asked) : plans;
  return { name, paths: wanted.map(({ path }) => path), units: wanted.map((loaded) => unitOf(name, loaded, asked)) };
}

function plansFor(plans: readonly LoadedPlan[], name: string, asked: string): readonly LoadedPlan[] {
  const gpu = askedGpu(asked);
  const found = plans.filter((loaded) => loaded.gpu.name === gpu.name);
  if (found.length > 0) return found;
  throw new InputError(
    `${name} has no plan for ${gpu.name}; those that are there are for ${[...new Set(plans.map((loaded) => loaded.gpu.name))].join(", ")}`,
  );
}

export function unitOf(name: string, loaded: LoadedPlan, asked?: string): Unit {
  const gpu = planGpu(loaded, asked);
  return { ...compilePlan(name, schedulePlan(loaded, gpu).plan, gpu), upToBatch: loaded.upToBatch };
}

export const filesOf = ({ units }: EmittedPackage, symbols?: Symbols): readonly GeneratedFile[] =>
  linkPackage(units, symbols);

/** The units of a package's plan files other than these, for other GPUs or batches: the package contains them too. */
export const otherUnits = (project: Project, paths: readonly string[], name: string): readonly Unit[] =>
  packagePlanFiles(project, name)
    .filter((other) => !paths.includes(other))
    .map((other) => unitOf(name, loadPlan(project, other)));
