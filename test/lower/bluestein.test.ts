// Bluestein's transform through the kernels of a longer one, there and back, against direct sums.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { parseKernel } from "../../generator/notation/parse.js";
import { isBluestein } from "../../generator/plan/bluestein.js";
import type { Plan } from "../../generator/plan/plan.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import { makeRealTransform, makeTransform } from "../../generator/plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { namedPlan } from "../emit/named-plan.js";
import { runs } from "../effort.js";
import { directDft, relativeError } from "../reference/direct-dft.js";
import { expectRealAgreement } from "./real-agreement.js";

const gpu = findGpu("H200");

test.each([
  [5, 1, "{ bluestein X(1,9,1,9,no-tw) } on 2 threads, 2 columns"],
  [5, 1, "{ bluestein X(3,3,3,9,no-tw) X(3,3,1,3,pre-tw) } on 3 threads"],
  [7, 1, "{ bluestein X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 8 threads, 2 columns"],
  [37, 1, "{ bluestein X(16,5,16,80,no-tw) X(20,4,4,16,pre-tw) X(20,4,1,4,pre-tw) } on 20 threads"],
  [67, 1, "{ bluestein X(36,4,36,144,no-tw) X(24,6,6,36,pre-tw) X(24,6,1,6,pre-tw) } on 24 threads, powers"],
  [67, 1, "{ bluestein X(36,4,36,144,tw) X(24,6,6,36,no-tw) X(24,6,1,6,pre-tw) } on 24 threads"],
  [
    37,
    3,
    "{ bluestein X(10,8,10,80,no-tw) } on 2 threads, 2 columns { bluestein X(8,10,1,10,pre-tw) } on 4 threads, 4 columns",
  ],
  [
    101,
    3,
    "{ bluestein X(16,16,16,256,no-tw) } on 4 threads, 4 columns { bluestein X(64,4,4,16,pre-tw) X(64,4,1,4,pre-tw) } on 16 threads, 4 columns",
  ],
  [
    37,
    5,
    "{ bluestein X(20,4,20,80,no-tw) } on 4 threads, 4 columns { bluestein X(16,5,4,20,pre-tw) } on 4 threads, 4 columns { bluestein X(20,4,1,4,pre-tw) } on 5 threads, 5 columns",
  ],
] as const)("of %i points in %i kernels: %s", (points, launches, kernel) => {
  for (const direction of ["forward", "inverse"] as const) {
    const { name, plan } = namedPlan("bluestein", [points], "f64", [kernel], { direction, scale: 0.5 });
    const { host } = lowerPlan(name, plan, gpu);
    expect(host.launches.length).toBe(launches);
    const batch = 3;
    const input = { re: uniformNumbers(points * batch, 1), im: uniformNumbers(points * batch, 2) };
    const output = complexArray(points * batch);
    evaluateHostProgram(host, input, output, batch, 7);
    const meant = directDft(input.re, input.im, [points], direction === "forward" ? -1 : 1);
    const half = (part: ArrayLike<number>): Float64Array => Float64Array.from(part, (value) => value / 2);
    expect(relativeError(output, { re: half(meant.re), im: half(meant.im) })).toBeLessThan(1e-13);
    expect(relativeError(evaluatePlan(plan, input.re, input.im), output)).toBeLessThan(1e-13);
  }
});

test("what cannot go through a longer transform is refused with its reason", () => {
  const problems = (lengths: readonly number[], kernels: readonly string[]): readonly string[] =>
    checkPlan(namedPlan("bluestein", lengths, "f32", kernels).plan).map(problemText);
  const nine = "{ bluestein X(3,3,3,9,no-tw) X(3,3,1,3,pre-tw) } on 3 threads";
  expect(problems([5], [nine])).toEqual([]);
  expect(problems([6], [nine])).toEqual(["kernel 1: `bluestein`: 6 points go through 11 at least, and not through 9"]);
  expect(problems([5], ["{ bluestein X(3,3,3,9,no-tw) } on 3 threads", "{ X(3,3,1,3,pre-tw) } on 3 threads"])).toEqual([
    "kernel 2: some kernels say `bluestein`: then all of them do",
  ]);
});

