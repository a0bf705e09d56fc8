// Ranges of every kind of transform: what an input leaves out is zero and not read, what an output leaves out is not written.
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import {
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
  TRIGONOMETRIC_KINDS,
  type Ranges,
  type Transform,
} from "../../generator/plan/transform.js";
import { transformProblem } from "../../generator/plan/transform-problem.js";
import { pairedAxis } from "../../generator/plan/trigonometric-core.js";
import { searchPlans } from "../../generator/search/search.js";
import { dealt, isDefault } from "../effort.js";
import { expectAsDefined } from "./defined.js";

const gpu = findGpu("H200");

function expectRight(transform: Transform): void {
  const [best] = searchPlans(transform, gpu, { twiddles: ["table"], keep: 1 }).plans;
  if (best === undefined) throw new Error("no plan");
  expectAsDefined(best.plan, gpu);
}

/** Lengths that are taken in pairs where all is there, and one that is not. */
const LENGTHS = [80, 9] as const;

// Of each type one.
const kinds = dealt(TRIGONOMETRIC_KINDS, (kind) => ["dst-1", "dct-2", "dst-3", "dct-4"].includes(kind));

describe.each(kinds)("%s", (kind) => {
  test.each(["inputRange", "outputRange"] as const)("%s", (field) => {
    let planned = 0;
    for (const length of LENGTHS) {
      const ranges: Ranges = { X: [2, 6] };
      const transform = makeTrigonometricTransform(kind, [length], "f64", { [field]: ranges });
      if (transformProblem(transform) !== undefined) continue;
      expect(pairedAxis(transform)).toBeUndefined();
      expectRight(transform);
      planned += 1;
    }
    // Either side of a type is taken in another order, or neither.
    const other = makeTrigonometricTransform(kind, [9], "f64", {
      [field === "inputRange" ? "outputRange" : "inputRange"]: { X: [2, 6] },
    });
    expect(planned > 0 || transformProblem(other) === undefined).toBe(true);
  });
});

test.runIf(isDefault).each<[string, Transform]>([
  ["complex ones", makeTransform([6, 16], "f64", { inputRange: { X: [1, 9] }, outputRange: { Y: [2, 4] } })],
  ["in a kernel of its own each", makeTransform([64, 32], "f64", { outputRange: { X: [3, 20], Y: [0, 9] } })],
  [
    "Walsh-Hadamard transforms",
    makeWalshTransform([64], "f64", { inputRange: { X: [8, 23] }, outputRange: { X: [0, 31] } }),
  ],
])("%s", (_, transform) => {
  expectRight(transform);
});
