// Radices for tensor cores: lists that multiply to the length, of which there are few, the short ones first.
import fc from "fast-check";
import { expect, test } from "vitest";
import { matrixRadixLists } from "../../generator/search/matrix-radices.js";

const productOf = (list: readonly number[]): number => list.reduce((product, radix) => product * radix, 1);
const twosIn = (length: number): number => (length % 2 === 0 ? 1 + twosIn(length / 2) : 0);

const lengths = fc
  .record({ bits: fc.integer({ min: 0, max: 20 }), odd: fc.constantFrom(1, 1, 3, 5, 9, 15, 125, 343, 31) })
  .map(({ bits, odd }) => ({ bits, odd, length: odd * 2 ** bits }));

test("every list multiplies to the length, no two are alike, and powers of two are radices that tensor cores compute", () => {
  fc.assert(
    fc.property(lengths, ({ bits, odd, length }) => {
      const lists = matrixRadixLists(length);
      expect(lists.length > 0).toBe(bits >= 2);
      expect(lists.length).toBeLessThanOrEqual(8);
      expect(new Set(lists.map(String)).size).toBe(lists.length);
      for (const list of lists) {
        expect(productOf(list)).toBe(length);
        expect(Math.max(...list)).toBeLessThanOrEqual(32);
        const even = list.filter((radix) => radix % 2 === 0);
        expect(productOf(list.filter((radix) => radix % 2 === 1))).toBe(odd);
        // No more butterflies than sixteens would make, and at most one that tensor cores cannot do.
        expect(even.length).toBe(Math.ceil(twosIn(length) / 4));
        expect(even.filter((radix) => ![4, 8, 16].includes(radix)).length).toBeLessThanOrEqual(1);
      }
    }),
    { seed: 1, numRuns: 300 },
  );
});

test("4096 has one list, 1024 several orders of the same", () => {
  expect(matrixRadixLists(4096)).toEqual([[16, 16, 16]]);
  expect(matrixRadixLists(1024).map((list) => list.toSorted((a, b) => a - b).join())).toContain("8,8,16");
  expect(matrixRadixLists(3 * 256).every((list) => list[0] === 3)).toBe(true);
  expect(matrixRadixLists(81)).toEqual([]);
});
