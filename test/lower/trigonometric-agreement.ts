// What cosine and sine transforms must agree in: the program that a plan is lowered to, and the definition.
import { expect } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { arraysOf, usualStride, type ArraySpec } from "../../generator/plan/arrays.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import type { TrigonometricTransform } from "../../generator/plan/transform.js";
import { kindAlong } from "../../generator/plan/trigonometric.js";
import { searchPlans } from "../../generator/search/search.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { directTrigonometric } from "../../generator/definition/direct-trigonometric.js";

export const gpu = findGpu("H200");
export const BATCH = 3;

/** The numbers of a dense batch, where an array has them, and NaN where it has nothing. */
function placed(numbers: Float64Array, lengths: readonly number[], array: ArraySpec): Float64Array {
  const room = BATCH * usualStride(array.distance);
  const target = new Float64Array(room).fill(Number.NaN);
  forEachPlace(lengths, array, (dense, place) => (target[place] = numbers[dense] ?? Number.NaN));
  return target;
}

function forEachPlace(
  lengths: readonly number[],
  { axes, distance }: ArraySpec,
  visit: (dense: number, place: number) => void,
): void {
  const points = lengths.reduce((product, length) => product * length, 1);
  for (let dense = 0; dense < BATCH * points; dense++) {
    let rest = dense % points;
    let place = Math.floor(dense / points) * usualStride(distance);
    for (const { length, stride } of axes) {
      place += (rest % length) * usualStride(stride);
      rest = Math.floor(rest / length);
    }
    visit(dense, place);
  }
}

/** A dense batch, and what the definition makes of it, but for the scale. */
export function numbersAndMeant(transform: TrigonometricTransform): {
  readonly numbers: Float64Array;
  readonly meant: Float64Array;
} {
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const numbers = uniformNumbers(BATCH * lengths.reduce((product, length) => product * length, 1), 7);
  const kinds = transform.dimensions
    .map(({ name }) => (transform.axes.includes(name) ? kindAlong(transform, name) : undefined))
    .toReversed();
  return { numbers, meant: directTrigonometric(numbers, lengths, kinds, transform.normalisation === "orthonormal") };
}

/** Of the given plan, or the one that the search chooses. */
export function expectTrigonometricAgreement(transform: TrigonometricTransform, given?: ScheduledPlan): void {
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const plan = given ?? searchPlans(transform, gpu, { twiddles: ["table"], keep: 1 }).plans[0]?.plan;
  if (plan === undefined) throw new Error("no plan");
  const { host } = lowerPlan("trig", plan, gpu);
  const { input, output } = arraysOf(transform);
  const { numbers, meant } = numbersAndMeant(transform);
  const source = placed(numbers, lengths, input);
  const target = new Float64Array(BATCH * usualStride(output.distance)).fill(Number.NaN);
  evaluateHostProgram(host, source, target, BATCH);
  const expected = placed(meant, lengths, output);
  const norm = Math.sqrt(meant.reduce((sum, value) => sum + value * value, 0));
  let error = 0;
  expected.forEach((value, place) => {
    const found = target[place] ?? Number.NaN;
    // Nothing is written beside them.
    if (Number.isNaN(value)) expect(found).toBeNaN();
    else error += (found * 1 - value * transform.scale) ** 2;
  });
  expect(Math.sqrt(error) / norm).toBeLessThan(1e-13);
}
