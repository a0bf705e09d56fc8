// Runs a plan of a cosine or sine transform on numbers: one dimension after the other, each as a complex transform between its products.
import { at, InputError } from "../failure/errors.js";
import { mappedPlace } from "./place-map.js";
import type { Plan } from "./plan.js";
import { elementCount, makeTransform, type TrigonometricTransform } from "./transform.js";
import { axesInOrder } from "./trigonometric-core.js";
import {
  coreLength,
  factorAfter,
  factorBefore,
  kindAlong,
  orthonormalWeights,
  zigzagSide,
  type WeightedRoot,
} from "./trigonometric.js";

interface ComplexArrays {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

type Evaluate = (plan: Plan, re: Float64Array, im: Float64Array) => ComplexArrays;

/** `numbers`: dense arrays; so is what comes out. */
export function evaluateTrigonometricPlan(
  plan: Plan,
  transform: TrigonometricTransform,
  numbers: Float64Array,
  evaluate: Evaluate,
): ComplexArrays {
  const elements = elementCount(transform);
  if (numbers.length % elements !== 0)
    throw new InputError(`evaluatePlan: ${numbers.length} numbers are no batch of ${elements} elements`);
  const done = axesInOrder(plan.kernels).reduce(
    (current, axis) => alongAxis(plan, transform, axis, current, evaluate),
    numbers,
  );
  return { re: done.map((value) => value * transform.scale), im: new Float64Array(done.length) };
}

function alongAxis(
  { kernels }: Plan,
  transform: TrigonometricTransform,
  axis: string,
  numbers: Float64Array,
  evaluate: Evaluate,
): Float64Array {
  const { dimensions, normalisation } = transform;
  const kind = kindAlong(transform, axis);
  const place = dimensions.findIndex(({ name }) => name === axis);
  const n = at(dimensions, place).length;
  const points = coreLength(kind, n);
  const inner = dimensions.slice(0, place).reduce((product, { length }) => product * length, 1);
  const lengths = dimensions.map(({ name, length }) => (name === axis ? points : length)).toReversed();
  const inside: Plan = {
    transform: makeTransform(lengths, transform.precision, { axes: [axis] }),
    kernels: kernels
      .map((kernel) => ({
        ...kernel,
        subComputations: kernel.subComputations.filter(({ dimension }) => dimension === axis),
      }))
      .filter(({ subComputations }) => subComputations.length > 0),
  };
  const weights = normalisation === "orthonormal" ? orthonormalWeights(kind, n) : { before: () => 1, after: () => 1 };
  const side = zigzagSide(kind);
  const along = (index: number, wanted: typeof side): number =>
    side === wanted ? mappedPlace({ kind: "zigzag", length: n }, index) : index;
  const rows = numbers.length / (inner * n);
  const [re, im] = [new Float64Array(rows * points * inner), new Float64Array(rows * points * inner)];
  const forEach = (visit: (index: number, number: (index: number) => number, element: number) => void): void => {
    for (let outer = 0; outer < rows; outer++)
      for (let index = 0; index < n; index++)
        for (let column = 0; column < inner; column++)
          visit(index, (other) => (outer * n + other) * inner + column, (outer * points + index) * inner + column);
  };
  const before = factorBefore(kind, n);
  forEach((j, number, element) => {
    const factor = rootOf(before?.(j) ?? ONE);
    const value = (numbers[number(along(j, "input"))] ?? Number.NaN) * weights.before(j);
    [re[element], im[element]] = [value * factor.re, value * factor.im];
  });
  const computed = evaluate(inside, re, im);
  const after = factorAfter(kind, n);
  const result = new Float64Array(numbers.length);
  forEach((k, number, element) => {
    const factor = rootOf(after?.(k) ?? ONE);
    const [real, imaginary] = [computed.re[element] ?? Number.NaN, computed.im[element] ?? Number.NaN];
    result[number(along(k, "output"))] = (real * factor.re - imaginary * factor.im) * weights.after(k);
  });
  return result;
}

const ONE: WeightedRoot = { weight: 1, numerator: 0, denominator: 1 };

function rootOf({ weight, numerator, denominator, quarter }: WeightedRoot): {
  readonly re: number;
  readonly im: number;
} {
  const angle = (2 * Math.PI * numerator) / denominator;
  const [re, im] = [weight * Math.cos(angle), -weight * Math.sin(angle)];
  return quarter === true ? { re: -im, im: re } : { re, im };
}
