// Expressions of elements: what is written is read again, what they give is what JavaScript computes, and what is wrong is said.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluateExpression } from "../../generator/pointwise/evaluate.js";
import {
  fieldOf,
  FUNCTION_NAMES,
  traitsOfFunction,
  type Expression,
  type Field,
} from "../../generator/pointwise/expression.js";
import { parseExpression } from "../../generator/pointwise/parse.js";
import { printExpression } from "../../generator/pointwise/print.js";
import type { Along, Scope } from "../../generator/pointwise/scope.js";
import { WINDOW_NAMES, windowAt, type Window } from "../../generator/pointwise/window.js";

/** An output of 6 rows of 10 frequencies, the rows places. */
const ALONG: readonly Along[] = [
  { name: "x", length: 10, elements: 10, counts: "signed frequencies" },
  { name: "y", length: 6, elements: 6, counts: "places" },
];

const scopeOf = (value: Field): Scope => ({ value, along: ALONG });

const windows = fc
  .tuple(
    fc.constantFrom(...WINDOW_NAMES.values()),
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 0, max: 9 }),
    fc.constantFrom(...ALONG),
  )
  .map(([kind, points, beta, { name, length }]): Expression => {
    const window: Window = { ...kind, points, beta: kind.shape === "kaiser" ? beta : 0 };
    const first = Math.floor((length - points) / 2);
    return { kind: "window", window, along: name, first, isWhole: points === length };
  });

const { of: expressions } = fc.letrec<{ of: Expression }>((tie) => ({
  of: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constant({ kind: "value" } as const),
    fc
      .oneof(fc.integer({ min: 0, max: 999 }), fc.double({ min: 1e-9, max: 1e9, noNaN: true }))
      .map((value) => ({ kind: "number", value }) as const),
    tie("of").map((one) => ({ kind: "negative", of: one }) as const),
    fc.constantFrom<Expression>(
      { kind: "index", along: "x" },
      { kind: "index", along: "batch" },
      { kind: "frequency", along: "x", length: 10, isSigned: true },
      { kind: "length", along: "y", length: 6 },
    ),
    windows,
    fc.constantFrom<Expression>(
      { kind: "scalar", name: "alpha" },
      { kind: "operand", name: "gain", isComplex: false, shape: [{ along: "y", length: 6 }] },
      {
        kind: "operand",
        name: "filter",
        isComplex: true,
        shape: [
          { along: "batch", length: undefined },
          { along: "x", length: 10 },
        ],
      },
    ),
    fc
      .tuple(fc.constantFrom("+", "-", "*", "/"), tie("of"), tie("of"))
      .map(([operator, left, right]) => ({ kind: "operation", operator, left, right }) as const),
    fc
      .tuple(fc.constantFrom(...FUNCTION_NAMES), fc.array(tie("of"), { minLength: 3, maxLength: 3 }))
      .map(([name, all]) => ({ kind: "call", name, operands: all.slice(0, traitsOfFunction(name).least) }) as const),
  ),
}));

/** Whether functions and quotients have what they take. */
function isSound(expression: Expression, value: Field): boolean {
  switch (expression.kind) {
    case "value":
    case "number":
    case "index":
    case "frequency":
    case "length":
    case "window":
    case "scalar":
    case "operand":
      return true;
    case "negative":
      return isSound(expression.of, value);
    case "operation":
      return (
        isSound(expression.left, value) &&
        isSound(expression.right, value) &&
        (expression.operator !== "/" || fieldOf(expression.right, value) === "real")
      );
    case "call":
      return expression.operands.every(
        (one) => isSound(one, value) && [fieldOf(one, value), "any"].includes(traitsOfFunction(expression.name).takes),
      );
  }
}

const seeded = { seed: 52, numRuns: 500 };

test.each(["real", "complex"] as const)("what is printed is read as what it was, of %s numbers", (value) => {
  fc.assert(
    fc.property(expressions, (expression) => {
      const text = printExpression(expression);
      const read = parseExpression(text, scopeOf(value));
      expect(read.ok).toBe(isSound(expression, value));
      if (read.ok) {
        expect(read.value.expression).toEqual(expression);
        expect(read.value.text).toBe(text);
        expect(read.value.gives).toBe(fieldOf(expression, value));
      }
    }),
    seeded,
  );
});

