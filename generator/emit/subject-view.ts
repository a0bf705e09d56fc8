// What the programs that check a transform must know of it: verify.cu of a package, measure.cu of a pack.
import { floatLiteral } from "../arithmetic/float-literal.js";
import type { ScheduledPlan } from "../plan/plan.js";
import { chainOf } from "../plan/sub-computations.js";
import { told } from "../plan/transform-fields.js";
import { hasTwiddles, isAlongAll, isComplex, hasRealSide, type Dimension, type Transform } from "../plan/transform.js";
import { errorBound, type ErrorBound } from "../verify/bound.js";
import { transformTitle } from "./contract.js";
import { userType } from "./element-text.js";
import { arraySettings } from "./subject-arrays.js";
import type { SubjectView } from "./views.js";

type RadicesTold = "always" | "where reversed";

/**
 * `inPlace`: whether its kernels can. `radices`: with every dimension, or only where the output is digit-reversed and so depends on
 * them.
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
    scale: floatLiteral(transform.scale, "f64"),
    l2Bound: bound.l2.toExponential(3),
    maxBound: bound.max.toExponential(3),
    boundText: bound.text,
  };
}

/** Radices where they are told; false where a dimension is not transformed. */
function initialiser(plan: ScheduledPlan, { name, length }: Dimension, isTold: boolean): string {
  const isTransformed = plan.transform.axes.includes(name);
  // Those of pairs of real numbers, and of longer transforms, are not of their length.
  const isOwn = !hasRealSide(plan.transform) && plan.kernels.every(({ through }) => through === undefined);
  const radices = isTold && isOwn ? chainOf(plan, name).map(({ subComputation }) => subComputation.radix) : [];
  const parts = [String(length), `{${radices.join(", ")}}`, "false"];
  // Whatever ends like this is what the program has anyway.
  return `{${parts.slice(0, isTransformed ? (hasTwiddles(plan.transform) ? 2 : 1) : 3).join(", ")}}`;
}

function dimensionsNote(transform: Transform, radices: RadicesTold): string {
  if (!isAlongAll(transform)) return "slowest dimension first; false: not transformed";
  if (!hasTwiddles(transform) || hasRealSide(transform)) return "slowest dimension first";
  return radices === "always"
    ? "slowest dimension first: length, radices in the order of computation"
    : "slowest dimension first; radices where the order of the output depends on them";
}

/** What the verification program can do with this kind of transform only. */
export const verificationModes = (program: string, transform: Transform): readonly string[] =>
  isComplex(transform) ? [] : [`${program} huge            checks every output on the device, for arrays of any size`];
