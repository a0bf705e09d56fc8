// What does not fit into memory, of arrays that lie differently.
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeTransform, type Transform } from "../../generator/plan/transform.js";
import { checkTransform, sideNeeds } from "../../generator/search/limits.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";

const gpu = findGpu("H200");

const complaint = (transform: Transform): string => {
  try {
    checkTransform(transform, gpu);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

test("each side needs what it takes, and one kernel nothing besides", () => {
  const transform = makeTransform([64], "f32", { inputStrides: { X: 2 ** 27 } });
  expect(sideNeeds(transform).map(({ bytes }) => bytes)).toEqual([8 * (63 * 2 ** 27 + 1), 512]);
  expect(complaint(transform)).toBe("");
  expect(searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans).toHaveLength(1);
});

describe("refused", () => {
  test.each<[Transform, string]>([
    [
      makeTransform([64], "f32", { inputStrides: { X: 2 ** 30 } }),
      "64 needs 541.2 GB for the input, 512 B for the output, NVIDIA H200 has 141.0 GB; shorter strides need less",
    ],
    [
      makeTransform([2 ** 33], "f32", { outputStrides: { X: 3 } }),
      "8589934592 needs 68.7 GB for the input, 206.2 GB for the output, NVIDIA H200 has 141.0 GB; shorter strides need less",
    ],
    [
      makeTransform([64], "f32", { inputStrides: { X: 1, batch: 2 ** 20 }, batch: 2 ** 15 }),
      "64 in a batch of 32768 needs 274.9 GB for the input, 16 MiB for the output, NVIDIA H200 has 141.0 GB; plan for a smaller batch",
    ],
    [
      makeTransform([2 ** 34], "f32"),
      "17179869184 needs 2 x 137.4 GB, NVIDIA H200 has 141.0 GB; in place (--in-place) it needs one copy less",
    ],
    [
      makeTransform([2 ** 35], "f32", { placement: "in-place" }),
      "34359738368 needs 1 x 274.9 GB, NVIDIA H200 has 141.0 GB; up to 2^34 elements fit in place",
    ],
  ])("%#", (transform, message) => {
    expect(complaint(transform)).toBe(message);
  });
});
