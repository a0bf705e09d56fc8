// What the cost models are fitted to: whose it is, and that predictions depend on nothing but the GPU that they are given.
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { borrowedText, type Calibration } from "../../generator/gpu/calibration.js";
import { findGpu, knownGpus } from "../../generator/gpu/registry.js";
import { makeTransform } from "../../generator/json/made-transform.js";
import { isThorough } from "../effort.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";

const h200 = findGpu("H200");

test("the H200 was measured, all others borrow from it and say so", () => {
  expect(borrowedText(h200)).toBeUndefined();
  for (const gpu of knownGpus.filter(({ name }) => name !== h200.name)) {
    expect(gpu.calibration).toBe(h200.calibration);
    expect(borrowedText(gpu)).toBe(
      `to measurements on NVIDIA H200: the calibration is borrowed, ${gpu.name} has none of its own`,
    );
  }
});

/** Milliseconds of the best plan. */
const predicted = (calibration: Calibration): number =>
  at(
    searchPlans(
      makeTransform([4096], "f32", { batch: 4096 }),
      { ...h200, calibration },
      {
        twiddles: DEFAULT_TWIDDLES,
        keep: 1,
      },
    ).plans,
    0,
  ).milliseconds;

// A search for each, whose schedules are all anew.
test.runIf(isThorough)("another calibration gives other predictions", () => {
  const { calibration } = h200;
  const { blocks, terms } = calibration;
  const usual = predicted(calibration);
  expect(predicted({ ...calibration, blocks: { ...blocks, streamShare: 0.5 } })).toBeGreaterThan(1.5 * usual);
  expect(predicted({ ...calibration, blocks: { ...blocks, issueShare: 0.05 } })).toBeGreaterThan(1.5 * usual);
  expect(predicted({ ...calibration, terms: { ...terms, overlapNorm: 1 } })).toBeGreaterThan(1.2 * usual);
});
