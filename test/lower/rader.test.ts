// Rader's transform through one point less, there and back, against direct sums.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { parseKernel } from "../../generator/notation/parse.js";
import { inversePowers, rootPowers } from "../../generator/plan/rader.js";
import {
  elementCount,
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
} from "../../generator/plan/transform.js";
import { wayOf } from "../../generator/search/ranked-plans.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { raderPlans } from "../arbitrary/rader.js";
import { isDefault, isThorough, runs, sweep } from "../effort.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { namedPlan } from "../emit/named-plan.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";
import { expectRealAgreement } from "./real-agreement.js";

const gpu = findGpu("H200");

describe.runIf(isDefault)("of a prime number of points", () => {
  test.each([
    [5, "{ rader X(1,4,1,4,no-tw) } on 1 threads"],
    // Places in a row are those of the tile but for the order.
    [17, "{ rader X(8,2,8,16,no-tw) X(8,2,4,8,pre-tw) X(4,4,1,4,pre-tw) } on 16 threads, 16 columns"],
    [7, "{ rader X(1,6,1,6,no-tw) } on 2 threads, 2 columns"],
    [7, "{ rader X(1,6,1,6,no-tw) } on 2 threads, 4 columns"],
    [7, "{ rader X(2,3,2,6,no-tw) X(3,2,1,2,pre-tw) } on 3 threads"],
    [37, "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 24 threads, 4 columns"],
    [67, "{ rader X(6,11,6,66,tw) X(11,6,1,6,no-tw) } on 12 threads, 2 columns, powers"],
    [101, "{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) } on 320 threads, 32 columns"],
    [97, "{ rader X(24,4,24,96,no-tw) X(16,6,4,24,pre-tw) X(24,4,1,4,pre-tw) } on 48 threads, 4 columns"],
  ] as const)("%i: %s", (points, kernel) => {
    for (const direction of ["forward", "inverse"] as const) {
      const { name, plan } = namedPlan("rader", [points], "f64", [kernel], { direction, scale: 0.5 });
      const { host } = lowerPlan(name, plan, gpu);
      expect(host.launches.length).toBe(1);
      expect(host.inPlace).toBe(true);
      const batch = 3;
      const input = { re: uniformNumbers(points * batch, 1), im: uniformNumbers(points * batch, 2) };
      const output = complexArray(points * batch);
      evaluateHostProgram(host, input, output, batch, 7);
      const meant = directDft(input.re, input.im, [points], direction === "forward" ? -1 : 1);
      const half = (part: ArrayLike<number>): Float64Array => Float64Array.from(part, (value) => value / 2);
      expect(
        relativeError(evaluatePlan(plan, input.re, input.im), { re: half(meant.re), im: half(meant.im) }),
      ).toBeLessThan(1e-13);
      expect(relativeError(output, { re: half(meant.re), im: half(meant.im) })).toBeLessThan(1e-13);
    }
  });
});

const MOST_ELEMENTS = 3000;

test("random plans are right in place and out of place", () => {
  const cases = fc.record({ plan: raderPlans(), batch: fc.integer({ min: 1, max: 20 }), seed: fc.nat(1000) });
  fc.assert(
    fc.property(cases, ({ plan, batch: most, seed }) => {
      const points = elementCount(plan.transform);
      // Of long ones a few show what a tile that is not full does.
      const batch = Math.min(most, 1 + Math.ceil(MOST_ELEMENTS / points));
      const { host } = lowerPlan("drawn", plan, gpu);
      const input = { re: uniformNumbers(points * batch, seed), im: uniformNumbers(points * batch, seed + 1) };
      const output = complexArray(points * batch);
      evaluateHostProgram(host, input, output, batch, seed);
      const { dimensions, axes, direction } = plan.transform;
      const lengths = dimensions.map(({ length }) => length).toReversed();
      const along = dimensions.map(({ name }) => axes.includes(name)).toReversed();
      const meant = directDft(input.re, input.im, lengths, direction === "inverse" ? 1 : -1, along);
      // Constants are rounded.
      const bound = plan.transform.precision === "f64" ? 1e-13 : 1e-7;
      expect(relativeError(output, meant)).toBeLessThan(bound);
      expect(relativeError(evaluatePlan(plan, input.re, input.im), meant)).toBeLessThan(1e-13);
    }),
    { seed: 20261123, numRuns: runs(16, 60) },
  );
});

