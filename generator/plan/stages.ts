// Stages: a computation as a sequence of transforms of one array with products by constants between them. A transform, a product
// with the transform of a sequence, the inverse transform: that is a cyclic convolution (of a Walsh-Hadamard transform, a dyadic
// one).
import { InputError, unreachable } from "../failure/errors.js";
import { evaluatePlan, type ComplexArrays } from "./evaluate.js";
import type { ScheduledPlan } from "./plan.js";
import { elementCount, isComplex, sizeText } from "./transform.js";

/** A number for each element of an array, in natural order; imaginary parts are left out where real numbers are transformed. */
export interface Constants {
  /** An identifier of C. */
  readonly name: string;
  readonly re: Float64Array;
  readonly im: Float64Array | undefined;
}

export type Stage =
  | { readonly kind: "transform"; readonly plan: ScheduledPlan }
  /** Each element of each array of the batch times its constant. */
  | { readonly kind: "pointwise"; readonly constants: Constants };

/** What stages compute, by definition. Input like `evaluatePlan`'s. */
export function evaluateStages(
  stages: readonly Stage[],
  re: Float64Array,
  im: Float64Array = new Float64Array(re.length),
): ComplexArrays {
  requireStages(stages);
  return stages.reduce<ComplexArrays>(
    (numbers, stage) => {
      switch (stage.kind) {
        case "transform":
          return evaluatePlan(stage.plan, numbers.re, numbers.im);
        case "pointwise":
          return multiplied(numbers, stage.constants);
        default:
          return unreachable(stage);
      }
    },
    { re, im },
  );
}

function multiplied({ re, im }: ComplexArrays, constants: Constants): ComplexArrays {
  const length = constants.re.length;
  const factor = (index: number) => ({
    re: constants.re[index % length] ?? Number.NaN,
    im: constants.im === undefined ? 0 : (constants.im[index % length] ?? Number.NaN),
  });
  return {
    re: re.map((real, index) => real * factor(index).re - (im[index] ?? Number.NaN) * factor(index).im),
    im: im.map((imaginary, index) => imaginary * factor(index).re + (re[index] ?? Number.NaN) * factor(index).im),
  };
}

/** One transform and the products beside it: before its first kernel reads, or after its last has computed. */
export interface TransformStage {
  readonly plan: ScheduledPlan;
  readonly before: Constants | undefined;
  readonly after: Constants | undefined;
}

/**
 * Stages by transforms: a product belongs to the transform before it, the first one to that behind it.
 * @throws InputError for no transform, products that meet, and transforms of different arrays
 */
export function transformStages(stages: readonly Stage[]): readonly TransformStage[] {
  requireStages(stages);
  const found: TransformStage[] = [];
  let waiting: Constants | undefined;
  for (const stage of stages) {
    const last = found.at(-1);
    if (stage.kind === "transform") {
      found.push({ plan: stage.plan, before: waiting, after: undefined });
      waiting = undefined;
    } else if (last === undefined) waiting = stage.constants;
    else found[found.length - 1] = { ...last, after: stage.constants };
  }
  return found;
}

function requireStages(stages: readonly Stage[]): void {
  const transforms = stages.flatMap((stage) => (stage.kind === "transform" ? [stage.plan.transform] : []));
  const [first] = transforms;
  if (first === undefined) throw new InputError("stages: expected at least one transform");
  const what = (transform: typeof first): string =>
    `${transform.kind} ${sizeText(transform)} in ${transform.precision}`;
  const other = transforms.find((transform) => what(transform) !== what(first));
  if (other !== undefined)
    throw new InputError(`stages: ${what(other)} cannot follow ${what(first)}: they see other arrays`);
  const reordered = transforms.find(({ order }) => order !== "natural");
  if (reordered !== undefined)
    throw new InputError(
      `stages: ${what(reordered)} has ${reordered.order} order; constants are in natural order, so must it be`,
    );
  stages.forEach((stage, index) => {
    if (stage.kind !== "pointwise") return;
    const { name, re, im } = stage.constants;
    if (stages[index + 1]?.kind === "pointwise")
      throw new InputError(`stages: two products meet at ${name}: multiply their constants, and leave one out`);
    if (re.length !== elementCount(first) || (im !== undefined && im.length !== re.length))
      throw new InputError(`stages: ${name} has ${re.length} constants, expected ${elementCount(first)}`);
    if (!isComplex(first) && im !== undefined)
      throw new InputError(`stages: ${name} has imaginary parts, and a Walsh-Hadamard transform has none`);
  });
}
