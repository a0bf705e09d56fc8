// What one order of sub-computations says of others: the best of all is found with the best shapes of the one alone.
import fc from "fast-check";
import { expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { makeChain } from "../../generator/plan/sub-computations.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { kernelSchedules, type ScheduleSearch } from "../../generator/search/schedules.js";
import { DEFAULT_TWIDDLES } from "../../generator/search/search.js";
import { isPromising, SCHEDULES_OF_SHAPES, shapeKey, shapesOf, type Shapes } from "../../generator/search/shapes.js";
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
      const { shapes } = search(radices);
      const bestOf = (within?: Shapes): number =>
        Math.min(
          ...ordersOf(radices).map((order) => {
            const { candidates } = search(order, within);
            for (const { schedule } of candidates)
              expect(within === undefined || within.keys.has(shapeKey(schedule))).toBe(true);
            return candidates[0]?.cost.milliseconds ?? Infinity;
          }),
        );
      expect(bestOf(shapes)).toBeLessThan(1.02 * bestOf());
    }),
    { seed: 11, numRuns: runs(10, 150) },
  );
});

test("shapes are told apart by threads, columns, the width of vectors and the blocks of a cluster", () => {
  const schedule = { threads: 64, columns: 2, blocksPerSm: 1, twiddles: "table", stores: "default" } as const;
  const cluster = { size: 2, after: 1, order: "static" } as const;
  expect(shapeKey(schedule)).toBe(shapeKey({ ...schedule, width: 1 }));
  expect(shapeKey({ ...schedule, cluster })).toBe(shapeKey({ ...schedule, cluster: { ...cluster, after: 2 } }));
  const others = [{ width: 2 }, { threads: 32 }, { columns: 4 }, { cluster }, { cluster: { ...cluster, size: 4 } }];
  expect(new Set([schedule, ...others.map((other) => ({ ...schedule, ...other }))].map(shapeKey)).size).toBe(6);
});

test("on clusters other orders are tried with good shapes alone, unless the first order has none there", () => {
  const [found] = search([16, 16]).candidates;
  if (found === undefined) throw new Error("256 points have no schedule");
  const cluster = { size: 2, after: 1, order: "static" } as const;
  const onCluster = { ...found, schedule: { ...found.schedule, cluster } };
  const other = shapeKey({ ...onCluster.schedule, columns: 2 * onCluster.schedule.columns });
  expect(isPromising(shapesOf([found]), other, true)).toBe(true);
  expect(isPromising(shapesOf([found]), other, false)).toBe(false);
  expect(isPromising(shapesOf([found, onCluster]), other, true)).toBe(false);
  expect(isPromising(shapesOf([found, onCluster]), shapeKey(onCluster.schedule), true)).toBe(true);
});
