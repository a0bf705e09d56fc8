import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import {
  arraysBetween,
  arraysOf,
  denseArray,
  hostArrays,
  stridesApart,
  type ArraySpec,
  usualStride,
} from "../../generator/plan/arrays.js";
import { elsewhere, membersWithin, overlaps, sharesPlaces, timesRead } from "../../generator/plan/array-overlaps.js";
import { arrayProblem } from "../../generator/plan/array-problem.js";
import { makeTransform, makeWalshTransform } from "../../generator/plan/transform.js";
import { layouts } from "../arbitrary/layouts.js";
import { namedPlan } from "../emit/named-plan.js";

const transform = makeTransform([128, 100], "f32");
const dense = denseArray(transform);

const [x, y] = dense.axes;
if (x === undefined || y === undefined) throw new Error("two dimensions have two axes");

test("a dense array has its first dimension side by side and nothing between the others", () => {
  expect(dense.axes.map(({ stride }) => stride)).toEqual([1, 100]);
  expect(dense.distance).toBe(12800);
});

test("what lies between kernels lies as the output does, if that has room", () => {
  const padded: ArraySpec = { ...dense, axes: [x, { ...y, stride: 104 }], distance: 128 * 104 };
  expect(arraysBetween(transform, dense, padded).between).toBe(padded);
  const batchInside: ArraySpec = {
    ...dense,
    axes: [
      { ...x, stride: 2 },
      { ...y, stride: 200 },
    ],
    distance: 1,
  };
  for (const output of [batchInside, { ...padded, planar: true }, { ...padded, axes: [{ ...x, below: 50 }, y] }])
    expect(arraysBetween(transform, dense, output).between).toEqual(dense);
});

test("a transform that is padded with zeros may be in place, one of which less is written than read may not", () => {
  const alike = (options: Parameters<typeof makeTransform>[2]): boolean =>
    hostArrays(arraysOf(makeTransform([16, 64], "f32", { placement: "in-place", ...options }))).alike;
  expect(alike({ inputRange: { X: [0, 31], Y: [3, 9] } })).toBe(true);
  expect(alike({ inputRange: { X: [0, 31] }, outputRange: { X: [0, 31] } })).toBe(true);
  expect(alike({ outputRange: { X: [0, 31] } })).toBe(false);
  expect(alike({ inputRange: { X: [0, 31] }, outputRange: { X: [0, 7] } })).toBe(false);
  expect(alike({ inputRange: { X: [0, 31] }, strides: "run-time" })).toBe(true);
  expect(alike({ inputRange: { X: [0, 31] }, planar: "input" })).toBe(false);
});

test("strides apart are those of rows that do not follow each other, and of the batch", () => {
  expect(stridesApart(dense)).toEqual([12800]);
  expect(stridesApart({ ...dense, axes: [x, { ...y, stride: 105 }] })).toEqual([12800, 105]);
});

test("what the caller says may be anything: no access may count on more than one element", () => {
  const said = { parameter: "stride_y", usual: 104 };
  expect(stridesApart({ ...dense, axes: [x, { ...y, stride: said }] })).toEqual([12800, 1]);
});

test("as many members of a batch as there is room for between rows: no two elements at one place, and no more without", () => {
  const axis = fc
    .record({ length: fc.integer({ min: 1, max: 4 }), stride: fc.integer({ min: 1, max: 30 }), from: fc.nat(3) })
    .map(({ length, stride, from }) => ({ length: length + from, stride, from, below: length + from }));
  let bounded = 0;
  fc.assert(
    fc.property(fc.array(axis, { maxLength: 3 }), fc.integer({ min: 1, max: 12 }), (axes, distance) => {
      const array = { axes, distance, planar: false };
      fc.pre(!overlaps(array, 1));
      const members = membersWithin(array);
      const places = [...axes, { stride: distance, from: 0, below: Math.min(members, 9) }].reduce(
        (all, { stride, from, below }) =>
          all.flatMap((place) => Array.from({ length: below - from }, (_, index) => place + index * stride)),
        [0],
      );
      expect(new Set(places).size).toBe(places.length);
      expect(overlaps(array, members + 1)).toBe(members !== Infinity);
      bounded += Number(members !== Infinity && members > 1);
    }),
    { seed: 20261122, numRuns: 500 },
  );
  expect(bounded).toBeGreaterThan(50);
});

test("elsewhere every stride that callers say is another, and elements still have places of their own", () => {
  const cases = fc
    .record({
      lengths: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
      batch: fc.integer({ min: 1, max: 4 }),
      side: fc.boolean(),
    })
    .filter(({ lengths }) => lengths.some((length) => length > 1))
    .chain(({ lengths, batch, side }) => {
      const one = makeTransform(lengths, "f32");
      return layouts(one, batch).map(({ fields }) => {
        const { input, output } = arraysOf({ ...one, ...fields, strides: "run-time" });
        return { array: side ? input : output, batch };
      });
    });
  fc.assert(
    fc.property(cases, ({ array, batch }) => {
      const other = elsewhere(array);
      expect(overlaps(other, batch)).toBe(false);
      const pairs = [...array.axes.map(({ stride }) => stride), array.distance].map(
        (stride, at) => [stride, other.axes[at]?.stride ?? other.distance] as const,
      );
      for (const [before, after] of pairs)
        if (typeof before === "number") expect(after).toBe(before);
        else expect(usualStride(after)).toBeGreaterThan(before.usual);
    }),
    { seed: 20261122, numRuns: 300 },
  );
});

