// Rows of real numbers that are cut into several kernels: what is read in pairs is transformed like any row, and the kernel with the
// Hermitian step holds columns and their mirrors. Each pass is one over half as many complex numbers.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { isInPairs } from "../../generator/plan/core.js";
import type { PlanKernel, ScheduledPlan, SubComputation, TwiddleSource } from "../../generator/plan/plan.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform, type RealTransform } from "../../generator/plan/transform.js";
import { drawnSchedules } from "../arbitrary/schedules.js";
import { runs } from "../effort.js";
import { expectRealAgreement, gpu } from "./real-agreement.js";
import { launchTarget } from "../../generator/kernel/host-program.js";
import { outputArray } from "../../generator/kernel/program.js";

/** Radices of each kernel, whose product is half the length. */
const cuts: readonly (readonly (readonly number[])[])[] = [
  [[8], [8]],
  [[2], [3, 11]],
  [[6], [7]],
  [[7], [6]],
  [[10], [2, 3]],
  [
    [4, 5],
    [2, 4],
  ],
  [
    [3, 4],
    [9, 2],
  ],
  [
    [2, 3],
    [5, 2],
  ],
  [[4], [2, 2, 8]],
  [[4], [4], [4]],
  [[3], [2, 2], [6]],
  [[5], [2], [3, 4]],
  [[2, 2], [3], [2, 5]],
];

const columnsOf = (kind: RealTransform["kind"], radices: readonly (readonly number[])[]): number =>
  (kind === "r2c" ? radices.slice(0, -1) : radices.slice(1)).flat().reduce((product, radix) => product * radix, 1);

/** A row's chain, cut. */
function kernelsOf(radices: readonly (readonly number[])[], plain: number): readonly PlanKernel[] {
  const chain = makeMixedChain("X", radices.flat(), plain);
  let begin = 0;
  return radices.map(({ length }): PlanKernel => {
    const subComputations: readonly SubComputation[] = chain.slice(begin, (begin += length));
    return { subComputations };
  });
}

const drawn = fc
  .record({
    kind: fc.constantFrom("r2c" as const, "c2r" as const),
    radices: fc.constantFrom(...cuts),
    beside: fc.constantFrom([], [], [3], [2, 2]),
    scale: fc.constantFrom(1, 0.25),
    placement: fc.constantFrom("out-of-place" as const, "in-place" as const),
    precision: fc.constantFrom("f32" as const, "f64" as const, "f16" as const),
    plain: fc.nat(),
    isTiled: fc.boolean(),
    draws: fc.array(fc.nat(10_000), { minLength: 3, maxLength: 3 }),
    twiddles: fc.constantFrom<TwiddleSource>("table", "powers", "fast-sincos"),
    batch: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat(),
  })
  .filter(({ kind, radices }) => columnsOf(kind, radices) % 2 === 0);

/** The same plan with what lies between its two kernels tile by tile, if that can be. */
function tiled(plan: ScheduledPlan): ScheduledPlan {
  const kernels = plan.kernels.map((kernel, index) =>
    index === 0 ? { ...kernel, schedule: { ...kernel.schedule, tiled: true as const } } : kernel,
  );
  const changed = { ...plan, kernels };
  try {
    lowerPlan("real", changed, gpu);
    return changed;
  } catch {
    return plan;
  }
}

test("rows that are cut", () => {
  const seen = { r2c: 0, c2r: 0, inPlace: 0, three: 0, mixed: 0, tiled: 0 };
  const numRuns = runs(24, 200);
  fc.assert(
    fc.property(drawn, ({ kind, radices, beside, plain, isTiled, draws, twiddles, batch, seed, ...options }) => {
      const half = radices.flat().reduce((product, radix) => product * radix, 1);
      const lengths = [...beside, 2 * half];
      const transform = { ...makeRealTransform(kind, lengths, options.precision, options), axes: ["X"] };
      expect(isInPairs(transform)).toBe(true);
      const kernels = kernelsOf(radices, plain % radices.flat().length);
      const rows = drawnSchedules({ transform, kernels }, draws, twiddles, { tileElements: 200 });
      const plan = isTiled ? tiled(rows) : rows;
      const host = expectRealAgreement(plan, transform, { batch, seed });
      // The input is left alone, and what lies between kernels is half as many complex numbers as there are real ones.
      expect(host.launches.map(launchTarget)).toEqual([...radices.slice(1).map(() => "workspace"), "out"]);
      for (const launch of host.launches)
        if (launchTarget(launch) === "workspace")
          expect(outputArray(launch.kernel).distance).toBe(beside.reduce((n, m) => n * m, half));
      seen[kind] += 1;
      seen.inPlace += Number(transform.placement === "in-place");
      seen.three += Number(radices.length === 3);
      seen.mixed += Number(!Number.isInteger(Math.log2(half)));
      seen.tiled += Number(plan !== rows);
    }),
    { seed: 20261124, numRuns },
  );
  for (const kind of ["r2c", "c2r", "inPlace", "three", "mixed", "tiled"] as const)
    expect(seen[kind]).toBeGreaterThan(numRuns / 20);
});

/** A schedule on clusters of two, undivided or not, that some threads and columns make legal. */
function onClusters(plan: ScheduledPlan, index: number, undivided: boolean): ScheduledPlan {
  const cluster = { size: 2, after: 1, order: "static", ...(undivided ? { undivided } : {}) } as const;
  for (const threads of [64, 128, 256])
    for (const columns of [8, 16, 32]) {
      const schedule = { threads, columns, blocksPerSm: 1, twiddles: "table", stores: "default", cluster } as const;
      const kernels = plan.kernels.map((kernel, other) => (other === index ? { ...kernel, schedule } : kernel));
      const set = digitSetOf(plan.transform, kernels);
      const kernel = kernels[index];
      if (kernel !== undefined && placeKernel(set, kernel, index, gpu).ok) return { ...plan, kernels };
    }
  throw new Error("no schedule on clusters");
}

test.each([
  ["r2c", 0, false],
  ["r2c", 0, true],
  ["c2r", 1, false],
  ["c2r", 1, true],
] as const)(
  "%s: bulk copies bring pairs, and clusters store them: kernel %i, undivided %s",
  (kind, index, undivided) => {
    const transform = makeRealTransform(kind, [2048], "f32");
    const radices = index === 0 ? [[8, 4], [32]] : [[32], [8, 4]];
    const rows = drawnSchedules({ transform, kernels: kernelsOf(radices, 0) }, [3], "table", { tileElements: 512 });
    expectRealAgreement(onClusters(rows, index, undivided), transform, { batch: 2, seed: 4 });
  },
);

test("what cannot have mirrors is refused", () => {
  const refused = (kind: RealTransform["kind"], length: number, ...kernels: readonly string[]): (() => unknown) => {
    const transform = makeRealTransform(kind, [length], "f32");
    const schedule = { threads: 1, columns: 1, blocksPerSm: 1, twiddles: "table", stores: "default" } as const;
    const radices = kernels.map((text) => text.split(",").map(Number));
    const plan = { transform, kernels: kernelsOf(radices, 0).map((kernel) => ({ ...kernel, schedule })) };
    return () => lowerPlan("real", plan, gpu);
  };
  expect(refused("r2c", 70, "5", "7")).toThrow(/kernel 2, .*: 5 columns and their mirrors: of an odd number one is/);
  expect(refused("c2r", 70, "5", "7")).toThrow(/kernel 1, .*: 7 columns and their mirrors/);
  expect(refused("r2c", 128, "8", "8")).toThrow(/kernel 2, .*: 1 columns: each comes with its mirror/);
});
