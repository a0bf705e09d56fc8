// Turns the contents of a plan file into its whole text, formatted by prettier. Writes no file.
import { format } from "prettier";
import { invariant } from "../failure/errors.js";
import { plainPlan, type PlanFileParts } from "./contents.js";
import { printDocComment, printInline } from "./print.js";

/** As the project's own files are formatted. */
export const planFileFormat = { parser: "typescript", printWidth: 120 } as const;

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
  return format(text, planFileFormat);
}
