import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { arrayProblem, arraysBetween, denseArray, stridesApart, type ArraySpec } from "../../generator/plan/arrays.js";
import { makeTransform, makeWalshTransform } from "../../generator/plan/transform.js";
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

test("strides apart are those of rows that do not follow each other, and of the batch", () => {
  expect(stridesApart(dense)).toEqual([12800]);
  expect(stridesApart({ ...dense, axes: [x, { ...y, stride: 105 }] })).toEqual([12800, 105]);
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
