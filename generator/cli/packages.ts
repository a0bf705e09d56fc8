// The packages of a project: the plan files that each is made of, and where the files and the package go.
import { dirname, join } from "node:path";
import { at, InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { loadPlan, planGpu, type LoadedPlan } from "./loaded-plan.js";
import { findPlanFiles, packageName, PLAN_SUFFIX, planFiles } from "./plan-files.js";
import type { Project } from "./project.js";

/** The plan files of one package: one, or one for each of several GPUs. */
export interface PackagePlans {
  readonly name: string;
  readonly plans: readonly LoadedPlan[];
}

/**
 * The packages that a user means: all of them when none is named. Never two that would have the same name.
 * @throws InputError for plan files that are wrong, or not there
 */
export function wantedPackages(project: Project, texts: readonly string[], order?: string): readonly PackagePlans[] {
  const paths =
    texts.length === 0 ? planFiles(project) : [...new Set(texts.flatMap((text) => findPlanFiles(project, text)))];
  if (paths.length === 0)
    throw new InputError(`there are no plan files below ${project.plans}/; \`fftgen plan <size>\` makes one`);
  const packages = new Map<string, LoadedPlan[]>();
  for (const path of paths) {
    const loaded = loadPlan(project, path, order);
    const others = packages.get(loaded.name) ?? [];
    const twin = others.find((other) => planGpu(other).name === planGpu(loaded).name);
    if (twin !== undefined)
      throw new InputError(
        `${twin.path} and ${path} would both become the package ${loaded.name}, for ${planGpu(loaded).name}: rename one of them`,
      );
    packages.set(loaded.name, [...others, loaded]);
  }
  return [...packages].map(([name, plans]) => ({ name, plans }));
}

/** The plan files that one package is made of. */
export const packagePlanFiles = (project: Project, name: string): readonly string[] =>
  planFiles(project).filter((path) => packageName(project, path) === name);

/** Where a package goes by default. */
export const packageDirectory = (project: Project, name: string): string => join(project.packages, name);

/**
 * Where the plans of one transform for several GPUs are kept, in their order: each in the file that has it, the first in
 * `<name>.plan.ts` if there is none, and beside plans for other GPUs in a file that names its own,
 * `c2c_f32_65536.a100_sxm4_80gb.plan.ts`.
 */
export function planPaths(project: Project, name: string, gpus: readonly Gpu[]): readonly string[] {
  const own = packagePlanFiles(project, name).filter((path) => dirname(path) === project.plans);
  return gpus.map((gpu, index) => {
    // A file that cannot be read may be the one that is meant: who reads it says what is wrong with it.
    const found =
      own.find((path) => gpuName(project, path) === gpu.name) ??
      own.find((path) => gpuName(project, path) === undefined);
    if (found !== undefined) return found;
    const label = gpu.name
      .replace(/^NVIDIA (GeForce )?/, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_");
    const isFirst = own.length === 0 && index === 0;
    return join(project.plans, `${name}${isFirst ? "" : `.${label}`}${PLAN_SUFFIX}`);
  });
}

/** Where the plan for one GPU is kept. */
export const planPath = (project: Project, name: string, gpu: Gpu): string => at(planPaths(project, name, [gpu]), 0);

/** Undefined for a plan file that is broken. */
function gpuName(project: Project, path: string): string | undefined {
  try {
    return loadPlan(project, path).gpu.name;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
