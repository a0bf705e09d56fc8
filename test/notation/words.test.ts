// The tables that the parser reads by: every example is a kernel in the canonical form and has the word that it is an example of.
import { describe, expect, test } from "vitest";
import { parseKernel } from "../../generator/notation/parse.js";
import { printKernel } from "../../generator/notation/print.js";
import { SCHEDULE_PARTS } from "../../generator/notation/schedule-words.js";
import { TWIDDLE_WORDS, UNIT_WORDS } from "../../generator/notation/words.js";

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
});