test.runIf(isDefault)(
  "of several dimensions each prime one goes through one less where that is predicted to be faster",
  () => {
    const { plans } = searchPlans(makeTransform([67, 4, 37], "f64", { batch: 20_000 }), gpu, {
      twiddles: DEFAULT_TWIDDLES,
      keep: 1,
    });
    const [best] = plans;
    if (best === undefined) throw new Error("no plan was found");
    const { plan } = best;
    expect(plan.kernels.filter(({ through }) => through === "rader").length).toBe(2);
    const points = elementCount(plan.transform);
    const input = { re: uniformNumbers(points, 1), im: uniformNumbers(points, 2) };
    const output = complexArray(points);
    evaluateHostProgram(lowerPlan("found", plan, gpu).host, input, output, 1, 7);
    const meant = directDft(input.re, input.im, [67, 4, 37], -1);
    expect(relativeError(output, meant)).toBeLessThan(1e-13);
    expect(relativeError(evaluatePlan(plan, input.re, input.im), meant)).toBeLessThan(1e-13);
  },
);

test.runIf(isThorough)("of several dimensions a prime has its other factor beside it, too", () => {
  const transform = makeTransform([74, 6, 202], "f64", { batch: 400, direction: "inverse" });
  const { plans } = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
  const [best] = plans;
  if (best === undefined) throw new Error("no plan was found");
  const { plan } = best;
  // The three dimensions have names, and what is beside the primes of two has the next.
  const beside = plan.kernels.map(({ subComputations }) => subComputations.some(({ dimension }) => dimension === "W"));
  expect(beside.filter(Boolean).length).toBe(2);
  const points = elementCount(transform);
  const input = { re: uniformNumbers(points, 1), im: uniformNumbers(points, 2) };
  const output = complexArray(points);
  evaluateHostProgram(lowerPlan("found", plan, gpu).host, input, output, 1, 7);
  const meant = directDft(input.re, input.im, [74, 6, 202], 1);
  expect(relativeError(output, meant)).toBeLessThan(1e-13);
  expect(relativeError(evaluatePlan(plan, input.re, input.im), meant)).toBeLessThan(1e-13);
});

test("the search chooses it where one less has small factors, and Bluestein's transform where not", () => {
  const chosen = (points: number): string | undefined =>
    searchPlans(makeTransform([points], "f32", { batch: 2 ** 19 }), gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 })
      .plans[0]?.plan.kernels[0]?.through;
  expect([101, 107].map(chosen)).toEqual(["rader", "bluestein"]);
  // Beside another factor, too, whatever butterflies it takes; 1018 is 2 * 509, and 67 divides 67 * 67.
  const beside = [
    [1010, "rader"],
    [2 * 1019, "bluestein"],
    [4097, "rader"],
    [48 * 67, "rader"],
    [67 * 67, "bluestein"],
  ] as const;
  const asked = sweep(beside, (_, index) => index < 2);
  expect(asked.map(([points]) => chosen(points))).toEqual(asked.map(([, through]) => through));
  // Those that lose are told by the way they go.
  const { otherWays } = searchPlans(makeTransform([101], "f32", { batch: 2 ** 19 }), gpu, {
    twiddles: DEFAULT_TWIDDLES,
    keep: 1,
  });
  expect(otherWays.map(({ plan }) => wayOf(plan))).toEqual(["bluestein"]);
});

