// Plans that were measured in runs of different speed.
import { expect, test } from "vitest";
import { atOneSpeed } from "../../generator/fit/run-speed.js";
import type { TimedPlan } from "../../generator/fit/timed-plan.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { copyTime } from "../../generator/search/limits.js";

const gpu = findGpu("H200");
const transform = makeTransform([4096], "f32", { batch: 8192 });
const copy = copyTime(transform, gpu);

const timed = (milliseconds: number, copyMilliseconds?: number): TimedPlan => ({
  ...{ file: "times.jsonl", gpu: gpu.name, kernels: [], spilledBytes: 0 },
  ...{ transform, milliseconds, copyMilliseconds },
});

const milliseconds = (plans: readonly TimedPlan[]): readonly number[] =>
  atOneSpeed(plans, gpu).map((plan) => Number(plan.milliseconds.toPrecision(12)));

test("times are those of the middle run, in which a copy takes what it takes there", () => {
  expect(milliseconds([timed(1, copy), timed(1.02, 1.02 * copy), timed(1.04, 1.04 * copy)])).toEqual([
    1.02, 1.02, 1.02,
  ]);
});

test("a copy that is far off, that is none, or too short to tell changes nothing", () => {
  const usual = timed(1, copy);
  expect(milliseconds([usual, usual, timed(2, 1.5 * copy)])).toEqual([1, 1, 2]);
  expect(milliseconds([usual, usual, timed(2)])).toEqual([1, 1, 2]);
  expect(milliseconds([usual, usual, { ...timed(0.01, 0.0102), transform: { ...transform, batch: 80 } }])).toEqual([
    1, 1, 0.01,
  ]);
  expect(milliseconds([])).toEqual([]);
});
