// Where things are in the user's project: plan files below plans/, packages below generated/.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { requireDirectory } from "../emit/write.js";
import { InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import type { Gpu } from "../gpu/gpu.js";
import { digitSetOf } from "../layout/digits.js";
import { kernelGeometry } from "../layout/geometry.js";
import { parseKernel } from "../notation/parse.js";
import type { Origin } from "../notation/source-text.js";
import { checkPlan, problemText } from "../plan/check.js";
import type { Plan } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import { walshTransformProblem } from "../plan/walsh-transform.js";
import type { Evidence } from "../planfile/definition.js";
import { readPlanFile } from "../planfile/read.js";
import { completePlan, DEFAULT_TWIDDLES, type RankedPlan } from "../search/search.js";
import { choiceFrom } from "./option-values.js";

const PLAN_SUFFIX = ".plan.ts";
const PLANS_DIRECTORY = "plans";

/** Where the plan for a transform that `fftgen plan` was asked for is kept. */
export const planPath = (name: string): string => join(PLANS_DIRECTORY, `${name}${PLAN_SUFFIX}`);

/** Where a package goes by default. */
export const packageDirectory = (name: string): string => join("generated", name);

/** The package's name for a plan file: its path below plans/ as an identifier, `wu-jaja/tesla-256x256x256` -> `wu_jaja_tesla_256x256x256`. */
function packageName(path: string): string {
  const inside = relative(resolve(PLANS_DIRECTORY), resolve(path));
  const stem = (inside.startsWith("..") ? basename(path) : inside).slice(0, -PLAN_SUFFIX.length);
  const name = stem
    .split(sep)
    .join("_")
    .replaceAll(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z]/.test(name) ? name : `fft_${name}`;
}

/** All plan files below plans/, sorted. */
export function planFiles(): readonly string[] {
  if (!existsSync(PLANS_DIRECTORY)) return [];
  return readdirSync(PLANS_DIRECTORY, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(PLAN_SUFFIX))
    .map((path) => join(PLANS_DIRECTORY, path))
    .sort();
}

/** The plan files that a user means: all of them when none is named. Never two that would make the same package. */
export function wantedPlanFiles(texts: readonly string[]): readonly string[] {
  const paths = texts.length === 0 ? planFiles() : [...new Set(texts.map(findPlanFile))];
  if (paths.length === 0)
    throw new InputError(`there are no plan files below ${PLANS_DIRECTORY}/; \`fftgen plan <size>\` makes one`);
  const owners = new Map<string, string>();
  for (const path of paths) {
    const name = packageName(path);
    const other = owners.get(name);
    if (other !== undefined)
      throw new InputError(`${other} and ${path} would both become the package ${name}: rename one of them`);
    owners.set(name, path);
  }
  return paths;
}

/** The plan file that a user means by a path or by a name as `list` shows it. */
export function findPlanFile(text: string): string {
  if (text.endsWith(PLAN_SUFFIX)) {
    if (existsSync(text)) return text;
    throw new InputError(`there is no file ${text}`);
  }
  const files = planFiles();
  const found = files.filter(
    (path) => packageName(path) === text || relative(PLANS_DIRECTORY, path) === `${text}${PLAN_SUFFIX}`,
  );
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) throw new InputError(`${text} may be ${found.join(" or ")}: write the path of one`);
  if (files.length === 0)
    throw new InputError(
      `no plan ${text}: there are no plan files below ${PLANS_DIRECTORY}/; \`fftgen plan <size>\` makes one`,
    );
  throw new InputError(
    `no plan ${text}${suggestion(text, files.map(packageName))} \`fftgen list\` shows the plans; the path of a ${PLAN_SUFFIX} file will do too`,
  );
}

/** A plan is often named by its size alone. */
function suggestion(text: string, names: readonly string[]): string {
  const bySize = names.filter((name) => name.split("_").includes(text));
  const closest = nearest(text, names);
  const meant = bySize.length > 0 ? bySize.slice(0, 3) : closest === undefined ? [] : [closest];
  return meant.length === 0 ? "." : `; did you mean ${meant.join(" or ")}?`;
}

export interface LoadedPlan {
  readonly path: string;
  /** Of the package. */
  readonly name: string;
  readonly plan: Plan;
  /** Where each kernel is written. */
  readonly places: readonly Origin[];
  readonly evidence: readonly Evidence[];
}

/** Reads and checks a plan file, with another order of the output (--order) if one is given. Errors carry file, line and column. */
export function loadPlan(path: string, order?: string): LoadedPlan {
  const contents = readPlanFile(path, textOf(path));
  const places = contents.kernels.map(({ line, column }): Origin => ({ file: path, line, column }));
  const kernels = contents.kernels.map((kernel, index) => parseKernel(kernel.text, places[index]));
  const { transform } = contents;
  const plan: Plan = { transform: order === undefined ? transform : inOrder(transform, order, path), kernels };
  const problems = checkPlan(plan);
  if (problems.length > 0) {
    const lines = problems.map(
      (problem) => `${placeText(path, places[problem.kernel ?? -1])}: ${problemText(problem)}`,
    );
    const several = [`${path}: the plan is not legal`, ...lines.map((line) => `  ${line}`)];
    throw new InputError((lines.length === 1 ? lines : several).join("\n"));
  }
  const changed = order !== undefined && order !== transform.order;
  const name = packageName(path);
  return {
    path,
    name: changed ? `${name}_${order.replaceAll("-", "_")}` : name,
    plan,
    places,
    // What was measured is the order that the file says.
    evidence: changed ? [] : contents.evidence,
  };
}

/** The transform with the output in the order that --order names. */
function inOrder(transform: Transform, order: string, path: string): Transform {
  const hint = ` for ${path}`;
  if (transform.kind === "c2c")
    return { ...transform, order: choiceFrom("--order", order, ["natural", "digit-reversed"], hint) };
  const changed = { ...transform, order: choiceFrom("--order", order, ["natural", "sequency", "dyadic"], hint) };
  const problem = walshTransformProblem(changed);
  if (problem !== undefined) throw new InputError(`--order ${order} for ${path}: ${problem.message}`);
  return changed;
}

/** The directory of a pack must be new, so that results of other candidates are never taken for its own. `option` names it. */
export function requireNewDirectory(directory: string, option = "--pack"): void {
  requireDirectory(directory);
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new InputError(`${option} ${directory}: the directory is not empty; name a new one`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const placeText = (path: string, place: Origin | undefined): string =>
  place === undefined ? path : `${path}:${place.line}:${place.column}`;

/**
 * The plan with every schedule decided: those of the file are kept, missing ones are searched. Throws an InputError, with
 * the place, for a schedule that this GPU cannot run.
 */
export function schedulePlan({ path, plan, places }: LoadedPlan, gpu: Gpu): RankedPlan {
  const set = digitSetOf(plan.transform, plan.kernels);
  plan.kernels.forEach(({ subComputations, schedule }, index) => {
    if (schedule === undefined) return;
    const geometry = kernelGeometry(set, { subComputations, schedule }, index, gpu);
    if (!geometry.ok)
      throw new InputError(
        `${placeText(path, places[index])}: kernel ${index + 1} cannot run on ${gpu.name}: ${geometry.reason}`,
      );
  });
  return completePlan(plan, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
}
