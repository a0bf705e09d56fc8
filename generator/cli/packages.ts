// The packages of a project: the plan files of each, and the directories of the files and the package.
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
 * The packages that a user means: all of them when none is named. Never two of the same name.
 * @throws InputError for plan files that are wrong or absent
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

/** Groups plan files of one name into one package. */
export function packagesOf(loaded: readonly LoadedPlan[]): readonly PackagePlans[] {
  const names = [...new Set(loaded.map(({ name }) => name))];
  return names.map((name) => ({ name, plans: loaded.filter((one) => one.name === name) }));
}

/** The plan files of one package. */
export const packagePlanFiles = (project: Project, name: string): readonly string[] =>
  planFiles(project).filter((path) => packageName(project, path) === name);

/** The directory of a package whose plan files name none. */
export const usualDirectory = (project: Project, name: string): string => join(project.packages, name);

/**
 * The directory of a package according to its plan files.
 * @throws InputError if they disagree
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

/** The readable plan files of a package; `path` is one of them, in any directory. */
export function readablePlans(project: Project, name: string, path?: string): PackagePlans {
  const paths = [
    ...new Set([...packagePlanFiles(project, name), ...(path !== undefined && existsSync(path) ? [path] : [])]),
  ];
  return { name, plans: paths.flatMap((one) => readable(project, one) ?? []) };
}

/** The directory that a plan file records for its package; null for the usual one. */
export function writtenDirectory(project: Project, name: string, path: string, directory: string): string | null {
  if (resolve(directory) === resolve(usualDirectory(project, name))) return null;
  const written = relative(dirname(path), directory).split(sep).join("/");
  return written === "" ? "." : written;
}

/** A plan file as manifests of packages name it, independent of the directories of the package and the user. */
export function planLabel({ root }: Project, path: string): string {
  const inside = relative(resolve(root), resolve(path));
  return (inside.startsWith("..") || isAbsolute(inside) ? basename(path) : inside).split(sep).join("/");
}

/**
 * The plan files of one transform for several GPUs, in the order of the GPUs: an existing file for its GPU; if there is none,
 * `<name>.plan.ts` for the first; next to plans for other GPUs a file with the GPU in its name,
 * `c2c_f32_65536.a100_sxm4_80gb.plan.ts`.
 */
export function planPaths(project: Project, name: string, gpus: readonly Gpu[]): readonly string[] {
  const own = packagePlanFiles(project, name).filter((path) => dirname(path) === project.plans);
  return gpus.map((gpu, index) => {
    // An unreadable file may be the one that is meant: its reader reports the error.
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

/** The file of the plan for one GPU. */
export const planPath = (project: Project, name: string, gpu: Gpu): string => at(planPaths(project, name, [gpu]), 0);

const gpuName = (project: Project, path: string): string | undefined => readable(project, path)?.gpu.name;

/** Undefined for a plan file that is broken. */
const readable = (project: Project, path: string): LoadedPlan | undefined => ifRight(() => loadPlan(project, path));
