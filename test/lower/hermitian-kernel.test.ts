// Real transforms around complex ones, whose Hermitian step is a kernel of its own: as their notation says, as lowered, and by definition.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseKernels } from "../../generator/notation/parse.js";
import { printPlan } from "../../generator/notation/print.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { checkPlan } from "../../generator/plan/check.js";
import { withHermitianKernel, withHermitianStep } from "../../generator/plan/hermitian-kernel.js";
import type { Plan } from "../../generator/plan/plan.js";
import { resolve } from "../../generator/plan/resolve.js";
import { makeRealTransform, makeTrigonometricTransform } from "../../generator/plan/transform.js";
import { completePlan, searchPlans } from "../../generator/search/search.js";
import { runs } from "../effort.js";
import { expectRealAgreement, gpu } from "./real-agreement.js";
import { BATCH, expectTrigonometricAgreement, numbersAndMeant } from "./trigonometric-agreement.js";

/** Kernels of complex transforms along X, of the rules that there are. */
const INSIDE: readonly (readonly [points: number, kernels: string])[] = [
  [1, "{ X(1,1,1,1,no-tw) }"],
  [2, "{ X(1,2,1,2,no-tw) }"],
  [7, "{ X(1,7,1,7,no-tw) }"],
  [24, "{ X(4,6,4,24,no-tw) X(6,4,1,4,pre-tw) }"],
  [24, "{ X(4,6,4,24,tw) } { X(6,4,1,4,no-tw) }"],
  [67, "{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }"],
  [67, "{ bluestein X(16,9,16,144,no-tw) } { bluestein X(9,16,1,16,pre-tw) }"],
  [101, "{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }"],
  [134, "{ rader Y(1,2,1,2,no-tw) X(11,6,11,66,no-tw) X(6,11,1,11,pre-tw) }"],
  [134, "{ bluestein X(18,16,18,288,no-tw) X(16,18,1,18,pre-tw) }"],
];

const KINDS = ["r2c", "c2r"] as const;

function planOf(kind: (typeof KINDS)[number], lengths: readonly number[], inside: string) {
  const transform = makeRealTransform(kind, lengths, "f64", { batch: 3 });
  const plan: Plan = { transform, kernels: withHermitianKernel(transform, parseKernels(inside)) };
  expect(checkPlan(plan)).toEqual([]);
  return { transform, plan };
}

describe("rows", () => {
  for (const kind of KINDS)
    for (const [points, inside] of INSIDE)
      test(`${kind} of ${2 * points} around ${inside}`, () => {
        const { transform, plan } = planOf(kind, [2 * points], inside);
        expectRealAgreement(completePlan(plan, gpu).plan, transform, { batch: 3, seed: points });
        expect(resolve(plan).rule).toBe("pairs");
      });
});

/** Rows beside another dimension, which is transformed or not; how they lie. */
const layouts = fc.record({
  kind: fc.constantFrom(...KINDS),
  // A prime beside a factor takes a dimension of its own.
  inside: fc.constantFrom(...INSIDE.filter(([, kernels]) => !kernels.includes("Y("))),
  rows: fc.constantFrom(1, 3, 4),
  isTransformed: fc.boolean(),
  gap: fc.constantFrom(0, 2, 6),
  isPlanar: fc.boolean(),
  isInPlace: fc.boolean(),
  scale: fc.constantFrom(1, 0.25),
  batch: fc.integer({ min: 1, max: 3 }),
  seed: fc.integer({ min: 1, max: 1000 }),
});

test("rows among others, apart, in place, planar, scaled", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(layouts, (drawn) => {
      const { kind, rows, isTransformed, gap, isPlanar, isInPlace, scale, batch, seed } = drawn;
      const [points, inside] = drawn.inside;
      const row = points + 1 + gap / 2;
      const [reals, spectra] = [
        { Y: 2 * row, batch: 2 * row * rows },
        { Y: row, batch: row * rows },
      ];
      const isForward = kind === "r2c";
      const transform = makeRealTransform(kind, [rows, 2 * points], "f64", {
        axes: isTransformed ? ["X", "Y"] : ["X"],
        inputStrides: isForward ? reals : spectra,
        outputStrides: isForward ? spectra : reals,
        planar: isPlanar && !isInPlace ? (isForward ? "output" : "input") : "none",
        placement: isInPlace ? "in-place" : "out-of-place",
        ...{ scale, batch },
      });
      const own = withHermitianKernel(transform, parseKernels(inside));
      const other = isTransformed ? parseKernels(`{ Y(1,${rows},1,${rows},no-tw) }`) : [];
      const plan = { transform, kernels: isForward ? [...own, ...other] : [...other, ...own] };
      expect(checkPlan(plan)).toEqual([]);
      expectRealAgreement(completePlan(plan, gpu).plan, transform, { batch, seed });
    }),
    { numRuns: runs(40, 400), seed: 20014 },
  );
});

/** Transforms in one kernel, of which the step is a part. */
const TOGETHER = INSIDE.filter(
  ([points, kernels]) => points > 2 && kernels.lastIndexOf("{") === 0 && !kernels.includes("Y("),
);

describe("in the kernel of the complex transform", () => {
  for (const kind of KINDS)
    for (const [points, inside] of TOGETHER)
      for (const rows of [1, 4])
        test(`${kind} of ${rows} x ${2 * points} around ${inside}`, () => {
          const transform = makeRealTransform(kind, [rows, 2 * points], "f64", { batch: 3, axes: ["X"], scale: 0.5 });
          const [kernel] = parseKernels(inside);
          const plan: Plan = { transform, kernels: kernel === undefined ? [] : withHermitianStep(transform, kernel) };
          expect(checkPlan(plan)).toEqual([]);
          expect(parseKernels(printPlan(plan))).toEqual(plan.kernels);
          expectRealAgreement(completePlan(plan, gpu).plan, transform, { batch: 3, seed: points });
        });
});

