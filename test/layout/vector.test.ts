// Numbers that are moved, or computed with, several at once. Vectors of complex numbers: a thread that loads or stores has neighbours,
// one access moves them, and nothing else changes, on random legal plans with random legal schedules. Kernels in 16-bit arithmetic:
// which schedules there are, and why there are no others.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { isAccess } from "../../generator/kernel/access.js";
import { globalArray, phasesOf, type ThreadStep } from "../../generator/kernel/program.js";
import { digitSetOf, product } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { makeTransform, type NumberFormat } from "../../generator/plan/transform.js";
import { nativePlans } from "../arbitrary/native.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { walshClusterPlans } from "../arbitrary/walsh-clusters.js";
import { walshMatrixPlans } from "../arbitrary/walsh-matrices.js";
import { walshPlans } from "../arbitrary/walsh.js";
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
        for (const { array, run } of accesses) expect(run).toBe(globalArray(kernel, array) === undefined ? 1 : 2);
        moved += 1;
      });
    }),
    { seed: 14, numRuns: runs(8, 60) },
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

/** Points of a step's butterflies, wherever they lie. */
function radixOf(step: ThreadStep): number {
  if (step.kind === "butterfly") return step.codelet.radix;
  if (step.kind === "hadamard") return step.codelet.matrix.order;
  if (step.kind !== "matrix-butterfly") return 1;
  const { spec } = step.matrix;
  return spec.kind === "hadamard" ? spec.radix * spec.vectorRadix : spec.radix;
}

const radixProduct = (radices: readonly number[]): number => radices.reduce((total, radix) => total * radix, 1);

/** Holds the phases and steps of a plan for real numbers to what its widths mean; says which butterflies there are. */
function placesOf(plan: ScheduledPlan): readonly string[] {
  const set = digitSetOf(plan.transform, plan.kernels);
  return lowered({ name: "vectors", plan }).host.launches.flatMap(({ kernel }, index) => {
    const own = at(plan.kernels, index);
    const placed = placeKernel(set, own, index, gpu);
    if (!placed.ok) throw new Error(placed.reason);
    for (const { vector, registers, threads } of placed.value.phases) {
      expect(product(vector)).toBe(own.schedule.width ?? 1);
      expect(vector.every(({ weight }) => weight < 1)).toBe(true);
      expect([...registers, ...threads].every(({ weight }) => weight >= 1)).toBe(true);
    }
    const steps = phasesOf(kernel).flatMap((phase) => phase.steps);
    expect(radixProduct(steps.map(radixOf))).toBe(radixProduct(own.subComputations.map(({ radix }) => radix)));
    return steps.flatMap((step) => (step.kind === "hadamard" ? [`${step.place} ${step.codelet.matrix.order}`] : []));
  });
}

test("real numbers lie at vector as they are moved, and all butterflies of a plan are done, there or elsewhere", () => {
  const seen = new Set<string>();
  const see = (plan: ScheduledPlan): void => {
    for (const place of placesOf(plan)) seen.add(place);
  };
  fc.assert(fc.property(walshPlans(), see), { seed: 15, numRuns: runs(60, 100) });
  walshMatrixPlans().slice(0, runs(20, 200)).forEach(see);
  for (const { plan } of walshClusterPlans().slice(0, runs(8, 200))) see(plan);
  expect([...seen]).toEqual(expect.arrayContaining(["vector 2", "vector 4", "registers 8"]));
});

test("in 16-bit arithmetic the first atom beside a digit tells apart two butterflies that are computed at once", () => {
  fc.assert(
    fc.property(nativePlans({ maxElements: 800, maxRank: 2 }), (plan) => {
      const set = digitSetOf(plan.transform, plan.kernels);
      lowered({ name: "pairs", plan }).host.launches.forEach(({ kernel }, index) => {
        const placed = placeKernel(set, at(plan.kernels, index), index, gpu);
        if (!placed.ok) throw new Error(placed.reason);
        for (const { digit, vector, registers } of placed.value.phases) {
          const own = registers.filter((atom) => atom.digit === digit?.name);
          expect(vector).toEqual(digit === undefined ? [] : registers.slice(own.length, own.length + 1));
          expect(product(vector)).toBe(digit === undefined ? 1 : 2);
        }
        for (const step of phasesOf(kernel).flatMap((phase) => phase.steps))
          if (step.kind === "butterfly") expect(step.atOnce).toBe(2);
      });
    }),
    { seed: 16, numRuns: runs(20, 60) },
  );
});

/** Why the kernel of a plan cannot run. */
function reasonFor(length: number, text: string, precision: NumberFormat = "f16"): string {
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
