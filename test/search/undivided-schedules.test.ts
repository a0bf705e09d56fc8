// When the search offers clusters of undivided blocks: where the tile that they hold saves a pass over memory that is worth it, and nowhere else.
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeTransform, makeWalshTransform, type Transform } from "../../generator/plan/transform.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { isThorough, sweep } from "../effort.js";

const gpu = findGpu("H200");

function plansOf(transform: Transform) {
  const found = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 20 });
  return found.plans.map(({ plan }) => ({
    kernels: plan.kernels.length,
    undivided: plan.kernels.some(({ schedule }) => schedule.cluster?.undivided === true),
  }));
}

/** Of arrays of 2 MiB: long enough for memory to set the pace. */
const batch = 512;

describe("a Fourier transform of 2 MiB takes one pass", () => {
  const transforms: readonly (readonly [string, Transform])[] = [
    ["complex f32", makeTransform([2 ** 18], "f32", { batch })],
    ["complex f64", makeTransform([2 ** 17], "f64", { batch })],
  ];
  test.each(sweep(transforms, (_, index) => index === 0))("%s", (_, transform) => {
    expect(plansOf(transform)[0]).toEqual({ kernels: 1, undivided: true });
  });
});

describe.runIf(isThorough)("a Walsh-Hadamard transform of 2 MiB takes one or two, which are as fast", () => {
  const transforms: readonly (readonly [string, Transform])[] = [
    ["f32", makeWalshTransform([2 ** 19], "f32", { batch })],
    ["f64", makeWalshTransform([2 ** 18], "f64", { batch })],
  ];
  test.each(transforms)("%s", (_, transform) => {
    // Rows of 2^19 took 1.031 ms in one, and 1.028 in two (H200).
    expect([
      { kernels: 1, undivided: true },
      { kernels: 2, undivided: false },
    ]).toContainEqual(plansOf(transform)[0]);
  });
});

describe.runIf(isThorough)("what a pipeline holds in as many passes is left to it", () => {
  const transforms: readonly (readonly [string, Transform])[] = [
    ["complex, half as long", makeTransform([2 ** 17], "f32", { batch })],
    ["complex, twice as long", makeTransform([2 ** 19], "f32", { batch })],
    ["Walsh-Hadamard, half as long", makeWalshTransform([2 ** 18], "f32", { batch })],
    ["Walsh-Hadamard, twice as long", makeWalshTransform([2 ** 20], "f32", { batch })],
  ];
  test.each(transforms)("%s", (_, transform) => {
    expect(plansOf(transform).some(({ undivided }) => undivided)).toBe(false);
  });
});
