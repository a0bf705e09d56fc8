// Sequences of stages as the text that nvcc would compile: transforms of both directions in one launcher, and products with
// tables of constants that their kernels do on the way.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitUnit, lowerStages } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import type { Stage } from "../../generator/plan/stages.js";
import { elementCount } from "../../generator/plan/transform.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { canBeStage, stagesOf } from "../arbitrary/stages.js";
import { relativeError, type ComplexNumbers } from "../reference/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { runs } from "../effort.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { parts, randomBatch } from "./interleaved.js";
import { gpu, type NamedPlan } from "./named-plan.js";

interface Case extends NamedPlan {
  readonly stages: readonly Stage[];
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
const cases = drawn.map((one, index): Case => ({ name: `stages_${index + 1}`, ...one }));

/** By independent sums, stage by stage. */
const meantBy = (stages: readonly Stage[], input: ComplexNumbers): ComplexNumbers =>
  stages.reduce<ComplexNumbers>(({ re, im }, stage) => {
    if (stage.kind === "transform") return orderedDft(stage.plan, Float64Array.from(re), Float64Array.from(im));
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
      optimisation: "-O0",
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const batch = Math.max(1, Math.floor(600 / elementCount(one.plan.transform)));
    const input = randomBatch(one.plan.transform, batch);
    const { output, complaints } = await packages.transform(one, input, "out-of-place");
    expect(complaints).toBe("");
    const tolerance = one.plan.transform.precision === "f64" ? 1e-13 : 2e-5;
    expect(relativeError(parts(output), meantBy(one.stages, parts(input)))).toBeLessThan(tolerance);
  });

  test("show products before, between and behind transforms of both directions", () => {
    const shapes = cases.map(({ stages }) =>
      stages
        .map((stage) =>
          stage.kind === "pointwise"
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
