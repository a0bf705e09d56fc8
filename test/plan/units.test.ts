// Which butterflies a unit can compute, and in which transforms.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseKernels } from "../../generator/notation/parse.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import {
  isShort,
  makeWalshTransform,
  NUMBER_FORMATS,
  type NumberFormat,
  type WalshTransform,
} from "../../generator/plan/transform.js";
import { scheduledMatrixPlans } from "../arbitrary/matrices.js";
import { planOf } from "./plan-of.js";

describe("checkPlan on units", () => {
  const inStorage = (precision: NumberFormat, ...kernels: readonly string[]): readonly string[] => {
    const plan = planOf({ X: 512 }, kernels);
    return checkPlan({ ...plan, transform: { ...plan.transform, precision } }).map(problemText);
  };
  const product = "{ X(32,16@mma,32,512,tw) } { X(64,8@mma,4,32,tw) X(128,4@mma,1,4,no-tw) }";

  it("accepts butterflies on tensor cores of radix 4, 8 and 16, in 16 bits, beside others", () => {
    for (const precision of ["f16", "bf16"] as const) {
      expect(inStorage(precision, product)).toEqual([]);
      expect(inStorage(precision, "{ X(16,32,16,512,no-tw) X(32,16@mma,1,16,pre-tw) }")).toEqual([]);
    }
  });

  it("refuses them in other precisions, each with its place", () => {
    for (const precision of ["f32", "f64"] as const)
      expect(inStorage(precision, product)).toEqual(
        ["kernel 1, sub-computation 1", "kernel 2, sub-computation 1", "kernel 2, sub-computation 2"].map(
          (place) => `${place}: mma multiplies f16 or bf16, and this transform is of ${precision}`,
        ),
      );
  });

  it("refuses other radices", () => {
    expect(inStorage("f16", "{ X(16,32@mma,16,512,tw) X(32,16@mma,1,16,no-tw) }")).toEqual([
      "kernel 1, sub-computation 1: mma computes radices 4, 8, 16, not 32",
    ]);
    expect(inStorage("bf16", "{ X(256,2@mma,256,512,tw) } { X(32,16,16,256,tw) X(32,16,1,16,no-tw) }")).toEqual([
      "kernel 1, sub-computation 1: mma computes radices 4, 8, 16, not 2",
    ]);
  });

  it("refuses in Fourier transforms what computes Walsh-Hadamard steps, in whatever precision", () => {
    for (const precision of NUMBER_FORMATS)
      expect(inStorage(precision, "{ X(64,8@alman-rao,64,512,tw) X(64,8,8,64,tw) X(64,8,1,8,no-tw) }")).toEqual([
        "kernel 1, sub-computation 1: alman-rao computes Walsh-Hadamard steps, and this is a Fourier transform",
      ]);
  });

  describe("on Walsh-Hadamard steps", () => {
    const problemsOf = (text: string, transform: WalshTransform): readonly string[] =>
      checkPlan({ transform, kernels: parseKernels(text) }).map(problemText);
    const mma = "{ H(32,16@mma,32,512) H(16,32@mma,1,32) }";

    it("takes mma for 16-bit numbers in single precision, without stabilisation", () => {
      for (const precision of NUMBER_FORMATS) {
        const problems = problemsOf(mma, makeWalshTransform([512], precision));
        expect(problems).toEqual(
          isShort(precision)
            ? []
            : [1, 2].map(
                (place) =>
                  `kernel 1, sub-computation ${place}: mma multiplies f16 or bf16, and this transform is of ${precision}`,
              ),
        );
      }
      expect(problemsOf(mma, makeWalshTransform([512], "f16", { arithmetic: "native" }))[0]).toBe(
        "kernel 1, sub-computation 1: tensor cores have an arithmetic of their own: leave out mma, or native arithmetic",
      );
      expect(problemsOf(mma, makeWalshTransform([512], "f16", { stabilisation: "semi-kahan" }))[0]).toBe(
        "kernel 1, sub-computation 1: products with matrices keep no rounding errors: stabilised steps have no unit",
      );
    });

    it("has radices of mma, doubled where vectors lie", () => {
      const transform = makeWalshTransform([512], "bf16");
      expect(problemsOf("{ H(16,32@mma,16,512) H(32,16@mma,1,16) }", transform)).toEqual([
        "kernel 1, sub-computation 1: mma computes radices 4, 8, 16 at stride 16, not 32",
      ]);
      expect(problemsOf("{ H(32,16@mma,32,512) H(64,8@mma,4,32) H(128,4@mma,1,4) }", transform)).toEqual([
        "kernel 1, sub-computation 3: mma computes radices 8, 16, 32 at stride 1, not 4",
      ]);
    });

    it("refuses the others", () => {
      expect(problemsOf("{ H(32,16@kang,32,512) H(16,32,1,32) }", makeWalshTransform([512], "f32"))).toEqual([
        "kernel 1, sub-computation 1: kang computes Fourier butterflies; alman-rao computes Walsh-Hadamard steps, and mma those of 16-bit numbers",
      ]);
    });
  });

  it("says what else is wrong beside the unit", () => {
    const problems = inStorage("f32", "{ X(32,16@mma,32,512,tw) } { X(64,8,4,23,tw) X(128,4,1,4,no-tw) }");
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain("mma multiplies f16 or bf16");
    expect(problems[1]).toContain("extent of `X(64,8,4,23,tw)` is 23");
  });

  it("accepts every legal plan on tensor cores", () => {
    fc.assert(
      fc.property(scheduledMatrixPlans({ maxElements: 2 ** 12 }), (plan) => {
        expect(checkPlan(plan)).toEqual([]);
      }),
      { numRuns: 100, seed: 5 },
    );
  });
});
