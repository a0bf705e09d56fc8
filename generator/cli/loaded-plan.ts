// A plan file as commands use it: read, checked, for a GPU, with every schedule decided.
import { dirname, isAbsolute, join } from "node:path";
import { nameOwner } from "../emit/taken-names.js";
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Origin } from "../notation/source-text.js";
import type { Plan } from "../plan/plan.js";
import { choicesOf, FIELDS, withFields } from "../plan/transform-fields.js";
import type { Transform } from "../plan/transform.js";
import { transformProblem } from "../plan/transform-problem.js";
import { checkedPlan, namedGpu } from "../planfile/checked-plan.js";
import type { Evidence } from "../planfile/definition.js";
import { readPlanFile } from "../planfile/read.js";
import { askedGpu } from "./asked-gpu.js";
import { choiceFrom, onlyHint } from "./option-values.js";
import { packageName, type PlanFolder } from "./plan-files.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

export interface LoadedPlan {
  readonly path: string;
  /** The name of the package. */
  readonly name: string;
  readonly plan: Plan;
  /** The GPU of the plan. */
  readonly gpu: Gpu;
  /** The largest batch that it is for; undefined for any beyond those of its package's other plans. */
  readonly upToBatch: number | undefined;
  /** The directory of its package, as the file says; undefined for the usual one. */
  readonly directory: string | undefined;
  /** The place of each kernel in the text. */
  readonly places: readonly Origin[];
  readonly evidence: readonly Evidence[];
  /** The number of plans among which it was the fastest, if the comment of the file says so. */
  readonly fastestOf: number | undefined;
}

/** Reads and checks a plan file, with another order of the output (--order) if one is given. Errors carry file, line and column. */
export function loadPlan(folder: PlanFolder, path: string, order?: string): LoadedPlan {
  const contents = readPlanFile(path, readUserFile(path, MOST_BYTES.plan));
  const { transform } = contents;
  const wanted = order === undefined ? transform : inOrder(transform, order, path);
  const { plan, places } = checkedPlan(path, contents, wanted);
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
    gpu: namedGpu(path, contents.gpu, (name) => askedGpu(name, dirname(path))),
    upToBatch: contents.upToBatch,
    // Another order is another package, in a directory of its own.
    directory: changed || contents.directory === undefined ? undefined : besideOf(path, contents.directory),
    places,
    // The measurements are those of the order in the file.
    evidence: changed ? [] : contents.evidence,
    fastestOf: changed ? undefined : fastestOf(contents.docComment),
  };
}

function fastestOf(comment: string): number | undefined {
  const [, count] = /\bfastest of (\d+) plans? measured\b/.exec(comment) ?? [];
  return count === undefined ? undefined : Number(count);
}

const besideOf = (path: string, directory: string): string =>
  isAbsolute(directory) ? directory : join(dirname(path), directory);

/** The transform with the output in the order that --order names. */
function inOrder(transform: Transform, order: string, path: string): Transform {
  const choices = choicesOf(FIELDS.order.form, transform.kind);
  const why = ` for ${path}${onlyHint(FIELDS.order.onlyChoice(transform.kind))}`;
  const changed = withFields(transform, new Map([["order", choiceFrom("--order", order, choices, why)]]));
  const problem = transformProblem(changed);
  if (problem !== undefined) throw new InputError(`--order ${order} for ${path}: ${problem.message}`);
  return changed;
}

/** The GPU of a plan: the one of --gpu, or the one in the file. */
export const planGpu = ({ gpu }: LoadedPlan, asked?: string): Gpu => (asked === undefined ? gpu : askedGpu(asked));
