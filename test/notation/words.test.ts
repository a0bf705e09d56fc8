// The tables that the parser reads by: every example is a kernel in the canonical form and has the word that it is an example of.
import { describe, expect, test } from "vitest";
import { parseKernel } from "../../generator/notation/parse.js";
import { parsePlan } from "../../generator/notation/parse-plan.js";
import { printKernel, printPlan } from "../../generator/notation/print.js";
import { SCHEDULE_PARTS } from "../../generator/notation/schedule-words.js";
import { RULE_WORDS, THROUGH_WORDS, TWIDDLE_WORDS, UNIT_WORDS } from "../../generator/notation/words.js";
import { SURROUNDING_RULES } from "../../generator/plan/kernel-rules.js";
import { usualTransform } from "../../generator/plan/families.js";
import type { Transform } from "../../generator/plan/transform.js";

/** A number for each letter that stands for one. */
const written = (form: string): RegExp => new RegExp(`\\b${form.replaceAll(/\b[NM]\b/gu, "[0-9]+")}(,|$)`, "u");

describe("an example is a kernel, printed as it is read", () => {
  test.each(SCHEDULE_PARTS.map(({ form, example }) => [form, example]))("%s", (form, example) => {
    expect(printKernel(parseKernel(example))).toBe(example);
    expect(example).toMatch(written(form));
  });

  test.each(UNIT_WORDS.map(({ word, example }) => [word, example] as const))("%s", (word, example) => {
    const { subComputations } = parseKernel(example);
    expect(printKernel({ subComputations })).toBe(example);
    expect(subComputations.map(({ unit }) => unit)).toContain(word);
  });

  test.each(TWIDDLE_WORDS.map(({ word, example }) => [word, example] as const))("%s", (word, example) => {
    const { subComputations } = parseKernel(example);
    expect(printKernel({ subComputations })).toBe(example);
    expect(subComputations.map(({ twiddle }) => twiddle)).toContain(word);
  });

  test.each(RULE_WORDS.map(({ word, example }) => [word, example] as const))("%s", (word, example) => {
    const [transform, ...others] = OF_RULES[word];
    expect(printPlan(parsePlan(transform, [example, ...others].join("\n")))).toBe([example, ...others].join("\n"));
    expect(example.split(":")[0]).toContain(word);
  });

  test.each(THROUGH_WORDS.map(({ word, example }) => [word, example] as const))("%s", (word, example) => {
    const { through, hermitian } = parseKernel(example);
    expect(printKernel(parseKernel(example))).toBe(example.replace("good-thomas: ", ""));
    expect([through, ...(hermitian === undefined ? [] : ["pairs"])]).toContain(word);
  });
});

test("there is a word for each rule around kernels", () => {
  expect(RULE_WORDS.map(({ word }) => word)).toEqual(SURROUNDING_RULES);
});

/** The transform that each example is of, and the kernels after it. */
const OF_RULES: Readonly<Record<(typeof RULE_WORDS)[number]["word"], readonly [Transform, ...string[]]>> = {
  pairs: [usualTransform("r2c", [128], "f32")],
  real: [usualTransform("r2c", [67], "f32")],
  cosine: [usualTransform("dct-2", [128], "f32")],
  "good-thomas": [usualTransform("c2c", [1010], "f32")],
  "four-step": [usualTransform("c2c", [296], "f32"), "{ four-step: Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) }"],
  "by-axis": [usualTransform("c2c", [4, 101], "f32"), "{ by-axis: Y(1,4,1,4,no-tw) }"],
};
