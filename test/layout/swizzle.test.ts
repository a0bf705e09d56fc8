// Swizzled addresses: every element has one of its own, whatever atoms a buffer is of; the first phase that they are made for
// has no bank conflicts, and the count of those that are left is right.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Atom } from "../../generator/layout/digits.js";
import type { Phase } from "../../generator/layout/phases.js";
import { wavefrontsOf } from "../../generator/layout/address-map.js";
import { swizzleFor } from "../../generator/layout/swizzle.js";
import { bankConflicts } from "./bank-conflicts.js";
import { swizzledAddress } from "./enumerated.js";

const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index);

/** A buffer of up to 2^10 elements in some order of its atoms, and phases that place them on registers and threads anyhow. */
const buffers = fc
  .record({
    bits: fc.integer({ min: 1, max: 10 }),
    keys: fc.array(fc.array(fc.nat(), { minLength: 10, maxLength: 10 }), { minLength: 1, maxLength: 3 }),
    registers: fc.nat(4),
    bytes: fc.constantFrom(4, 8, 16),
  })
  .map(({ bits, keys, registers, bytes }) => {
    const atoms = upTo(bits).map((bit): Atom => ({ digit: "X1", weight: 2 ** bit, size: 2 }));
    const phases = keys.map((key): Phase => {
      const shuffled = upTo(bits).toSorted((a, b) => (key[a] ?? 0) - (key[b] ?? 0));
      const placed = shuffled.flatMap((bit) => atoms[bit] ?? []);
      const count = Math.min(registers, bits);
      return { digit: undefined, vector: [], registers: placed.slice(0, count), threads: placed.slice(count) };
    });
    return { atoms, phases, bytes };
  });

test("each element has an address of its own", () => {
  fc.assert(
    fc.property(buffers, ({ atoms, phases, bytes }) => {
      const map = swizzleFor(atoms, phases, bytes);
      const addresses = upTo(2 ** atoms.length).map((element) =>
        swizzledAddress(map, ({ weight }) => Math.floor(element / weight) % 2),
      );
      expect(addresses.toSorted((a, b) => a - b)).toEqual(upTo(2 ** atoms.length));
    }),
    { seed: 41 },
  );
});

test("only atoms too heavy to choose a bank exchange one: a sum can tell the others apart", () => {
  fc.assert(
    fc.property(buffers, ({ atoms, phases, bytes }) => {
      const { masks, strides, bankElements } = swizzleFor(atoms, phases, bytes);
      expect(bankElements * bytes).toBe(128);
      masks.forEach((mask, position) => {
        expect(mask).toBeLessThan(bankElements);
        if (mask !== 0) expect(strides[position]).toBeGreaterThanOrEqual(bankElements);
      });
    }),
    { seed: 42 },
  );
});

test("the first phase has no bank conflicts, and all are counted", () => {
  let left = 0;
  fc.assert(
    fc.property(buffers, ({ atoms, phases, bytes }) => {
      const map = swizzleFor(atoms, phases, bytes);
      phases.forEach((phase, index) => {
        const found = wavefrontsOf(phase, map);
        const counted = bankConflicts(phase, (value) => swizzledAddress(map, value), bytes);
        expect(found.wavefronts / found.ideal).toBe(counted.wavefronts / counted.least);
        if (index === 0) expect(found.wavefronts).toBe(found.ideal);
        if (found.wavefronts > found.ideal) left += 1;
      });
    }),
    { seed: 43, numRuns: 200 },
  );
  expect(left).toBeGreaterThan(10);
});
