// Writes the program that checks and times candidates. It says what the transform is and nothing of how a plan computes it, so
// that one serves all candidates; only where the output is digit-reversed are the radices part of what the transform is.
import { floatLiteral } from "../arithmetic/float-literal.js";
import { complexType } from "../emit/complex-type.js";
import { transformTitle } from "../emit/contract.js";
import { render } from "../emit/render.js";
import type { ScheduledPlan } from "../plan/plan.js";
import { chainOf } from "../plan/sub-computations.js";
import { errorBound } from "../verify/bound.js";

/** For packages of this name; `plan` is that of any of them that computes the same in the same order. */
export function measuringProgram(name: string, plan: ScheduledPlan): string {
  const { transform } = plan;
  const bound = errorBound(plan);
  return render("measure.cu", {
    name,
    title: transformTitle(transform),
    complex: complexType(transform),
    dimensions: dimensionTexts(plan).join(", "),
    direction: transform.direction,
    order: transform.order === "natural" ? "natural" : "digit_reversed",
    scale: floatLiteral(transform.scale, "f64"),
    l2Bound: bound.l2.toExponential(3),
    maxBound: bound.max.toExponential(3),
    boundText: bound.text,
  });
}

/** Slowest first, as initialisers of the verification runtime's `Dimension`. */
const dimensionTexts = (plan: ScheduledPlan): readonly string[] =>
  plan.transform.dimensions.toReversed().map(({ name, length }) => {
    const radices = chainOf(plan, name).map(({ subComputation }) => subComputation.radix);
    return `{${length}, {${plan.transform.order === "natural" ? "" : radices.join(", ")}}}`;
  });
