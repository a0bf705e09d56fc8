// Sequences of stages as the text that nvcc would compile: transforms of both directions in one launcher, and products with
// tables of constants that their kernels do on the way.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitUnit, lowerStages } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import type { Stage } from "../../generator/plan/stages.js";
import { elementCount, makeTransform } from "../../generator/plan/transform.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { bluesteinStages, isOneKernel } from "../arbitrary/stage-sequences.js";
import { canBeStage, constantsOf, stagesOf } from "../arbitrary/stages.js";
import { directDft, relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { runs } from "../effort.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { parts, randomBatch } from "./interleaved.js";
import { gpu, namedPlan, type NamedPlan } from "./named-plan.js";

interface Case extends NamedPlan {
  readonly stages: readonly Stage[];
  /** Elements of an array before and after them; where they are not the plan's, the transform of so many that they make together. */
  readonly points?: number;
}

const drawn = [
  { plans: scheduledPlans({ maxElements: 200, maxRank: 3, scales: [1, 0.25] }), numRuns: runs(6, 30) },
  { plans: clusterPlans({ maxElements: 512, scales: [1] }), numRuns: runs(1, 4) },
].flatMap(({ plans, numRuns }) =>
  fc.sample(
    plans.filter(canBeStage).chain((plan) => fc.record({ plan: fc.constant(plan), stages: stagesOf(plan) })),
    { seed: 20261124, numRuns },
  ),
);
/** In one kernel: transforms in both directions, and Bluestein's of lengths that the plan does not have. */
const fused = fc
  .sample(
    scheduledPlans({ maxElements: 120, maxRank: 1, scales: [1] }).filter(
      (plan) => isOneKernel(plan) && elementCount(plan.transform) > 8,
    ),
    { seed: 20261125, numRuns: runs(3, 12) },
  )
  .map((plan) => {
    const points = Math.floor((elementCount(plan.transform) + 1) / 2) - 1;
    return { plan, stages: bluesteinStages(plan, points, true), points };
  });
/** In one phase: products before and after its butterflies. */
const onePhase = namedPlan("one_phase", [16], "f64", ["{ X(1,16,1,16,no-tw) } on 1 threads"]).plan;
const twoProducts = {
  plan: onePhase,
  stages: [
    { kind: "pointwise", constants: constantsOf(onePhase, "first_factors", 1) },
    { kind: "transform", plan: onePhase },
    { kind: "pointwise", constants: constantsOf(onePhase, "last_factors", 3) },
  ] as const,
};
const cases = [...drawn, ...fused, twoProducts].map((one, index): Case => ({ name: `stages_${index + 1}`, ...one }));

/** By independent sums, stage by stage. */
const meantBy = (stages: readonly Stage[], input: ComplexNumbers): ComplexNumbers =>
  stages.reduce<ComplexNumbers>(({ re, im }, stage) => {
    if (stage.kind === "transform") return orderedDft(stage.plan, Float64Array.from(re), Float64Array.from(im));
    if (stage.kind === "map") throw new Error("no map was drawn");
    const { constants } = stage;
    const at = (of: Float64Array | undefined, index: number): number => of?.[index % constants.re.length] ?? 0;
    return {
      re: Float64Array.from(re, (x, i) => x * at(constants.re, i) - (im[i] ?? NaN) * at(constants.im, i)),
      im: Float64Array.from(im, (y, i) => y * at(constants.re, i) + (re[i] ?? NaN) * at(constants.im, i)),
    };
  }, input);

describe.skipIf(hostCompiler === undefined)(`emulated stages${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    const byName = new Map(cases.map((one) => [one.name, one.stages]));
    packages = await buildPackages(cases, {
      emit: ({ name, plan }) =>
        linkPackage([emitUnit({ plan, geometries: [], host: lowerStages(name, byName.get(name) ?? [], gpu) }, gpu)]),
      described: (name) => {
        const points = cases.find((one) => one.name === name)?.points;
        return `${points ?? `fftgen::${name}::elements`}, fftgen_${name}_workspace_bytes, fftgen_${name}_execute`;
      },
      optimisation: "-O0",
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { points } = one;
    const { precision } = one.plan.transform;
    // To the driver an array is as long as the stages take it.
    const transform = points === undefined ? one.plan.transform : makeTransform([points], precision);
    const batch = Math.max(1, Math.floor(600 / elementCount(transform)));
    const input = randomBatch(transform, batch);
    const { output, complaints } = await packages.transform(
      { ...one, plan: { ...one.plan, transform } },
      input,
      "out-of-place",
    );
    expect(complaints).toBe("");
    const { re, im } = parts(input);
    const meant = points === undefined ? meantBy(one.stages, { re, im }) : directDft(re, im, [points], -1);
    expect(relativeError(parts(output), meant)).toBeLessThan(precision === "f64" ? 1e-12 : 2e-5);
  });

  test("show products before, between and behind transforms of both directions", () => {
    const shapes = cases.map(({ stages }) =>
      stages
        .map((stage) =>
          stage.kind !== "transform"
            ? "p"
            : stage.plan.transform.kind === "c2c" && stage.plan.transform.direction === "inverse"
              ? "i"
              : "f",
        )
        .join(""),
    );
    for (const shape of [/^p/, /[fi]p[fi]/, /p$/, /f.*i|i.*f/])
      expect(shapes.some((one) => shape.test(one))).toBe(true);
  });
});
