// Wisdom as JSON: what is written is read back.
import { describe, expect, test } from "vitest";
import { makeTransform, makeWalshTransform, type Transform } from "../../generator/plan/transform.js";
import { printWisdomFile, readWisdomFile } from "../../generator/planfile/wisdom-file.js";

const evidence = {
  gpu: "NVIDIA H200",
  driver: "580",
  toolchain: "nvcc 13.0",
  text: `sha256:${"a".repeat(64)}`,
  milliseconds: 1,
  ratioToCopy: 1.5,
  relativeL2Error: 1e-7,
};

describe("what is written is read back", () => {
  test.each<[string, Transform]>([
    ["usual", makeTransform([16], "f32")],
    [
      "all that a Fourier transform can say",
      makeTransform([8, 16, 32], "bf16", {
        arithmetic: "native",
        direction: "inverse",
        order: "digit-reversed",
        placement: "in-place",
        scale: 1 / 4096,
        batch: 7,
      }),
    ],
    ["a Walsh-Hadamard transform", makeWalshTransform([4096], "f64", { batch: 3 })],
    [
      "all that one can say",
      makeWalshTransform([64, 4096], "f16", {
        axes: ["Y"],
        order: "sequency",
        stabilisation: "kahan",
        distance: 2 ** 19,
        scale: 0.125,
      }),
    ],
    ["of other matrices", makeWalshTransform([12, 40], "f32", { hadamard: "dao", direction: "inverse" })],
  ])("%s", (_, transform) => {
    const plans = [{ transform, gpu: "NVIDIA H200", kernels: ["{ X }"], evidence: [evidence] }];
    expect(readWisdomFile("w.json", printWisdomFile({ gpus: [], plans }))).toEqual({ gpus: [], plans });
  });
});
