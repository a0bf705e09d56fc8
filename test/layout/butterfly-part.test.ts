// First butterflies know which of their inputs are never there, last ones which of their outputs nobody wants, whatever the other digits of
// the index are, and either whether they are real.
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { phasesOf } from "../../generator/kernel/program.js";
import { namedPlan, namedRealPlan, type NamedPlan } from "../emit/named-plan.js";

/** Of each butterfly of a plan its codelet, and the registers that it reads and writes. */
const butterfliesOf = ({ name, plan }: NamedPlan) =>
  lowerPlan(name, plan, findGpu("H200")).host.launches.flatMap(({ kernel }) =>
    phasesOf(kernel).flatMap(({ steps }) =>
      steps.flatMap((step) => {
        if (step.kind !== "butterfly") return [];
        const onlyOf = (kind: "read" | "write") =>
          steps.flatMap((access) => (access.kind === kind && access.only !== undefined ? [access.only] : []))[0];
        const { inputs, outputs, reals } = step.codelet;
        return [{ inputs, outputs, reals, read: onlyOf("read"), written: onlyOf("write") }];
      }),
    ),
  );

/** X(16,4,...) and what is behind it, with inputs from `first` to `last` of 64. */
const inputsOf = (first: number, last: number): readonly unknown[] => {
  const kernels = ["{ X(4,16,4,64,no-tw) X(16,4,1,4,pre-tw) } on 4 threads, table"];
  const plan = namedPlan("parts", [64], "f32", kernels, { inputRange: { X: [first, last] } });
  return butterfliesOf(plan).map(({ inputs, read }) => {
    expect(read).toEqual(inputs === undefined ? undefined : { axis: 0, ...inputs });
    return inputs;
  });
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

// Digit kx2, of four values, counts sixteens of kx.
test.each([
  ["on the boundary of digits", 0, 31, { from: 0, below: 2 }],
  ["one more", 0, 32, { from: 0, below: 3 }],
  ["from within sixteen on", 20, 63, { from: 1, below: 4 }],
  ["a single one", 16, 31, { from: 1, below: 2 }],
  ["all but one", 1, 63, undefined],
])("outputs %s", (_, first, last, outputs) => {
  const kernels = ["{ X(4,16,4,64,no-tw) X(16,4,1,4,pre-tw) } on 4 threads, table"];
  const plan = namedPlan("parts", [64], "f32", kernels, { outputRange: { X: [first, last] } });
  const written = outputs === undefined ? undefined : { axis: 0, ...outputs };
  expect(butterfliesOf(plan).map((one) => one.written)).toEqual([undefined, written]);
  // Merged twiddle factors take as much for one output of a butterfly of two as for both.
  const isSingle = outputs !== undefined && outputs.below === outputs.from + 1;
  expect(butterfliesOf(plan).map((one) => one.outputs)).toEqual([undefined, isSingle ? outputs : undefined]);
});

test("of a single output a loop stays where its stride is a parameter, which would stand nowhere else", () => {
  const kernels = ["{ X(4,16,4,64,no-tw) X(16,4,1,4,pre-tw) } on 4 threads, table"];
  const options = { outputRange: { X: [16, 31] as const }, strides: "run-time", outputStrides: { X: 2 } } as const;
  const [, last] = butterfliesOf(namedPlan("parts", [64], "f32", kernels, options));
  expect(last).toMatchObject({ outputs: { from: 1, below: 2 }, written: undefined });
});

test("real numbers that are taken one by one are real, and half of their frequencies are wanted", () => {
  const kernels = ["{ X(9,5,9,45,no-tw) X(15,3,3,9,pre-tw) X(15,3,1,3,pre-tw) } on 15 threads"];
  const half = (below: number) => ({ from: 0, below });
  const parts = (kind: "r2c" | "c2r") =>
    butterfliesOf(namedRealPlan("odd", kind, [45], "f64", kernels)).map(({ inputs, outputs, reals }) => ({
      inputs,
      outputs,
      reals,
    }));
  const whole = { inputs: undefined, outputs: undefined, reals: undefined };
  // Of 23 frequencies those of the last digit, 15 apart, are 0, 15 and what is on the way to 30.
  expect(parts("r2c")).toEqual([{ ...whole, reals: "inputs" }, whole, { ...whole, outputs: half(2) }]);
  expect(parts("c2r")).toEqual([{ ...whole, inputs: half(3) }, whole, { ...whole, reals: "outputs" }]);
  const alone = namedRealPlan("alone", "r2c", [13], "f32", ["{ X(1,13,1,13,no-tw) } on 8 threads, 8 columns"]);
  expect(butterfliesOf(alone)[0]).toMatchObject({ reals: "inputs", outputs: half(7) });
});

test("what becomes complex before its butterflies is not taken for real", () => {
  const kernels = ["{ bluestein X(4,6,4,24,no-tw) X(6,4,1,4,pre-tw) } on 6 threads"];
  for (const kind of ["r2c", "c2r"] as const)
    for (const { reals } of butterfliesOf(namedRealPlan("longer", kind, [11], "f64", kernels)))
      expect(reals).toBeUndefined();
});
