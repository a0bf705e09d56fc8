// Columns and their mirrors: by whichever way the number of a column is come by, from its seat or from what a thread has of a pair, it is
// the same, and each frequency is in one place of one tile, beside its mirror.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  columnNumber,
  pairNumber,
  rowPair,
  turnedPair,
  turnedThread,
  type Folded,
} from "../../generator/kernel/columns.js";
import { columnCount } from "../../generator/layout/mirrored.js";

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
      const folded: Folded = { own: "pair", below, size, isOuter: outer > 1, columns: { kind: "along", count, near } };
      const threads = below * near * rows * outer;
      const found: number[] = [];
      for (const block of upTo(blocks)) {
        const numbers: number[] = [];
        for (const thread of upTo(threads)) {
          const column = (Math.floor(thread / below) % near) + near * block;
          const row = Math.floor(thread / (below * near)) % rows;
          const own = pairNumber({ count, size }, column, row);
          const turns = [false, true].map((isMirrored) => turnedPair(folded, isMirrored, own));
          const pairs = turns.map((turn) => turn.number);
          // Of 0, which is its own mirror, the other one that is its own.
          expect(pairs).toEqual([own, own === 0 ? size / 2 : size - own]);
          for (const turn of turns) {
            const pair = turn.number;
            const number = turnedThread(folded, thread, turn);
            numbers.push(number);
            // As other phases of the kernel have it: neighbours, rows, mirrors, and what lies beyond.
            const place = Math.floor(number / below);
            const isMirror = Math.floor(place / (near * rows)) % 2;
            const seat = (place % near) + near * block + (isMirror * count) / 2;
            expect(columnNumber({ counts: [count] }, seat) + count * (Math.floor(place / near) % rows)).toBe(pair);
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

const rows = fc.record({
  counts: fc.array(fc.integer({ min: 1, max: 5 }).map((half) => 2 * half), { minLength: 1, maxLength: 3 }),
  half: fc.integer({ min: 1, max: 4 }),
  below: fc.integer({ min: 1, max: 3 }),
  outer: fc.integer({ min: 1, max: 2 }),
  cut: fc.nat(),
});

test("of rows along other dimensions, too, and each in the row that has its place along each of these mirrored", () => {
  fc.assert(
    fc.property(rows, ({ counts, half, below, outer, cut }) => {
      const count = columnCount(counts);
      const size = 2 * half;
      const nears = upTo(count / 2 + 1).filter((near) => near > 0 && (count / 2) % near === 0);
      const near = nears[cut % nears.length] ?? 1;
      const columns = { kind: "across", counts, near, column: "own_row" } as const;
      const folded: Folded = { own: "pair", below, size, isOuter: outer > 1, columns };
      const threads = below * size * near * outer;
      const found: string[] = [];
      for (const block of upTo(count / 2 / near)) {
        const numbers: number[] = [];
        for (const thread of upTo(threads)) {
          const row = Math.floor(thread / below) % size;
          const neighbour = Math.floor(thread / (below * size)) % near;
          const own = rowPair({ counts, size }, neighbour + near * block, row);
          const [one, other] = [false, true].map((isMirrored) => turnedPair(folded, isMirrored, own.pair, own.column));
          const mirrored = placesAlong(counts, own.column).map((place, index) => ((counts[index] ?? 1) - place) % (counts[index] ?? 1));
          const isAlone = mirrored.every((place, index) => place === placesAlong(counts, own.column)[index]);
          expect(one).toEqual({ number: own.pair, column: own.column });
          expect(placesAlong(counts, other?.column ?? -1)).toEqual(mirrored);
          expect(other?.number).toBe(own.pair > 0 ? size - own.pair : isAlone ? size / 2 : 0);
          for (const turn of [one, other]) {
            if (turn === undefined) continue;
            const number = turnedThread(folded, thread, turn);
            numbers.push(number);
            // As other phases of the kernel have it: rows' butterflies, neighbours, mirrors, and what lies beyond.
            const place = Math.floor(number / (below * size));
            const seat = (place % near) + near * block + ((Math.floor(place / near) % 2) * count) / 2;
            expect(columnNumber({ counts }, seat)).toBe(turn.column);
            expect(Math.floor(number / below) % size).toBe(turn.number);
            expect(number % below).toBe(thread % below);
            expect(Math.floor(number / (2 * below * size * near))).toBe(Math.floor(thread / (below * size * near)));
            if (thread % below === 0 && thread < below * size * near) found.push(`${turn.column} ${turn.number}`);
          }
        }
        expect(numbers.toSorted((a, b) => a - b)).toEqual(upTo(2 * threads));
      }
      expect(found.length).toBe(count * size);
      expect(new Set(found).size).toBe(count * size);
    }),
    { seed: 20261123, numRuns: 200 },
  );
});

const placesAlong = (counts: readonly number[], column: number): readonly number[] => {
  const [first = 1, ...others] = counts;
  return [column % first, ...(others.length === 0 ? [] : placesAlong(others, Math.floor(column / first)))];
};

test("seats and columns are each other's", () => {
  for (const count of [2, 6, 8, 30])
    for (const seat of upTo(count))
      expect(columnNumber({ counts: [count] }, columnNumber({ counts: [count] }, seat))).toBe(seat);
});
