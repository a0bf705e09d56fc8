// A field with its record: what it is asked for by, and what it does.
import { expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { readPlan } from "../../generator/planfile/checked-plan.js";
import { printPlanFile } from "../../generator/planfile/print-plan-file.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { errorBound } from "../../generator/verify/bound.js";

test("strict is half of what is usual, in names and plan files too", async () => {
  const usual = makeTransform([64], "f32");
  const [best] = searchPlans(usual, findGpu("H200"), { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
  if (best === undefined) throw new Error("no plan");
  const strict = { ...best.plan, transform: { ...usual, tolerance: "strict" as const } };
  expect(errorBound(strict).l2).toBe(errorBound(best.plan).l2 / 2);
  expect(transformName(strict.transform)).toBe("c2c_f32_64_strict");
  const text = await printPlanFile(strict);
  expect(text).toContain('tolerance: "strict"');
  expect(await printPlanFile(best.plan)).not.toContain("tolerance");
  expect(readPlan("x.plan.ts", text).plan.transform).toEqual(strict.transform);
});
