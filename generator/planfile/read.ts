// Turns the text of a plan file into its validated contents, without running it and without a type check.
import type { PlanFileContents } from "./contents.js";
import { parsePlanFile } from "./parse.js";
import { validatePlan } from "./validate.js";

/**
 * @param path what messages call the file; nothing is read from disk
 * @throws InputError `path:line:column: what is wrong; what would be right`, for the first mistake
 */
export function readPlanFile(path: string, text: string): PlanFileContents {
  const source = { path, text };
  const { literal, docComment } = parsePlanFile(source);
  return { ...validatePlan(source, literal), docComment: docComment?.text ?? "" };
}
