// What the programs that check a transform must know of it: verify.cu of a package, measure.cu of a pack.
import { floatLiteral } from "../arithmetic/float-literal.js";
import type { ScheduledPlan } from "../plan/plan.js";
import { chainOf } from "../plan/sub-computations.js";
import { errorBound } from "../verify/bound.js";
import { complexType } from "./complex-type.js";
import { transformTitle } from "./contract.js";
import type { SubjectView } from "./views.js";

/** `radices`: with every dimension, or only where the output is digit-reversed and so depends on them. */
export function subjectView(name: string, plan: ScheduledPlan, radices: "always" | "where reversed"): SubjectView {
  const { transform } = plan;
  const bound = errorBound(plan);
  const isTold = radices === "always" || transform.order === "digit-reversed";
  // Slowest first, as initialisers of the verification runtime's `Dimension`.
  const dimensions = transform.dimensions.toReversed().map((dimension) => {
    const chain = isTold ? chainOf(plan, dimension.name) : [];
    return `{${dimension.length}, {${chain.map(({ subComputation }) => subComputation.radix).join(", ")}}}`;
  });
  return {
    name,
    title: transformTitle(transform),
    complex: complexType(transform),
    dimensions: dimensions.join(", "),
    direction: transform.direction,
    order: transform.order === "natural" ? "natural" : "digit_reversed",
    scale: floatLiteral(transform.scale, "f64"),
    l2Bound: bound.l2.toExponential(3),
    maxBound: bound.max.toExponential(3),
    boundText: bound.text,
  };
}