describe("arrays that no transform can have", () => {
  test.each<[string, Partial<ArraySpec>, boolean, string]>([
    ["too few axes", { axes: [x] }, false, "1 axes, expected 2, one for each dimension"],
    ["another length", { axes: [{ ...x, length: 99 }, y] }, false, "X: 99 elements, expected 100"],
    [
      "a stride that is no number of elements",
      { axes: [x, { ...y, stride: 0.5 }] },
      false,
      "Y: a stride of 0.5, expected a number of elements",
    ],
    [
      "a stride of 0 that is written",
      { axes: [x, { ...y, stride: 0 }] },
      true,
      "Y: a stride of 0: all elements would be written to one place",
    ],
    [
      "a range outside",
      { axes: [{ ...x, below: 101 }, y] },
      false,
      "X: elements from 0 to before 101, expected a part of 0 to before 100",
    ],
    [
      "an empty range",
      { axes: [{ ...x, from: 5, below: 5 }, y] },
      false,
      "X: elements from 5 to before 5, expected a part of 0 to before 100",
    ],
    [
      "rows that overlap",
      { axes: [x, { ...y, stride: 99 }] },
      true,
      "two elements lie at one place: strides must not be shorter than what lies below them",
    ],
    [
      "rows within each other",
      {
        axes: [
          { ...x, stride: 129 },
          { ...y, stride: 100 },
        ],
      },
      true,
      "rows or arrays lie within each other: strides of what is written must not be shorter than what lies below them",
    ],
    [
      "a stride with the name of a coordinate",
      { axes: [x, { ...y, stride: { parameter: "x1", usual: 100 } }] },
      false,
      'Y: a stride called "x1", expected a name such as stride_in_y',
    ],
  ])("%s", (_, change, isWritten, problem) => {
    expect(arrayProblem(transform, { ...dense, ...change }, isWritten)).toBe(problem);
  });

  test("rows that overlap may be read: windows of a signal", () => {
    expect(arrayProblem(transform, { ...dense, axes: [x, { ...y, stride: 1 }] }, false)).toBeUndefined();
  });

  test.each([
    ["windows of 8 that begin 2 apart", 8, 1, 2, 100, 4],
    ["fewer of them than that", 8, 1, 2, 3, 3],
    ["rows side by side", 8, 1, 8, 100, 1],
    ["columns within each other", 8, 100, 1, 100, 1],
  ])("%s: how often an element is read", (_, length, stride, distance, batch, times) => {
    const array = { axes: [{ length, stride, from: 0, below: length }], distance, planar: false };
    expect(timesRead(array, batch)).toBe(times);
    const counts = new Map<number, number>();
    for (let member = 0; member < batch; member++)
      for (let index = 0; index < length; index++) {
        const place = member * distance + index * stride;
        counts.set(place, (counts.get(place) ?? 0) + 1);
      }
    expect(Math.max(...counts.values())).toBe(times);
    expect(sharesPlaces(array, batch)).toBe(times > 1);
  });

  test("columns share places where there are more than lie between two elements of a row", () => {
    const array = { axes: [{ length: 64, stride: 4, from: 0, below: 64 }], distance: 1, planar: false };
    expect([2, 4, 5].map((batch) => sharesPlaces(array, batch))).toEqual([false, false, true]);
    expect([2, 4, 5].map((batch) => timesRead(array, batch))).toEqual([1, 1, 2]);
  });

  test("what lies within something else without meeting it is read once", () => {
    const axes = [8, 5].map((stride) => ({ length: 8, stride, from: 0, below: 8 }));
    expect(timesRead({ axes, distance: 100 }, 3)).toBe(1);
  });

  test("real numbers have no parts, and sequency order needs a dense output", () => {
    const walsh = makeWalshTransform([8, 16], "f32", { order: "sequency" });
    const array = denseArray(walsh);
    expect(arrayProblem(walsh, { ...array, planar: true }, false)).toMatch(/^planar/);
    const apart = { ...array, axes: array.axes.map((axis, at) => (at === 1 ? { ...axis, stride: 20 } : axis)) };
    expect(arrayProblem(walsh, apart, true)).toMatch(/^not dense, but sequency order/);
    expect(arrayProblem(walsh, apart, false)).toBeUndefined();
  });

  test("lowering says which side cannot be so, and that arrays in place are one", () => {
    const { plan } = namedPlan("arrays", [16], "f32", ["{ X(1,16,1,16,no-tw) } on 16 threads, 16 columns"]);
    const one = denseArray(plan.transform);
    const gpu = findGpu("H200");
    const twice = { ...one, distance: 0 };
    expect(() => lowerPlan("arrays", plan, gpu, { input: one, between: one, output: twice })).toThrow(
      "arrays: the output cannot be such an array: the batch: a stride of 0",
    );
    expect(() =>
      lowerPlan("arrays", plan, gpu, { input: one, between: { ...one, distance: 15 }, output: one }),
    ).toThrow(
      "arrays: what lies between kernels cannot be such an array: it has no room for all elements of each array",
    );
    const inPlace = { ...plan, transform: { ...plan.transform, placement: "in-place" as const } };
    expect(() =>
      lowerPlan("arrays", inPlace, gpu, { input: { ...one, distance: 20 }, between: one, output: one }),
    ).toThrow("arrays: in place, input and output are one array, and must lie alike");
  });
});
