// Lengths that no kernel does there and back, with factors beside their large primes: they are cut into rows, and predicted as they were
// measured.
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { rowsAcross } from "../../generator/plan/cut-axis.js";
import { makeTransform, type Precision } from "../../generator/plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { sweep } from "../effort.js";
import { readPlans } from "./measured/read.js";

const rowsOf = (points: number, precision: Precision = "f32"): number => {
  const transform = makeTransform([points], precision, { batch: Math.ceil(2 ** 26 / points) });
  const [best] = searchPlans(transform, findGpu("H200"), { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
  return best === undefined ? Number.NaN : rowsAcross(transform, best.plan.kernels);
};

const CUT = [
  [1024, 1009, "f32"],
  [32768, 101, "f32"],
  // Of columns of which not all are there, which clusters do not do.
  [16384, 521, "f32"],
  [1024, 10007, "f32"],
  [512, 4093, "f64"],
] as const;

describe("what is cut into rows", () => {
  test.each(sweep(CUT, (_, index) => index < 2))("%i * %i points, %s", (factor, prime, precision) => {
    expect(rowsOf(factor * prime, precision)).toBe(factor);
  });

  test("what one kernel does there and back stays whole, and so do rows that one does not", () => {
    expect(rowsOf(17 * 241)).toBe(1);
    expect(rowsOf(2 * 65537)).toBe(1);
  });
});

test("plans are predicted within 36 % of what was measured on an H100, and unbiased within 10 %", () => {
  const measured = readPlans(new URL("measured/h100-cut-axes.tsv", import.meta.url).pathname);
  expect(measured.length).toBe(35);
  const errors = measured.map(({ transform, milliseconds, kernels }) => {
    const plan = { transform, kernels: kernels.map(({ kernel }) => kernel) };
    const predicted = completePlan(plan, findGpu("H100"), { twiddles: DEFAULT_TWIDDLES, keep: 1 });
    return Math.log(predicted.milliseconds / milliseconds);
  });
  for (const error of errors) expect(Math.abs(error)).toBeLessThan(Math.log(1.36));
  expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.1);
});
