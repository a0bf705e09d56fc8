// The text of a bound is its number: read as a formula it gives what the verification is held to, whatever the transform goes through.
import fc from "fast-check";
import { expect, test } from "vitest";
import { transformedCount } from "../../generator/plan/transform.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { errorBound } from "../../generator/verify/bound.js";
import { cutPlans } from "../arbitrary/cut-axes.js";
import { nativePlans } from "../arbitrary/native.js";
import { scheduledMatrixPlans } from "../arbitrary/matrices.js";
import { raderPlans } from "../arbitrary/rader.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { walshPlans } from "../arbitrary/walsh.js";
import { runs } from "../effort.js";
import { askedPlan, readLimits } from "../lower/limits.js";

/** The formula's value: sums of products of numbers, powers and square roots; `2 log2 16` is twice a logarithm. */
function valueOf(text: string, points: number): number {
  const code = text
    .replaceAll(/ intrinsic twiddle steps/g, "")
    .replaceAll("log2 N", `log2 ${points}`)
    .replaceAll(/(\d+) log2 (\d+)/g, "$1 * Math.log2($2)")
    .replaceAll(/(?<!Math\.)log2 (\d+)/g, "Math.log2($1)")
    .replaceAll("sqrt(", "Math.sqrt(")
    .replaceAll("^-", " ** -");
  const evaluate = new Function(`return ${code};`) as () => number;
  return evaluate();
}

function expectSaid(plan: ScheduledPlan): void {
  const { l2, max, text } = errorBound(plan);
  const points = Math.max(2, transformedCount(plan.transform));
  expect(Math.abs(valueOf(text, points) / l2 - 1), text).toBeLessThan(1e-12);
  expect(max).toBe(8 * l2);
}

test.each([
  ["complex and real ones", scheduledPlans({ maxElements: 500 })],
  ["native ones", nativePlans()],
  ["on tensor cores", scheduledMatrixPlans()],
  ["through one point less", raderPlans()],
  ["cut into rows", cutPlans()],
  ["Walsh-Hadamard transforms", walshPlans()],
] as readonly (readonly [string, fc.Arbitrary<ScheduledPlan>])[])("%s", (_, plans) => {
  fc.assert(fc.property(plans, expectSaid), { seed: 20261128, numRuns: runs(20, 100) });
});

test("the last plans that rules let through", () => {
  for (const { accepted } of readLimits()) expectSaid(askedPlan(accepted).plan);
});

/** Each dimension adds its levels: one way of butterflies, and two with products where it goes through another length. */
test.each([
  ["c2c 2x7", "{ rader X[6] } on 2 threads, 2 columns { Y[2] } on 7 threads, 7 columns", 1 + 2 * Math.log2(6) + 2],
  ["c2c 64x7", "{ rader X[6] } on 2 threads, 2 columns { Y[8,8] } on 8 threads", 6 + 2 * Math.log2(6) + 2],
  ["c2c 2x5", "{ bluestein X[3,3] } on 3 threads { Y[2] } on 3 threads, 3 columns", 1 + 2 * Math.log2(9) + 3],
  ["c2c 14", "{ rader Y(1,2,1,2,no-tw) X[6] } on 2 threads", 1 + 2 * Math.log2(6) + 2],
  ["c2c 5", "{ bluestein X[3,3] } on 3 threads", 2 * Math.log2(9) + 3],
  [
    "c2c 7x5",
    "{ bluestein X[3,3] } on 3 threads { rader Y[6] } on 1 threads",
    2 * Math.log2(9) + 3 + 2 * Math.log2(6) + 2,
  ],
  ["r2c 8x9x10", "{ X[5,2] } on 5 threads { Y[3,3] } on 3 threads { Z[8] } on 1 threads", Math.log2(720)],
] as const)("levels of %s through %s", (transform, kernels, levels) => {
  const { plan } = askedPlan({ transform, kernels, options: "{}" });
  expect(errorBound(plan).l2).toBeCloseTo(1.5 * 2 ** -24 * Math.sqrt(levels), 15);
});

test("of one dimension that is not transformed nothing is added", () => {
  const bound = (transform: string, axes: readonly string[]): number =>
    errorBound(
      askedPlan({
        transform,
        kernels: "{ rader X[6] } on 2 threads, 2 columns",
        options: JSON.stringify({ axes }),
      }).plan,
    ).l2;
  expect(bound("c2c 64x7", ["X"])).toBe(bound("c2c 7", ["X"]));
});
