// The packages of a project: the plan files that each is made of, and where the files and the package go.
import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { at, ifRight, InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { loadPlan, type LoadedPlan } from "./loaded-plan.js";
import { findPlanFiles, packageName, PLAN_SUFFIX, planFiles, plansPlace } from "./plan-files.js";
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
    throw new InputError(`there are no plan files below ${plansPlace(project)}; \`fftgen plan <size>\` makes one`);
  const packages = packagesOf(paths.map((path) => loadPlan(project, path, order)));
  for (const [index, { name, plans }] of packages.entries()) {
    const like = packages.slice(0, index).find((other) => other.name.toLowerCase() === name.toLowerCase());
    if (like !== undefined)
      throw new InputError(
        `${at(like.plans, 0).path} and ${at(plans, 0).path} would become packages whose names differ in capitals only, one directory on many systems: rename one of them`,
      );
    for (const [index, { path, gpu }] of plans.entries()) {
      const twin = plans.slice(0, index).find((other) => other.gpu.name === gpu.name);
      if (twin !== undefined)
        throw new InputError(
          `${twin.path} and ${path} would both become the package ${name}, for ${gpu.name}: rename one of them`,
        );
    }
  }
  return packages;
}

/** Plan files of one name are one package. */
export function packagesOf(loaded: readonly LoadedPlan[]): readonly PackagePlans[] {
  const names = [...new Set(loaded.map(({ name }) => name))];
  return names.map((name) => ({ name, plans: loaded.filter((one) => one.name === name) }));
}

/** The plan files that one package is made of. */
export const packagePlanFiles = (project: Project, name: string): readonly string[] =>
  planFiles(project).filter((path) => packageName(project, path) === name);

/** Where a package goes of which no plan file says it. */
export const usualDirectory = (project: Project, name: string): string => join(project.packages, name);

/**
 * Where a package is: as its plan files say.
 * @throws InputError if they do not agree
 */
export function packageDirectory(project: Project, { name, plans }: PackagePlans): string {
  const [first, ...others] = plans.filter(({ directory }) => directory !== undefined);
  if (first?.directory === undefined) return usualDirectory(project, name);
  const other = others.find(({ directory }) => resolve(directory ?? "") !== resolve(first.directory ?? ""));
  if (other !== undefined)
    throw new InputError(
      `${first.path} says that the package ${name} is in ${first.directory}, ${other.path} in ${other.directory ?? ""}: correct one of them`,
    );
  return first.directory;
}

/** The plan files of a package that can be read; `path` is one, wherever it lies. */
export function readablePlans(project: Project, name: string, path?: string): PackagePlans {
  const paths = [
    ...new Set([...packagePlanFiles(project, name), ...(path !== undefined && existsSync(path) ? [path] : [])]),
  ];
  return { name, plans: paths.flatMap((one) => readable(project, one) ?? []) };
}

/** What a plan file says of its package's directory; null where it need say nothing. */
export function writtenDirectory(project: Project, name: string, path: string, directory: string): string | null {
  if (resolve(directory) === resolve(usualDirectory(project, name))) return null;
  const written = relative(dirname(path), directory).split(sep).join("/");
  return written === "" ? "." : written;
}

/** A plan file as manifests of packages name it: the same wherever the package and the user are. */
export function planLabel({ root }: Project, path: string): string {
  const inside = relative(resolve(root), resolve(path));
  return (inside.startsWith("..") || isAbsolute(inside) ? basename(path) : inside).split(sep).join("/");
}

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
    const isFirst = own.length === 0 && index === 0;
    return join(project.plans, `${name}${isFirst ? "" : `.${gpuLabel(gpu)}`}${PLAN_SUFFIX}`);
  });
}

/** A GPU in the name of a file: `a100_sxm4_80gb`. */
export const gpuLabel = ({ name }: Gpu): string =>
  name
    .replace(/^NVIDIA (GeForce )?/, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");

/** Where the plan for one GPU is kept. */
export const planPath = (project: Project, name: string, gpu: Gpu): string => at(planPaths(project, name, [gpu]), 0);

const gpuName = (project: Project, path: string): string | undefined => readable(project, path)?.gpu.name;

/** Undefined for a plan file that is broken. */
const readable = (project: Project, path: string): LoadedPlan | undefined => ifRight(() => loadPlan(project, path));
