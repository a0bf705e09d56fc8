// Rows of half a spectrum that blocks store in whole lines: what they compute, for which kernels it is done, and what was measured of it.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTimedPlans } from "../../generator/bench/timed-plans.js";
import { at } from "../../generator/failure/errors.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import { setsOf } from "../../generator/layout/leg-sets.js";
import { parseKernel } from "../../generator/notation/parse.js";
import { phasesOf, threadStepsOf } from "../../generator/kernel/program.js";
import { makeChain } from "../../generator/plan/sub-computations.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { makeRealTransform, type Precision, type RealTransform } from "../../generator/plan/transform.js";
import { runs } from "../effort.js";
import { expectRealAgreement, gpu } from "./real-agreement.js";

function geometryOf({ transform, kernels }: ScheduledPlan): KernelGeometry {
  const seen = setsOf(transform, kernels)(0);
  const geometry = kernelGeometry(seen.set, at(kernels, 0), seen.index, gpu);
  if (!geometry.ok) throw new Error(geometry.reason);
  return geometry.value;
}

function planOf(transform: RealTransform, radices: readonly number[], columns: number, threads: number): ScheduledPlan {
  const schedule = { threads, columns, blocksPerSm: 1, twiddles: "table", stores: "default" } as const;
  return { transform, kernels: [{ subComputations: makeChain("X", radices, "pre-tw"), schedule }] };
}

test("half spectra are whole, whatever their rows, also where a block has room for more than there are", () => {
  const drawn = fc.record({
    radices: fc.array(fc.constantFrom(2, 4, 8, 16), { minLength: 2, maxLength: 3 }),
    columns: fc.constantFrom(1, 2, 4),
    precision: fc.constantFrom("f32" as const, "f64" as const),
    placement: fc.constantFrom("out-of-place" as const, "in-place" as const),
    batch: fc.integer({ min: 1, max: 5 }),
    seed: fc.nat(99),
  });
  let stored = 0;
  fc.assert(
    fc.property(drawn, ({ radices, columns, precision, placement, batch, seed }) => {
      const pairs = radices.reduce((product, radix) => product * radix, 1);
      fc.pre(pairs >= 64 && pairs <= 1024);
      const transform = makeRealTransform("r2c", [2 * pairs], precision, { placement, batch, scale: 2 });
      // In the folded phase each thread has two butterflies of the last radix.
      const threads = Math.max(1, Math.ceil((pairs * columns) / (2 * at(radices, radices.length - 1))));
      const plan = planOf(transform, radices, columns, threads);
      const { set, kernels } = { ...setsOf(transform, plan.kernels)(0), kernels: plan.kernels };
      fc.pre(kernelGeometry(set, at(kernels, 0), 0, gpu).ok);
      const host = expectRealAgreement(plan, transform, { batch, seed });
      const steps = host.launches.flatMap(({ kernel }) => phasesOf(kernel).flatMap(threadStepsOf));
      const isStored = steps.some(({ kind }) => kind === "lines");
      expect(linesOf(geometryOf(plan))).toBe(isStored ? pairs + 1 : undefined);
      if (isStored) stored += 1;
    }),
    { seed: 5, numRuns: runs(25, 75) },
  );
  expect(stored).toBeGreaterThan(10);
});

/** Elements of each member of the batch that are stored in lines. */
const linesOf = ({ exit }: KernelGeometry): number | undefined =>
  exit?.through === "block" && exit.order === "lines" ? exit.pitch : undefined;

describe("which kernels do so", () => {
  const linesIn = (transform: RealTransform, radices: readonly number[], threads: number): number | undefined =>
    linesOf(geometryOf(planOf(transform, radices, 1, threads)));
  const r2c = (length: number, precision: Precision, options = {}): RealTransform =>
    makeRealTransform("r2c", [length], precision, { batch: 64, ...options });

  test("those of powers of two of which a multiprocessor has room for eight", () => {
    expect(linesIn(r2c(4096, "f32"), [16, 16, 8], 128)).toBe(2049);
    expect(linesIn(r2c(2048, "f64"), [16, 8, 8], 64)).toBe(1025);
    expect(linesIn(r2c(8192, "f32"), [8, 8, 8, 8], 256)).toBeUndefined();
    expect(linesIn(r2c(4096, "f64"), [16, 16, 8], 128)).toBeUndefined();
    expect(linesIn(r2c(2000, "f32"), [10, 10, 10], 50)).toBeUndefined();
  });

  test("packed rows begin where lines do, spectra that lie apart are not one, and others than spectra are no rows of them", () => {
    expect(linesIn(r2c(4096, "f32", { spectrum: "packed" }), [16, 16, 8], 128)).toBeUndefined();
    expect(linesIn(makeRealTransform("c2r", [4096], "f32", { batch: 64 }), [8, 16, 16], 128)).toBeUndefined();
  });
});

describe("measured on an H200", () => {
  const table = new URL("../search/measured/h200-whole-lines.jsonl", import.meta.url);
  const plans = parseTimedPlans(readFileSync(table, "utf8"), "h200-whole-lines.jsonl");
  // Each as butterflies store, and behind it in whole lines.
  const rows = plans.flatMap((asButterflies, index) => {
    const inLines = at(plans, index % 2 === 0 ? index + 1 : index);
    const { subComputations, schedule } = parseKernel(at(asButterflies.kernels, 0));
    if (index % 2 === 1 || schedule === undefined) return [];
    const { storing: _, ...chosen } = schedule;
    const { transform } = asButterflies;
    const geometry = geometryOf({ transform, kernels: [{ subComputations, schedule: chosen }] });
    return {
      isStored: linesOf(geometry) !== undefined,
      ratio: inLines.milliseconds / asButterflies.milliseconds,
      difference: inLines.relativeL2Error ?? Infinity,
      precision: transform.precision,
    };
  });
  const mean = (ratios: readonly number[]): number =>
    Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

  test("kernels that store whole lines take less time so, and all others more", () => {
    const [chosen, others] = [true, false].map((wanted) =>
      rows.filter(({ isStored }) => isStored === wanted).map(({ ratio }) => ratio),
    );
    expect([chosen?.length, others?.length]).toEqual([30, 96]);
    expect(mean(chosen ?? [])).toBeCloseTo(0.95, 2);
    expect(mean(others ?? [])).toBeCloseTo(1.04, 2);
  });

  test("in either way they compute the same", () => {
    for (const { difference, precision } of rows) expect(difference).toBeLessThan(precision === "f64" ? 1e-15 : 4e-7);
  });
});
