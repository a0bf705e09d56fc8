// What one order of sub-computations says of others: the best of all is found with the best shapes of the one alone.
import fc from "fast-check";
import { expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { makeChain } from "../../generator/plan/sub-computations.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { kernelSchedules, type ScheduleSearch } from "../../generator/search/schedules.js";
import { DEFAULT_TWIDDLES } from "../../generator/search/search.js";
import { SCHEDULES_OF_SHAPES, shapeKey, shapesOf, type Shapes } from "../../generator/search/shapes.js";
import { runs } from "../effort.js";

const gpu = findGpu("H200");

function search(radices: readonly number[], shapes?: Shapes): ScheduleSearch {
  const kernel = { subComputations: makeChain("X", radices, "pre-tw") };
  const length = radices.reduce((product, radix) => product * radix, 1);
  const batch = Math.ceil(2 ** 24 / length);
  const set = digitSetOf(makeTransform([length], "f32", { batch }), [kernel]);
  const options = { twiddles: DEFAULT_TWIDDLES, keep: SCHEDULES_OF_SHAPES, plainOnly: true };
  return kernelSchedules(set, kernel, 0, gpu, options)(batch, shapes);
}

const ordersOf = (radices: readonly number[]): readonly (readonly number[])[] =>
  radices.length < 2
    ? [radices]
    : radices.flatMap((radix, index) => ordersOf(radices.toSpliced(index, 1)).map((rest) => [radix, ...rest]));

test("with the best shapes of one order the best of all orders is found, and no other shapes are tried", () => {
  const lists = fc.array(fc.constantFrom(3, 4, 5, 7, 8, 10, 13, 16), { minLength: 2, maxLength: 3 });
  fc.assert(
    fc.property(lists, (radices) => {
      const shapes = shapesOf(search(radices).candidates);
      const bestOf = (within?: Shapes): number =>
        Math.min(
          ...ordersOf(radices).map((order) => {
            const { candidates } = search(order, within);
            for (const { schedule } of candidates)
              expect(within === undefined || within.has(shapeKey(schedule))).toBe(true);
            return candidates[0]?.cost.milliseconds ?? Infinity;
          }),
        );
      expect(bestOf(shapes)).toBeLessThan(1.02 * bestOf());
    }),
    { seed: 11, numRuns: runs(10, 150) },
  );
});

test("shapes are told apart by threads, columns and the width of vectors, and those of clusters are none", () => {
  const schedule = { threads: 64, columns: 2, blocksPerSm: 1, twiddles: "table", stores: "default" } as const;
  expect(shapeKey(schedule)).toBe(shapeKey({ ...schedule, width: 1 }));
  expect(new Set([schedule, { ...schedule, width: 2 }, { ...schedule, threads: 32 }].map(shapeKey)).size).toBe(3);
  const [found] = search([16, 16]).candidates;
  if (found === undefined) throw new Error("256 points have no schedule");
  const cluster = { size: 2, after: 1, order: "static" } as const;
  expect(shapesOf([found, { ...found, schedule: { ...found.schedule, cluster } }])).toEqual(shapesOf([found]));
  expect(shapesOf([{ ...found, schedule: { ...found.schedule, cluster } }])).toEqual(new Set());
});
