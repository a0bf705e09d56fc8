// Of several dimensions those that have no butterflies go through longer ones, each there and back in one kernel, against direct sums.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram, type ComplexArray } from "../../generator/kernel/evaluate.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { scheduleVariants } from "../../generator/search/variants.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { namedPlan } from "../emit/named-plan.js";
import { runs } from "../effort.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";

const gpu = findGpu("H200");

test.each([
  [
    [4, 5],
    ["{ bluestein X(3,3,3,9,no-tw) X(3,3,1,3,pre-tw) } on 3 threads", "{ Y(1,4,1,4,no-tw) } on 3 threads, 3 columns"],
  ],
  [
    [5, 4],
    [
      "{ X(2,2,2,4,no-tw) X(2,2,1,2,pre-tw) } on 2 threads",
      "{ bluestein Y(3,3,3,9,no-tw) Y(3,3,1,3,pre-tw) } on 12 threads, 4 columns",
    ],
  ],
  // Several kernels there and back along an axis, the first dimension or the last, before others and behind them.
  [
    [4, 5],
    [
      "{ bluestein X(4,3,4,12,no-tw) } on 8 threads, 8 columns",
      "{ bluestein X(6,2,2,4,pre-tw) X(6,2,1,2,pre-tw) } on 3 threads, 3 columns",
      "{ Y(1,4,1,4,no-tw) } on 5 threads, 5 columns",
    ],
  ],
  [
    [5, 4],
    [
      "{ X(2,2,2,4,no-tw) X(2,2,1,2,pre-tw) } on 2 threads",
      "{ bluestein Y(4,3,4,12,no-tw) } on 8 threads, 8 columns",
      "{ bluestein Y(3,4,1,4,pre-tw) } on 4 threads, 4 columns",
    ],
  ],
  [
    [3, 7, 5],
    [
      "{ bluestein Y(5,4,5,20,no-tw) } on 5 threads, 5 columns",
      "{ bluestein Y(4,5,1,5,pre-tw) } on 5 threads, 5 columns",
      "{ rader X(2,2,2,4,no-tw) X(2,2,1,2,pre-tw) } on 42 threads, 21 columns",
      "{ bluestein Z(3,2,3,6,no-tw) Z(2,3,1,3,pre-tw) } on 10 threads, 5 columns",
    ],
  ],
  [
    [7, 5],
    [
      "{ bluestein X(3,4,3,12,no-tw) } on 3 threads, 3 columns",
      "{ bluestein X(4,3,1,3,pre-tw) } on 4 threads, 4 columns",
      "{ bluestein Y(2,8,2,16,no-tw) } on 5 threads, 5 columns",
      "{ bluestein Y(8,2,1,2,pre-tw) } on 5 threads, 5 columns",
    ],
  ],
  [
    [5, 2, 7],
    [
      "{ bluestein X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 8 threads, 2 columns",
      "{ Y(1,2,1,2,no-tw) } on 4 threads, 4 columns",
      "{ bluestein Z(5,2,5,10,no-tw) Z(2,5,1,5,pre-tw) } on 8 threads, 4 columns",
    ],
  ],
] as const)("%j by %j", (lengths, kernels) => {
  for (const direction of ["forward", "inverse"] as const)
    for (const placement of ["out-of-place", "in-place"] as const) {
      const options = { direction, placement, scale: 0.5 };
      const { name, plan } = namedPlan("bluestein", [...lengths], "f64", [...kernels], options);
      const { host } = lowerPlan(name, plan, gpu);
      const batch = 3;
      const points = lengths.reduce((product: number, length) => product * length, 1);
      const input = { re: uniformNumbers(points * batch, 1), im: uniformNumbers(points * batch, 2) };
      const output = complexArray(points * batch);
      evaluateHostProgram(host, input, output, batch, 7);
      const meant = directDft(input.re, input.im, [...lengths], direction === "forward" ? -1 : 1);
      const half = (part: ArrayLike<number>): Float64Array => Float64Array.from(part, (value) => value / 2);
      expect(
        relativeError(evaluatePlan(plan, input.re, input.im), { re: half(meant.re), im: half(meant.im) }),
      ).toBeLessThan(1e-13);
      expect(relativeError(output, { re: half(meant.re), im: half(meant.im) })).toBeLessThan(1e-13);
    }
});

