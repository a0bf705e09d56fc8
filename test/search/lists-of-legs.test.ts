// Kernels of legs are planned for each leg by itself, and then stand in one plan.
import { expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import { makeRealTransform } from "../../generator/plan/transform.js";
import { searchPlans } from "../../generator/search/search.js";

test.each(["r2c", "c2r"] as const)(
  "%s of 101 x 128, whose 128 are pairs only beside a leg of the 101, has legal plans",
  (kind) => {
    const { plans } = searchPlans(makeRealTransform(kind, [101, 128], "f32", { batch: 64 }), findGpu("H200"));
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.flatMap(({ plan }) => checkPlan(plan).map(problemText))).toEqual([]);
  },
);
