// Sectors of global memory that a warp touches, counted by brute force; and extra phases only where they help.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { linesPerRequest, offsetsOf, sectorsPerRequest } from "../../generator/layout/coalescing.js";
import { digitSetOf, type MemoryLayout } from "../../generator/layout/digits.js";
import { placeKernel, type KernelGeometry } from "../../generator/layout/geometry.js";
import { activeThreads, type Phase } from "../../generator/layout/phases.js";
import { elementBytes } from "../../generator/plan/transform.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { gpu, namedPlan } from "../emit/named-plan.js";
import { elementsOf, placedPlan } from "./enumerated.js";

const WARP = 32;
const SECTOR_BYTES = 32;
const LINE_BYTES = 128;

/** Different sectors, or lines, among elements at these places. */
const countedParts = (elements: readonly number[], bytes: number, part: number): number =>
  new Set(
    elements.flatMap((element) => [element * bytes, (element + 1) * bytes - 1].map((at) => Math.floor(at / part))),
  ).size;

/** The sectors, or lines, of every request of a phase: one for each block, warp and register. */
function requestsOf(
  geometry: KernelGeometry,
  phase: Phase,
  layout: MemoryLayout,
  bytes: number,
  part = SECTOR_BYTES,
): readonly number[] {
  return elementsOf(geometry, phase, layout).flatMap((threads) =>
    Array.from({ length: Math.ceil(threads.length / WARP) }, (_, warp) =>
      threads.slice(warp * WARP, (warp + 1) * WARP),
    ).flatMap((lanes) =>
      at(lanes, 0).map((_, register) =>
        countedParts(
          lanes.map((registers) => at(registers, register)),
          bytes,
          part,
        ),
      ),
    ),
  );
}

describe("random plans with random schedules", () => {
  test("the first request touches as many sectors as counted", () => {
    fc.assert(
      fc.property(scheduledPlans({ maxElements: 600 }), (plan) => {
        const bytes = elementBytes(plan.transform);
        for (const geometry of placedPlan(plan).geometries) {
          const { phases, input, output, loadSectors, storeSectors } = geometry;
          const [first, last] = [at(phases, 0), at(phases, phases.length - 1)];
          expect(loadSectors.sectors).toBe(at(requestsOf(geometry, first, input, bytes), 0));
          expect(storeSectors.sectors).toBe(at(requestsOf(geometry, last, output, bytes), 0));
          expect(loadSectors.sectors).toBeGreaterThanOrEqual(loadSectors.ideal);
          expect(storeSectors.sectors).toBeGreaterThanOrEqual(storeSectors.ideal);
          const lines = at(requestsOf(geometry, last, output, bytes, LINE_BYTES), 0);
          const lanes = Math.min(WARP, activeThreads(last));
          const asLong = { element: bytes, access: bytes, segment: bytes };
          expect(linesPerRequest(last, output, asLong)).toBe(Math.max(1, lines / lanes));
          expect(linesPerRequest(last, output, { ...asLong, segment: LINE_BYTES })).toBe(
            Math.max(1, lines / Math.ceil((lanes * bytes) / LINE_BYTES)),
          );
        }
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  test("of rows of 88 elements a warp that has 4 each of 8 rows touches 4 times as many lines as it need", () => {
    const kernel = "{ X(44,2,44,88,no-tw) X(4,22,2,44,pre-tw) X(44,2,1,2,pre-tw) } on 64 threads, 16 columns, table";
    const { phases, output } = at(placedPlan(namedPlan("rows", [88], "f32", [kernel]).plan).geometries, 0);
    expect(linesPerRequest(at(phases, 2), output, { element: 8, access: 8, segment: 88 * 16 * 8 })).toBe(4);
  });

  test("powers of two: so does every request", () => {
    fc.assert(
      fc.property(scheduledPlans({ maxElements: 1024, primes: [2] }, { powersOfTwo: true }), (plan) => {
        const bytes = elementBytes(plan.transform);
        for (const geometry of placedPlan(plan).geometries) {
          const { phases, input, output, loadSectors, storeSectors } = geometry;
          const [first, last] = [at(phases, 0), at(phases, phases.length - 1)];
          expect(new Set(requestsOf(geometry, first, input, bytes))).toEqual(new Set([loadSectors.sectors]));
          expect(new Set(requestsOf(geometry, last, output, bytes))).toEqual(new Set([storeSectors.sectors]));
        }
      }),
      { seed: 2, numRuns: 100 },
    );
  });

  test("an extra phase that loads or stores touches fewer sectors than the butterfly beside it would", () => {
    let extra = 0;
    fc.assert(
      fc.property(scheduledPlans({ maxElements: 600 }), ({ transform, kernels }) => {
        const bytes = elementBytes(transform);
        const set = digitSetOf(transform, kernels);
        kernels.forEach((kernel, index) => {
          // Before threads of inner phases are spread to avoid bank conflicts: they no longer follow global memory then.
          const placed = placeKernel(set, kernel, index, gpu);
          if (!placed.ok) throw new Error(placed.reason);
          const { phases, input, output, loadSectors, storeSectors } = placed.value;
          for (const [outer, inner, layout, chosen] of [
            [phases[0], phases[1], input, loadSectors],
            [phases.at(-1), phases.at(-2), output, storeSectors],
          ] as const) {
            if (outer?.digit !== undefined || inner === undefined) continue;
            extra += 1;
            const without = sectorsPerRequest(inner, layout, bytes);
            expect(chosen.sectors / chosen.ideal).toBeLessThan(without.sectors / without.ideal);
          }
        });
      }),
      { seed: 3, numRuns: 300 },
    );
    expect(extra).toBeGreaterThan(20);
  });
});

describe("transforms of a few elements, many to a block", () => {
  test.each([
    [2, 32, 64],
    [3, 48, 64],
    [4, 32, 64],
    [5, 40, 32],
    [7, 56, 32],
    [8, 32, 32],
    [16, 64, 64],
  ])("length %i on %i threads with %i columns is read and written in whole sectors", (length, threads, columns) => {
    const kernel = `{ X(1,${length},1,${length},no-tw) } on ${threads} threads, ${columns} columns, table`;
    const [geometry] = placedPlan(namedPlan("few", [length], "f32", [kernel]).plan).geometries;
    expect(geometry?.loadSectors.sectors).toBe(geometry?.loadSectors.ideal);
    expect(geometry?.storeSectors.sectors).toBe(geometry?.storeSectors.ideal);
  });
});

test("offsets of lanes are those of their numbers' digits", () => {
  const digits = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 1000 })), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(digits, fc.integer({ min: 1, max: 64 }), (places, count) => {
      const layout: MemoryLayout = { digits: new Map(places.map(([, stride], index) => [`d${index}`, stride])) };
      const atoms = places.map(([size], index) => ({ digit: `d${index}`, weight: 1, size }));
      const product = places.reduce((all, [size]) => all * size, 1);
      const expected = Array.from({ length: Math.min(count, product) }, (_, lane) => {
        let rest = lane;
        return places.reduce((offset, [size, stride]) => {
          const value = rest % size;
          rest = Math.floor(rest / size);
          return offset + value * stride;
        }, 0);
      });
      expect([...offsetsOf(atoms, layout, Math.min(count, product))]).toEqual(expected);
    }),
  );
});
