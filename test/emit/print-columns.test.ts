// The printed numbers of columns and rows are those that the evaluator has: each line is run as C++ has it, in whole numbers that are never
// below zero, for every seat, row and block.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  columnNumberLines,
  isAloneText,
  isMirrorSeatText,
  mirrorColumnText,
  mirrorInsideText,
  mirrorPlaceText,
  rowLines,
  rowPairLines,
} from "../../generator/emit/print-columns.js";
import type { Sum } from "../../generator/kernel/coordinates.js";
import { columnNumber, rowAt, rowPair, turnedRow } from "../../generator/kernel/columns.js";
import { columnCount, rowsInBlock, type ColumnCounts, type MirroredRows } from "../../generator/layout/mirrored.js";
import { runs } from "../effort.js";

const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, index) => index);

const coordinate = (name: string): Sum => [{ coordinate: name, weight: 1 }];

type Values = Readonly<Record<string, number>>;

type Printed = (...values: readonly bigint[]) => readonly (bigint | boolean)[];

const functions = new Map<string, Printed>();

/**
 * Runs declarations of C++, and what an expression is then: of whole numbers, as quotients are cut. A difference below zero would be far
 * above everything in C++; none is.
 */
function runLines(lines: readonly string[], given: Values, wanted: readonly string[]): readonly number[] {
  const code = lines
    .filter((line) => !line.startsWith("//"))
    .map((line) => line.replace(/^const (unsigned|bool) /, "const "))
    .join("\n");
  const text = (part: string): string => part.replaceAll(/\b(\d+)u?\b/g, "$1n").replaceAll("==", "===");
  const names = Object.keys(given);
  const body = `${text(code)}\nreturn [${wanted.map(text).join(", ")}];`;
  const key = `${names.join(",")}\n${body}`;
  const run = functions.get(key) ?? (new Function(...names, body) as Printed);
  functions.set(key, run);
  return run(...names.map((name) => BigInt(given[name] ?? 0))).map((value) => {
    expect(typeof value === "boolean" || value >= 0n).toBe(true);
    return Number(value);
  });
}

const even = fc.integer({ min: 1, max: 5 }).map((half) => 2 * half);
/** The text has rows along one other dimension, or two. */
const counts: fc.Arbitrary<ColumnCounts> = fc.array(even, { minLength: 1, maxLength: 2 });

const drawnRows = fc
  .record({
    counts,
    inside: fc.constantFrom(1, 2, 4, 6),
    /** Blocks of a cluster that share rows inside, by a digit of so many times twice as many values, with so many below. */
    blocks: fc.constantFrom(1, 1, 2, 4),
    classes: fc.integer({ min: 1, max: 2 }),
    low: fc.integer({ min: 1, max: 3 }),
    along: fc.nat(2),
  })
  .map(({ counts, inside, blocks, classes, low, along }): MirroredRows => {
    const radix = 2 * blocks * classes;
    const count = blocks > 1 ? radix * low : inside;
    return {
      counts,
      inside: {
        count,
        along: count > 1 && along < counts.length ? along : undefined,
        ...(blocks > 1 ? { shared: { blocks, radix } } : {}),
      },
    };
  });

test("the column of a seat, its mirror, and which of both it is", () => {
  fc.assert(
    fc.property(counts, (all) => {
      const count = columnCount(all);
      for (const seat of upTo(count)) {
        const column = columnNumber({ counts: all }, seat);
        const lines = columnNumberLines("column", all, "seat");
        expect(runLines(lines, { seat }, ["column"])).toEqual([column]);
        const mirrored = mirrorOf(all, column);
        const texts = [mirrorColumnText(all, "column"), isAloneText(all, "column"), isMirrorSeatText(all, "column")];
        const [mirror, isAlone, isMirrorSeat] = runLines([], { column }, texts);
        expect(mirror).toBe(mirrored);
        expect(isAlone).toBe(Number(mirrored === column));
        expect(isMirrorSeat).toBe(Number(seat >= count / 2));
      }
    }),
    { seed: 20261128, numRuns: runs(20, 100) },
  );
});

test("what a thread has of a pair of rows, and of the mirror in its second turn", () => {
  const names = { pair: "pair", column: "column", inside: "inside", place: "place", alone: "alone" };
  fc.assert(
    fc.property(drawnRows, fc.constantFrom(2, 4, 6), (rows, size) => {
      const columns = columnCount(rows.counts);
      const blocks = rows.inside.shared?.blocks ?? 1;
      const lines = rowPairLines({
        kind: "row-pair",
        names,
        seat: coordinate("seat"),
        rank: coordinate("rank"),
        row: coordinate("row"),
        rows,
        size,
      });
      for (const seat of upTo(columns / 2))
        for (const rank of upTo(blocks))
          for (const row of upTo(size * rowsInBlock(rows))) {
            const own = rowPair({ rows, size }, seat, row, rank);
            const isCut = rows.inside.count > 1;
            const isShared = rows.inside.shared !== undefined;
            const wanted = ["column", "pair", "alone", ...(isCut ? ["inside"] : []), ...(isShared ? ["place"] : [])];
            const expected = [own.column, own.pair, Number(own.isAlone), own.inside, own.place];
            expect(runLines(lines, { seat, rank, row }, wanted)).toEqual(expected.slice(0, wanted.length));
            const mirror = turnedRow(rows, size, true, own);
            const given = { column: own.column, inside: own.inside, place: own.place, mirror: mirror.inside };
            expect(runLines([], given, [mirrorColumnText(rows.counts, "column")])).toEqual([mirror.column]);
            if (isCut) expect(runLines([], given, [mirrorInsideText(rows, names)])).toEqual([mirror.inside]);
            if (isShared)
              expect(runLines([], given, [mirrorPlaceText(rows, "place", "mirror")])).toEqual([mirror.place]);
          }
    }),
    { seed: 20261128, numRuns: runs(12, 60) },
  );
});

test("the row inside a column that a block has in a place", () => {
  fc.assert(
    fc.property(drawnRows, (rows) => {
      const { shared } = rows.inside;
      fc.pre(shared !== undefined);
      for (const column of upTo(columnCount(rows.counts)))
        for (const rank of upTo(shared?.blocks ?? 1))
          for (const place of upTo(rowsInBlock(rows))) {
            const lines = rowLines("inside", { rows, column: "column", rank: coordinate("rank"), place: "place" });
            expect(runLines(lines, { column, rank, place }, ["inside"])).toEqual([rowAt(rows, column, rank, place)]);
          }
    }),
    { seed: 20261128, numRuns: runs(12, 60) },
  );
});

/** Along each dimension what is left of a whole turn. */
function mirrorOf(all: ColumnCounts, column: number): number {
  const [first = 1, ...others] = all;
  const own = (first - (column % first)) % first;
  return others.length === 0 ? own : own + first * mirrorOf(others, Math.floor(column / first));
}
