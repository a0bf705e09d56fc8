// Where kernels on tensor cores have their elements: each once, a digit in the places of its operand, in whole warps, and
// neighbours together wherever an access moves several. On random legal plans with random legal schedules.
import { tileOf } from "../../generator/layout/exchange.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { isFragment } from "../../generator/layout/fragment-phases.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import type { Atom } from "../../generator/layout/digits.js";
import type { Phase } from "../../generator/layout/phases.js";
import { elementTypeBytes } from "../../generator/plan/elements.js";
import { elementCount } from "../../generator/plan/transform.js";
import { scheduledMatrixPlans } from "../arbitrary/matrices.js";
import { namedPlan } from "../emit/named-plan.js";
import { elementsOf, memoryWeight, offsetOf, placedPlan, sharedWeight, sizeOf } from "./enumerated.js";
import { runs } from "../effort.js";

const plans = scheduledMatrixPlans({ maxElements: 2048, maxRank: 3 });
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);
const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index);

/** The kernels of random plans that multiply by matrices. */
function forKernels(seed: number, check: (geometry: KernelGeometry, elements: number) => void): void {
  fc.assert(
    fc.property(plans, (plan) => {
      for (const geometry of placedPlan(plan).geometries)
        if (geometry.phases.some(isFragment)) check(geometry, elementCount(plan.transform));
    }),
    { seed, numRuns: runs(40, 60) },
  );
}

/** What an atom adds to the digit of a phase, and a number that tells everything else apart. */
function placeIn(phase: Phase): { readonly digit: (atom: Atom) => number; readonly other: (atom: Atom) => number } {
  const name = phase.digit?.name;
  const others = [...phase.threads, ...phase.registers].filter((atom) => atom.digit !== name);
  const weights = new Map<Atom, number>();
  let weight = 1;
  for (const atom of others) {
    weights.set(atom, weight);
    weight *= atom.size;
  }
  return {
    digit: (atom) => (atom.digit === name ? atom.weight : 0),
    other: (atom) => weights.get(atom) ?? 0,
  };
}

describe("random plans with butterflies on tensor cores", () => {
  test("every phase holds each element of a batch tile exactly once", () => {
    forKernels(1, (geometry, elements) => {
      const everything = upTo(elements * geometry.tile.batchTile);
      for (const phase of geometry.phases)
        expect(sorted(elementsOf(geometry, phase, geometry.input).flat(2))).toEqual(everything);
    });
  });

  test("point t + 4 r of a butterfly is in lane t of four and in register r, and a thread has pairs of butterflies", () => {
    let seen = 0;
    forKernels(2, ({ phases }) => {
      for (const phase of phases.filter(isFragment)) {
        seen += 1;
        const { threads, registers, digit } = phase;
        const { radix } = digit ?? { radix: NaN };
        const { digit: ofDigit, other: ofOthers } = placeIn(phase);
        const perThread = radix / 4;
        expect(sizeOf(registers) % (2 * perThread)).toBe(0);
        for (let group = 0; group < sizeOf(threads); group += 4)
          for (let first = 0; first < sizeOf(registers); first += perThread) {
            const points = upTo(radix).map((position) => {
              const [thread, register] = [group + (position % 4), first + Math.floor(position / 4)];
              return {
                value: offsetOf(threads, thread, ofDigit) + offsetOf(registers, register, ofDigit),
                butterfly: offsetOf(threads, thread, ofOthers) + offsetOf(registers, register, ofOthers),
              };
            });
            expect(sorted(points.map(({ value }) => value))).toEqual(upTo(radix));
            expect(new Set(points.map(({ butterfly }) => butterfly)).size).toBe(1);
            // The same places for every butterfly: they share the matrix.
            const usual = upTo(radix).map(
              (position) =>
                offsetOf(threads, position % 4, ofDigit) + offsetOf(registers, Math.floor(position / 4), ofDigit),
            );
            expect(points.map(({ value }) => value)).toEqual(usual);
          }
      }
    });
    expect(seen).toBeGreaterThan(40);
  });

  test("whole warps multiply, and no phase has more threads than there are", () => {
    forKernels(3, ({ phases, threads, registers }) => {
      const used = phases.map((phase) => sizeOf(phase.threads));
      expect(Math.max(...used)).toBe(threads);
      expect(Math.max(...phases.map((phase) => sizeOf(phase.registers)))).toBe(registers);
      phases.forEach((phase, index) => {
        if (isFragment(phase)) expect(at(used, index) % 32).toBe(0);
      });
    });
  });

  test("what one access moves lies side by side in registers' atoms and in memory, and begins at a multiple of its length", () => {
    let runs = 0;
    forKernels(4, (geometry) => {
      const { phases, run, exchanges, input, output, loadRun, storeRun, elements } = geometry;
      /** The access by runs of so many neighbours in a memory of these weights. */
      const expectRuns = (phase: Phase, length: number, weightOf: (atom: Atom) => number): void => {
        const together = upTo(Math.log2(length)).map((bit) => {
          const atom = phase.registers.find((candidate) => weightOf(candidate) === 2 ** bit);
          expect(atom?.size).toBe(2);
          return atom;
        });
        const rest = [...phase.registers, ...phase.threads, ...geometry.tile.grid].filter(
          (atom) => !together.includes(atom),
        );
        for (const atom of rest) expect(weightOf(atom) % length).toBe(0);
        if (length > 1) runs += 1;
      };
      const bytes = elementTypeBytes(elements.input);
      expect(Math.max(loadRun, storeRun) * bytes).toBeLessThanOrEqual(16);
      expectRuns(at(phases, 0), loadRun, memoryWeight(input));
      expectRuns(at(phases, phases.length - 1), storeRun, memoryWeight(output));
      if (exchanges.length === 0) return;
      const shared = tileOf(exchanges);
      expect(sizeOf(run) * elementTypeBytes(elements.exchanged)).toBeLessThanOrEqual(16);
      const inTile = (atom: Atom): number => (geometry.tile.grid.includes(atom) ? 0 : sharedWeight(shared)(atom));
      for (const phase of phases) expectRuns(phase, sizeOf(run), inTile);
    });
    expect(runs).toBeGreaterThan(100);
  });

  test("no two elements share a place in shared memory", () => {
    forKernels(5, ({ phases, exchanges }) => {
      if (exchanges.length === 0) return;
      const shared = tileOf(exchanges);
      for (const { threads, registers } of phases) {
        const atoms = [...registers, ...threads];
        const places = upTo(sizeOf(atoms)).map((index) => offsetOf(atoms, index, sharedWeight(shared)));
        expect(new Set(places).size).toBe(places.length);
        expect(Math.max(...places)).toBeLessThan(shared.elements);
      }
    });
  });
});

describe("4096 = 16 * 16 * 16 in f16", () => {
  const { plan } = namedPlan("example", [4096], "f16", [
    "{ X(256,16@mma,256,4096,tw) X(256,16@mma,16,256,tw) X(256,16@mma,1,16,no-tw) } on 256 threads, 3 blocks/SM, table",
  ]);
  const geometry = at(placedPlan(plan).geometries, 0);

  test("moves 16 bytes by each access and no sector more than it must", () => {
    expect([geometry.loadRun, sizeOf(geometry.run), geometry.storeRun]).toEqual([4, 4, 4]);
    expect(geometry.loadSectors.sectors).toBe(geometry.loadSectors.ideal);
    expect(geometry.storeSectors.sectors).toBe(geometry.storeSectors.ideal);
    expect(geometry.registers).toBe(16);
  });
});
