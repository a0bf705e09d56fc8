// Rules in words: read where they are right, refused with their place where they are not.
import { describe, expect, it, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { parseKernel, parseKernels } from "../../generator/notation/parse.js";
import { parsePlan } from "../../generator/notation/parse-plan.js";
import { printKernel } from "../../generator/notation/print.js";
import { usualTransform } from "../../generator/plan/families.js";

const real = usualTransform("r2c", [128], "f32");
const complex = usualTransform("c2c", [64], "f32");
const cosine = usualTransform("dct-2", [128], "f32");
const BUTTERFLIES = "X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw)";

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return error instanceof Error ? error.message : "";
  }
  throw new Error("accepted");
};

describe("rules that are not those of the kernels", () => {
  it("are refused with line, column and what would be right", () => {
    const origin = { file: "plans/rows.plan.ts", line: 7, column: 6 };
    expect(messageOf(() => parsePlan(real, `{ real: ${BUTTERFLIES} }`, origin))).toBe(
      [
        "plans/rows.plan.ts:7:8: the text says `real:`, but by its numbers this kernel lies inside `pairs:`: write that, or leave the rules out",
        `  { real: ${BUTTERFLIES} }`,
        "    ^",
      ].join("\n"),
    );
  });

  test.each([
    [
      complex,
      `{ pairs: ${BUTTERFLIES} }`,
      "1:3: the text says `pairs:`, but no rule lies around this kernel that its own words do not say: leave it out",
    ],
    [
      cosine,
      `{ cosine: ${BUTTERFLIES} }`,
      "1:3: the text says `cosine:`, but by its numbers this kernel lies inside `cosine pairs:`: write that, or leave the rules out",
    ],
    [
      cosine,
      `{ cosine real: ${BUTTERFLIES} }`,
      "1:10: the text says `cosine real:`, but by its numbers this kernel lies inside `cosine pairs:`: write that, or leave the rules out",
    ],
    [
      cosine,
      `{ cosine pairs pairs: ${BUTTERFLIES} }`,
      "1:16: the text says `cosine pairs pairs:`, but by its numbers this kernel lies inside `cosine pairs:`: write that, or leave the rules out",
    ],
    [
      usualTransform("r2c", [134], "f32"),
      "{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }\n{ pairs: pairs X(67,2,1,2,pre-tw) }",
      "2:3: the text says `pairs:`, but no rule lies around this kernel that its own words do not say: leave it out",
    ],
    [
      real,
      `{ bluestein: ${BUTTERFLIES} }`,
      "1:3: `bluestein` is a word of the kernel itself: it stands behind the colon",
    ],
    [
      real,
      `{ paris: ${BUTTERFLIES} }`,
      "1:3: expected a rule (`pairs`, `real`, `cosine`, `good-thomas`, `four-step` or `by-axis`) before the colon, found `paris`; did you mean `pairs`?",
    ],
    [
      real,
      `{ cosine pair: ${BUTTERFLIES} }`,
      "1:10: expected a rule (`pairs`, `real`, `cosine`, `good-thomas`, `four-step` or `by-axis`) before the colon, found `pair`; did you mean `pairs`?",
    ],
    [
      real,
      `{ : ${BUTTERFLIES} }`,
      "1:3: expected a rule (`pairs`, `real`, `cosine`, `good-thomas`, `four-step` or `by-axis`) before it, found `:`",
    ],
    [real, `{ real ${BUTTERFLIES} }`, "1:3: `real` is a rule, and rules stand before a colon: `{ real: ...`"],
    [real, "{ pairs: X(8,8,8,64,no-tw) }", "the plan is not legal"],
  ])("%s", (transform, text, firstLine) => {
    expect(messageOf(() => parsePlan(transform, text)).split("\n")[0]).toBe(firstLine);
  });
});

test("blanks around the colon make no difference, and a kernel by itself knows no rules", () => {
  const kernels = parseKernels(`{ ${BUTTERFLIES} }`);
  for (const rules of ["pairs:", "pairs :", "pairs\n:", ""])
    expect(parsePlan(real, `{${rules}${BUTTERFLIES}}`)).toEqual({ transform: real, kernels });
  expect(printKernel(parseKernel(`{ pairs: ${BUTTERFLIES} }`))).toBe(`{ ${BUTTERFLIES} }`);
});
