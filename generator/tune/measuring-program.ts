// Writes the program that checks and times candidates. It says what the transform is and nothing of how a plan computes it, so
// that one serves all candidates; only where the output is digit-reversed are the radices part of what the transform is.
import { render } from "../emit/render.js";
import { signatureOfTransform } from "../emit/signature.js";
import { executeLines } from "../emit/subject-arrays.js";
import { subjectView } from "../emit/subject-view.js";
import { cName, USUAL_SYMBOLS } from "../emit/symbols.js";
import type { ScheduledPlan } from "../plan/plan.js";

/**
 * For packages of this name; `plan` is that of any of them that computes the same in the same order, `inPlace`: whether they can do so in
 * place.
 */
export function measuringProgram(name: string, plan: ScheduledPlan, inPlace: boolean): string {
  const symbol = cName(USUAL_SYMBOLS, name);
  const signature = signatureOfTransform(plan.transform);
  return render("measure.cu", {
    ...subjectView(name, plan, inPlace, "where reversed"),
    symbol,
    declared: signature.declared,
    execute: executeLines(symbol, plan.transform, signature),
  });
}
