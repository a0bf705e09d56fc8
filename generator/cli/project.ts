// Where things are in the user's project: plan files below plans/, packages below generated/.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { parseKernel } from "../notation/parse.js";
import type { Plan } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import { readPlanFile } from "../planfile/read.js";
import { requireLegal } from "../compile.js";
import { completePlan, DEFAULT_TWIDDLES, type RankedPlan } from "../search/search.js";

export const PLAN_SUFFIX = ".plan.ts";
export const PLANS_DIRECTORY = "plans";
export const GENERATED_DIRECTORY = "generated";

/** The package's name for a plan file: its path below plans/ as an identifier, `wu-jaja/tesla-256x256x256` -> `wu_jaja_tesla_256x256x256`. */
export function packageName(path: string): string {
  const inside = relative(resolve(PLANS_DIRECTORY), resolve(path));
  const stem = (inside.startsWith("..") ? basename(path) : inside).slice(0, -PLAN_SUFFIX.length);
  const name = stem
    .split(sep)
    .join("_")
    .replaceAll(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z]/.test(name) ? name : `fft_${name}`;
}

/** All plan files below a directory, sorted. */
export function planFiles(directory: string = PLANS_DIRECTORY): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(PLAN_SUFFIX))
    .map((path) => join(directory, path))
    .sort();
}

/** The plan file that a user means by a path or by a name as `list` shows it. */
export function findPlanFile(text: string): string {
  if (text.endsWith(PLAN_SUFFIX) && existsSync(text)) return text;
  const files = planFiles();
  const found = files.filter(
    (path) => packageName(path) === text || relative(PLANS_DIRECTORY, path) === `${text}${PLAN_SUFFIX}`,
  );
  const [first] = found;
  if (first !== undefined) return first;
  const known = files.map(packageName);
  throw new InputError(
    known.length === 0
      ? `no plan ${text}: there are no plan files below ${PLANS_DIRECTORY}/; \`fftgen plan <size>\` makes one`
      : `no plan ${text}: expected the path of a ${PLAN_SUFFIX} file or one of ${known.join(", ")}`,
  );
}

export interface LoadedPlan {
  readonly path: string;
  readonly name: string;
  readonly plan: Plan;
}

/** Reads and checks a plan file. Errors carry file, line and column. */
export function loadPlan(path: string, change: Partial<Pick<Transform, "order">> = {}): LoadedPlan {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const contents = readPlanFile(path, text);
  const kernels = contents.kernels.map((kernel) =>
    parseKernel(kernel.text, { file: path, line: kernel.line, column: kernel.column }),
  );
  const plan: Plan = { transform: { ...contents.transform, ...change }, kernels };
  requireLegal(plan, path);
  return { path, name: packageName(path), plan };
}

/** The plan with every schedule decided: those of the file are kept, missing ones are searched. */
export const schedule = (plan: Plan, gpu: Gpu): RankedPlan =>
  completePlan(plan, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
