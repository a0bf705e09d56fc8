// A plan file as a plan: its kernels parsed, legal for its transform, and inside the rules that they say.
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { findGpu } from "../gpu/registry.js";
import { readKernel } from "../notation/parse.js";
import { requireRules } from "../notation/parse-plan.js";
import type { Origin } from "../notation/source-text.js";
import { checkPlan, problemText } from "../plan/check.js";
import type { Plan } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import type { PlacedText, PlanFileContents } from "./contents.js";
import type { Evidence } from "./definition.js";
import { readPlanFile } from "./read.js";

/** What plans are for that do not say it. */
export const DEFAULT_GPU = "H200";

/** Problems of a plan beyond this many are not listed. */
const MOST_PROBLEMS = 12;

export interface CheckedPlan {
  readonly plan: Plan;
  /** Where each kernel is written. */
  readonly places: readonly Origin[];
}

/** `transform`: another one than the file says. Throws an InputError with file, line and column for kernels that do not give it. */
export function checkedPlan(
  path: string,
  { kernels: texts, transform: written }: PlanFileContents,
  transform: Transform = written,
): CheckedPlan {
  const places = texts.map(({ line, column }): Origin => ({ file: path, line, column }));
  const read = texts.map((kernel, index) => readKernel(kernel.text, places[index]));
  const plan: Plan = { transform, kernels: read.map(({ kernel }) => kernel) };
  const problems = checkPlan(plan);
  if (problems.length === 0) {
    requireRules(plan, read);
    return { plan, places };
  }
  const texted = problems.map((problem) => `${placeText(path, places[problem.kernel ?? -1])}: ${problemText(problem)}`);
  const lines = [...new Set(texted)];
  const rest = lines.length - MOST_PROBLEMS;
  const several = [`${path}: the plan is not legal`, ...lines.slice(0, MOST_PROBLEMS), `... ${rest} more`];
  const [first] = problems;
  const place = places[first?.kernel ?? -1];
  throw new InputError(
    lines.length === 1 ? lines.join("") : several.slice(0, rest > 0 ? undefined : -1).join("\n  "),
    place === undefined ? undefined : { file: path, line: place.line, column: place.column },
  );
}

export const placeText = (path: string, place: Origin | undefined): string =>
  place === undefined ? path : `${path}:${place.line}:${place.column}`;

/** The GPU that a plan file names, through `gpuCalled`; throws an InputError with the place for one that is not known. */
export function namedGpu(path: string, written: PlacedText | undefined, gpuCalled: (name: string) => Gpu): Gpu {
  if (written === undefined) return findGpu(DEFAULT_GPU);
  try {
    return gpuCalled(written.text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { line, column } = written;
    throw new InputError(`${path}:${line}:${column}: ${error.message}`, { file: path, line, column });
  }
}

/** What a plan file says. */
export interface PlanOfFile {
  /** Its kernels may lack schedules, which `completePlan` decides. */
  readonly plan: Plan;
  /** That the plan is for. */
  readonly gpu: Gpu;
  /** The largest batch that it is for; undefined for any beyond those of its package's other plans. */
  readonly upToBatch: number | undefined;
  /** Of its package, from that of the file; undefined where it is the usual one. */
  readonly directory: string | undefined;
  readonly evidence: readonly Evidence[];
  /** The comment right before `export default`, without its stars; empty when there is none. */
  readonly comment: string;
}

/**
 * The plan in the text of a plan file. Nothing of the text is run, and nothing is read from disk.
 * @param path what messages call the file
 * @param gpuCalled gives the GPU that the file names; the usual one knows no GPU files, whose paths plan files may name instead
 * @throws InputError `path:line:column: what is wrong; what would be right`, for the first mistake
 */
export function readPlan(path: string, text: string, gpuCalled: (name: string) => Gpu = findGpu): PlanOfFile {
  const contents = readPlanFile(path, text);
  const { plan } = checkedPlan(path, contents);
  const { gpu, upToBatch, directory, evidence, docComment } = contents;
  return { plan, gpu: namedGpu(path, gpu, gpuCalled), upToBatch, directory, evidence, comment: docComment };
}
