// Which plans are measured: distinct legal ones, the search's first choices and variants of the best.
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { printKernel } from "../../generator/notation/print.js";
import { makeChain } from "../../generator/plan/sub-computations.js";
import { makeTransform, type Transform } from "../../generator/plan/transform.js";
import type { RankedPlan } from "../../generator/search/ranked-plans.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { scheduleVariants } from "../../generator/search/variants.js";
import { tuningCandidates } from "../../generator/tune/candidates.js";
import { dealt } from "../effort.js";
import { gpu } from "./jobs.js";

const transforms: readonly (readonly [string, Transform])[] = [
  ["64", makeTransform([64], "f32", { batch: 1000 })],
  ["5040, f64", makeTransform([5040], "f64", { batch: 100 })],
  ["32x32", makeTransform([32, 32], "f32", { batch: 64 })],
];

const textOf = ({ plan }: RankedPlan): string => plan.kernels.map(printKernel).join("\n");
const butterflies = ({ plan }: RankedPlan): string =>
  JSON.stringify(plan.kernels.map(({ subComputations }) => subComputations));

describe.each(dealt(transforms, (_, index) => index === 0))("the candidates for %s", (_, transform) => {
  const candidates = tuningCandidates(transform, gpu, 12);

  test("are at most as many as are asked for, distinct, the first choice first, then what promises most", () => {
    expect(candidates.length).toBeGreaterThan(5);
    expect(candidates.length).toBeLessThanOrEqual(12);
    expect(new Set(candidates.map(textOf)).size).toBe(candidates.length);
    const [first, ...others] = candidates;
    expect(first?.cautious).toBe(Math.min(...candidates.map(({ cautious }) => cautious)));
    const lowest = others.map(({ kernels }) =>
      kernels.reduce((sum, { cost }) => sum + cost.milliseconds / Math.exp(cost.uncertainty), 0),
    );
    expect(lowest.length).toBeGreaterThan(4);
    lowest.slice(1).forEach((time, index) => expect(time).toBeGreaterThan((1 - 1e-9) * (lowest[index] ?? Infinity)));
  });

  test("can all be lowered", () => {
    for (const { plan } of candidates)
      expect(lowerPlan("candidate", plan, gpu).host.launches.length).toBe(plan.kernels.length);
  });

  test("contain the search's first choice and other schedules for the same butterflies", () => {
    const [first] = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
    if (first === undefined) throw new Error("no plan");
    expect(candidates.map(textOf)).toContain(textOf(first));
    expect(candidates.filter((one) => butterflies(one) === butterflies(first)).length).toBeGreaterThan(1);
  });
});

describe("a plan that is kept", () => {
  const transform = makeTransform([256], "f32", { batch: 1000 });
  const { plans } = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 100 });
  const chain = makeChain("X", [4, 4, 4, 4], "pre-tw");
  const kernels = [chain.slice(0, 2), chain.slice(2)].map((subComputations) => ({ subComputations }));
  const kept = completePlan({ transform, kernels }, gpu);

  test("is a candidate, however slow it is predicted to be: in two passes", () => {
    expect(kept.milliseconds).toBeGreaterThan(1.5 * (plans[0]?.milliseconds ?? Infinity));
    expect(tuningCandidates(transform, gpu, 4, { kept })).toContain(kept);
    expect(tuningCandidates(transform, gpu, 4, { kept }).length).toBe(4);
  });

  test("is there once if the search finds it too", () => {
    const candidates = tuningCandidates(transform, gpu, 4, { kept: plans[0] });
    expect(new Set(candidates.map(textOf)).size).toBe(4);
  });
});

test("each variant changes the schedule of the plan in one respect, and the sum of its kernels' times is its time", () => {
  const kernels = parseKernels(
    "{ Y(32,8,32,256,no-tw) Z(16,16,16,256,no-tw) Z(16,16,1,16,pre-tw) } on 1024 threads, 8 columns, 2 blocks/SM, table " +
      "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) Y(8,32,1,32,pre-tw) } on 256 threads, 2 blocks/SM, table",
  );
  const options = { twiddles: DEFAULT_TWIDDLES, keep: 1 };
  const plan = completePlan({ transform: makeTransform([256, 256, 256], "f32"), kernels }, gpu, options);
  const respects = scheduleVariants(plan, gpu, DEFAULT_TWIDDLES);
  const fields = [["blocksPerSm"], ["twiddles"], ["stores"]];
  expect(respects.slice(0, 3).every((variants) => variants.length > 0)).toBe(true);
  respects.slice(0, 3).forEach((variants, respect) => {
    for (const variant of variants) {
      const changed = variant.plan.kernels.flatMap(({ schedule }, index) => {
        const before = plan.plan.kernels[index]?.schedule;
        return Object.entries(schedule).flatMap(([field, value]) =>
          before !== undefined && value === before[field as keyof typeof before] ? [] : [field],
        );
      });
      expect([...new Set(changed)]).toEqual(fields[respect]);
    }
  });
  for (const { milliseconds, kernels } of respects.flat())
    expect(milliseconds).toBeCloseTo(
      kernels.reduce((sum, { cost }) => sum + cost.milliseconds, 0),
      10,
    );
});
