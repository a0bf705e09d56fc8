// The plan files of a project, the one that a user means, and the package of each.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { at, InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";

export const PLAN_SUFFIX = ".plan.ts";

/** A directory of plan files: of a project, or of wisdom. */
export interface PlanFolder {
  readonly plans: string;
}

/**
 * The package's name for a plan file: its path below the directory of plans as an identifier, `wu-jaja/tesla-256x256x256` ->
 * `wu_jaja_tesla_256x256x256`. The part after a dot distinguishes plans of one package for several GPUs: `c2c_f32_65536.a100` ->
 * `c2c_f32_65536`.
 */
export function packageName(project: PlanFolder, path: string): string {
  const inside = relative(resolve(project.plans), resolve(path));
  const file = (inside.startsWith("..") ? basename(path) : inside).slice(0, -PLAN_SUFFIX.length);
  const stem = join(dirname(file), basename(file).replace(/(?!^)\..*$/, ""));
  // Two underscores in a row are reserved for the compiler.
  const name = stem.replaceAll(/[^A-Za-z0-9]+/g, "_");
  return /^[A-Za-z]/.test(name) ? name : `fft_${name}`;
}

/** All plan files of a project, sorted. */
export const planFiles = (project: PlanFolder): readonly string[] =>
  statSync(project.plans, { throwIfNoEntry: false })?.isDirectory() === true
    ? planFilesBelow(project.plans).sort()
    : [];

/** Files in installed packages belong to those packages. */
const planFilesBelow = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    // A directory with the name of a plan file is a mistake, which the reader of plan files reports.
    if (entry.isDirectory() && !entry.name.endsWith(PLAN_SUFFIX))
      return entry.name === "node_modules" || entry.name.startsWith(".") ? [] : planFilesBelow(path);
    return entry.name.endsWith(PLAN_SUFFIX) ? [path] : [];
  });

/** Where a project has its plan files, or would have them, with the directory around it: it may be another project than was meant. */
export function plansPlace({ plans }: PlanFolder): string {
  const place = resolve(plans);
  return `${basename(place)}/ in ${dirname(place)}`;
}

/** The plan file that a user means by a path or by a name that `list` shows. */
export function findPlanFile(project: PlanFolder, text: string): string {
  const found = findPlanFiles(project, text);
  if (found.length > 1) throw new InputError(`${text} may be ${found.join(" or ")}: write the path of one`);
  return at(found, 0);
}

/** At least one plan file of a package, which may have several for several GPUs. */
export function findPlanFiles(project: PlanFolder, text: string): readonly string[] {
  if (text.endsWith(PLAN_SUFFIX)) {
    if (existsSync(text)) return [text];
    throw new InputError(`there is no file ${text}`);
  }
  const files = planFiles(project);
  const found = files.filter(
    (path) => packageName(project, path) === text || relative(project.plans, path) === `${text}${PLAN_SUFFIX}`,
  );
  if (found.length > 0) return found;
  if (files.length === 0)
    throw new InputError(
      `no plan ${text}: there are no plan files below ${plansPlace(project)}; \`fftgen plan <size>\` makes one`,
    );
  const names = files.map((path) => packageName(project, path));
  throw new InputError(
    `no plan ${text}${suggestion(text, names)} \`fftgen list\` shows the plans; the path of a ${PLAN_SUFFIX} file is accepted too`,
  );
}

/** A plan is often named by its size alone. */
function suggestion(text: string, names: readonly string[]): string {
  const bySize = names.filter((name) => name.split("_").includes(text));
  const closest = nearest(text, names);
  const meant = bySize.length > 0 ? bySize.slice(0, 3) : closest === undefined ? [] : [closest];
  return meant.length === 0 ? "." : `; did you mean ${meant.join(" or ")}?`;
}
