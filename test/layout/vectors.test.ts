// Vectors of complex numbers: a thread that loads or stores has neighbours, one access moves them, and nothing else changes. On random
// legal plans with random legal schedules.
import fc from "fast-check";
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { isAccess } from "../../generator/kernel/access.js";
import { phasesOf, SOURCE, TARGET } from "../../generator/kernel/program.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { runs } from "../effort.js";
import { lowered, namedPlan } from "../emit/named-plan.js";
import { expectAgreement } from "../lower/fourier-agreement.js";

const gpu = findGpu("H200");

/** Vectors of 2 in every kernel that can have them. */
function withVectors(plan: ScheduledPlan): ScheduledPlan {
  const set = digitSetOf(plan.transform, plan.kernels);
  return {
    ...plan,
    kernels: plan.kernels.map((kernel, index) => {
      const wider = { ...kernel, schedule: { ...kernel.schedule, width: 2 } };
      return placeKernel(set, wider, index, gpu).ok ? wider : kernel;
    }),
  };
}

test("kernels that move two complex numbers by one access compute what they computed", () => {
  let moved = 0;
  fc.assert(
    fc.property(scheduledPlans({ maxElements: 512, maxRank: 2, precisions: ["f32"] }), fc.nat(), (drawn, seed) => {
      const plan = withVectors(drawn);
      fc.pre(plan.kernels.some(({ schedule }) => schedule.width === 2));
      expectAgreement(plan, 2, seed);
      lowered({ name: "vectors", plan }).host.launches.forEach(({ kernel }, index) => {
        if (at(plan.kernels, index).schedule.width !== 2) return;
        const accesses = phasesOf(kernel).flatMap(({ steps }) => steps.filter(isAccess));
        for (const { array, run } of accesses) expect(run).toBe(array === SOURCE || array === TARGET ? 2 : 1);
        moved += 1;
      });
    }),
    { seed: 14, numRuns: runs(12, 100) },
  );
  expect(moved).toBeGreaterThan(10);
});

test.each([
  ["f64", 64, "vectors of 2: an access moves 1 of these complex numbers at most"],
  ["f16", 64, "vectors of 2: complex numbers of f16 are converted one by one"],
  ["f32", 125, "vectors of 2: "],
] as const)("%s of %i cannot", (precision, length, reason) => {
  const radix = length === 64 ? 8 : 5;
  const { plan } = namedPlan("none", [length], precision, [
    length === 64
      ? "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, table"
      : `{ X(25,${radix},25,125,no-tw) X(25,5,5,25,pre-tw) X(25,5,1,5,pre-tw) } on 25 threads, table`,
  ]);
  const kernel = at(plan.kernels, 0);
  const wider = { ...kernel, schedule: { ...kernel.schedule, width: 2 } };
  const placed = placeKernel(digitSetOf(plan.transform, plan.kernels), wider, 0, gpu);
  expect(placed.ok ? "placed" : placed.reason).toContain(reason);
});
