// Held against all places of small arrays, and against large ones whose answer is known.
import fc from "fast-check";
import { expect, test } from "vitest";
import { meet, type Steps } from "../../generator/plan/meeting-places.js";

/** One place for each element. */
const placesOf = (axes: readonly Steps[]): readonly number[] =>
  axes.reduce<readonly number[]>(
    (all, { stride, length }) => all.flatMap((place) => Array.from({ length }, (_, index) => place + index * stride)),
    [0],
  );

test("elements meet where two of them have one place", () => {
  const axis = fc.record({ stride: fc.integer({ min: 0, max: 60 }), length: fc.integer({ min: 2, max: 6 }) });
  const seen = { meeting: 0, nested: 0, within: 0 };
  fc.assert(
    fc.property(fc.array(axis, { maxLength: 4 }), (axes) => {
      const places = placesOf(axes);
      const isMeeting = new Set(places).size < places.length;
      expect(meet(axes)).toBe(isMeeting);
      const sorted = axes.toSorted((a, b) => a.stride - b.stride);
      const isNested = sorted.every(({ stride }, index) => stride > Math.max(...placesOf(sorted.slice(0, index))));
      seen[isMeeting ? "meeting" : isNested ? "nested" : "within"] += 1;
    }),
    { seed: 20261127, numRuns: 3000 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(200);
});

test.each<[string, readonly (readonly [stride: number, length: number])[], boolean]>([
  [
    "8 rows 5 apart of 8 elements 8 apart",
    [
      [5, 8],
      [8, 8],
    ],
    false,
  ],
  [
    "9 rows of 6 of them",
    [
      [5, 9],
      [8, 6],
    ],
    true,
  ],
  [
    "large arrays within each other",
    [
      [3, 2 ** 20],
      [2 ** 22 + 1, 3],
      [2 ** 40, 2 ** 10],
    ],
    false,
  ],
  [
    "1000 arrays 997 apart of 1000 rows 1009 apart of 996 elements",
    [
      [1, 996],
      [1009, 1000],
      [997, 1000],
    ],
    true,
  ],
  [
    "more elements than places",
    [
      [6, 1000],
      [10, 1000],
      [15, 1000],
    ],
    true,
  ],
  [
    "three axes, of which two alone never meet",
    [
      [7, 2],
      [5, 3],
      [3, 2],
    ],
    true,
  ],
  [
    "and shorter ones",
    [
      [7, 2],
      [5, 2],
      [3, 2],
    ],
    false,
  ],
])("%s", (_, axes, isMeeting) => {
  expect(meet(axes.map(([stride, length]) => ({ stride, length })))).toBe(isMeeting);
});
