// Numbers that are moved, or computed with, several at once. Vectors of complex numbers: a thread that loads or stores has neighbours,
// one access moves them, and nothing else changes, on random legal plans with random legal schedules. Kernels in 16-bit arithmetic:
// which schedules there are, and why there are no others.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { isAccess } from "../../generator/kernel/access.js";
import { phasesOf, SOURCE, TARGET } from "../../generator/kernel/program.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { makeTransform, type Storage } from "../../generator/plan/transform.js";
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

/** Why the kernel of a plan cannot run. */
function reasonFor(length: number, text: string, precision: Storage = "f16"): string {
  const { subComputations, schedule } = at(parseKernels(text), 0);
  if (schedule === undefined) throw new Error("the kernel has no schedule");
  const kernel = { subComputations, schedule };
  const set = digitSetOf(makeTransform([length], precision, { arithmetic: "native" }), [kernel]);
  const placed = placeKernel(set, kernel, 0, gpu);
  return placed.ok ? "none" : placed.reason;
}

const chain = "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) }";
const single = (threads: number): string =>
  `16-bit arithmetic does butterflies in pairs, and of ${threads} threads each has a single one`;

describe("schedules in 16-bit arithmetic", () => {
  test.each([
    ["two butterflies to a thread", `${chain} on 4 threads, table`, "none"],
    ["four, of several transforms", `${chain} on 4 threads, 2 columns, table`, "none"],
    ["one butterfly to a thread", `${chain} on 8 threads, table`, single(8)],
    ["an odd number", "{ X(9,8,9,72,no-tw) X(8,9,1,9,pre-tw) } on 3 threads, table", single(3)],
    [
      "powers of factors",
      `${chain} on 4 threads, powers`,
      "16-bit arithmetic is too coarse for powers of twiddle factors: take them from a table",
    ],
    [
      "tensor cores",
      "{ X(8,8@mma,8,64,no-tw) X(8,8@mma,1,8,pre-tw) } on 32 threads, 8 columns, table",
      "tensor cores have an arithmetic of their own: leave out the units, or native arithmetic",
    ],
  ])("%s", (_, text, reason) => {
    const length = text.includes("72") ? 72 : 64;
    expect(reasonFor(length, text)).toBe(reason);
  });

  test("on clusters too", () => {
    const chain = "{ X(64,8,64,512,no-tw) X(64,8,8,64,pre-tw) X(64,8,1,8,pre-tw) }";
    expect(reasonFor(512, `${chain} on 128 threads, cluster 2 after 1, 8 columns, table`)).toBe("none");
    const large = "{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) }";
    expect(reasonFor(4096, `${large} on 128 threads, cluster 2 after 1, table`)).toBe("none");
    expect(reasonFor(4096, `${large} on 256 threads, cluster 2 after 1, table`)).toBe(single(256));
  });

  test("other numbers are computed with one by one", () => {
    expect(reasonFor(64, `${chain} on 8 threads, powers`, "f32")).toBe("none");
  });
});
