// Tiles that have nothing to write are not numbered, as far as coordinates can tell; bounds are asked where they cannot.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan, type CompiledPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { at, InputError } from "../../generator/failure/errors.js";
import { product } from "../../generator/layout/digits.js";
import { presentTiles } from "../../generator/layout/present-tiles.js";
import type { Arrays } from "../../generator/plan/arrays.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { saidArrays } from "../arbitrary/arrays.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { runs } from "../effort.js";

const gpu = findGpu("H200");

/** Schedules are drawn for arrays that lie as usual; where others leave threads without work, they cannot run. */
function compiledIfPossible(plan: ScheduledPlan, arrays: Arrays): CompiledPlan | undefined {
  try {
    return lowerPlan("tiles", plan, gpu, arrays);
  } catch (error) {
    if (error instanceof InputError && error.message.includes("cannot run on")) return undefined;
    throw error;
  }
}

test("all tiles that something is written of are there, and without bounds to ask for no others", () => {
  const seen = { fewer: 0, bounded: 0 };
  const cases = scheduledPlans({ maxElements: 300, maxRank: 3, scales: [1], subsets: true }).chain((drawn) => {
    const plan = { ...drawn, transform: { ...drawn.transform, placement: "out-of-place" as const } };
    const of = saidArrays(plan.transform, 1, { ranges: true, parameters: false, inOrder: false, gaps: [0] });
    return fc.record({ plan: fc.constant(plan), of });
  });
  fc.assert(
    fc.property(cases, ({ plan, of: { arrays } }) => {
      const compiled = compiledIfPossible(plan, arrays);
      if (compiled === undefined) return;
      const { host, geometries } = compiled;
      geometries.forEach(({ writes, tile }, index) => {
        const { perGroup, guards } = at(host.launches, index).kernel.tiles;
        const present = presentTiles(writes, tile);
        expect(perGroup).toBeGreaterThanOrEqual(present);
        expect(perGroup).toBeLessThanOrEqual(product(tile.grid));
        if (guards.length === 0) expect(perGroup).toBe(present);
        seen.fewer += Number(perGroup < product(tile.grid));
        seen.bounded += Number(guards.length > 0);
      });
    }),
    { seed: 20261123, numRuns: runs(240, 400) },
  );
  expect(Math.min(seen.fewer, seen.bounded)).toBeGreaterThan(10);
});
