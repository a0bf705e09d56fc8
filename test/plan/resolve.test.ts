// The trees of plans: which rules lie around which, and in which words they are said.
import { describe, expect, test } from "vitest";
import { parseKernels } from "../../generator/notation/parse.js";
import { checkPlan } from "../../generator/plan/check.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { resolve } from "../../generator/plan/resolve.js";
import { ruleTexts } from "../../generator/plan/rule-words.js";
import { usualTransform } from "../../generator/plan/families.js";
import { makeRealTransform, type Transform } from "../../generator/plan/transform.js";
import type { Plan } from "../../generator/plan/plan.js";
import type { Node } from "../../generator/plan/tree.js";

function planOf(kind: Transform["kind"], lengths: readonly number[], ...kernels: readonly string[]): Plan {
  const plan = { transform: usualTransform(kind, lengths, "f64"), kernels: parseKernels(kernels.join("\n")) };
  expect(checkPlan(plan)).toEqual([]);
  return plan;
}

/** Rules around rules: `real(bluestein(butterflies))`. */
function shapeOf(node: Node): string {
  switch (node.rule) {
    case "butterflies":
      return "butterflies";
    case "pairs":
    case "real":
      return `${node.rule}(${shapeOf(node.inside)})`;
    case "cosine":
      return `cosine(${node.inside.map((along) => shapeOf(along.node)).join(", ")})`;
    case "bluestein":
    case "rader":
      return `${node.rule}(${shapeOf(node.forward)})`;
    case "good-thomas":
    case "four-step":
      return `${node.rule}(${shapeOf(node.along)}, ${shapeOf(node.across)})`;
    case "by-axis":
      return `by-axis(${node.parts.map((part) => shapeOf(part.node)).join(", ")})`;
  }
}

const cases: readonly (readonly [string, Plan, string])[] = [
  ["c2c 16", planOf("c2c", [16], "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) }"), "butterflies"],
  ["r2c 128, in pairs", planOf("r2c", [128], "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) }"), "pairs(butterflies)"],
  ["r2c 15", planOf("r2c", [15], "{ X(5,3,5,15,no-tw) X(3,5,1,5,pre-tw) }"), "real(butterflies)"],
  ["c2c 67", planOf("c2c", [67], "{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }"), "bluestein(butterflies)"],
  [
    "r2c 67",
    planOf("r2c", [67], "{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }"),
    "real(bluestein(butterflies))",
  ],
  ["c2c 101", planOf("c2c", [101], "{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }"), "rader(butterflies)"],
  [
    "c2c 303",
    planOf("c2c", [303], "{ rader Y(1,3,1,3,no-tw) X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }"),
    "good-thomas(rader(butterflies), butterflies)",
  ],
  [
    "c2c 4 x 101",
    planOf("c2c", [4, 101], "{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }", "{ Y(1,4,1,4,no-tw) }"),
    "by-axis(rader(butterflies), butterflies)",
  ],
];

describe("the tree of a plan", () => {
  test.each(cases)("%s", (_, plan, shape) => expect(shapeOf(resolve(plan))).toBe(shape));

  test("is said in words, the outermost rule first", () => {
    expect(
      cases.flatMap(([name, plan]) => ruleTexts(resolve(plan)).map(({ rule, text }) => `${name}: ${rule}: ${text}`)),
    ).toMatchInlineSnapshot(`
      [
        "r2c 128, in pairs: pairs: 128 real numbers are 64 complex ones; a Hermitian step tells their spectra apart",
        "r2c 15: real: 15 real numbers are complex ones without imaginary parts; half of the spectrum is stored",
        "c2c 67: bluestein: 67 points by a convolution of 144 with a chirp",
        "r2c 67: real: 67 real numbers are complex ones without imaginary parts; half of the spectrum is stored",
        "r2c 67: bluestein: 67 points by a convolution of 144 with a chirp",
        "c2c 101: rader: 101 points by a convolution of 100, and the DC term",
        "c2c 303: good-thomas: 303 points are 3 x 101 without twiddle factors between them",
        "c2c 303: rader: 101 points by a convolution of 100, and the DC term",
        "c2c 4 x 101: by-axis: one after the other: X, Y",
        "c2c 4 x 101: rader: 101 points by a convolution of 100, and the DC term",
      ]
    `);
  });
});

test("the example of the page on rules: four real numbers in pairs, the last frequency packed into the first", () => {
  const transform = makeRealTransform("r2c", [4], "f64", { spectrum: "packed" });
  const plan = { transform, kernels: parseKernels("{ X(1,2,1,2,no-tw) }") };
  expect(shapeOf(resolve(plan))).toBe("pairs(butterflies)");
  const { re, im } = evaluatePlan(plan, Float64Array.of(1, 2, 3, 4));
  const rounded = (values: Float64Array): readonly number[] =>
    Array.from(values, (value) => Math.round(value * 1e9) / 1e9);
  expect([rounded(re), rounded(im)]).toEqual([
    [10, -2],
    [-2, 2],
  ]);
});