test("of any length up to 5000 the search finds plans that are right", { timeout: 600_000 }, () => {
  const cases = fc.record({ points: fc.integer({ min: 2, max: 5000 }), precision: fc.constantFrom("f32", "f64") });
  // Of 2 * 37 * 43 no threads share out the butterflies evenly enough.
  const known: [{ points: number; precision: "f32" | "f64" }][] = [
    [{ points: 67, precision: "f32" }],
    [{ points: 3182, precision: "f32" }],
  ];
  fc.assert(
    fc.property(cases, ({ points, precision }) => {
      const { plans } = searchPlans(makeTransform([points], precision, { batch: 4 }), gpu, {
        twiddles: DEFAULT_TWIDDLES,
        keep: 1,
      });
      const [best] = plans;
      if (best === undefined) throw new Error("no plan was found");
      const input = { re: uniformNumbers(points, 3), im: uniformNumbers(points, 4) };
      const output = complexArray(points);
      evaluateHostProgram(lowerPlan("found", best.plan, gpu).host, input, output, 1, 5);
      // Constants are rounded.
      const most = precision === "f64" ? 1e-14 : 1e-7;
      expect(relativeError(output, directDft(input.re, input.im, [points], -1))).toBeLessThan(most);
    }),
    { seed: 20261123, numRuns: runs(3, 60), examples: known },
  );
});

describe("real numbers go through longer transforms where their length has no butterflies", () => {
  test.each([
    ["r2c", [83], {}],
    ["c2r", [83], {}],
    ["r2c", [166], { scale: 0.5 }],
    ["c2r", [166], { scale: 0.5 }],
    ["r2c", [107], { placement: "in-place" }],
    ["c2r", [214], { placement: "in-place" }],
    ["r2c", [83], { inputStrides: { X: 2 }, outputStrides: { batch: 50 } }],
  ] as const)("%s %j %j", (kind, lengths, options) => {
    const transform = makeRealTransform(kind, lengths, "f64", { ...options, batch: 4 });
    const [best] = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
    if (best === undefined) throw new Error("no plan was found");
    expect(isBluestein(transform, best.plan.kernels)).toBe(true);
    expectRealAgreement(best.plan, transform, { batch: 5, seed: 3 });
  });

  test.each(["r2c", "c2r"] as const)("%s in two kernels there", (kind) => {
    const transform = makeRealTransform(kind, [37], "f64");
    const kernels = [
      "{ bluestein X(10,8,10,80,no-tw) } on 2 threads, 2 columns",
      "{ bluestein X(8,10,1,10,pre-tw) } on 4 threads, 4 columns",
    ].map((text) => parseKernel(text));
    const { plan } = completePlan({ transform, kernels }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
    expectRealAgreement(plan, transform, { batch: 3, seed: 4 });
  });

  test.each(["r2c", "c2r"] as const)("%s of pairs that no threads share out evenly enough: all of them", (kind) => {
    const transform = makeRealTransform(kind, [2 * 37 * 37], "f32", { batch: 4 });
    const [best] = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
    if (best === undefined) throw new Error("no plan was found");
    expect(isBluestein(transform, best.plan.kernels)).toBe(true);
    expect(lowerPlan("all_of_them", best.plan, gpu).host.launches.length).toBe(1);
  });

  test.each(["r2c", "c2r"] as const)("%s of pairs that have butterflies, if they are told to", (kind) => {
    const transform = makeRealTransform(kind, [100], "f64");
    const through = (length: number): Plan => ({
      transform,
      kernels: [parseKernel(`{ bluestein X(20,${length / 20},20,${length},no-tw) X(${length / 20},20,1,20,pre-tw) }`)],
    });
    const { plan } = completePlan(through(200), gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
    expectRealAgreement(plan, transform, { batch: 3, seed: 6 });
    expect(checkPlan(through(180)).map(problemText)).toEqual([
      "kernel 1: `bluestein`: 100 points go through 199 at least, and not through 180",
    ]);
  });
});
