// What headers say of strides at run time: each by itself, and what callers keep to.
import { expect, test } from "vitest";
import { emitted, namedPlan, namedRealPlan, namedTrigonometricPlan, type NamedPlan } from "./named-plan.js";

const planes = ["{ X(1,16,1,16,no-tw) Y(1,8,1,8,no-tw) } on 32 threads"];
const rows = ["{ X(1,16,1,16,no-tw) } on 16 threads, 16 columns"];

const unchecked = "The strides of a call are not checked: no two elements of";
const apart = `${unchecked} its outputs may have the same address. Elements of inputs may, also by strides of 0, which read one element repeatedly.`;

const cases: readonly (readonly [NamedPlan, readonly string[], string])[] = [
  [
    namedPlan("planar_input", [8, 16], "f32", planes, {
      planar: "input",
      strides: "run-time",
      inputStrides: { Y: 20 },
    }),
    [
      "stride_in_batch distance between the arrays of the input in numbers of one part; planned for 160",
      "stride_in_y stride of the input along Y in numbers of one part; planned for 20",
      "stride_out_batch distance between the arrays of the output in complex numbers; planned for 128",
      "stride_out_y stride of the output along Y in complex numbers; planned for 16",
    ],
    apart,
  ],
  [
    namedPlan("in_place", [8, 16], "f32", planes, { placement: "in-place", strides: "run-time" }),
    [
      "stride_batch distance between the arrays of input and output in complex numbers; planned for 128",
      "stride_y stride of input and output along Y in complex numbers; planned for 16",
    ],
    `${unchecked} its arrays may have the same address.`,
  ],
  [
    namedRealPlan("real", "r2c", [16], "f32", rows, { strides: "run-time" }),
    [
      "stride_in_batch distance between the arrays of the input in real numbers; planned for 16",
      "stride_out_batch distance between the arrays of the output in complex numbers; planned for 9",
    ],
    apart,
  ],
  [
    namedTrigonometricPlan("cosines", "dct-2", [16], "f32", rows, { strides: "run-time", outputStrides: { X: 3 } }),
    [
      "stride_in_batch distance between the arrays of the input in real numbers; planned for 16",
      "stride_out_batch distance between the arrays of the output in real numbers; planned for 48",
      "stride_out_x stride of the output along X in real numbers; planned for 3",
    ],
    apart,
  ],
];

test.each(cases)("of $name", (named, strides, kept) => {
  const textOf = (end: string): string =>
    (emitted(named).find(({ path }) => path === end)?.text ?? "").replaceAll(/\s+(?:\* )?\s*/g, " ");
  const header = textOf(`include/fftgen/${named.name}.h`);
  const said = [...header.matchAll(/@param (stride_.*?) (?=@)/g)].map(([, text]) => text);
  expect(said).toEqual(strides);
  expect(header).toContain(kept);
  expect(textOf("README.md")).toContain(kept);
});

test("of strides that plans have fixed nothing is said", () => {
  const [file] = emitted(namedPlan("fixed", [8, 16], "f32", planes, { inputStrides: { Y: 20 } }));
  expect(file?.path).toBe("include/fftgen/fixed.h");
  expect(file?.text).not.toContain("are not checked");
});
