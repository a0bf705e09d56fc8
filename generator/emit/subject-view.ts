// What the programs that check a transform must know of it: verify.cu of a package, measure.cu of a pack.
import { floatLiteral } from "../arithmetic/float-literal.js";
import type { ScheduledPlan } from "../plan/plan.js";
import { chainOf } from "../plan/sub-computations.js";
import {
  elementCount,
  storageBytes,
  type Dimension,
  type FourierTransform,
  type Transform,
  type WalshTransform,
} from "../plan/transform.js";
import { errorBound, type ErrorBound } from "../verify/bound.js";
import { transformTitle } from "./contract.js";
import { userType } from "./element-text.js";
import type { SubjectView } from "./views.js";

/** `radices`: with every dimension, or only where the output is digit-reversed and so depends on them. */
export function subjectView(
  name: string,
  plan: ScheduledPlan,
  radices: "always" | "where reversed",
  bound: ErrorBound = errorBound(plan),
): SubjectView {
  const { transform } = plan;
  return {
    name,
    title: transformTitle(transform),
    element: userType(transform),
    includes: storageBytes(transform.precision) === 2 ? ["fftgen_half.hpp"] : [],
    ...(transform.kind === "c2c" ? fourierView(plan, transform, radices) : walshView(transform)),
    order: transform.order.replace("-", "_"),
    scale: floatLiteral(transform.scale, "f64"),
    l2Bound: bound.l2.toExponential(3),
    maxBound: bound.max.toExponential(3),
    boundText: bound.text,
  };
}

type KindView = Pick<SubjectView, "dimensions" | "dimensionsNote" | "settings">;

function fourierView(plan: ScheduledPlan, transform: FourierTransform, radices: "always" | "where reversed"): KindView {
  const isTold = radices === "always" || transform.order === "digit-reversed";
  return {
    dimensions: initialisers(transform, ({ name, length }) => {
      const chain = isTold ? chainOf(plan, name) : [];
      return `{${length}, {${chain.map(({ subComputation }) => subComputation.radix).join(", ")}}}`;
    }),
    dimensionsNote:
      radices === "always"
        ? "slowest first: length, radices in the order of transformation"
        : "slowest first; the radices where the order of the output depends on them",
    settings: [`subject.direction = fftgen::verify::Direction::${transform.direction};`],
  };
}

function walshView(transform: WalshTransform): KindView {
  const { axes, distance, direction, hadamard } = transform;
  const isTransformed = ({ name }: Dimension): boolean => axes.includes(name);
  return {
    dimensions: initialisers(transform, (dimension) =>
      isTransformed(dimension) ? `{${dimension.length}}` : `{${dimension.length}, {}, false}`,
    ),
    dimensionsNote: transform.dimensions.every(isTransformed)
      ? "slowest first"
      : "slowest first; false: not transformed",
    settings: [
      ...(direction === "forward" ? [] : [`subject.direction = fftgen::verify::Direction::${direction};`]),
      ...(hadamard === "standard"
        ? []
        : [`subject.hadamard = fftgen::verify::Hadamard::${hadamard.replace("-", "_")};`]),
      ...(distance === elementCount(transform) ? [] : [`subject.distance = ${distance};`]),
    ],
  };
}

/** Of the verification runtime's `Dimension`, slowest first. */
const initialisers = ({ dimensions }: Transform, initialiser: (dimension: Dimension) => string): string =>
  dimensions.toReversed().map(initialiser).join(", ");

/** What the verification program can do with this kind of transform only. */
export const verificationModes = (program: string, { kind }: Transform): readonly string[] =>
  kind === "fwht" ? [`${program} huge            checks every output on the device, for arrays of any size`] : [];