/** JavaScript that computes the same of a real number. */
const asJavaScript = (text: string): string =>
  text
    .replaceAll(/\b(re|conj)\(/gu, "(")
    .replaceAll(/\babs2\(/gu, "square(")
    .replaceAll(/\barg\(/gu, "Math.atan2(0,")
    .replaceAll(/\bclamp\(/gu, "clamped(")
    .replaceAll(/\b(abs|min|max|exp|log|log10|sqrt)\(/gu, "Math.$1(");

test.each([
  "v / 255",
  "-v * 3 - -2",
  "1 - (2 - v) - (3 - (4 - v)) / 5",
  "10 * log10(max(abs2(v), 1e-10))",
  "min(v, 2, -v) + clamp(v, -1, 1) * exp(-abs(v))",
  "sqrt(abs(v) + 1) / (2 + re(v) * re(v)) + arg(v) + log(3 + conj(v))",
])("%s is what JavaScript makes of it", (text) => {
  const read = parseExpression(text, scopeOf("real"));
  if (!read.ok) throw new Error(read.reason);
  const square = (x: number): number => x * x;
  const clamped = (x: number, least: number, most: number): number => Math.min(Math.max(x, least), most);
  // An evaluator that is not ours.
  const computed = new Function("v", "square", "clamped", `return ${asJavaScript(text)};`) as (
    v: number,
    square: (x: number) => number,
    clamped: (x: number, least: number, most: number) => number,
  ) => number;
  for (const v of [-3, -0.5, 0, 0.25, 1, 77])
    expect(evaluateExpression(read.value.expression, { re: v, im: 0 }).re).toBeCloseTo(
      computed(v, square, clamped),
      12,
    );
});

test.each<readonly [string, readonly [number, number], readonly [number, number]]>([
  ["conj(v) * v", [3, 4], [25, 0]],
  ["v * v / 2", [3, 4], [-3.5, 12]],
  ["2 - v", [3, 4], [-1, -4]],
  ["abs(v) + re(v) - im(v)", [3, 4], [4, 0]],
  ["abs2(v - 1)", [3, 4], [20, 0]],
  ["-conj(v) + 1", [3, 4], [-2, 4]],
])("%s of %j is %j", (text, [re, im], [ofRe, ofIm]) => {
  const read = parseExpression(text, scopeOf("complex"));
  if (!read.ok) throw new Error(read.reason);
  const found = evaluateExpression(read.value.expression, { re, im });
  expect([found.re, found.im + 0]).toEqual([ofRe, ofIm]);
});

test.each<readonly [string, Readonly<Record<string, number>>, number]>([
  ["v + 10 * x + y", { x: 3, y: 2 }, 39],
  ["kx", { x: 4 }, 4],
  ["kx", { x: 5 }, -5],
  ["kx", { x: 9 }, -1],
  ["nx * ny", {}, 60],
  ["v * batch", { batch: 8 }, 56],
  ["hann(10)", { x: 5 }, 1],
  ["hann(4)", { x: 2 }, 0],
  // Four points in the middle of ten: 0, 1/2, 1, 1/2 at 3 to 6.
  ["hann(4)", { x: 4 }, 0.5],
  ["hann(4)", { x: 7 }, 0],
  ["hann_symmetric(4)", { x: 4 }, 0.75],
  ["hann(6, y)", { y: 3 }, 1],
])("%s of 7 at %j is %d", (text, where, wanted) => {
  const read = parseExpression(text, scopeOf("real"));
  if (!read.ok) throw new Error(read.reason);
  const found = evaluateExpression(read.value.expression, { re: 7, im: 0 }, (name) => where[name] ?? NaN);
  expect(found.re).toBeCloseTo(wanted, 14);
});

// scipy.signal.windows, of 8 points, to ten digits; of Kaiser's window beta is 8.6.
test.each<readonly [Window["shape"], boolean, readonly number[]]>([
  ["hann", false, [0, 0.1464466094, 0.5, 0.8535533906, 1, 0.8535533906, 0.5, 0.1464466094]],
  ["hann", true, [0, 0.1882550991, 0.611260467, 0.950484434, 0.950484434, 0.611260467, 0.1882550991, 0]],
  ["hamming", false, [0.08, 0.2147308807, 0.54, 0.8652691193, 1, 0.8652691193, 0.54, 0.2147308807]],
  ["blackman", false, [0, 0.0664466094, 0.34, 0.7735533906, 1, 0.7735533906, 0.34, 0.0664466094]],
  ["kaiser", false, [0.001332514, 0.0674720792, 0.3403936224, 0.773829381, 1, 0.773829381, 0.3403936224, 0.0674720792]],
  [
    "kaiser",
    true,
    [0.001332514, 0.0911365129, 0.4596437746, 0.9204615833, 0.9204615833, 0.4596437746, 0.0911365129, 0.001332514],
  ],
])("the window %s of 8 points, symmetric %s", (shape, isSymmetric, weights) => {
  weights.forEach((weight, k) => {
    expect(windowAt({ shape, isSymmetric, points: 8, beta: 8.6 }, k)).toBeCloseTo(weight, 9);
  });
});

test("what is not a number is left out of the least and the largest", () => {
  for (const [text, wanted] of [
    ["max(v, 2)", 2],
    ["min(v, 2)", 2],
    ["clamp(v, -1, 1)", -1],
  ] as const) {
    const read = parseExpression(text, scopeOf("real"));
    if (!read.ok) throw new Error(read.reason);
    expect(evaluateExpression(read.value.expression, { re: NaN, im: 0 }).re).toBe(wanted);
  }
});

describe("refused", () => {
  test.each([
    ["abs3(v)", "real", "column 1: there is no abs3; did you mean abs?"],
    ["2 * hypotenuse(v)", "real", "column 5: there is no hypotenuse; known are v, x, y, batch, kx, nx, ny, conj"],
    ["v +", "real", "column 4: a value is missing at the end"],
    ["v + * 2", "real", "column 5: * stands where a value is missing"],
    ["(v + 1", "real", "column 7: ) is missing"],
    ["v v", "real", "column 3: v stands behind the end of the expression"],
    ["v ^ 2", "real", 'column 3: "^" has no meaning'],
    ["min(v)", "real", "column 1: min takes 2 or more values, and 1 are there"],
    ["1 + abs(v, v)", "real", "column 5: abs takes 1 value, and 2 are there"],
    ["1e999", "real", "column 1: 1e999 is more than 1e+38"],
    [
      "log10(v)",
      "complex",
      "column 1: log10 takes real numbers, and v is complex: take abs, abs2, re, im or arg of it",
    ],
    ["v / 2 + 1 / v", "complex", "column 11: v is complex, and nothing is divided by complex numbers"],
    ["1 + im(v)", "real", "column 5: im takes a complex number, and v is real"],
    ["", "real", "column 1: a value is missing at the end"],
    ["v * z", "real", "column 5: there is no z; known are v, x, y, batch, kx"],
    ["v * ky", "real", "column 5: ky is a frequency, and what is here along y is in places: y counts them"],
    ["v + hann(11)", "real", "column 5: the points of hann are whole numbers from 1 to 10, what there is along x"],
    ["hann(4.5)", "real", "column 1: the points of hann are whole numbers from 1 to 10, what there is along x"],
    ["hann(x)", "real", "column 1: a window is written hann(points), or with the dimension behind: hann(512, y)"],
    ["kaiser(8)", "real", "column 1: a window is written kaiser(points, beta), or with the dimension behind"],
    ["hann(8, batch)", "real", "column 1: a window lies along a dimension"],
    ["kaiser(8, 99)", "real", "column 1: beta of a Kaiser window is at most 80"],
    ["han(8)", "real", "column 1: there is no han; did you mean hann?"],
  ] as const)("%s of %s numbers", (text, value, message) => {
    const read = parseExpression(text, scopeOf(value));
    expect(read.ok ? "" : read.reason).toContain(message);
  });
});