test("where no kernel holds a row the search finds several that are right together", () => {
  // Of f64 60 complex numbers.
  const small = { ...gpu, sharedBytesPerBlock: 960 };
  let several = 0;
  const cases = fc.record({
    lengths: fc.tuple(fc.constantFrom(74, 82, 86, 94), fc.integer({ min: 2, max: 9 })),
    isLast: fc.boolean(),
    alone: fc.boolean(),
    inverse: fc.boolean(),
  });
  fc.assert(
    fc.property(cases, ({ lengths, isLast, alone, inverse }) => {
      const ordered = isLast ? lengths.toReversed() : lengths;
      const direction = inverse ? "inverse" : "forward";
      const axes = alone ? [isLast ? "X" : "Y"] : ["X", "Y"];
      const transform = makeTransform(ordered, "f64", { direction, axes, batch: 2 });
      const { plans } = searchPlans(transform, small, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
      const [best] = plans;
      if (best === undefined) throw new Error("no plan");
      const { plan } = best;
      expect(best.kernels.length).toBe(lowerPlan("several", plan, small).host.launches.length);
      if (plan.kernels.filter(({ through }) => through === "bluestein").length > 1) several += 1;
      const points = ordered.reduce((product, length) => product * length, 1);
      const input = { re: uniformNumbers(2 * points, 1), im: uniformNumbers(2 * points, 2) };
      const output = complexArray(2 * points);
      evaluateHostProgram(lowerPlan("several", plan, small).host, input, output, 2, 7);
      const meant = evaluatePlan(plan, input.re, input.im);
      expect(relativeError(output, meant)).toBeLessThan(1e-13);
      if (alone) return;
      const direct = directDft(input.re, input.im, [...ordered], inverse ? 1 : -1);
      expect(relativeError(output, direct)).toBeLessThan(1e-13);
    }),
    { seed: 5, numRuns: runs(5, 20) },
  );
  expect(several).toBeGreaterThan(3);
});

test("what a kernel cannot do there and back is refused with its reason", () => {
  const problems = (lengths: readonly number[], kernels: readonly string[]): readonly string[] =>
    checkPlan(namedPlan("bluestein", lengths, "f32", kernels).plan).map(problemText);
  expect(
    problems(
      [2, 5],
      ["{ bluestein X(2,2,2,4,no-tw) X(2,2,1,2,pre-tw) } on 2 threads", "{ Y(1,2,1,2,no-tw) } on 2 threads"],
    ),
  ).toEqual(["kernel 1: `bluestein`: 5 points along X need a convolution of at least 9, and this one has 4"]);
  expect(problems([2, 5], ["{ bluestein X(3,3,3,9,no-tw) X(3,3,1,3,pre-tw) Y(1,2,1,2,no-tw) } on 3 threads"])).toEqual([
    "kernel 1: `bluestein`: of several dimensions such a kernel does one, and that as a whole",
  ]);
});

test("of several dimensions of any lengths the search finds plans that are right", { timeout: 600_000 }, () => {
  // 37 has no butterflies in f64.
  const cases = fc.record({
    lengths: fc.array(fc.oneof(fc.integer({ min: 2, max: 12 }), fc.constantFrom(37, 67, 74)), {
      minLength: 2,
      maxLength: 3,
    }),
    axes: fc.boolean(),
    placement: fc.constantFrom("in-place", "out-of-place"),
    order: fc.nat({ max: 2 }),
  });
  fc.assert(
    fc.property(cases, ({ lengths, axes, placement, order }) => {
      const points = lengths.reduce((product, length) => product * length, 1);
      fc.pre(points < 30_000);
      const names = ["X", "Y", "Z"].slice(0, lengths.length);
      const chosen = names.filter((_, index) => !axes || index !== order % lengths.length);
      const transform = makeTransform(lengths, "f64", { placement, axes: chosen, batch: 2 });
      const [best] = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
      if (best === undefined) throw new Error("no plan was found");
      const input = { re: uniformNumbers(2 * points, 3), im: uniformNumbers(2 * points, 4) };
      const output = complexArray(2 * points);
      evaluateHostProgram(lowerPlan("found", best.plan, gpu).host, input, output, 2, 5);
      expect(relativeError(output, alongAxes(input, lengths, chosen))).toBeLessThan(1e-14);
    }),
    {
      seed: 20261123,
      numRuns: runs(3, 20),
      examples: [[{ lengths: [37, 67], axes: false, placement: "in-place", order: 0 }]],
    },
  );
});

test("plans that differ in a schedule go through longer ones too", () => {
  for (const lengths of [[67], [4, 67]]) {
    const points = lengths.reduce((product, length) => product * length, 1);
    const transform = makeTransform(lengths, "f64", { batch: 2 });
    const [best] = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
    if (best === undefined) throw new Error("no plan was found");
    const variants = scheduleVariants(best, gpu, DEFAULT_TWIDDLES).map(([first]) => first);
    expect(variants.filter((variant) => variant !== undefined).length).toBeGreaterThan(2);
    const input = { re: uniformNumbers(2 * points, 3), im: uniformNumbers(2 * points, 4) };
    const meant = directDft(input.re, input.im, lengths, -1);
    for (const variant of variants) {
      if (variant === undefined) continue;
      expect(variant.kernels.length).toBe(best.kernels.length);
      const output = complexArray(2 * points);
      evaluateHostProgram(lowerPlan("variant", variant.plan, gpu).host, input, output, 2, 5);
      expect(relativeError(output, meant)).toBeLessThan(1e-14);
    }
  }
});

/** Direct sums along some of the dimensions, X the last of the lengths. */
function alongAxes(
  { re, im }: ComplexArray,
  lengths: readonly number[],
  axes: readonly string[],
): { readonly re: Float64Array; readonly im: Float64Array } {
  let numbers = { re: Float64Array.from(re), im: Float64Array.from(im) };
  for (const axis of axes) {
    const place = lengths.length - 1 - ["X", "Y", "Z"].indexOf(axis);
    const length = lengths[place] ?? 1;
    const inner = lengths.slice(place + 1).reduce((product, one) => product * one, 1);
    const placeOf = (element: number): number => {
      const [line, i] = [Math.floor(element / length), element % length];
      return (Math.floor(line / inner) * length + i) * inner + (line % inner);
    };
    const row = (part: Float64Array): Float64Array => part.map((_, element) => part[placeOf(element)] ?? Number.NaN);
    const done = directDft(row(numbers.re), row(numbers.im), [length], -1);
    const next = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
    for (let element = 0; element < re.length; element++) {
      next.re[placeOf(element)] = done.re[element] ?? Number.NaN;
      next.im[placeOf(element)] = done.im[element] ?? Number.NaN;
    }
    numbers = next;
  }
  return numbers;
}
