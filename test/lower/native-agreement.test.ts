// Plans in 16-bit arithmetic mean what an independent discrete Fourier transform gives, and so do the kernel programs lowered
// from them; what they scale by, they scale by on the way.
import fc from "fast-check";
import { expect, test } from "vitest";
import { phasesOf } from "../../generator/kernel/program.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { nativePlans } from "../arbitrary/native.js";
import { lowered, namedPlan } from "../emit/named-plan.js";
import { expectAgreement } from "./fourier-agreement.js";
import { runs } from "../effort.js";

/** The factors of the scaling steps of each kernel, in order, with where they stand. */
const scalesOf = (plan: ScheduledPlan) =>
  lowered({ name: "scales", plan }).host.launches.map(({ kernel }) =>
    phasesOf(kernel).flatMap(({ steps }) => {
      const butterfly = steps.findIndex(({ kind }) => kind === "butterfly");
      return steps.flatMap((step, index) =>
        step.kind === "scale" && step.factor !== "called" ? [{ factor: step.factor, isBefore: index < butterfly }] : [],
      );
    }),
  );

test("plan, kernel programs and an independent DFT agree on random legal plans", () => {
  const scales = [1, 2, 1 / 3, 1 / 64, -0.01];
  fc.assert(
    fc.property(
      nativePlans({ maxElements: 800, maxRank: 2, scales }),
      fc.integer({ min: 1, max: 3 }),
      fc.nat(),
      expectAgreement,
    ),
    { seed: 20261124, numRuns: runs(7, 80) },
  );
});

test("scales below 1 go before the butterflies as powers of two, and multiply to what was asked", () => {
  let parts = 0;
  fc.assert(
    fc.property(nativePlans({ maxElements: 2000, maxRank: 2, scales: [1 / 3, 1 / 1024, -0.01] }), (plan) => {
      const scales = scalesOf(plan).flat();
      for (const { factor, isBefore } of scales) if (isBefore) expect(Number.isInteger(Math.log2(factor))).toBe(true);
      parts += scales.filter(({ isBefore }) => isBefore).length;
      expect(scales.reduce((product, { factor }) => product * factor, 1)).toBeCloseTo(plan.transform.scale, 12);
    }),
    { seed: 20261125, numRuns: 60 },
  );
  expect(parts).toBeGreaterThan(100);
});

test("so that nothing overflows on the way which does not at the end", () => {
  const { plan } = namedPlan(
    "scaled",
    [4096],
    "f16",
    ["{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) } on 128 threads, table"],
    { arithmetic: "native", scale: 1 / 4096 },
  );
  expect(scalesOf(plan)).toEqual([[1 / 16, 1 / 16, 1 / 16].map((factor) => ({ factor, isBefore: true }))]);
});
