// What an option's text is worth: scales as quotients, batches that nobody said, ranges that say everything.
import { describe, expect, test } from "vitest";
import { scaleFrom } from "../../generator/cli/option-values.js";
import { usualBatch } from "../../generator/plan/usual-batch.js";
import { makeRealTransform, makeTransform, makeTrigonometricTransform } from "../../generator/plan/transform.js";
import { transformProblem } from "../../generator/plan/transform-problem.js";

describe("--scale", () => {
  test.each([
    ["1/129600", 1 / 129600],
    ["1/2^20", 2 ** -20],
    ["2/3", 2 / 3],
    ["-1/4", -1 / 4],
    ["0.5", 0.5],
    ["1e-7", 1e-7],
    ["1/N", 1 / 64],
    ["none", 1],
  ])("%s", (text, value) => {
    expect(scaleFrom(text, 64, "f64")).toBe(value);
  });

  test.each(["1/0", "0/4", "0", "1/", "/4", "1/2/3", "x", "1/x", "", "1e-60"])("%j is refused", (text) => {
    expect(() => scaleFrom(text, 64, "f32")).toThrow(
      "expected a number that f32 can hold, not 0, such as 0.5 or 1/129600",
    );
  });
});

describe("a batch that nobody said", () => {
  const lengths = (inputStrides: Record<string, number>) => ({
    ...makeTransform([64], "f32", { batch: 2 }),
    inputStrides,
  });

  test("counts gaps: what lies 2^31 apart is one array, what lies 2^27 apart are two", () => {
    expect(usualBatch(makeTransform([64], "f32", { batch: 2 }))).toBe(2 ** 18);
    expect(usualBatch(lengths({ batch: 100 }))).toBe(2 ** 18);
    expect(usualBatch(lengths({ batch: 2 ** 27 }))).toBe(2);
    expect(usualBatch(lengths({ batch: 2 ** 31 }))).toBe(1);
  });

  test("is as many as have room between strides that calls say, as planned", () => {
    const transform = makeRealTransform("r2c", [13, 4], "f32", { batch: 2 });
    expect(usualBatch({ ...transform, outputStrides: { Y: 2, batch: 26, X: 130 }, strides: "run-time" })).toBe(5);
  });
});

test("a range that says everything is none, whatever takes no part of an axis", () => {
  const cosine = makeTrigonometricTransform("dct-3", [4, 4], "f32");
  expect(transformProblem({ ...cosine, outputRange: { X: [0, 3] } })).toBeUndefined();
  expect(transformProblem({ ...cosine, outputRange: { X: [0, 2] } })?.field).toBe("outputRange");
  const packed = { ...makeRealTransform("r2c", [8], "f32"), spectrum: "packed" as const };
  expect(transformProblem({ ...packed, outputRange: { X: [0, 3] } })).toBeUndefined();
  expect(transformProblem({ ...packed, outputRange: { X: [0, 2] } })?.message).toContain("leave out its range");
});
