// The rules that kernels say before a colon: of plans whose rules are known, and of random trees by what their numbers say.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPlan } from "../../generator/plan/check.js";
import { surroundingRules } from "../../generator/plan/kernel-rules.js";
import type { Plan, PlanKernel } from "../../generator/plan/plan.js";
import { resolve } from "../../generator/plan/resolve.js";
import { ruleTexts } from "../../generator/plan/rule-words.js";
import { usualTransform } from "../../generator/plan/families.js";
import { isHalfReal, isTrigonometric, type Transform } from "../../generator/plan/transform.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { parsePlan } from "../../generator/notation/parse-plan.js";
import { printPlan } from "../../generator/notation/print.js";
import { drawnTrees } from "../arbitrary/trees.js";
import { recordedPlans } from "../replay/recorded-plans.js";

const CASES: readonly (readonly [kind: Transform["kind"], lengths: readonly number[], kernels: readonly string[]])[] = [
  ["c2c", [16], ["{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) }"]],
  ["fwht", [16], ["{ H(4,4,4,16) H(4,4,1,4) }"]],
  ["c2c", [67], ["{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }"]],
  ["c2c", [101], ["{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }"]],
  // Rows of an array along one axis.
  ["c2c", [1, 101], ["{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }"]],
  ["r2c", [128], ["{ pairs: X(8,8,8,64,no-tw) } { pairs: X(8,8,1,8,pre-tw) }"]],
  ["r2c", [4, 128], ["{ pairs: Y(1,4,1,4,no-tw) X(8,8,8,64,no-tw) } { pairs: X(8,8,1,8,pre-tw) }"]],
  ["r2c", [15], ["{ real: X(5,3,5,15,no-tw) X(3,5,1,5,pre-tw) }"]],
  ["r2c", [67], ["{ real: bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }"]],
  ["r2c", [134], ["{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) pairs X(67,2,1,2,pre-tw) }"]],
  ["r2c", [134], ["{ pairs: bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }", "{ pairs X(67,2,1,2,pre-tw) }"]],
  ["dct-2", [9], ["{ cosine: X(1,9,1,9,no-tw) }"]],
  ["dct-2", [1], ["{ cosine: X(1,1,1,1,no-tw) }"]],
  ["dct-2", [128], ["{ cosine pairs: X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) }"]],
  ["dct-2", [134], ["{ cosine: bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) pairs X(67,2,1,2,pre-tw) }"]],
  [
    "dct-3",
    [134],
    ["{ cosine: pairs X(67,2,67,134,tw) }", "{ cosine pairs: bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }"],
  ],
  ["dct-2", [67], ["{ cosine: bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }"]],
  [
    "c2c",
    [296],
    ["{ four-step: rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }", "{ four-step: Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) }"],
  ],
  ["c2c", [303], ["{ good-thomas: rader Y(1,3,1,3,no-tw) X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }"]],
  ["c2c", [4, 101], ["{ by-axis: rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }", "{ by-axis: Y(1,4,1,4,no-tw) }"]],
  [
    "c2r",
    [4, 134],
    [
      "{ by-axis: Y(1,4,1,4,no-tw) }",
      "{ by-axis: pairs X(67,2,67,134,tw) }",
      "{ by-axis pairs: bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }",
    ],
  ],
];

describe("a plan says its rules", () => {
  test.each(CASES)("%s %j %j", (kind, lengths, kernels) => {
    const text = kernels.join("\n").replaceAll("} {", "}\n{");
    const transform = usualTransform(kind, lengths, "f32");
    expect(printPlan(parsePlan(transform, text))).toBe(text);
    // Plans had no rules in words before.
    expect(printPlan(parsePlan(transform, text.replaceAll(/[a-z -]+: /gu, " ")))).toBe(text);
  });
});

/** What a kernel says, before the colon and behind it. */
const allOf = (plan: Plan): readonly (readonly string[])[] =>
  surroundingRules(plan).map((rules, index) => {
    const { through, hermitian } = plan.kernels[index] ?? {};
    return [...rules, ...(through === undefined ? [] : [through]), ...(hermitian === undefined ? [] : ["pairs"])];
  });

const radicesAlong = (kernels: readonly PlanKernel[], axis: string): number =>
  kernels
    .filter(({ through }) => through === undefined)
    .flatMap(({ subComputations }) => subComputations)
    .reduce((product, { dimension, radix }) => (dimension === axis ? product * radix : product), 1);

/** Holds what kernels say to the kind of the transform and to their numbers. */
function judge({ transform, kernels }: Plan): void {
  const said = allOf({ transform, kernels });
  const all = new Set(said.flat());
  said.forEach((rules) => expect(new Set(rules).size).toBe(rules.length));
  expect([...all].toSorted()).toEqual([...rulesByText({ transform, kernels })].toSorted());
  expect(said.filter((rules) => rules.includes("cosine")).length).toBe(isTrigonometric(transform) ? kernels.length : 0);
  const isCut =
    transform.dimensions.length === 1 &&
    kernels.some(({ through, subComputations: [first] }) => through === undefined && first?.dimension === "Y");
  expect(said.filter((rules) => rules.includes("four-step")).length).toBe(
    isCut ? kernels.filter(({ through }) => through !== "pairs").length : 0,
  );
  kernels.forEach(({ through, subComputations }, index) => {
    const isBeside = through === "rader" && new Set(subComputations.map(({ dimension }) => dimension)).size > 1;
    expect(said[index]?.includes("good-thomas")).toBe(isBeside);
  });
  if (all.has("by-axis")) expect(transform.axes.length).toBeGreaterThan(1);
  if (!isHalfReal(transform)) return;
  const [axis = "X"] = transform.axes;
  const length = transform.dimensions.find(({ name }) => name === axis)?.length ?? 1;
  const hasStep = kernels.some(({ through, hermitian }) => through === "pairs" || hermitian !== undefined);
  expect(all.has("pairs")).toBe(hasStep || (length > 2 && !isCut && 2 * radicesAlong(kernels, axis) === length));
  expect(all.has("real")).toBe(!all.has("pairs"));
}

/** By the sentences about the tree, in which pairs of cosine transforms have none of their own. */
const rulesByText = (plan: Plan): ReadonlySet<string> =>
  new Set(
    ruleTexts(resolve(plan)).flatMap(({ rule, text }) => [rule, ...(/taken in pairs/u.test(text) ? ["pairs"] : [])]),
  );

test("random trees say what their numbers say, and are read as they are printed", () => {
  let legal = 0;
  fc.assert(
    fc.property(drawnTrees(), (plan) => {
      if (checkPlan(plan).length > 0) return;
      legal++;
      judge(plan);
      expect(parsePlan(plan.transform, printPlan(plan))).toEqual(plan);
    }),
    { seed: 11, numRuns: 400 },
  );
  expect(legal).toBeGreaterThan(150);
});

test("plans of all kinds say what their numbers say, and are read as they are printed", () => {
  for (const { plan } of recordedPlans()) {
    judge(plan);
    expect(parsePlan(plan.transform, printPlan(plan))).toEqual(plan);
    const without = plan.kernels.map(({ schedule, ...kernel }) => kernel);
    expect(parseKernels(printPlan({ ...plan, kernels: without }))).toEqual(without);
  }
});
