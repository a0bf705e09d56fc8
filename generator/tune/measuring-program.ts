// Writes the program that checks and times candidates. It describes the transform and not the plan, so that one program serves
// all candidates; only for a digit-reversed output the radices are part of the transform.
import { render } from "../emit/render.js";
import { signatureOfTransform } from "../emit/signature.js";
import { executeLines } from "../emit/subject-arrays.js";
import { subjectView } from "../emit/subject-view.js";
import { cName, USUAL_SYMBOLS } from "../emit/symbols.js";
import type { ScheduledPlan } from "../plan/plan.js";

/**
 * For packages of this name; `plan` is any plan that computes the same in the same order, `inPlace`: whether the kernels can run
 * in place.
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
