// What the study plans: every algorithm in every format, and Alman and Rao's steps where they are to be.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { checkPlan } from "../../generator/plan/check.js";
import { makeWalshTransform } from "../../generator/plan/transform.js";
import { almanRaoKernels, studyPlanner, studySubjects } from "../../generator/study/plans.js";
import { NUMBER_FORMATS } from "../../generator/study/vocabulary.js";

const gpu = findGpu("H200");

describe("the subjects", () => {
  const subjects = studySubjects(NUMBER_FORMATS, 3, 25);

  test("are 23 sizes of 6 algorithms, of 7 in 16 bits", () => {
    // Alman & Rao has no step of its own in 2^3 elements of 16 bits.
    expect(subjects).toHaveLength(23 * (6 + 6 + 7 + 7) - 2);
    expect(new Set(subjects.map(({ name }) => name)).size).toBe(subjects.length);
  });

  test("compute in the format they are stored in, but for one algorithm", () => {
    for (const { algorithm, storage, transform } of subjects) {
      const isNative = transform.arithmetic === "native" || storage === "f32";
      expect(isNative).toBe(algorithm !== "f32-arithmetic");
    }
  });
});

describe("Alman and Rao's plans", () => {
  test("are legal, and made of steps of 8 but for what is left at the light end", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 25 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        (exponent, count, isPaired) => {
          fc.pre(exponent >= 3 * (count + 1));
          const kernels = almanRaoKernels(exponent, count, isPaired);
          const transform = makeWalshTransform([2 ** exponent], isPaired ? "f16" : "f32");
          expect(checkPlan({ transform, kernels })).toEqual([]);
          expect(kernels).toHaveLength(count);
          const steps = kernels.flatMap(({ subComputations }) => subComputations);
          const others = steps.filter(({ unit }) => unit === undefined);
          expect(others.length).toBeLessThanOrEqual(1);
          for (const { stride, radix } of others) {
            expect(stride).toBe(1);
            expect(radix).toBe(isPaired && exponent % 3 === 0 ? 8 : 2 ** (exponent % 3));
          }
        },
      ),
      { seed: 20261121, numRuns: 200 },
    );
  });
});

test("all algorithms share the kernels of a size, but for Alman and Rao's", () => {
  const planOf = studyPlanner(gpu);
  for (const storage of ["f64", "bf16"] as const) {
    const plans = studySubjects([storage], 13, 13).map((subject) => ({ subject, plan: planOf(subject) }));
    const shared = plans.filter(({ subject }) => subject.algorithm !== "alman-rao").map(({ plan }) => plan.kernels);
    expect(new Set(shared.map((kernels) => JSON.stringify(kernels))).size).toBe(1);
    for (const { plan, subject } of plans) {
      expect(plan.transform).toEqual(subject.transform);
      const units = plan.kernels.flatMap(({ subComputations }) => subComputations.flatMap(({ unit }) => unit ?? []));
      expect(units).toHaveLength(subject.algorithm === "alman-rao" ? 4 : 0);
    }
  }
});
