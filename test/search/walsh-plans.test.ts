// Walsh-Hadamard plans that somebody has written: completed, and varied for tuning, by the same functions as all others.
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { printKernel } from "../../generator/notation/print.js";
import { WALSH, type PlanKernel, type Schedule, type SubComputation } from "../../generator/plan/plan.js";
import { makeWalshTransform } from "../../generator/plan/transform.js";
import type { RankedPlan } from "../../generator/search/ranked-plans.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { scheduleVariants } from "../../generator/search/variants.js";

const gpu = findGpu("H200");
const options = { twiddles: DEFAULT_TWIDDLES, keep: 3 };

/** Steps of these radices, the lightest first. */
function steps(length: number, radices: readonly number[], from = 1): readonly SubComputation[] {
  let stride = from;
  return radices.map((radix) => {
    const extent = radix * stride;
    const step = { dimension: WALSH, count: length / radix, radix, stride, extent, twiddle: "no-tw" } as const;
    stride = extent;
    return step;
  });
}

const textsOf = ({ plan }: RankedPlan): string => plan.kernels.map(printKernel).join("\n");

describe("completed plans", () => {
  const transform = makeWalshTransform([2 ** 20], "f32");
  const thesis: readonly PlanKernel[] = [
    { subComputations: steps(2 ** 20, [2, 2, 2, 2, 2, 2, 2, 2]) },
    { subComputations: steps(2 ** 20, [2, 2, 2, 2, 2, 2, 2, 2], 2 ** 8) },
    { subComputations: steps(2 ** 20, [2, 2, 2, 2], 2 ** 16) },
  ];

  test("have plain kernels, their steps untouched", () => {
    const { plan } = completePlan({ transform, kernels: thesis }, gpu, options);
    expect(plan.kernels.map(({ subComputations }) => subComputations)).toEqual(
      thesis.map(({ subComputations }) => subComputations),
    );
    expect(plan.kernels.every(({ schedule }) => schedule.cluster === undefined && schedule.early === undefined)).toBe(
      true,
    );
    lowerPlan("completed", plan, gpu);
  });

  test("keep the schedules that are written", () => {
    const schedule: Schedule = {
      threads: 128,
      columns: 1,
      blocksPerSm: 4,
      twiddles: "table",
      stores: "default",
      width: 2,
    };
    const kernels = thesis.map((kernel, index) => (index === 0 ? { ...kernel, schedule } : kernel));
    const { plan } = completePlan({ transform, kernels }, gpu, options);
    expect(plan.kernels[0]?.schedule).toEqual(schedule);
  });

  test("leave a step of another unit whole", () => {
    const [first, ...rest] = steps(2 ** 12, [8, 8, 8, 8]);
    if (first === undefined) throw new Error("no steps");
    const kernels = [{ subComputations: [...rest, { ...first, unit: "alman-rao" } as const] }];
    const { plan } = completePlan({ transform: makeWalshTransform([2 ** 12], "f32"), kernels }, gpu, options);
    expect(plan.kernels[0]?.schedule.width).toBeUndefined();
    lowerPlan("completed", plan, gpu);
  });
});

test.each([
  ["natural", {}],
  ["sequency", { order: "sequency" as const }],
  ["with errors", { stabilisation: "kahan" as const }],
])("variants of a plan, %s, can run, differ from it and lack twiddle factors", (_, transformOptions) => {
  const transform = makeWalshTransform([2 ** 18], "f32", transformOptions);
  const [best] = searchPlans(transform, gpu, { ...options, keep: 1 }).plans;
  if (best === undefined) throw new Error("no plan");
  const variants = scheduleVariants(best, gpu, DEFAULT_TWIDDLES).flat();
  expect(variants.length).toBeGreaterThan(5);
  for (const variant of variants) {
    expect(textsOf(variant)).not.toBe(textsOf(best));
    expect(variant.plan.kernels.every(({ schedule }) => schedule.twiddles === "table")).toBe(true);
    lowerPlan("variant", variant.plan, gpu);
  }
});

test("other vectors are among the variants", () => {
  const transform = makeWalshTransform([2 ** 12], "f32", { batch: 4096 });
  const [best] = searchPlans(transform, gpu, { ...options, keep: 1 }).plans;
  if (best === undefined) throw new Error("no plan");
  const own = best.plan.kernels[0]?.schedule.width;
  const others = scheduleVariants(best, gpu, DEFAULT_TWIDDLES)
    .flat()
    .map(({ plan }) => plan.kernels[0]?.schedule.width);
  expect(others.some((width) => width !== own)).toBe(true);
});
