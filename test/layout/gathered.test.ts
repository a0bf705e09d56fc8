// How kernels load the rows that they gather: as they lie, by threads that have neighbours.
import fc from "fast-check";
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { atomName, atomStride, digitSetOf, type MemoryLayout } from "../../generator/layout/digits.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import { setsOf } from "../../generator/layout/leg-sets.js";
import { activeThreads, placePhase, registersPerThread, type Phase } from "../../generator/layout/phases.js";
import { raderPlans } from "../arbitrary/rader.js";
import { gpu, namedPlan } from "../emit/named-plan.js";

/** Elements in a row that threads in a row have. */
function neighbours(phase: Phase, layout: MemoryLayout): number {
  let run = 1;
  for (const atom of phase.threads) {
    if (atomStride(layout, atom) !== run) break;
    run *= atom.size;
  }
  return run;
}

function geometryOf(kernel: string, points: number): KernelGeometry {
  const { plan } = namedPlan("rows", [points], "f32", [kernel]);
  const geometry = kernelGeometry(digitSetOf(plan.transform, plan.kernels), at(plan.kernels, 0), 0, gpu);
  if (!geometry.ok) throw new Error(geometry.reason);
  return geometry.value;
}

test("105 threads of 112 load 15 neighbours each of 7, where all of them would have elements that lie 15 apart", () => {
  const { entry, input, tile, threads } = geometryOf(
    "{ rader X(15,14,15,210,no-tw) X(14,15,1,15,pre-tw) } on 112 threads, 16 columns",
    211,
  );
  if (entry === undefined) throw new Error("nothing is gathered");
  expect([activeThreads(entry.phase), neighbours(entry.phase, input)]).toEqual([105, 15]);
  const all = placePhase({ tile, threads }, undefined, input);
  if (!all.ok) throw new Error(all.reason);
  expect([activeThreads(all.value), neighbours(all.value, input)]).toEqual([112, 1]);
});

test("random kernels load all of a tile, in no more registers than butterflies take, with no fewer neighbours", () => {
  let better = 0;
  fc.assert(
    fc.property(raderPlans(), ({ transform, kernels }) => {
      const seenBy = setsOf(transform, kernels);
      kernels.forEach((kernel, index) => {
        const seen = seenBy(index);
        const geometry = kernelGeometry(seen.set, kernel, seen.index, gpu);
        if (!geometry.ok) throw new Error(geometry.reason);
        const { entry, input, tile, threads, registers } = geometry.value;
        if (entry === undefined) return;
        const { phase: load } = entry;
        expect([...load.threads, ...load.registers].map(atomName).toSorted()).toEqual(
          tile.atoms.map(atomName).toSorted(),
        );
        expect(activeThreads(load)).toBeLessThanOrEqual(threads);
        const all = placePhase({ tile, threads }, undefined, input);
        if (!all.ok) throw new Error(all.reason);
        expect(registersPerThread(load)).toBeLessThanOrEqual(Math.max(registers, registersPerThread(all.value)));
        expect(neighbours(load, input)).toBeGreaterThanOrEqual(neighbours(all.value, input));
        if (neighbours(load, input) > neighbours(all.value, input)) better += 1;
      });
    }),
    { seed: 4, numRuns: 200 },
  );
  expect(better).toBeGreaterThan(10);
});
