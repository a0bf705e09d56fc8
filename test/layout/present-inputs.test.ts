// First butterflies know which of their inputs are never there, whatever the other digits of the index are.
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { phasesOf } from "../../generator/kernel/program.js";
import { namedPlan } from "../emit/named-plan.js";

/** The codelets of X(16,4,...) and those behind it, with inputs from `first` to `last` of 64. */
const inputsOf = (first: number, last: number): readonly unknown[] => {
  const kernels = ["{ X(4,16,4,64,no-tw) X(16,4,1,4,pre-tw) } on 4 threads, table"];
  const { name, plan } = namedPlan("parts", [64], "f32", kernels, { inputRange: { X: [first, last] } });
  return lowerPlan(name, plan, findGpu("H200")).host.launches.flatMap(({ kernel }) =>
    phasesOf(kernel).flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === "butterfly" ? [step.codelet.inputs] : [])),
    ),
  );
};

// Digit x1 counts fours of x.
test.each([
  ["on the boundary of digits", 0, 31, { from: 0, below: 8 }],
  ["one more", 0, 32, { from: 0, below: 9 }],
  ["from within a four on", 30, 63, { from: 7, below: 16 }],
  ["a few in the middle", 20, 27, { from: 5, below: 7 }],
  ["all but one", 0, 62, undefined],
  ["a single one, of which butterflies make copies", 4, 7, undefined],
])("%s", (_, first, last, inputs) => {
  expect(inputsOf(first, last)).toEqual([inputs, undefined]);
});
