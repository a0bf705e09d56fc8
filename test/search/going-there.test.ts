// Plans that go through longer lengths by several kernels are predicted as they were measured, and the best of them are found.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { sizeText } from "../../generator/plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES } from "../../generator/search/search.js";
import { sweep } from "../effort.js";
import { readPlans } from "./measured/read.js";

const gpu = findGpu("H200");
const options = { twiddles: DEFAULT_TWIDDLES, keep: 1 };
const measured = readPlans(join(import.meta.dirname, "measured/h200-bluestein-kernels.tsv"));

test("45 plans take what was predicted within a factor of 1.25, with a spread of 7 %", () => {
  const errors = measured.map(({ transform, milliseconds, kernels }) => {
    const plan = { transform, kernels: kernels.map(({ kernel }) => kernel) };
    return Math.log(completePlan(plan, gpu, options).milliseconds / milliseconds);
  });
  expect(errors.length).toBe(45);
  for (const error of errors) expect(Math.abs(error)).toBeLessThan(Math.log(1.25));
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  expect(Math.abs(mean)).toBeLessThan(Math.log(1.02));
  expect(Math.sqrt(errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / errors.length)).toBeLessThan(0.075);
});

describe("what is predicted to be best took little longer than the best that was measured", () => {
  const nameOf = ({ transform }: (typeof measured)[number]): string => `${transform.kind} ${sizeText(transform)}`;
  const names = [...new Set(measured.map(nameOf))];
  test.each(sweep(names, (_, index) => index < 2))("%s", (name) => {
    const plans = measured.filter((one) => nameOf(one) === name);
    const times = plans.map(({ transform, milliseconds, kernels }) => ({
      milliseconds,
      predicted: completePlan({ transform, kernels: kernels.map(({ kernel }) => kernel) }, gpu, options).milliseconds,
    }));
    const [first] = times.toSorted((a, b) => a.predicted - b.predicted);
    const best = Math.min(...times.map(({ milliseconds }) => milliseconds));
    expect((first?.milliseconds ?? Infinity) / best).toBeLessThan(1.1);
  });
});
