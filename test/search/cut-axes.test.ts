// Lengths that no kernel does there and back, with factors beside their large primes: they are cut into rows.
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { rowsAcross } from "../../generator/plan/cut-axis.js";
import { elementCount, makeRealTransform, makeTransform, type Transform } from "../../generator/plan/transform.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { dealt, isThorough, sweep } from "../effort.js";

const rowsOf = (alone: Transform): number => {
  const transform = { ...alone, batch: Math.ceil(2 ** 26 / elementCount(alone)) };
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
  test.each(dealt(CUT, (_, index) => index < 1))("%i * %i points, %s", (factor, prime, precision) => {
    expect(rowsOf(makeTransform([factor * prime], precision))).toBe(factor);
  });

  test.runIf(isThorough)("those of real numbers, too", () => {
    // Half as many complex numbers, in half as many rows.
    for (const kind of ["r2c", "c2r"] as const) expect(rowsOf(makeRealTransform(kind, [1024 * 1009], "f32"))).toBe(512);
    expect(rowsOf(makeRealTransform("r2c", [1024 * 1009], "f32", { placement: "in-place" }))).toBe(512);
  });

  test("what one kernel does there and back stays whole, and so do rows that one does not", () => {
    for (const length of sweep([17 * 241, 2 * 65537], (one) => one === 17 * 241))
      expect(rowsOf(makeTransform([length], "f32"))).toBe(1);
  });
});
