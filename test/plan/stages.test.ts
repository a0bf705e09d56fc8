// Stages mean what convolutions are: cyclic ones of a Fourier transform, dyadic ones of a Walsh-Hadamard transform.
import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { evaluateStages, transformStages, type Stage } from "../../generator/plan/stages.js";
import { elementCount, makeTransform, makeWalshTransform } from "../../generator/plan/transform.js";
import { scheduledPlans, uniformNumbers } from "../arbitrary/schedules.js";
import { canBeStage, constantsOf } from "../arbitrary/stages.js";
import { namedPlan, namedWalshPlan } from "../emit/named-plan.js";
import { runs } from "../effort.js";

const inverseOf = (plan: ScheduledPlan): ScheduledPlan => {
  const { transform } = plan;
  return transform.kind === "c2c" ? { ...plan, transform: { ...transform, direction: "inverse" } } : plan;
};

const product = (re: Float64Array, im: Float64Array | undefined): Stage => ({
  kind: "pointwise",
  constants: { name: "spectrum", re, im },
});

const mean = (a: Float64Array, b: Float64Array): number =>
  Math.sqrt(a.reduce((sum, value, index) => sum + (value - (b[index] ?? NaN)) ** 2, 0) / a.length);

test("a random chain, a product with a spectrum, the inverse: a cyclic convolution along every dimension", () => {
  fc.assert(
    fc.property(scheduledPlans({ maxElements: 60, maxRank: 3 }).filter(canBeStage), fc.nat(), (drawn, seed) => {
      const plan = { ...drawn, transform: { ...drawn.transform, scale: 1, direction: "forward" as const } };
      const elements = elementCount(plan.transform);
      const [x, h] = [uniformNumbers(elements, seed), uniformNumbers(elements, seed + 1)];
      const spectrum = evaluatePlan(plan, h);
      const scaled = (part: Float64Array): Float64Array => part.map((value) => value / elements);
      const stages: readonly Stage[] = [
        { kind: "transform", plan },
        product(scaled(spectrum.re), scaled(spectrum.im)),
        { kind: "transform", plan: inverseOf(plan) },
      ];
      const lengths = plan.transform.dimensions.map(({ length }) => length);
      const difference = (a: number, b: number): number => {
        let [place, step, restA, restB] = [0, 1, a, b];
        for (const length of lengths) {
          place += step * (((restA % length) - (restB % length) + length) % length);
          [step, restA, restB] = [step * length, Math.floor(restA / length), Math.floor(restB / length)];
        }
        return place;
      };
      const direct = x.map((_, k) => h.reduce((sum, value, j) => sum + value * (x[difference(k, j)] ?? NaN), 0));
      const { re, im } = evaluateStages(stages, x);
      expect(mean(re, direct)).toBeLessThan(1e-12);
      expect(mean(im, new Float64Array(elements))).toBeLessThan(1e-12);
    }),
    { seed: 20261122, numRuns: runs(40, 75) },
  );
});

test("of a Walsh-Hadamard transform: a dyadic convolution", () => {
  const { plan } = namedWalshPlan("walsh", [16], "f64", ["{ H(4,4,4,16) H(4,4,1,4) } on 4 threads"]);
  const [x, h] = [uniformNumbers(16, 1), uniformNumbers(16, 2)];
  const spectrum = evaluatePlan(plan, h).re.map((value) => value / 16);
  const stages: readonly Stage[] = [
    { kind: "transform", plan },
    product(spectrum, undefined),
    { kind: "transform", plan },
  ];
  const direct = x.map((_, k) => h.reduce((sum, value, j) => sum + value * (x[k ^ j] ?? NaN), 0));
  expect(mean(evaluateStages(stages, x).re, direct)).toBeLessThan(1e-13);
});

test("what are no stages is said", () => {
  const { plan } = namedPlan("stages", [16], "f32", ["{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 4 threads"]);
  const transform: Stage = { kind: "transform", plan };
  const with_ = (change: Partial<ScheduledPlan>): Stage => ({ kind: "transform", plan: { ...plan, ...change } });
  const factors: Stage = { kind: "pointwise", constants: constantsOf(plan, "factors", 1) };
  const cases: readonly (readonly [readonly Stage[], string])[] = [
    [[factors], "expected at least one transform"],
    [[transform, factors, factors], "two products meet at factors: multiply their constants, and leave one out"],
    [[transform, product(new Float64Array(15), undefined)], "spectrum has 15 constants, expected 16"],
    [[transform, with_({ transform: makeTransform([32], "f32", {}) })], "what comes to c2c 32 in f32 are arrays of 16"],
    [
      [with_({ transform: makeTransform([16], "f32", { order: "digit-reversed" }) })],
      "c2c 16 in f32 has digit-reversed order; constants are in natural order, so must it be",
    ],
    [
      [with_({ transform: makeWalshTransform([16], "f32", {}) }), factors],
      "factors has imaginary parts, and a Walsh-Hadamard transform has none",
    ],
  ];
  for (const [stages, reason] of cases) expect(() => transformStages(stages)).toThrow(`stages: ${reason}`);
});
