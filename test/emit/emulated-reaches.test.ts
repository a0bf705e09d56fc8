// Kernels that reach their arrays through maps and up to lengths of their own, as the text that nvcc would compile: gathered by
// tables of places, reflected, cut, padded with zeros.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitUnit } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { elementCount } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { lowerWith, reaches, seen, written, type Reached } from "../arbitrary/reaches.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { runs } from "../effort.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { parts, randomBatch } from "./interleaved.js";
import { gpu, type NamedPlan } from "./named-plan.js";

interface Case extends NamedPlan {
  readonly reads: Reached;
  readonly writes: Reached;
}

const drawn = scheduledPlans({ maxElements: 200, maxRank: 3, scales: [1, 0.25] }).chain((plan) => {
  const elements = elementCount(plan.transform);
  return fc.record({
    plan: fc.constant(plan),
    reads: reaches(elements, "input_places"),
    // All of the output is written: the emulator notices what is not.
    writes: reaches(elements, "output_places").map((reach) => ({ ...reach, below: undefined })),
  });
});

const cases = fc
  .sample(drawn, { seed: 20261123, numRuns: runs(8, 40) })
  .map((one, index): Case => ({ name: `reaches_${index + 1}`, ...one }));

describe.skipIf(hostCompiler === undefined)(`emulated reaches${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    const byName = new Map(cases.map((one) => [one.name, one]));
    packages = await buildPackages(cases, {
      emit: ({ name, plan }) => {
        const { reads, writes } = byName.get(name) ?? cases[0] ?? { reads: undefined, writes: undefined };
        if (reads === undefined) throw new Error(`${name} is no case`);
        return linkPackage([emitUnit(lowerWith(name, plan, gpu, reads, writes), gpu)]);
      },
      optimisation: "-O0",
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan, reads, writes } = one;
    const elements = elementCount(plan.transform);
    const input = randomBatch(plan.transform, 3);
    const { output, complaints } = await packages.transform(one, input, "out-of-place");
    expect(complaints).toBe("");
    const { re, im } = parts(input);
    const result = orderedDft(plan, seen(reads, re, elements), seen(reads, im, elements));
    const meant = written(writes, result, parts(output), elements);
    expect(relativeError(parts(output), meant)).toBeLessThan(errorBound(plan).l2 + 1e-14);
  });

  test("show every map, and padding", () => {
    const kinds = new Set(cases.flatMap(({ reads, writes }) => [reads.map?.kind, writes.map?.kind]));
    expect([...kinds].toSorted()).toEqual(["gather", "reflect", undefined]);
    expect(cases.some(({ reads }) => reads.below !== undefined)).toBe(true);
  });
});
