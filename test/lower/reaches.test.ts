// Kernels may reach their arrays through maps and up to lengths of their own: whatever plan lies between, the numbers are those
// of the definition.
import fc from "fast-check";
import { expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { elementCount } from "../../generator/plan/transform.js";
import { lowerWith, reaches, seen, written } from "../arbitrary/reaches.js";
import { scheduledPlans, uniformNumbers } from "../arbitrary/schedules.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { runs } from "../effort.js";

const gpu = findGpu("H200");

const cases = scheduledPlans({ maxElements: 300, maxRank: 3, scales: [1, 0.25] }).chain((plan) => {
  const elements = elementCount(plan.transform);
  return fc.record({
    plan: fc.constant(plan),
    reads: reaches(elements, "input_places"),
    // What is not written must not have served for what lies between kernels.
    writes: reaches(elements, "output_places").map((reach) => ({
      ...reach,
      below: plan.kernels.length === 1 ? reach.below : undefined,
    })),
    batch: fc.integer({ min: 1, max: 5 }),
    seed: fc.nat(),
  });
});

test("gathered, reflected, cut or padded with zeros: plans, schedules and batches of any kind", () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(cases, ({ plan, reads, writes, batch, seed }) => {
      const elements = elementCount(plan.transform);
      const length = elements * batch;
      const input = { re: uniformNumbers(length, seed), im: uniformNumbers(length, seed + 1) };
      const output = { re: uniformNumbers(length, seed + 2), im: uniformNumbers(length, seed + 3) };
      const result = orderedDft(plan, seen(reads, input.re, elements), seen(reads, input.im, elements));
      const meant = written(writes, result, output, elements);
      evaluateHostProgram(lowerWith("reaches", plan, gpu, reads, writes).host, input, output, batch, seed);
      expect(relativeError(output, meant)).toBeLessThan(1e-12);
      for (const { map, below } of [reads, writes]) kinds.add(`${map?.kind ?? "as it lies"}, ${typeof below}`);
    }),
    { seed: 20261122, numRuns: runs(15, 100) },
  );
  expect(kinds.size).toBe(6);
});
