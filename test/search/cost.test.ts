// What kernels are predicted to take, and what that is made of. How good predictions are is in test/fit.
import { expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import { kernelCost } from "../../generator/search/cost.js";
import { ratedCost, type RatedCost } from "../../generator/search/rated-cost.js";
import { namedPlan } from "../emit/named-plan.js";

const gpu = findGpu("H200");

test("what is not there takes no time: bytes, tiles and passes of 64x64 of which a quarter is read and half of the rows written", () => {
  const parts = { inputRange: { X: [0, 31], Y: [0, 31] }, outputRange: { Y: [16, 47] } } as const;
  const kernels = [
    "{ X(256,16,4,64,no-tw) X(1024,4,1,4,pre-tw) } on 64 threads, 4 columns, table",
    "{ Y(256,16,4,64,no-tw) Y(1024,4,1,4,pre-tw) } on 64 threads, 4 columns, table",
  ];
  const costs = (options: Parameters<typeof namedPlan>[4]): readonly RatedCost[] => {
    const { plan } = namedPlan("parts", [64, 64], "f32", kernels, { batch: 64, ...options });
    const set = digitSetOf(plan.transform, plan.kernels);
    return plan.kernels.map((kernel, index) => {
      const geometry = kernelGeometry(set, kernel, index, gpu);
      if (!geometry.ok) throw new Error(geometry.reason);
      return ratedCost(kernelCost(set, geometry.value, kernel.schedule, gpu), geometry.value, gpu);
    });
  };
  const all = 64 * 64 * 64 * 8;
  expect(costs({}).map(({ bytes, blocks }) => [bytes, blocks])).toEqual([
    [2 * all, 1024],
    [2 * all, 1024],
  ]);
  // Rows in, a quarter of them; all of these rows out and in again; half of everything out.
  expect(costs(parts).map(({ bytes, blocks }) => [bytes, blocks])).toEqual([
    [0.75 * all, 512],
    [all, 1024],
  ]);
  const total = (some: readonly RatedCost[]): number => some.reduce((sum, { terms }) => sum + terms.memory, 0);
  expect(total(costs(parts))).toBeLessThan(0.6 * total(costs({})));
});
