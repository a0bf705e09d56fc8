// An axis that is cut into rows, which go through other lengths: as its plan says, as it is lowered, and by definition.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import {
  isHalfReal,
  makeRealTransform,
  makeTransform,
  type Planar,
  type Strides,
  type Transform,
} from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { cutPlans } from "../arbitrary/cut-axes.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { runs } from "../effort.js";
import { namedPlan } from "../emit/named-plan.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";
import { expectAgreement } from "./fourier-agreement.js";
import { expectRealAgreement } from "./real-agreement.js";

const gpu = findGpu("H200");

test("plan, kernel programs and an independent DFT agree on random plans", () => {
  fc.assert(fc.property(cutPlans(), fc.integer({ min: 1, max: 4 }), fc.nat(), expectAgreement), {
    seed: 20261127,
    numRuns: runs(7, 100),
  });
});

test("so do those of real numbers, from and to half a spectrum", () => {
  const plans = cutPlans(["r2c", "c2r"]);
  fc.assert(
    fc.property(plans, fc.integer({ min: 1, max: 4 }), fc.nat(), (plan, batch, seed) => {
      if (!isHalfReal(plan.transform)) throw new Error("not of real numbers");
      expectRealAgreement(plan, plan.transform, { batch, seed });
    }),
    { seed: 20261128, numRuns: runs(7, 100) },
  );
});

const ROWS = "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }";

describe("what cannot be cut, or not so, is said", () => {
  const problems = (transform: Transform, text: string): readonly string[] =>
    checkPlan({ transform, kernels: parseKernels(text) }).map(problemText);

  test.each([
    [
      `${ROWS} { Y(2,4,2,8,no-tw) Y(4,2,1,2,pre-tw) }`,
      "kernel 2, sub-computation 1: after rows of 37 by convolution all sub-computations are along Y and `pre-tw`, including the first one",
    ],
    [
      `{ Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) } ${ROWS}`,
      "kernel 2: kernels along rows come before those along Y, across rows",
    ],
    [
      `${ROWS} { Y(2,4,2,8,pre-tw) Y(4,2,2,4,pre-tw) }`,
      "kernel 2, sub-computation 2: stride of `Y(4,2,2,4,pre-tw)` is 2, but the extent over the radix is 2/2 = 1: it should be `Y(4,2,1,2,pre-tw)`",
    ],
    [`${ROWS} { Y(1,5,1,5,pre-tw) }`, "kernel 1: Y: 296 points are no 5 rows: 5 does not divide 296"],
    [
      "{ rader X(5,8,5,40,no-tw) X(8,5,1,5,pre-tw) } { Y(1,8,1,8,pre-tw) }",
      "37 points need a convolution of length 36",
    ],
  ])("%s", (text, expected) => {
    expect(problems(makeTransform([296], "f32"), text).join("\n")).toContain(expected);
  });

  test("outputs in another order, ranges, strides of the call, and packed spectra", () => {
    const text = `${ROWS} { Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) }`;
    const of = (options: Parameters<typeof makeTransform>[2]): string =>
      problems(makeTransform([296], "f32", options), text).join("\n");
    expect(of({})).toBe("");
    expect(of({ order: "digit-reversed" })).toBe("kernel 1: Y: a transform that is cut into rows has natural order");
    expect(of({ inputRange: { X: [0, 100] } })).toBe(
      "kernel 1: Y: one dimension is cut into rows, all of whose elements are read and written, each at its place",
    );
    expect(of({ strides: "run-time", inputStrides: { X: 2 } })).toContain("its strides are fixed");
    const real = makeRealTransform("r2c", [296], "f32", { spectrum: "packed" });
    expect(problems(real, text).join("\n")).toContain("whose spectrum is not packed");
  });
});

test.each([
  [{ X: 3 }, {}, "none"],
  [{}, { X: 2, batch: 700 }, "none"],
  [{ X: 2 }, { X: 1 }, "both"],
] as readonly (readonly [Strides, Strides, Planar])[])(
  "what lies apart is read and written where it lies: %j, %j, planar %s",
  (inputStrides, outputStrides, planar) => {
    const { name, plan } = namedPlan(
      "apart",
      [296],
      "f64",
      [`${ROWS} on 24 threads, 4 columns`, "{ Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) } on 8 threads, 4 columns"],
      { inputStrides, outputStrides, planar },
    );
    const batch = 2;
    const placeOf =
      ({ X = 1, batch: apart = 296 * X }: Strides) =>
      (index: number): number =>
        Math.floor(index / 296) * apart + (index % 296) * X;
    const [placeIn, placeOut] = [placeOf(inputStrides), placeOf(outputStrides)];
    const numbers = [uniformNumbers(296 * batch, 1), uniformNumbers(296 * batch, 2)] as const;
    const [re, im] = numbers.map((all) => {
      const spread = new Float64Array(1800).fill(Number.NaN);
      all.forEach((number, index) => (spread[placeIn(index)] = number));
      return spread;
    });
    const output = complexArray(1800);
    evaluateHostProgram(
      lowerPlan(name, plan, gpu).host,
      { re: re ?? new Float64Array(), im: im ?? new Float64Array() },
      output,
      batch,
    );
    const gathered = (part: Float64Array): Float64Array => numbers[0].map((_, index) => part[placeOut(index)] ?? 0);
    const meant = directDft(...numbers, [296], -1);
    expect(relativeError({ re: gathered(output.re), im: gathered(output.im) }, meant)).toBeLessThan(1e-13);
  },
);

test("errors are those of the rows, and of what is done across them", () => {
  const { plan } = namedPlan("bound", [296], "f64", [
    `${ROWS} on 24 threads, 4 columns`,
    "{ Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) } on 8 threads, 4 columns",
  ]);
  expect(errorBound(plan).text).toContain("log2 8 + 2 log2 36 + 2");
});
