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

const { of: expressions } = fc.letrec<{ of: Expression }>((tie) => ({
  of: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constant({ kind: "value" } as const),
    fc
      .oneof(fc.integer({ min: 0, max: 999 }), fc.double({ min: 1e-9, max: 1e9, noNaN: true }))
      .map((value) => ({ kind: "number", value }) as const),
    tie("of").map((one) => ({ kind: "negative", of: one }) as const),
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
      const read = parseExpression(text, value);
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
  const read = parseExpression(text, "real");
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
  const read = parseExpression(text, "complex");
  if (!read.ok) throw new Error(read.reason);
  const found = evaluateExpression(read.value.expression, { re, im });
  expect([found.re, found.im + 0]).toEqual([ofRe, ofIm]);
});

test("what is not a number is left out of the least and the largest", () => {
  for (const [text, wanted] of [
    ["max(v, 2)", 2],
    ["min(v, 2)", 2],
    ["clamp(v, -1, 1)", -1],
  ] as const) {
    const read = parseExpression(text, "real");
    if (!read.ok) throw new Error(read.reason);
    expect(evaluateExpression(read.value.expression, { re: NaN, im: 0 }).re).toBe(wanted);
  }
});

describe("refused", () => {
  test.each([
    ["abs3(v)", "real", "column 1: there is no abs3; did you mean abs?"],
    ["2 * hypotenuse(v)", "real", "column 5: there is no hypotenuse; known are v, conj"],
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
  ] as const)("%s of %s numbers", (text, value, message) => {
    const read = parseExpression(text, value);
    expect(read.ok ? "" : read.reason).toContain(message);
  });
});
