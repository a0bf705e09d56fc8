// Where things are in the user's project: plan files below plans/, packages below generated/.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { requireDirectory } from "../output/directories.js";
import { at, InputError } from "../failure/errors.js";
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
import type { PlacedText } from "../planfile/contents.js";
import type { Evidence } from "../planfile/definition.js";
import { readPlanFile } from "../planfile/read.js";
import { completePlan, DEFAULT_TWIDDLES, type RankedPlan } from "../search/search.js";
import { askedGpu } from "./asked-gpu.js";
import { choiceFrom } from "./option-values.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

const PLAN_SUFFIX = ".plan.ts";
const PLANS_DIRECTORY = "plans";

/** What plans are for that do not say it. */
export const DEFAULT_GPU = "H200";

/**
 * Where the plan for a transform on a GPU is kept: in the file that has it, in `<name>.plan.ts` if there is none, and beside plans
 * for other GPUs in a file that names its own, `c2c_f32_65536.a100_sxm4_80gb.plan.ts`.
 */
export function planPath(name: string, gpu: Gpu): string {
  const own = packagePlanFiles(name).filter((path) => dirname(path) === PLANS_DIRECTORY);
  // A file that cannot be read may be the one that is meant: who reads it says what is wrong with it.
  const found = own.find((path) => gpuName(path) === gpu.name) ?? own.find((path) => gpuName(path) === undefined);
  if (found !== undefined) return found;
  const label = gpu.name
    .replace(/^NVIDIA (GeForce )?/, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");
  return join(PLANS_DIRECTORY, `${name}${own.length === 0 ? "" : `.${label}`}${PLAN_SUFFIX}`);
}

/** Where a package goes by default. */
export const packageDirectory = (name: string): string => join("generated", name);

/**
 * The package's name for a plan file: its path below plans/ as an identifier, `wu-jaja/tesla-256x256x256` ->
 * `wu_jaja_tesla_256x256x256`. What stands behind a dot tells plans of one package apart that are for several GPUs:
 * `c2c_f32_65536.a100` -> `c2c_f32_65536`.
 */
function packageName(path: string): string {
  const inside = relative(resolve(PLANS_DIRECTORY), resolve(path));
  const file = (inside.startsWith("..") ? basename(path) : inside).slice(0, -PLAN_SUFFIX.length);
  const stem = join(dirname(file), basename(file).replace(/(?!^)\..*$/, ""));
  const name = stem
    .split(sep)
    .join("_")
    .replaceAll(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z]/.test(name) ? name : `fft_${name}`;
}

/** Undefined for a plan file that is broken. */
function gpuName(path: string): string | undefined {
  try {
    return loadPlan(path).gpu.name;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The plan files that one package is made of. */
export const packagePlanFiles = (name: string): readonly string[] =>
  planFiles().filter((path) => packageName(path) === name);

/** All plan files below plans/, sorted. */
export function planFiles(): readonly string[] {
  if (statSync(PLANS_DIRECTORY, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(PLANS_DIRECTORY, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(PLAN_SUFFIX))
    .map((path) => join(PLANS_DIRECTORY, path))
    .sort();
}

/** The plan files of one package: one, or one for each of several GPUs. */
export interface PackagePlans {
  readonly name: string;
  readonly plans: readonly LoadedPlan[];
}

/**
 * The packages that a user means: all of them when none is named. Never two that would have the same name.
 * @throws InputError for plan files that are wrong, or not there
 */
export function wantedPackages(texts: readonly string[], order?: string): readonly PackagePlans[] {
  const paths = texts.length === 0 ? planFiles() : [...new Set(texts.flatMap(findPlanFiles))];
  if (paths.length === 0)
    throw new InputError(`there are no plan files below ${PLANS_DIRECTORY}/; \`fftgen plan <size>\` makes one`);
  const packages = new Map<string, LoadedPlan[]>();
  for (const path of paths) {
    const loaded = loadPlan(path, order);
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

/** The GPU that a plan is for: as it is asked for, or as the file says. */
export const planGpu = ({ gpu }: LoadedPlan, asked?: string): Gpu => (asked === undefined ? gpu : askedGpu(asked));

/** The plan file that a user means by a path or by a name as `list` shows it. */
export function findPlanFile(text: string): string {
  const found = findPlanFiles(text);
  if (found.length > 1) throw new InputError(`${text} may be ${found.join(" or ")}: write the path of one`);
  return at(found, 0);
}

/** The same where a package's plans for several GPUs will do: at least one. */
export function findPlanFiles(text: string): readonly string[] {
  if (text.endsWith(PLAN_SUFFIX)) {
    if (existsSync(text)) return [text];
    throw new InputError(`there is no file ${text}`);
  }
  const files = planFiles();
  const found = files.filter(
    (path) => packageName(path) === text || relative(PLANS_DIRECTORY, path) === `${text}${PLAN_SUFFIX}`,
  );
  if (found.length > 0) return found;
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

/** Problems of a plan beyond this many are not listed. */
const MOST_PROBLEMS = 12;

export interface LoadedPlan {
  readonly path: string;
  /** Of the package. */
  readonly name: string;
  readonly plan: Plan;
  /** That the plan is for. */
  readonly gpu: Gpu;
  /** Where each kernel is written. */
  readonly places: readonly Origin[];
  readonly evidence: readonly Evidence[];
}

/** Reads and checks a plan file, with another order of the output (--order) if one is given. Errors carry file, line and column. */
export function loadPlan(path: string, order?: string): LoadedPlan {
  const contents = readPlanFile(path, readUserFile(path, MOST_BYTES.plan));
  const places = contents.kernels.map(({ line, column }): Origin => ({ file: path, line, column }));
  const kernels = contents.kernels.map((kernel, index) => parseKernel(kernel.text, places[index]));
  const { transform } = contents;
  const plan: Plan = { transform: order === undefined ? transform : inOrder(transform, order, path), kernels };
  const problems = checkPlan(plan);
  if (problems.length > 0) {
    const texts = problems.map(
      (problem) => `${placeText(path, places[problem.kernel ?? -1])}: ${problemText(problem)}`,
    );
    const lines = [...new Set(texts)];
    const rest = lines.length - MOST_PROBLEMS;
    const several = [`${path}: the plan is not legal`, ...lines.slice(0, MOST_PROBLEMS), `... ${rest} more`];
    throw new InputError(
      lines.length === 1 ? lines.join("") : several.slice(0, rest > 0 ? undefined : -1).join("\n  "),
    );
  }
  const changed = order !== undefined && order !== transform.order;
  const name = packageName(path);
  return {
    path,
    name: changed ? `${name}_${order.replaceAll("-", "_")}` : name,
    plan,
    gpu: gpuOf(path, contents.gpu),
    places,
    // What was measured is the order that the file says.
    evidence: changed ? [] : contents.evidence,
  };
}

function gpuOf(path: string, written: PlacedText | undefined): Gpu {
  if (written === undefined) return askedGpu(DEFAULT_GPU);
  try {
    return askedGpu(written.text, dirname(path));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${path}:${written.line}:${written.column}: ${error.message}`);
  }
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
