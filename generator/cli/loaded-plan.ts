// A plan file as it is worked with: read, checked, for a GPU, with every schedule decided.
import { dirname, isAbsolute, join } from "node:path";
import { nameOwner } from "../emit/taken-names.js";
import { InputError } from "../failure/errors.js";
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
import { packageName, type PlanFolder } from "./plan-files.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

/** What plans are for that do not say it. */
export const DEFAULT_GPU = "H200";

/** Problems of a plan beyond this many are not listed. */
const MOST_PROBLEMS = 12;

export interface LoadedPlan {
  readonly path: string;
  /** Of the package. */
  readonly name: string;
  readonly plan: Plan;
  /** That the plan is for. */
  readonly gpu: Gpu;
  /** Of its package, as the file says; undefined where it is the usual one. */
  readonly directory: string | undefined;
  /** Where each kernel is written. */
  readonly places: readonly Origin[];
  readonly evidence: readonly Evidence[];
}

/** Reads and checks a plan file, with another order of the output (--order) if one is given. Errors carry file, line and column. */
export function loadPlan(folder: PlanFolder, path: string, order?: string): LoadedPlan {
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
  const name = packageName(folder, path);
  const owner = nameOwner(name);
  if (owner !== undefined)
    throw new InputError(
      `${path}: its package would be called ${name}, and that is the name of ${owner}: rename the file`,
    );
  return {
    path,
    name: changed ? `${name}_${order.replaceAll("-", "_")}` : name,
    plan,
    gpu: gpuOf(path, contents.gpu),
    // A variant is another package, and has another place.
    directory: changed || contents.directory === undefined ? undefined : besideOf(path, contents.directory),
    places,
    // What was measured is the order that the file says.
    evidence: changed ? [] : contents.evidence,
  };
}

const besideOf = (path: string, directory: string): string =>
  isAbsolute(directory) ? directory : join(dirname(path), directory);

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

/** The GPU that a plan is for: as it is asked for, or as the file says. */
export const planGpu = ({ gpu }: LoadedPlan, asked?: string): Gpu => (asked === undefined ? gpu : askedGpu(asked));

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
