// What does not fit into memory, of arrays that lie differently.
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { lowerPlan } from "../../generator/compile.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { parseKernels } from "../../generator/notation/parse.js";
import type { PlanKernel, Schedule, ScheduledKernel } from "../../generator/plan/plan.js";
import {
  makeRealTransform,
  makeTransform,
  makeWalshTransform,
  type Transform,
} from "../../generator/plan/transform.js";
import { bytesOf, checkTransform, memoryProblem, sideNeeds } from "../../generator/search/limits.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { withChains } from "../plan/chain-text.js";

const gpu = findGpu("H200");

const scheduled = ({ schedule, ...kernel }: PlanKernel & { readonly schedule?: Schedule }): ScheduledKernel => {
  if (schedule === undefined) throw new Error("no schedule");
  return { ...kernel, schedule };
};

const complaint = (transform: Transform, on: Gpu = gpu): string => {
  try {
    checkTransform(transform, on);
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

describe("what just fits is planned for, and a byte less of memory refused", () => {
  test.each<[string, Transform]>([
    ["both sides", makeTransform([64], "f32", { batch: 1000 })],
    ["both in one", makeTransform([64], "f64", { batch: 1000, placement: "in-place" })],
    ["gaps", makeTransform([64], "f32", { inputStrides: { X: 3 }, outputStrides: { X: 1, batch: 80 }, batch: 10 })],
    ["half a spectrum", makeRealTransform("r2c", [64], "f32", { batch: 10 })],
    ["numbers", makeWalshTransform([64], "f16", { batch: 10 })],
  ])("%s", (_, transform) => {
    const memoryBytes = bytesOf(sideNeeds(transform));
    expect(complaint(transform, { ...gpu, memoryBytes })).toBe("");
    expect(complaint(transform, { ...gpu, memoryBytes: memoryBytes - 1 })).toContain(" needs ");
  });

  test("what lies between kernels besides", () => {
    const transform = makeTransform([1024], "f32", { outputStrides: { X: 2 }, batch: 10 });
    const kernels = parseKernels(withChains("{ X[32] } on 32 threads, 32 columns { X[32] } on 32 threads, 32 columns"));
    const { geometries } = lowerPlan("between", { transform, kernels: kernels.map(scheduled) }, gpu);
    const memoryBytes = bytesOf(sideNeeds(transform)) + 10 * 2048 * 8;
    expect(memoryProblem(transform, geometries, { ...gpu, memoryBytes })).toBeUndefined();
    expect(memoryProblem(transform, geometries, { ...gpu, memoryBytes: memoryBytes - 1 })).toContain("between kernels");
  });
});

describe("the last length that has butterflies, and the first that has none and may go through no other", () => {
  test.each<[Transform, string]>([
    [makeTransform([61], "f32", { order: "digit-reversed" }), ""],
    [makeTransform([67], "f32", { order: "digit-reversed" }), "length 67 along X is prime: prime factors up to 61"],
    [makeTransform([31], "f64", { order: "digit-reversed" }), ""],
    [makeTransform([37], "f64", { order: "digit-reversed" }), "length 37 along X is prime: prime factors up to 31"],
    [makeTransform([67], "f32"), ""],
    [makeTransform([61], "f16", { arithmetic: "native" }), ""],
    [makeTransform([67], "f16", { arithmetic: "native" }), "length 67 along X is prime"],
    [makeWalshTransform([60], "f64"), ""],
    [makeWalshTransform([108], "f64"), "length 108 along X: a thread holds all 108 outputs of its matrix"],
    [makeWalshTransform([172], "f32"), ""],
  ])("%#", (transform, reason) => {
    const said = complaint(transform);
    if (reason === "") expect(said).toBe("");
    else expect(said).toContain(reason);
  });
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
