// What headers say of 16-bit numbers that are too small for all their digits.
import { describe, expect, test } from "vitest";
import { shortContractLines } from "../../generator/emit/short-contract.js";
import { makeTransform, type NumberFormat } from "../../generator/plan/transform.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";

const SCHEDULE = { threads: 64, columns: 1, blocksPerSm: 1, twiddles: "table", stores: "default" } as const;

function linesOf(precision: NumberFormat, scale: number): string {
  const sub = { dimension: "X", count: 1, radix: 16, stride: 1, extent: 16, twiddle: "no-tw" } as const;
  const plan: ScheduledPlan = {
    transform: makeTransform([16], precision, { scale }),
    kernels: [{ subComputations: [sub], schedule: SCHEDULE }],
  };
  return shortContractLines(plan).join(" ");
}

/** 16 numbers that are uniform in [-1, 1) have a sum of squares of 16/3: scaled by 1e-5 it is 2.3e-5 squared. */
describe("outputs that lose digits", () => {
  test("are named with their usual size", () => {
    expect(linesOf("f16", 1e-5)).toContain("of inputs in [-1, 1) they are about 2.3e-5");
  });

  test.each<readonly [NumberFormat, number]>([
    ["f16", 1],
    ["f16", 3e-5],
    ["bf16", 1e-5],
    ["f32", 1e-5],
  ])("have all of them in %s, scaled by %d", (precision, scale) => {
    expect(linesOf(precision, scale)).not.toContain("lose digits");
  });
});
