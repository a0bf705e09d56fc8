// Plan files of plans that are values, as the library writes them.
import { InputError } from "../failure/errors.js";
import { requireTransform } from "../json/transform-schema.js";
import { printKernels } from "../notation/print.js";
import { checkPlan, problemText } from "../plan/check.js";
import type { Plan } from "../plan/plan.js";
import type { Evidence } from "./definition.js";
import { readPlanFile } from "./read.js";
import { writePlanFile } from "./write.js";

/** What a plan file says besides the plan. */
export interface PlanFileOptions {
  /** That the plan is for, as `fftgen gpu` lists it, or the path of a GPU file from where the plan file lies. Default: the H200. */
  readonly gpu?: string;
  /** The largest batch that it is for, where its package has another plan for larger ones. Default: any. */
  readonly upToBatch?: number;
  /** Of its package, from that of the plan file. Default: one of the package's name among all packages. */
  readonly directory?: string;
  /** What was measured. Default: nothing. */
  readonly evidence?: readonly Evidence[];
  /** For readers: plain text, lines as they are. */
  readonly comment?: string;
}

/**
 * The text of a plan file, formatted. Nothing is written to disk.
 * @throws InputError for a plan that is not legal, and for what {@link readPlan} would not read again
 */
export async function printPlanFile(plan: Plan, options: PlanFileOptions = {}): Promise<string> {
  const { gpu, upToBatch, directory, evidence = [], comment = "" } = options;
  const transform = requireTransform("printPlanFile: transform", plan.transform);
  const [problem] = checkPlan(plan);
  if (problem !== undefined) throw new InputError(`printPlanFile: ${problemText(problem)}`);
  if (comment.includes("*/")) throw new InputError("printPlanFile: the comment has */ in it, which would end it early");
  const parts = {
    transform,
    ...(gpu === undefined ? {} : { gpu }),
    ...(upToBatch === undefined ? {} : { upToBatch }),
    ...(directory === undefined ? {} : { directory }),
    kernels: printKernels(plan),
    evidence,
  };
  const text = await writePlanFile(parts, comment);
  // Texts and numbers of the evidence among them.
  readPlanFile("printPlanFile", text);
  return text;
}
