// Columns and their mirrors: by whichever way the number of a column is come by, from its seat or from what a thread has of a pair, it is
// the same, and each frequency is in one place of one tile, beside its mirror.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../effort.js";
import { named } from "../../generator/plan/index-expression.js";
import {
  columnLets,
  pairLet,
  rowLets,
  rowPairLets,
  turnedLets,
  type Folded,
  type RowNames,
} from "../../generator/lower/columns.js";
import { columnCount, rowsInBlock, type ColumnCounts, type MirroredRows } from "../../generator/layout/mirrored.js";
import { valuesOf } from "../arbitrary/lets.js";

const columnNumber = (counts: ColumnCounts, seat: number): number =>
  valuesOf(columnLets("column", counts, named("slot")), { slot: seat })("column");

const pairNumber = (count: number, size: number, column: number, row: number): number =>
  valuesOf([pairLet("pair", { column: named("c"), row: named("r"), count, size })], { c: column, r: row })("pair");

const rowAt = (rows: MirroredRows, column: number, rank: number, place: number): number =>
  rows.inside.blocks === 1
    ? place
    : valuesOf(rowLets("i", { rows, column: named("c"), rank: named("rank"), place: named("p") }), {
        c: column,
        rank,
        p: place,
      })("i");

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
          const own = pairNumber(count, size, column, row);
          const turns = [false, true].map((isMirrored) =>
            valuesOf(turnedLets(folded, isMirrored), { pair: own, thread }),
          );
          const pairs = turns.map((turn) => turn("number"));
          // Of 0, which is its own mirror, the other one that is its own.
          expect(pairs).toEqual([own, own === 0 ? size / 2 : size - own]);
          for (const turn of turns) {
            const pair = turn("number");
            const number = turn("turned");
            numbers.push(number);
            // As other phases of the kernel have it: neighbours, rows, mirrors, and what lies beyond.
            const place = Math.floor(number / below);
            const isMirror = Math.floor(place / (near * rows)) % 2;
            const seat = (place % near) + near * block + (isMirror * count) / 2;
            expect(columnNumber([count], seat) + count * (Math.floor(place / near) % rows)).toBe(pair);
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

const rowTiles = fc.record({
  counts: fc.array(
    fc.integer({ min: 1, max: 4 }).map((half) => 2 * half),
    { minLength: 1, maxLength: 2 },
  ),
  /** Rows in a column, and whether of a dimension that has columns, too. */
  inside: fc.constantFrom(1, 1, 2, 4, 6),
  /** Blocks of a cluster that share these, by a digit of so many times twice as many values, with so many below. */
  blocks: fc.constantFrom(1, 1, 2, 4),
  classes: fc.integer({ min: 1, max: 2 }),
  low: fc.integer({ min: 1, max: 3 }),
  along: fc.nat(3),
  half: fc.integer({ min: 1, max: 3 }),
  below: fc.integer({ min: 1, max: 3 }),
  outer: fc.integer({ min: 1, max: 2 }),
  cut: fc.nat(),
});

test("of rows along other dimensions, too, and each in the row that has its place along each of these mirrored", () => {
  fc.assert(
    fc.property(rowTiles, ({ counts, inside: alone, blocks, classes, low, along, half, below, outer, cut }) => {
      const columns = columnCount(counts);
      const size = 2 * half;
      const radix = 2 * blocks * classes;
      const count = blocks > 1 ? radix * low : alone;
      const place = count > 1 && along < counts.length ? along : undefined;
      const rows: MirroredRows = { counts, inside: { count, along: place, blocks, radix: blocks > 1 ? radix : count } };
      const nears = upTo(columns / 2 + 1).filter((near) => near > 0 && (columns / 2) % near === 0);
      const near = nears[cut % nears.length] ?? 1;
      const names: RowNames = { pair: "pair", column: "c", inside: "i", place: "p", alone: "a" };
      const folded: Folded = {
        own: "pair",
        below,
        size,
        isOuter: outer > 1,
        columns: { kind: "across", rows, near, names },
      };
      // Where a row is along each dimension, and how long that is; the part inside is heaviest.
      const frequencies = (column: number, inside: number): readonly (readonly [number, number])[] => {
        const ofColumn = placesAlong(counts, column).map((at, index): readonly [number, number] => {
          const length = counts[index] ?? 1;
          return index === place ? [at + length * inside, length * count] : [at, length];
        });
        return place === undefined ? [...ofColumn, [inside, count]] : ofColumn;
      };
      // Rows' butterflies and rows inside that a block has.
      const span = size * rowsInBlock(rows);
      const threads = below * span * near * outer;
      const found = new Set<string>();
      for (const [block, rank] of upTo(columns / 2 / near).flatMap((one) =>
        upTo(blocks).map((other) => [one, other] as const),
      )) {
        const numbers: number[] = [];
        for (const thread of upTo(threads)) {
          const row = Math.floor(thread / below) % span;
          const seat = (Math.floor(thread / (below * span)) % near) + near * block;
          const lets = rowPairLets({ names, seat: named("slot"), rank: named("block"), row: named("r"), rows, size });
          const [one, other] = [false, true].map((isMirrored) => {
            const given = { slot: seat, r: row, block: rank, thread };
            const value = valuesOf([...lets, ...turnedLets(folded, isMirrored)], given);
            const rowInside = count > 1 ? value("inside") : 0;
            return {
              number: value("number"),
              column: value("column"),
              inside: rowInside,
              place: blocks > 1 ? value("row") : rowInside,
              isAlone: value("a") > 0,
              thread: value("turned"),
            };
          });
          if (one === undefined || other === undefined) throw new Error("two turns");
          const from = frequencies(one.column, one.inside);
          expect(frequencies(other.column, other.inside)).toEqual(from.map(([k, n]) => [(n - k) % n, n]));
          expect(one.isAlone).toBe(from.every(([k, n]) => (2 * k) % n === 0));
          expect(other.number).toBe(one.number > 0 ? size - one.number : one.isAlone ? size / 2 : 0);
          for (const turn of [one, other]) {
            const number = turn.thread;
            numbers.push(number);
            // As other phases of the kernel have it: rows' butterflies, rows inside, neighbours, mirrors, and what lies beyond.
            const beyond = Math.floor(number / (below * span));
            const isMirror = Math.floor(beyond / near) % 2;
            expect(columnNumber(counts, (beyond % near) + near * block + (isMirror * columns) / 2)).toBe(turn.column);
            expect(Math.floor(number / below) % span).toBe(turn.number + size * turn.place);
            expect(rowAt(rows, turn.column, rank, turn.place)).toBe(turn.inside);
            expect(number % below).toBe(thread % below);
            expect(Math.floor(number / (2 * below * span * near))).toBe(Math.floor(thread / (below * span * near)));
            if (thread < below * span * near) found.add(`${turn.column} ${turn.inside} ${turn.number}`);
          }
        }
        expect(numbers.toSorted((a, b) => a - b)).toEqual(upTo(2 * threads));
      }
      expect(found.size).toBe(columns * size * count);
    }),
    { seed: 20261123, numRuns: runs(15, 60) },
  );
});

const placesAlong = (counts: readonly number[], column: number): readonly number[] => {
  const [first = 1, ...others] = counts;
  return [column % first, ...(others.length === 0 ? [] : placesAlong(others, Math.floor(column / first)))];
};

test("seats and columns are each other's", () => {
  for (const count of [2, 6, 8, 30])
    for (const seat of upTo(count)) expect(columnNumber([count], columnNumber([count], seat))).toBe(seat);
});
