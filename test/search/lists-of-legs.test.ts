// What a search plans for legs, and for axes of one element, stands in one plan, which is legal.
import { expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import {
  makeRealTransform,
  makeTrigonometricTransform,
  sizeText,
  type Transform,
} from "../../generator/plan/transform.js";
import { searchPlans } from "../../generator/search/search.js";

const CASES: readonly (readonly [why: string, transform: Transform])[] = [
  ["128 are pairs only beside a leg of the 101", makeRealTransform("r2c", [101, 128], "f32", { batch: 64 })],
  ["the same backwards", makeRealTransform("c2r", [101, 128], "f32", { batch: 64 })],
  ["an axis of one element has no kernel", makeRealTransform("c2r", [1, 82, 2738], "f32", { batch: 16 })],
  [
    "one axis is finished before another begins",
    makeTrigonometricTransform("dst-4", [82, 101, 3], "f32", { batch: 16 }),
  ],
  ["pairs are not prefetched", makeRealTransform("r2c", [202, 1], "f32", { batch: 16, axes: ["Y"] })],
];

test.each(CASES.map(([why, transform]) => [`${transform.kind} of ${sizeText(transform)}`, why, transform] as const))(
  "%s: %s",
  (_, __, transform) => {
    const { plans } = searchPlans(transform, findGpu("H200"), { keep: 5 });
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.flatMap(({ plan }) => checkPlan(plan).map(problemText))).toEqual([]);
  },
);
