// Turns the contents of a plan file into its whole text, formatted by prettier. Writes no file.
import { invariant } from "../failure/errors.js";
import { plainPlan, type PlanFileParts } from "./contents.js";
import { formatted } from "./formatted.js";
import { printDocComment, printInline } from "./print.js";

/** Every key is written, defaults too: a reader need not know them. `docComment` is plain text without stars. */
export async function writePlanFile(parts: PlanFileParts, docComment: string): Promise<string> {
  invariant(!docComment.includes("*/"), () => `writePlanFile: the comment would end early: ${docComment}`);
  const entries = Object.entries(plainPlan(parts)).map(([key, value]) => `${key}: ${printInline(value)},`);
  const text = [
    `import { plan } from "fftgen";`,
    "",
    ...(docComment === "" ? [] : [printDocComment(docComment, "\n")]),
    "export default plan({",
    ...entries,
    "});",
  ].join("\n");
  return formatted(text);
}
