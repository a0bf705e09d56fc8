// The table of the suite has complex transforms: real and cosine transforms of the same size are other transforms.
import { expect, test } from "vitest";
import { findSuite } from "../../generator/bench/shipped-suites.js";
import { speedTable, type CheckedInPlan } from "../../generator/docs/fourier-tables.js";
import {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  type Transform,
} from "../../generator/plan/transform.js";

const checkedIn = (transform: Transform): CheckedInPlan => ({
  name: "one",
  transform,
  kernels: "",
  evidence: [{ gpu: "NVIDIA H200", milliseconds: 0.001, ratioToCopy: 1, relativeL2Error: 1e-7 }],
});

test("the fastest plan of a case is one of that transform", () => {
  const tableWith = (transform: Transform): string => speedTable(findSuite("peers"), "", [checkedIn(transform)]);
  const options = { batch: 524288 };
  expect(tableWith(makeTransform([256], "f32", options))).toContain("0.0010");
  expect(tableWith(makeRealTransform("r2c", [256], "f32", options))).not.toContain("0.0010");
  expect(tableWith(makeTrigonometricTransform("dct-2", [256], "f32", options))).not.toContain("0.0010");
});