describe("cosine and sine transforms", () => {
  const kinds = ["dct-1", "dct-2", "dct-3", "dst-1", "dst-2", "dst-3"] as const;
  /** The numbers of a transform whose real one, or period, has twice so many. */
  const lengthOf = (kind: (typeof kinds)[number], points: number): number =>
    kind === "dct-1" ? points + 1 : kind === "dst-1" ? points - 1 : 2 * points;
  for (const kind of kinds)
    test.each(INSIDE.filter(([points, kernels]) => points > 2 && !kernels.includes("Y(")))(
      `${kind} around %i complex points, %s`,
      (points, inside) => {
        const transform = makeTrigonometricTransform(kind, [lengthOf(kind, points)], "f64", { batch: BATCH });
        const plan: Plan = { transform, kernels: withHermitianKernel(transform, parseKernels(inside)) };
        expect(checkPlan(plan)).toEqual([]);
        expectTrigonometricAgreement(transform, completePlan(plan, gpu).plan);
        expect(resolve(plan).rule).toBe("cosine");
      },
    );
  for (const kind of kinds)
    test.each(TOGETHER)(`${kind} around %i complex points in one kernel, %s`, (points, inside) => {
      const transform = makeTrigonometricTransform(kind, [lengthOf(kind, points)], "f64", { batch: BATCH });
      const [kernel] = parseKernels(inside);
      const plan: Plan = { transform, kernels: kernel === undefined ? [] : withHermitianStep(transform, kernel) };
      expect(checkPlan(plan)).toEqual([]);
      expectTrigonometricAgreement(transform, completePlan(plan, gpu).plan);
    });
});

describe("orthonormal cosine and sine transforms in pairs", () => {
  const kinds = ["dct-2", "dct-3", "dst-1", "dst-2", "dst-3"] as const;
  const cases = kinds.flatMap((kind) => [
    [kind, 134] as const,
    [kind, 202] as const,
    // An odd number of pairs: the butterfly of frequency 0 has no other beside it.
    [kind, 98] as const,
    [kind, kind === "dst-1" ? 127 : 128] as const,
  ]);
  test.each(cases)("%s of %i, by the plan of the search", (kind, length) => {
    const own = kind === "dst-1" && length % 2 === 0 ? length - 1 : length;
    const transform = makeTrigonometricTransform(kind, [own], "f64", { batch: BATCH, normalisation: "orthonormal" });
    // Where there are many arrays: of a few all numbers are taken as complex ones.
    const many = { ...transform, batch: 20_000 };
    const [found] = searchPlans(many, gpu, { twiddles: ["table"], keep: 1 }).plans;
    if (found === undefined) throw new Error("no plan");
    const best = { plan: { ...found.plan, transform } };
    const tree = resolve(best.plan);
    // Short periods are not worth pairs.
    expect(tree.rule === "cosine" && tree.paired !== undefined).toBe(kind !== "dst-1");
    expectTrigonometricAgreement(transform, best.plan);
    const { numbers, meant } = numbersAndMeant(transform);
    expect(
      relativeError(evaluatePlan(best.plan, numbers), { re: meant, im: new Float64Array(meant.length) }),
    ).toBeLessThan(1e-13);
  });

  test("in several kernels, and in a kernel of their own", () => {
    for (const kind of kinds.filter((one) => one !== "dst-1")) {
      const options = { batch: BATCH, normalisation: "orthonormal" } as const;
      const several = makeTrigonometricTransform(kind, [256], "f64", options);
      const cut = parseKernels("{ X(16,8,16,128,no-tw) } { X(8,16,1,16,pre-tw) }");
      expectTrigonometricAgreement(several, completePlan({ transform: several, kernels: cut }, gpu).plan);
      const apart = makeTrigonometricTransform(kind, [134], "f64", options);
      const kernels = withHermitianKernel(
        apart,
        parseKernels("{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }"),
      );
      expectTrigonometricAgreement(apart, completePlan({ transform: apart, kernels }, gpu).plan);
    }
  });

  test("what a plan of older versions says of all points is as it was", () => {
    const transform = makeTrigonometricTransform("dct-2", [128], "f64", { batch: BATCH, normalisation: "orthonormal" });
    const plan: Plan = { transform, kernels: parseKernels("{ X(16,8,16,128,no-tw) X(8,16,1,16,pre-tw) }") };
    const tree = resolve(plan);
    expect(tree.rule === "cosine" && tree.paired === undefined).toBe(true);
    expectTrigonometricAgreement(transform, completePlan(plan, gpu).plan);
  });
});

test("beside an axis of one element a step of its own has the same legs", () => {
  for (const kind of ["dct-2", "dct-3"] as const) {
    const transform = makeTrigonometricTransform(kind, [134, 1], "f64", { batch: BATCH });
    const inside = parseKernels("{ bluestein Y(16,9,16,144,no-tw) Y(9,16,1,16,pre-tw) }");
    const step = parseKernels(kind === "dct-2" ? "{ pairs Y(67,2,1,2,pre-tw) }" : "{ pairs Y(67,2,67,134,tw) }");
    const kernels = kind === "dct-2" ? [...inside, ...step] : [...step, ...inside];
    expectTrigonometricAgreement(transform, completePlan({ transform, kernels }, gpu).plan);
  }
});
