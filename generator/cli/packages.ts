// The packages of a project: the plan files of each, and the directories of the files and the package.
import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { at, ifRight, InputError } from "../failure/errors.js";
import { byRange } from "../plan/served-batches.js";
import type { Gpu } from "../gpu/gpu.js";
import { loadPlan, type LoadedPlan } from "./loaded-plan.js";
import { findPlanFile, findPlanFiles, packageName, PLAN_SUFFIX, planFiles, plansPlace } from "./plan-files.js";
import type { Project } from "./project.js";

/** The plan files of one package: one, or one for each of several GPUs and ranges of batches. */
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
    for (const [index, { path, gpu, upToBatch }] of plans.entries()) {
      const twin = plans.slice(0, index).find((other) => other.gpu.name === gpu.name && other.upToBatch === upToBatch);
      if (twin !== undefined)
        throw new InputError(
          `${twin.path} and ${path} would both become the package ${name}, for ${gpu.name} and ${upToBatch === undefined ? "any batch" : `batches up to ${upToBatch}`}: rename one of them, or say by "upToBatch" which one small batches take`,
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
 * The plan files of one transform for one GPU, the one for the smallest batches first. Where there is none, files that cannot be read:
 * one of them may be meant, and its reader reports the error.
 */
export function gpuPlanFiles(project: Project, name: string, gpu: Gpu): readonly string[] {
  const own = packagePlanFiles(project, name)
    .filter((path) => dirname(path) === project.plans)
    .map((path) => ({ path, loaded: readable(project, path) }));
  const found = own.flatMap(({ loaded }) => (loaded?.gpu.name === gpu.name ? [loaded] : []));
  if (found.length > 0) return byRange(found).map(({ path }) => path);
  return own.filter(({ loaded }) => loaded === undefined).map(({ path }) => path);
}

/**
 * The plan file that a user means by a path or a name, of several for different batches the one for the largest.
 * @throws InputError for a name of plans for several GPUs
 */
export function mainPlanFile(project: Project, text: string): string {
  const loaded = findPlanFiles(project, text).map((path) => loadPlan(project, path));
  const isForOne = new Set(loaded.map(({ gpu }) => gpu.name)).size === 1;
  const areRanges = new Set(loaded.map(({ upToBatch }) => upToBatch)).size === loaded.length;
  return isForOne && areRanges ? at(byRange(loaded), loaded.length - 1).path : findPlanFile(project, text);
}

/** Of several, sorted by their ranges, the one that serves such a batch. */
export const servingBatch = <T extends { readonly upToBatch: number | undefined }>(
  plans: readonly T[],
  batch: number,
): T | undefined => plans.find(({ upToBatch }) => batch <= (upToBatch ?? Infinity)) ?? plans.at(-1);

/** The plan file of one GPU for such a batch, by default for the largest ones; if there is none, the path of a new one. */
export function planPath(project: Project, name: string, gpu: Gpu, batch = Infinity): string {
  const paths = gpuPlanFiles(project, name, gpu);
  const serving = servingBatch(
    paths.flatMap((path) => readable(project, path) ?? []),
    batch,
  );
  return serving?.path ?? paths[0] ?? newPlanPath(project, name, gpu, packagePlanFiles(project, name).length === 0);
}

/** The path of a plan file that replaces all those of one GPU: of these the one without a batch in its name, where there is one. */
export function firstPlanPath(project: Project, name: string, gpu: Gpu): string {
  const plain = gpuPlanFiles(project, name, gpu).find((path) => !BATCH_IN_NAME.test(path));
  return plain ?? planPath(project, name, gpu);
}

const BATCH_IN_NAME = /\.batch_\d+(_\d+)?(?=\.plan\.ts$)/;

/** `<name>.plan.ts` for the first of a package; beside plans for other GPUs `c2c_f32_65536.a100_sxm4_80gb.plan.ts`. */
export const newPlanPath = (project: Project, name: string, gpu: Gpu, isFirst: boolean): string =>
  join(project.plans, `${name}${isFirst ? "" : `.${gpuLabel(gpu)}`}${PLAN_SUFFIX}`);

/**
 * Of a new plan file beside that for other batches, `c2c_f32_65536.plan.ts`: `c2c_f32_65536.batch_4.plan.ts`. `replaced`: files that
 * may be there.
 */
export function batchPlanPath(beside: string, batch: number, replaced: readonly string[]): string {
  const stem = `${beside.replace(BATCH_IN_NAME, "").slice(0, -PLAN_SUFFIX.length)}.batch_${batch}`;
  for (let count = 1; ; count++) {
    const path = `${stem}${count === 1 ? "" : `_${count}`}${PLAN_SUFFIX}`;
    if (replaced.includes(path) || !existsSync(path)) return path;
  }
}

/** A GPU in the name of a file: `a100_sxm4_80gb`. */
export const gpuLabel = ({ name }: Gpu): string =>
  name
    .replace(/^NVIDIA (GeForce )?/, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");

/** Undefined for a plan file that is broken. */
const readable = (project: Project, path: string): LoadedPlan | undefined => ifRight(() => loadPlan(project, path));