describe.runIf(isDefault)("of a prime number of points times what it does not divide", () => {
  test.each([
    [10, "{ rader Y(1,2,1,2,no-tw) X(1,4,1,4,no-tw) } on 1 threads"],
    [15, "{ rader Y(1,3,1,3,no-tw) X(2,2,2,4,no-tw) X(2,2,1,2,pre-tw) } on 4 threads"],
    [35, "{ rader Y(1,5,1,5,no-tw) X(2,3,2,6,tw) X(3,2,1,2,no-tw) } on 12 threads, 2 columns"],
    [52, "{ rader Y(1,4,1,4,no-tw) X(4,3,4,12,no-tw) X(3,4,1,4,pre-tw) } on 48 threads, 4 columns"],
    [74, "{ rader Y(1,2,1,2,no-tw) X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 36 threads, 3 columns, powers"],
    // Two parts of a phase that call members of the batch otherwise.
    [77, "{ rader Y(1,7,1,7,no-tw) X(1,10,1,10,no-tw) } on 80 threads, 16 columns"],
    [84, "{ rader Y(4,3,4,12,tw) Y(3,4,1,4,no-tw) X(3,2,3,6,no-tw) X(2,3,1,3,pre-tw) } on 24 threads, 2 columns"],
    [
      550,
      "{ rader Y(5,10,5,50,no-tw) Y(10,5,1,5,pre-tw) X(5,2,5,10,no-tw) X(2,5,1,5,pre-tw) } on 125 threads, 2 columns, powers",
    ],
    [1010, "{ rader Y(1,10,1,10,no-tw) X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) } on 100 threads"],
  ] as const)("%i: %s", (points, kernel) => {
    for (const direction of ["forward", "inverse"] as const) {
      const options = { direction, scale: 0.5, placement: "in-place" } as const;
      const { name, plan } = namedPlan("rader", [points], "f64", [kernel], options);
      expect(checkPlan(plan).map(problemText)).toEqual([]);
      const batch = 5;
      const input = { re: uniformNumbers(points * batch, 1), im: uniformNumbers(points * batch, 2) };
      const output = complexArray(points * batch);
      evaluateHostProgram(lowerPlan(name, plan, gpu).host, input, output, batch, 7);
      const meant = directDft(input.re, input.im, [points], direction === "forward" ? -1 : 1);
      const half = (part: ArrayLike<number>): Float64Array => Float64Array.from(part, (value) => value / 2);
      expect(
        relativeError(evaluatePlan(plan, input.re, input.im), { re: half(meant.re), im: half(meant.im) }),
      ).toBeLessThan(1e-13);
      expect(relativeError(output, { re: half(meant.re), im: half(meant.im) })).toBeLessThan(1e-13);
    }
  });
});

