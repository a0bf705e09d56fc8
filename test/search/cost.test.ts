// The cost model against plans measured on an H200: the fastest by prediction must be nearly the fastest by measurement.
import { describe, expect, test } from "vitest";
import { spearman } from "../../generator/bench/statistics.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { kernelGeometry } from "../../generator/layout/geometry.js";
import { kernelCost } from "../../generator/search/cost.js";
import { readMeasurements, readPlans, type MeasuredPlan } from "./measured/read.js";

const gpu = findGpu("H200");
const measurements = readMeasurements(new URL("measured/h200.tsv", import.meta.url).pathname);
const groups = [...new Set(measurements.map(({ group }) => group))].map(
  (group) => [group, measurements.filter((plan) => plan.group === group)] as const,
);

function predicted(plan: Omit<MeasuredPlan, "group">): number {
  const set = digitSetOf(
    plan.transform,
    plan.kernels.map(({ kernel }) => kernel),
  );
  return plan.kernels.reduce((sum, { kernel }, index) => {
    const geometry = kernelGeometry(set, kernel, index, gpu);
    if (!geometry.ok) throw new Error(geometry.reason);
    return sum + kernelCost(set, geometry.value, kernel.schedule, gpu).milliseconds;
  }, 0);
}

test("the table of measurements is whole", () => {
  expect(measurements.length).toBe(913);
  expect(groups.length).toBe(33);
});

test.each(groups)("%s: the first choice by prediction loses less than 10 % to the best", (_, plans) => {
  const best = Math.min(...plans.map((plan) => plan.milliseconds));
  const choice = plans.map((plan) => ({ plan, time: predicted(plan) })).reduce((a, b) => (b.time < a.time ? b : a));
  expect(choice.plan.milliseconds / best).toBeLessThan(1.1);
});

test("predictions are within 25 % of the measurement for 9 plans of 10, and unbiased within 10 %", () => {
  const errors = measurements.map((plan) => Math.log(predicted(plan) / plan.milliseconds));
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  expect(Math.abs(mean)).toBeLessThan(0.1);
  const near = errors.filter((error) => Math.abs(error) < Math.log(1.25)).length;
  expect(near / errors.length).toBeGreaterThan(0.9);
});

describe("lengths that are no powers of two", () => {
  const mixed = readMeasurements(new URL("measured/h200-mixed.tsv", import.meta.url).pathname);
  /** The search asks no thread to hold more elements. */
  const MOST_ELEMENTS = 32;
  const choices = mixed.filter(({ transform, kernels }) => {
    const set = digitSetOf(
      transform,
      kernels.map(({ kernel }) => kernel),
    );
    return kernels.every(({ kernel }, index) => {
      const geometry = kernelGeometry(set, kernel, index, gpu);
      return geometry.ok && geometry.value.registers <= MOST_ELEMENTS;
    });
  });
  const lengths = [...new Set(choices.map(({ group }) => group))];

  test("the table is whole", () => {
    expect(mixed.length).toBe(275);
    expect(lengths.length).toBe(4);
  });

  test.each(lengths)("%s: the first choice by prediction loses less than 5 % to the best", (length) => {
    const plans = choices.filter(({ group }) => group === length);
    const best = Math.min(...plans.map((plan) => plan.milliseconds));
    const choice = plans.map((plan) => ({ plan, time: predicted(plan) })).reduce((a, b) => (b.time < a.time ? b : a));
    expect(choice.plan.milliseconds / best).toBeLessThan(1.05);
  });

  test("predictions are unbiased within 5 %, and put plans of a length in order", () => {
    const errors = choices.map((plan) => Math.log(predicted(plan) / plan.milliseconds));
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.05);
    for (const length of lengths) {
      const plans = choices.filter(({ group }) => group === length);
      const order = spearman(
        plans.map(predicted),
        plans.map((plan) => plan.milliseconds),
      );
      expect(order ?? 0, length).toBeGreaterThan(0.3);
    }
  });
});

test("clusters: predictions of the plans that the search would choose are within 15 % for 9 of 10, and unbiased within 5 %", () => {
  const plans = readPlans(new URL("measured/h200-clusters.tsv", import.meta.url).pathname).filter(({ kernels }) =>
    kernels.some(({ kernel }) => kernel.schedule.cluster !== undefined),
  );
  expect(plans.length).toBeGreaterThan(80);
  const errors = plans.map((plan) => Math.log(predicted(plan) / plan.milliseconds));
  expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.05);
  expect(errors.filter((error) => Math.abs(error) < Math.log(1.15)).length / errors.length).toBeGreaterThan(0.9);
});
