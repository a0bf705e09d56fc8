// The problems that transforms solve, beside those that PyTorch and cuFFT pose for the same arrays.
import { expect, test } from "vitest";
import { problemOf, saidStrides, type PosedProblem } from "../../generator/join/problem.js";
import {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
  type Transform,
} from "../../generator/plan/transform.js";

/** `512:1024/513 1024:1/1 each 524288/262656`: length, stride of the input and of the output, along each dimension. */
const text = (posed: PosedProblem | undefined): string => {
  if (posed === undefined) return "none";
  const { problem, batch } = posed;
  const along = problem.dimensions.map(({ length, input, output }) => `${length}:${input}/${output}`);
  const members = batch.members === 1 ? "" : ` of ${batch.members}${batch.continues ? "" : " only"}`;
  return `${along.join(" ")} each ${batch.input}/${batch.output}${members}`;
};

const cases: readonly (readonly [string, Transform, string])[] = [
  ["rows", makeTransform([4096], "f32"), "4096:1/1 each 4096/4096"],
  ["a cube", makeTransform([8, 16, 32], "f64"), "8:512/512 16:32/32 32:1/1 each 4096/4096"],
  ["dimensions of one element", makeTransform([1, 16, 1], "f32"), "16:1/1 each 16/16"],
  ["real planes", makeRealTransform("r2c", [512, 1024], "f32"), "512:1024/513 1024:1/1 each 524288/262656"],
  ["planes of spectra", makeRealTransform("c2r", [512, 1024], "f32"), "512:513/1024 1024:1/1 each 262656/524288"],
  [
    "real rows in place",
    makeRealTransform("r2c", [6], "f32", { placement: "in-place" }),
    // Rows of 6 numbers have room for 4 complex ones.
    "6:1/1 each 8/4",
  ],
  [
    "columns of a plane",
    makeTransform([16, 32], "f32", { axes: ["Y"] }),
    // 32 columns, of neighbouring elements; further planes would lie 512 apart.
    "16:32/32 each 1/1 of 32 only",
  ],
  ["rows of a plane", makeTransform([16, 32], "f32", { axes: ["X"] }), "32:1/1 each 32/32 of 16"],
  [
    "columns that become rows",
    makeTransform([8], "f32", { inputStrides: { X: 100, batch: 1 }, outputStrides: { batch: 8 } }),
    "8:100/1 each 1/8",
  ],
  [
    "spectra of columns",
    makeRealTransform("r2c", [8, 6], "f32", { axes: ["Y"] }),
    // 6 columns of 8 numbers, 5 complex ones each; the next plane would lie 48 numbers on, 30 complex ones.
    "8:6/6 each 1/1 of 6 only",
  ],
  ["a Hadamard transform", makeWalshTransform([64], "f16"), "64:1/1 each 64/64"],
  ["cosines", makeTrigonometricTransform("dct-2", [8, 8], "f32"), "8:8/8 8:1/1 each 64/64"],
];

test.each(cases)("%s", (_, transform, wanted) => {
  expect(text(problemOf(transform))).toBe(wanted);
});

test.each<readonly [string, Transform]>([
  ["a spectrum that is halved along one element", makeRealTransform("r2c", [64, 1], "f32")],
  ["a range", makeTransform([64], "f32", { inputRange: { X: [0, 31] } })],
  ["planar arrays", makeTransform([64], "f32", { planar: "both" })],
  ["strides at run time", makeTransform([64], "f32", { strides: "run-time" })],
  ["another order", makeTransform([64], "f32", { order: "digit-reversed" })],
  ["packed spectra", makeRealTransform("r2c", [64], "f32", { spectrum: "packed" })],
  ["orthonormal cosines", makeTrigonometricTransform("dct-2", [8], "f32", { normalisation: "orthonormal" })],
  ["cosines of two kinds", makeTrigonometricTransform("dct-2", [8, 8], "f32", { kinds: { Y: "dct-3" } })],
  ["batches of two dimensions", makeTransform([4, 8, 16], "f32", { axes: ["Y"] })],
])("%s is more than a problem says", (_, transform) => {
  expect(problemOf(transform)).toBeUndefined();
});

test.each([{ load: "v / 255" }, { store: "abs2(v)" }, { inputType: "i16" }, { outputType: "f16" }] as const)(
  "%j: no call of a library asks for it",
  (said) => {
    expect(problemOf(makeTransform([64], "f32"))).toBeDefined();
    expect(problemOf(makeTransform([64], "f32", said))).toBeUndefined();
  },
);

test("the batch is not part of a problem", () => {
  const [one, many] = [1, 1000].map((batch) => problemOf(makeTransform([100], "f32", { batch })));
  expect(one).toEqual(many);
});

test("the strides that each call says are told by their dimensions", () => {
  const columns = makeTransform([30], "f32", { strides: "run-time", inputStrides: { X: 8, batch: 1 } });
  expect(saidStrides(columns)).toEqual([
    { parameter: "stride_in_x", side: "input", dimension: 0 },
    { parameter: "stride_out_batch", side: "output", dimension: null },
  ]);
  expect(saidStrides(makeTransform([30], "f32"))).toEqual([]);
  // The columns of a plane are arrays of the problem, at distances that the plan has.
  expect(saidStrides(makeTransform([64, 512], "f32", { axes: ["Y"], strides: "run-time" }))).toBeUndefined();
});