describe.runIf(isDefault)("real numbers", () => {
  test.each([
    ["r2c", [7], "{ rader X(2,3,2,6,no-tw) X(3,2,1,2,pre-tw) } on 3 threads", {}],
    ["c2r", [7], "{ rader X(2,3,2,6,no-tw) X(3,2,1,2,pre-tw) } on 4 threads, 2 columns", {}],
    ["r2c", [37], "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 24 threads, 4 columns", { placement: "in-place" }],
    ["c2r", [37], "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 24 threads, 4 columns", { placement: "in-place" }],
    ["r2c", [31], "{ rader X(1,30,1,30,no-tw) } on 2 threads, 2 columns", { inputStrides: { X: 2 }, scale: 0.5 }],
    [
      "c2r",
      [37],
      "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 6 threads",
      { outputStrides: { X: 3 }, scale: 0.5 },
    ],
  ] as const)("%s %j %s", (kind, lengths, kernel, options) => {
    const transform = makeRealTransform(kind, [...lengths], "f64", { ...options, batch: 4 });
    const kernels = [parseKernel(kernel)];
    expect(checkPlan({ transform, kernels }).map(problemText)).toEqual([]);
    const { plan } = completePlan({ transform, kernels }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
    expectRealAgreement(plan, transform, { batch: 5, seed: 3 });
  });
});

test.runIf(isDefault)("what cannot go through one point less is refused with its reason", () => {
  const six = "{ rader X(1,6,1,6,no-tw) } on 1 threads";
  const eight = "{ rader X(1,8,1,8,no-tw) } on 1 threads";
  const problems = (lengths: readonly number[], kernels: readonly string[], options = {}): readonly string[] =>
    checkPlan(namedPlan("rader", lengths, "f32", kernels, options).plan).map(problemText);
  expect(problems([11], [six])).toEqual([
    "kernel 1: `rader`: 11 points need a convolution of length 10, and the radices multiply to 6",
  ]);
  expect(problems([2, 7], [six])).toEqual(["no kernel transforms Y"]);
  expect(() => parseKernel("{ radar X(1,6,1,6,no-tw) }")).toThrow(
    "expected a sub-computation, or before the first one `bluestein`, `rader` or `pairs`, found `radar`; did you mean `rader`?",
  );
  expect(problems([7], [six])).toEqual([]);
  expect(problems([9], [eight])).toEqual([
    "kernel 1: `rader`: a Rader convolution needs a prime length of at least 5, and 9 is not",
  ]);
  expect(problems([7, 2], ["{ X(1,2,1,2,no-tw) } on 7 threads", "{ rader Y(1,6,1,6,no-tw) } on 1 threads"])).toEqual(
    [],
  );
  expect(problems([7, 2, 2], ["{ X(1,2,1,2,no-tw) } on 7 threads", "{ rader Z(1,6,1,6,no-tw) } on 1 threads"])).toEqual(
    ["no kernel transforms Y"],
  );
  expect(problems([7], ["{ rader X(2,3,2,6,no-tw) } on 2 threads", "{ X(3,2,1,2,pre-tw) } on 3 threads"])).toEqual([
    "kernel 1: `rader`: one kernel computes the whole convolution along an axis, and this axis has several",
  ]);
  expect(problems([7], [six], { inputRange: { X: [0, 3] } })).toEqual([
    "kernel 1: `rader`: a Rader convolution reads and writes all elements, each at its place",
  ]);
  const besideTwo = "{ rader Y(1,2,1,2,no-tw) X(1,6,1,6,no-tw) } on 2 threads";
  expect(problems([14], [besideTwo])).toEqual([]);
  expect(problems([14], ["{ rader X(1,6,1,6,no-tw) Y(1,2,1,2,no-tw) } on 2 threads"])).toEqual([
    "kernel 1: `rader`: the butterflies of the cofactor come first",
  ]);
  expect(problems([15], [besideTwo])).toEqual([
    "kernel 1: `rader`: a Rader convolution needs a prime length of at least 5, and 15 / 2 is not",
  ]);
  expect(problems([49], ["{ rader Y(1,7,1,7,no-tw) X(1,6,1,6,no-tw) } on 7 threads"])).toEqual([
    "kernel 1: `rader`: the cofactor of the prime 7 must not be divisible by it, and 7 is",
  ]);
  expect(problems([22], [besideTwo])).toEqual([
    "kernel 1: `rader`: 11 points need a convolution of length 10, and the radices multiply to 6",
  ]);
  expect(problems([14], [besideTwo], { strides: "run-time" })).toEqual([
    "kernel 1: `rader`: a Rader convolution with strides at run time needs a prime length, without a cofactor",
  ]);
  const beside = [parseKernel(besideTwo)];
  expect(checkPlan({ transform: makeRealTransform("r2c", [14], "f32"), kernels: beside }).map(problemText)).toEqual([
    "kernel 1: `rader`: a Rader convolution of real numbers needs a prime length, without a cofactor",
  ]);
  const kernels = [parseKernel(six)];
  expect(checkPlan({ transform: makeRealTransform("r2c", [7], "f32"), kernels })).toEqual([]);
  expect(checkPlan({ transform: makeTrigonometricTransform("dct-2", [7], "f32"), kernels }).map(problemText)).toEqual([
    "kernel 1: `rader`: only Fourier transforms, complex and real ones, have a Rader convolution",
  ]);
});

test("a primitive root has every power", () => {
  for (const p of [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 101]) expect(new Set(rootPowers(p)).size).toBe(p - 1);
  expect(() => rootPowers(15)).toThrow(/odd prime/);
  expect(rootPowers(7)).toEqual([1, 3, 2, 6, 4, 5]);
  expect(inversePowers(rootPowers(7))).toEqual([1, 5, 4, 6, 2, 3]);
});
