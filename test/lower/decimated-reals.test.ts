// Real transforms of odd lengths in columns of fewer complex numbers: the plan as its notation says, the program and an independent DFT.
import { describe, expect, test } from "vitest";
import { parseKernels } from "../../generator/notation/parse.js";
import { printPlan } from "../../generator/notation/print.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { makeRealTransform } from "../../generator/plan/transform.js";
import { expectRealAgreement } from "./real-agreement.js";

const cases: readonly (readonly ["r2c" | "c2r", number, string])[] = [
  ["r2c", 15, "{ X(1,5,1,5,no-tw) pairs X(5,3,1,3,pre-tw) } on 2 threads, 2 columns, table"],
  ["r2c", 15, "{ X(1,3,1,3,no-tw) pairs X(3,5,1,5,pre-tw) } on 3 threads, 3 columns, table"],
  ["r2c", 105, "{ X(5,3,5,15,no-tw) X(3,5,1,5,pre-tw) pairs X(15,7,1,7,pre-tw) } on 20 threads, 4 columns, table"],
  ["r2c", 105, "{ X(5,3,5,15,no-tw) X(3,5,1,5,pre-tw) pairs X(15,7,1,7,pre-tw) } on 40 threads, 8 columns, powers"],
  ["r2c", 243, "{ X(3,9,3,27,no-tw) X(9,3,1,3,pre-tw) pairs X(27,9,1,9,pre-tw) } on 45 threads, 5 columns, powers"],
  ["c2r", 15, "{ pairs X(5,3,5,15,tw) X(1,5,1,5,no-tw) } on 2 threads, 2 columns, table"],
  ["c2r", 105, "{ pairs X(15,7,15,105,tw) X(5,3,5,15,no-tw) X(3,5,1,5,pre-tw) } on 20 threads, 4 columns, table"],
  ["c2r", 243, "{ pairs X(27,9,27,243,tw) X(3,9,3,27,no-tw) X(9,3,1,3,pre-tw) } on 45 threads, 10 columns, powers"],
];

describe.each(cases)("%s %i, %s", (kind, length, text) => {
  test.each([1, 3])("agrees for a batch of %i", (batch) => {
    const transform = makeRealTransform(kind, [length], "f64");
    const plan = { transform, kernels: parseKernels(text) };
    expect(checkPlan(plan).map(problemText)).toEqual([]);
    expect(printPlan(plan)).toBe(text);
    expectRealAgreement(plan as ScheduledPlan, transform, { batch, seed: 5 });
  });
});
