// Padded maps of shared memory against a brute-force count of words in banks: no two elements share an address, and the
// wavefronts are those that the hardware's rule gives.
import { accessesOf, tileOf } from "../../generator/layout/exchange.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import type { Phase } from "../../generator/layout/phases.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { elementBytes } from "../../generator/plan/transform.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { namedPlan } from "../emit/named-plan.js";
import { offsetOf, placedPlan, sharedWeight, sizeOf } from "./enumerated.js";

const WARP = 32;
const BANKS = 32;
const WORD_BYTES = 4;

/**
 * Wavefronts of one warp's access to elements at these offsets: it goes by groups of lanes that ask for 128 bytes
 * together, and each group takes as long as its fullest bank has different words.
 */
function countedWavefronts(offsets: readonly number[], bytes: number): number {
  const groupLanes = Math.min(WARP, (BANKS * WORD_BYTES) / bytes);
  let wavefronts = 0;
  for (let start = 0; start < offsets.length; start += groupLanes) {
    const words = new Set<number>();
    for (const offset of offsets.slice(start, start + groupLanes))
      for (let byte = offset * bytes; byte < (offset + 1) * bytes; byte += WORD_BYTES) words.add(byte / WORD_BYTES);
    const perBank = new Map<number, number>();
    for (const word of words) perBank.set(word % BANKS, (perBank.get(word % BANKS) ?? 0) + 1);
    wavefronts += Math.max(...perBank.values());
  }
  return wavefronts;
}

/** The offsets that the lanes of one warp access with one register. */
function lanesOf(geometry: KernelGeometry, phase: Phase, warp: number, register: number): number[] {
  const weightOf = sharedWeight(tileOf(geometry.exchanges));
  const active = sizeOf(phase.threads);
  const lanes = Math.min(WARP, active - warp * WARP);
  return Array.from(
    { length: lanes },
    (_, lane) => offsetOf(phase.threads, warp * WARP + lane, weightOf) + offsetOf(phase.registers, register, weightOf),
  );
}

const withShared = (geometries: readonly KernelGeometry[]): readonly KernelGeometry[] =>
  geometries.filter(({ exchanges }) => exchanges.length > 0);

const bytesOf = ({ transform }: ScheduledPlan): number => elementBytes(transform);

describe("random plans with random schedules", () => {
  test("no two elements of a tile share an address, and the last one fits", () => {
    fc.assert(
      fc.property(scheduledPlans({ maxElements: 1000 }), (plan) => {
        for (const { exchanges, tile, sharedBytes } of withShared(placedPlan(plan).geometries)) {
          const shared = tileOf(exchanges);
          const count = sizeOf(tile.atoms);
          const addresses = Array.from({ length: count }, (_, index) =>
            offsetOf(tile.atoms, index, sharedWeight(shared)),
          );
          expect(new Set(addresses).size).toBe(count);
          expect(Math.max(...addresses)).toBe(shared.elements - 1);
          expect(Math.min(...addresses)).toBe(0);
          expect(sharedBytes).toBe(shared.elements * bytesOf(plan));
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  test("the first warp of each phase takes as many wavefronts as counted", () => {
    fc.assert(
      fc.property(scheduledPlans({ maxElements: 1000 }), (plan) => {
        const bytes = bytesOf(plan);
        for (const geometry of withShared(placedPlan(plan).geometries)) {
          const counted = geometry.phases.map((phase) => countedWavefronts(lanesOf(geometry, phase, 0, 0), bytes));
          const accesses = accessesOf(geometry.exchanges);
          expect(accesses.map(({ wavefronts }) => wavefronts)).toEqual(counted);
          geometry.phases.forEach((phase, index) => {
            const lanes = Math.min(WARP, sizeOf(phase.threads));
            const ideal = Math.ceil((lanes * bytes) / (BANKS * WORD_BYTES));
            expect(at(accesses, index).ideal).toBe(ideal);
            expect(at(counted, index)).toBeGreaterThanOrEqual(ideal);
          });
        }
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  test("powers of two: so does every warp, with every register", () => {
    fc.assert(
      fc.property(
        scheduledPlans({ maxElements: 1024, primes: [2] }, { tileElements: 1024, powersOfTwo: true }),
        (plan) => {
          const bytes = bytesOf(plan);
          for (const geometry of withShared(placedPlan(plan).geometries)) {
            geometry.phases.forEach((phase, index) => {
              const warps = Math.ceil(sizeOf(phase.threads) / WARP);
              for (let warp = 0; warp < warps; warp++) {
                for (let register = 0; register < sizeOf(phase.registers); register++) {
                  const counted = countedWavefronts(lanesOf(geometry, phase, warp, register), bytes);
                  expect(counted).toBe(accessesOf(geometry.exchanges)[index]?.wavefronts);
                }
              }
            });
          }
        },
      ),
      { seed: 3, numRuns: 100 },
    );
  });
});

describe("plans that people use", () => {
  test.each([
    ["16 by 16", "f32", 256, 16, 16],
    ["16 by 16", "f64", 256, 16, 16],
    ["32 by 32", "f32", 1024, 32, 32],
    ["8 by 8", "f32", 64, 8, 32],
  ] as const)("the exchange of %s in %s is free of bank conflicts", (_, precision, length, radix, threads) => {
    const columns = (threads * radix) / length;
    const kernel = `{ X(${length / radix},${radix},${radix},${length},tw) X(${length / radix},${radix},1,${radix},no-tw) }`;
    const { plan } = namedPlan("exchange", [length], precision, [
      `${kernel} on ${threads} threads, ${columns} columns, table`,
    ]);
    const [geometry] = placedPlan(plan).geometries;
    const accesses = accessesOf(geometry?.exchanges ?? []);
    expect(accesses.length).toBe(2);
    for (const { wavefronts, ideal } of accesses) expect(wavefronts).toBe(ideal);
  });
});
