// Blocks, threads and registers share the elements of a transform without gaps and without doubles, on random legal plans
// with random legal schedules.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { elementCount } from "../../generator/plan/transform.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { atomCount, elementsOf, isBatch, memoryWeight, offsetOf, placedPlan, sizeOf } from "./enumerated.js";
import { runs } from "../effort.js";

const plans = scheduledPlans({ maxElements: 600 });
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);
const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index);

describe("random plans with random schedules", () => {
  test("every element of a batch tile is loaded exactly once and stored exactly once", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        for (const geometry of placedPlan(plan).geometries) {
          const { phases, input, output, tile } = geometry;
          const everything = upTo(elementCount(plan.transform) * tile.batchTile);
          expect(sorted(elementsOf(geometry, at(phases, 0), input).flat(2))).toEqual(everything);
          expect(sorted(elementsOf(geometry, at(phases, phases.length - 1), output).flat(2))).toEqual(everything);
        }
      }),
      { seed: 1, numRuns: runs(40, 75) },
    );
  });

  test("every phase holds the whole tile, the digit that it transforms first in the registers", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        for (const geometry of placedPlan(plan).geometries) {
          for (const { digit, registers, threads } of geometry.phases) {
            expect([...registers, ...threads].toSorted(byName)).toEqual(geometry.tile.atoms.toSorted(byName));
            if (digit === undefined) continue;
            const own = registers.filter((atom) => atom.digit === digit.name);
            expect(own).toEqual(registers.slice(0, own.length));
            expect(sizeOf(own)).toBe(digit.radix);
            expect(threads.some((atom) => atom.digit === digit.name)).toBe(false);
          }
          expect(geometry.phases.flatMap(({ digit }) => digit ?? [])).toEqual(geometry.digits);
        }
      }),
      { seed: 2, numRuns: runs(40, 75) },
    );
  });

  test("no phase needs more threads than there are, and one uses them all", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        for (const { phases, threads, registers } of placedPlan(plan).geometries) {
          const used = phases.map((phase) => sizeOf(phase.threads));
          expect(Math.max(...used)).toBe(threads);
          expect(Math.max(...phases.map((phase) => sizeOf(phase.registers)))).toBe(registers);
        }
      }),
      { seed: 3, numRuns: runs(40, 75) },
    );
  });

  test("a block holds the kernel's digits and as many columns as were asked for, and the grid holds the rest", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { set, geometries } = placedPlan(plan);
        for (const geometry of geometries) {
          const { tile, digits, index } = geometry;
          const columns = at(plan.kernels, index).schedule.columns;
          const radices = digits.reduce((total, { radix }) => total * radix, 1);
          expect(sizeOf(tile.atoms)).toBe(radices * columns);
          expect(tile.atoms.length + tile.grid.length).toBe(atomCount(set, geometry));
          expect(tile.grid.some((atom) => isBatch(atom) || digits.some(({ name }) => name === atom.digit))).toBe(false);
          expect(sizeOf(tile.atoms.filter(isBatch))).toBe(tile.batchTile);
        }
      }),
      { seed: 4, numRuns: runs(40, 75) },
    );
  });

  test("the contiguous runs of a tile are as long as it says", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        for (const { tile, input, output } of placedPlan(plan).geometries) {
          for (const [layout, run] of [
            [input, tile.inputRun],
            [output, tile.outputRun],
          ] as const) {
            const held = new Set(
              upTo(sizeOf(tile.atoms)).map((index) => offsetOf(tile.atoms, index, memoryWeight(layout))),
            );
            const first = upTo(held.size + 1).find((element) => !held.has(element));
            expect(first).toBe(run);
          }
        }
      }),
      { seed: 5, numRuns: runs(40, 75) },
    );
  });

  test("what runs in place may: blocks, or threads where no barrier helps, write only what they themselves have read", () => {
    let local = 0;
    fc.assert(
      fc.property(plans, (plan) => {
        for (const geometry of placedPlan(plan).geometries) {
          if (!geometry.blockLocal) continue;
          local += 1;
          const { phases, input, output } = geometry;
          const read = elementsOf(geometry, at(phases, 0), input);
          const written = elementsOf(geometry, at(phases, phases.length - 1), output);
          const owners = (elements: number[][][]): number[][] =>
            phases.length > 1 ? elements.map((threads) => threads.flat()) : elements.flat();
          expect(owners(written).map(sorted)).toEqual(owners(read).map(sorted));
        }
      }),
      { seed: 6, numRuns: runs(40, 75) },
    );
    expect(local).toBeGreaterThan(50);
  });
});

const byName = (
  a: { readonly digit: string; readonly weight: number },
  b: { readonly digit: string; readonly weight: number },
): number => a.digit.localeCompare(b.digit) || a.weight - b.weight;
