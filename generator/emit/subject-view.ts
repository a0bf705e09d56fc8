// The description of a transform for the programs that check it: verify.cu of a package, measure.cu of a pack.
import { floatLiteral } from "../arithmetic/float-literal.js";
import type { ScheduledPlan } from "../plan/plan.js";
import { chainOf } from "../plan/sub-computations.js";
import { told } from "../plan/transform-fields.js";
import { resolve } from "../plan/resolve.js";
import { hasTwiddles, isAlongAll, isComplex, traitsOf, type Dimension, type Transform } from "../plan/transform.js";
import { errorBound, type ErrorBound } from "../verify/bound.js";
import { transformTitle } from "./contract.js";
import { userType } from "./element-text.js";
import { arraySettings } from "./subject-arrays.js";
import { VERIFIED_FACTOR } from "../kernel/called-factor.js";
import type { SubjectView } from "./views.js";

type RadicesTold = "always" | "where reversed";

/**
 * `inPlace`: whether its kernels can run in place. `radices`: with every dimension, or only for a digit-reversed output, which
 * depends on them.
 */
export function subjectView(
  name: string,
  plan: ScheduledPlan,
  inPlace: boolean,
  radices: RadicesTold,
  bound: ErrorBound = errorBound(plan),
): SubjectView {
  const { transform } = plan;
  return {
    name,
    title: transformTitle(transform),
    element: userType(transform),
    dimensions: transform.dimensions
      .toReversed()
      .map((dimension) => initialiser(plan, dimension, radices === "always" || transform.order === "digit-reversed"))
      .join(", "),
    dimensionsNote: dimensionsNote(transform, radices),
    settings: [
      ...told(transform, ({ subject }) => subject).map((setting) => `subject.${setting};`),
      ...arraySettings(transform),
    ],
    inPlace,
    order: transform.order.replace("-", "_"),
    scale: floatLiteral(transform.scale * (transform.scaling === "run-time" ? VERIFIED_FACTOR : 1), "f64"),
    l2Bound: bound.l2.toExponential(3),
    maxBound: bound.max.toExponential(3),
    boundText: bound.text,
  };
}

/** The radices if `isTold`; false for a dimension that is not transformed. */
function initialiser(plan: ScheduledPlan, { name, length }: Dimension, isTold: boolean): string {
  const isTransformed = plan.transform.axes.includes(name);
  // The radices of pairs of real numbers, and of a longer transform, do not multiply to its length.
  const isOwn = isTold && resolve(plan).rule === "butterflies";
  const radices = isOwn ? chainOf(plan, name).map(({ subComputation }) => subComputation.radix) : [];
  const parts = [String(length), `{${radices.join(", ")}}`, "false"];
  // Trailing default values are left out.
  return `{${parts.slice(0, isTransformed ? (hasTwiddles(plan.transform) ? 2 : 1) : 3).join(", ")}}`;
}

function dimensionsNote(transform: Transform, radices: RadicesTold): string {
  if (!isAlongAll(transform)) return "slowest dimension first; false: not transformed";
  if (!traitsOf(transform).orders.includes("digit-reversed")) return "slowest dimension first";
  return radices === "always"
    ? "slowest dimension first: length, radices in the order of computation"
    : "slowest dimension first; radices where the order of the output depends on them";
}

/** Modes of the verification program that only this kind of transform has. */
export const verificationModes = (program: string, transform: Transform): readonly string[] =>
  isComplex(transform) ? [] : [`${program} huge            checks every output on the device, for arrays of any size`];
