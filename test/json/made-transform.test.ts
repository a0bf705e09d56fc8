// Transforms as users of the library make them are called what they are, whichever way they were asked for.
import { expect, test } from "vitest";
import { makeTrigonometricTransform } from "../../generator/internals.js";
import { storedTransformSchema } from "../../generator/json/transform-schema.js";
import { makeTrigonometricTransform as asItIsSaid } from "../../generator/plan/transform.js";

test("a cosine transform of which no axis is one is what its axes are", () => {
  const meant = asItIsSaid("dst-1", [64, 8], "f32", { axes: ["X"] });
  const said = { axes: ["X"], kinds: { X: "dst-1" } } as const;
  expect(makeTrigonometricTransform("dct-2", [64, 8], "f32", said)).toEqual(meant);
  expect(storedTransformSchema.parse(asItIsSaid("dct-2", [64, 8], "f32", said))).toEqual(meant);
});
