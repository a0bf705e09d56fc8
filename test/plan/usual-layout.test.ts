// Layouts that are said in many ways and lie in one.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arraysOf } from "../../generator/plan/arrays.js";
import { makeRealTransform, makeTransform, type Transform } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { withUsualLayout } from "../../generator/plan/usual-layout.js";
import { layouts } from "../arbitrary/layouts.js";

describe("what would be so without being said is left out", () => {
  test.each<readonly [string, Transform, string]>([
    [
      "strides of a dense array",
      makeTransform([8, 8], "f32", { outputStrides: { Y: 8, X: 1, batch: 64 } }),
      "c2c_f32_8x8",
    ],
    ["all of a dimension", makeTransform([8], "f32", { outputRange: { X: [0, 7] } }), "c2c_f32_8"],
    ["all of half a spectrum", makeRealTransform("r2c", [8], "f32", { outputRange: { X: [0, 4] } }), "r2c_f32_8"],
    [
      "the room of rows in place",
      makeRealTransform("r2c", [8, 8], "f32", { placement: "in-place", inputStrides: { Y: 10 } }),
      "r2c_f32_8x8_in_place",
    ],
    [
      "what follows from the rest",
      makeTransform([8, 8], "f32", { inputStrides: { batch: 80, Y: 10 } }),
      "c2c_f32_8x8_in_y10",
    ],
    [
      "a distance that the row stride says",
      makeTransform([8], "f32", { distance: 10, inputStrides: { batch: 10 } }),
      "c2c_f32_8_distance_10",
    ],
    ["names in any order", makeTransform([8, 8], "f32", { inputStrides: { X: 8, Y: 1 } }), "c2c_f32_8x8_in_y1_x8"],
  ])("%s", (_, transform, name) => {
    expect(transformName(withUsualLayout(transform))).toBe(name);
  });
});

test("whatever is said, elements lie where they lay, and nothing more can be left out", () => {
  const one = makeTransform([4, 3, 5], "f32");
  fc.assert(
    fc.property(layouts(one, 3), ({ fields }) => {
      const transform = { ...one, ...fields, batch: 3 };
      const settled = withUsualLayout(transform);
      expect(arraysOf(settled)).toEqual(arraysOf(transform));
      expect(withUsualLayout(settled)).toEqual(settled);
    }),
    { seed: 20261127, numRuns: 300 },
  );
});
