// Clusters whose tiles have fewer factors of two than choose a bank of shared memory: what blocks are sent then lies in strides that are
// no powers of two, and is not swizzled. All orders of the sub-computations that are legal, against the plan as its notation says.
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { at, InputError } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import type { HostProgram } from "../../generator/kernel/host-program.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { namedPlan } from "../emit/named-plan.js";
import { relativeError } from "../../generator/definition/direct-dft.js";

const gpu = findGpu("H200");
const BATCH = 3;

const permutations = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

const NAMES = ["Z", "Y", "X"];

/** One butterfly along each dimension, in each order, the first one or two before the blocks send. */
function plansOf(lengths: readonly number[], precision: "f32" | "f64"): readonly ScheduledPlan[] {
  const steps = lengths.map((length, index) => `${at(NAMES, index)}(1,${length},1,${length},no-tw)`);
  return permutations(steps).flatMap((order) =>
    [1, 2].flatMap((front) =>
      [1, 2].map((columns) => {
        const words = `on 64 threads, cluster 2 after ${front}, undivided, prefetch, ${columns} columns, table`;
        return namedPlan("odd", lengths, precision, [`{ ${order.join(" ")} } ${words}`]).plan;
      }),
    ),
  );
}

function lowered(plan: ScheduledPlan): HostProgram | undefined {
  try {
    return lowerPlan("odd", plan, gpu).host;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

test.each([
  [4, 13, 9],
  [4, 9, 5],
  [8, 3, 11],
])("%dx%dx%d", (...lengths) => {
  const count = lengths.reduce((all, length) => all * length, BATCH);
  const given = { re: uniformNumbers(count, 1), im: uniformNumbers(count, 2) };
  let legal = 0;
  for (const precision of ["f32", "f64"] as const)
    for (const plan of plansOf(lengths, precision)) {
      const host = lowered(plan);
      if (host === undefined) continue;
      legal += 1;
      const nothing = (): Float64Array => new Float64Array(count).fill(NaN);
      const found = { re: nothing(), im: nothing() };
      evaluateHostProgram(host, given, found, BATCH, 5);
      expect(relativeError(evaluatePlan(plan, given.re, given.im), found)).toBeLessThan(1e-12);
    }
  expect(legal).toBeGreaterThan(4);
});
