// Columns and their mirrors: by whichever way the number of a column is come by, from its seat or from what a thread has of a pair, it is
// the same, and each frequency is in one place of one tile, beside its mirror.
import fc from "fast-check";
import { expect, test } from "vitest";
import { columnNumber, pairNumber, turnedPair, turnedThread, type Folded } from "../../generator/kernel/columns.js";

const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, index) => index);

const tiles = fc.record({
  near: fc.integer({ min: 1, max: 5 }),
  blocks: fc.integer({ min: 1, max: 4 }),
  rows: fc.integer({ min: 1, max: 7 }),
  below: fc.integer({ min: 1, max: 3 }),
  outer: fc.integer({ min: 1, max: 2 }),
});

test("all frequencies are there once, each with its mirror in one thread", () => {
  fc.assert(
    fc.property(tiles, ({ near, blocks, rows, below, outer }) => {
      const count = 2 * near * blocks;
      const size = count * rows;
      const folded: Folded = { own: "pair", below, size, isOuter: outer > 1, columns: { count, near } };
      const threads = below * near * rows * outer;
      const found: number[] = [];
      for (const block of upTo(blocks)) {
        const numbers: number[] = [];
        for (const thread of upTo(threads)) {
          const column = (Math.floor(thread / below) % near) + near * block;
          const row = Math.floor(thread / (below * near)) % rows;
          const own = pairNumber({ count, size }, column, row);
          const pairs = [false, true].map((isMirrored) => turnedPair(folded, isMirrored, own));
          // Of 0, which is its own mirror, the other one that is its own.
          expect(pairs).toEqual([own, own === 0 ? size / 2 : size - own]);
          for (const pair of pairs) {
            const number = turnedThread(folded, thread, pair);
            numbers.push(number);
            // As other phases of the kernel have it: neighbours, rows, mirrors, and what lies beyond.
            const place = Math.floor(number / below);
            const isMirror = Math.floor(place / (near * rows)) % 2;
            const seat = (place % near) + near * block + (isMirror * count) / 2;
            expect(columnNumber({ count }, seat) + count * (Math.floor(place / near) % rows)).toBe(pair);
            expect(number % below).toBe(thread % below);
            if (thread % below === 0 && Math.floor(thread / (below * near * rows)) === 0) found.push(pair);
          }
        }
        expect(numbers.toSorted((a, b) => a - b)).toEqual(upTo(2 * threads));
      }
      expect(found.toSorted((a, b) => a - b)).toEqual(upTo(size));
    }),
    { seed: 20261123, numRuns: 200 },
  );
});

test("seats and columns are each other's", () => {
  for (const count of [2, 6, 8, 30])
    for (const seat of upTo(count)) expect(columnNumber({ count }, columnNumber({ count }, seat))).toBe(seat);
});
