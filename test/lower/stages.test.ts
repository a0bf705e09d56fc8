// Programs of stages compute what the stages mean: products are done on the way, by kernels of every structure.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerStages } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { evaluateStages } from "../../generator/plan/stages.js";
import { elementCount } from "../../generator/plan/transform.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { scheduledMatrixPlans } from "../arbitrary/matrices.js";
import { scheduledPlans, uniformNumbers } from "../arbitrary/schedules.js";
import { canBeStage, constantsOf, stagesOf } from "../arbitrary/stages.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { namedWalshPlan } from "../emit/named-plan.js";
import { runs } from "../effort.js";

const gpu = findGpu("H200");

test.each([
  ["random legal plans", scheduledPlans({ maxElements: 300, maxRank: 3, scales: [1, 0.25] }), runs(7, 100)],
  ["clusters", clusterPlans({ maxElements: 1024, scales: [1, 0.25] }), runs(2, 30)],
] as const)("random sequences of stages: %s", (_, plans, numRuns) => {
  const cases = plans.filter(canBeStage).chain((plan) =>
    fc.record({
      plan: fc.constant(plan),
      stages: stagesOf(plan),
      batch: fc.integer({ min: 1, max: 3 }),
      seed: fc.nat(),
    }),
  );
  fc.assert(
    fc.property(cases, ({ plan, stages, batch, seed }) => {
      const length = elementCount(plan.transform) * batch;
      const input = { re: uniformNumbers(length, seed), im: uniformNumbers(length, seed + 1) };
      const meant = evaluateStages(stages, input.re, input.im);
      const host = lowerStages("stages", stages, gpu);
      expect(host.launches.length).toBe(
        stages.reduce((n, stage) => n + (stage.kind === "transform" ? stage.plan.kernels.length : 0), 0),
      );
      const output = complexArray(length);
      evaluateHostProgram(host, input, output, batch, seed);
      expect(relativeError(output, meant)).toBeLessThan(1e-12);
      evaluateHostProgram(host, input, input, batch, seed);
      expect(relativeError(input, meant)).toBeLessThan(1e-12);
    }),
    { seed: 20261122, numRuns },
  );
});

test("Walsh-Hadamard transforms, real constants", () => {
  const { plan } = namedWalshPlan("walsh", [64], "f64", [
    "{ H(8,8,8,64) } on 8 threads, 8 columns",
    "{ H(8,8,1,8) } on 8 threads, 8 columns",
  ]);
  const stages = [
    { kind: "transform", plan },
    { kind: "pointwise", constants: constantsOf(plan, "spectrum", 3) },
    { kind: "transform", plan },
  ] as const;
  const input = uniformNumbers(192, 5);
  const output = new Float64Array(192);
  evaluateHostProgram(lowerStages("stages", stages, gpu), input, output, 3);
  const meant = evaluateStages(stages, input).re;
  expect(Math.max(...output.map((value, index) => Math.abs(value - (meant[index] ?? NaN))))).toBeLessThan(1e-11);
});

test("what cannot be multiplied by constants is refused with its reason", () => {
  const [matrices] = fc.sample(scheduledMatrixPlans({ maxElements: 256, maxRank: 1 }).filter(canBeStage), {
    seed: 1,
    numRuns: 1,
  });
  if (matrices === undefined) throw new Error("no plan was drawn");
  const vectors = namedWalshPlan("vectors", [64], "f32", [
    "{ H(8,8,8,64) H(8,8,1,8) } on 4 threads, vectors of 2",
  ]).plan;
  for (const [plan, reason] of [
    [matrices, "on tensor cores elements are no single numbers: leave out the units"],
    [vectors, "its elements are vectors: leave out their width"],
  ] as const) {
    const stages = [
      { kind: "transform", plan },
      { kind: "pointwise", constants: constantsOf(plan, "spectrum", 3) },
    ] as const;
    expect(() => lowerStages("stages", stages, gpu)).toThrow(`stages: a kernel cannot multiply by spectrum: ${reason}`);
  }
});

test("constants that are called what a kernel calls something else are refused", () => {
  const { plan } = namedWalshPlan("walsh", [64], "f64", ["{ H(8,8,8,64) H(8,8,1,8) } on 8 threads"]);
  const stages = [
    { kind: "transform", plan },
    { kind: "pointwise", constants: constantsOf(plan, "first", 3) },
  ] as const;
  expect(() => lowerStages("stages", stages, gpu)).toThrow(
    "stages: constants cannot be called first: kernels call something else so",
  );
});
