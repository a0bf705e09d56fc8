// What plans/expressions.md says: each option is what its key of a plan file says, the commands plan what they are shown for, and the
// functions are those that there are.
import { describe, expect, test } from "vitest";
import { writtenTransform } from "../../generator/planfile/contents.js";
import { printInline } from "../../generator/planfile/print.js";
import { FUNCTION_NAMES } from "../../generator/pointwise/expression.js";
import { shellWords } from "../../generator/toolchain/shell-words.js";
import { isDefault } from "../effort.js";
import { asked } from "../requests/judge.js";
import { textOf } from "./documents.js";

const text = textOf("plans/expressions.md");
const rows = [...text.matchAll(/^\| `(--[^`]+)` +\| `([^`]+)` +\|/gmu)].map(
  ([, option = "", key = ""]) => [option, key] as const,
);
const commands = [...text.matchAll(/^\| `npx fftgen ([^`]+)` +\|/gmu)].map(([, words = ""]) => words);

test.runIf(isDefault)("there are options, and examples", () => {
  expect(rows.length).toBe(4);
  expect(commands.length).toBeGreaterThan(4);
});

describe.runIf(isDefault)("options and keys say the same", () => {
  test.each(rows)("%s", async (option, key) => {
    const { transform } = await asked(["plan", "64", ...shellWords(option, "an option"), "--batch", "2"]);
    const written = Object.entries(writtenTransform(transform)).map(
      ([name, value]) => `${name}: ${printInline(value)}`,
    );
    expect(written).toContain(key);
  });
});

describe.runIf(isDefault)("examples are transforms", () => {
  test.each(commands)("%s", async (command) => {
    const { transform } = await asked(shellWords(command, "a command"));
    expect(transform.load + transform.store).not.toBe("");
  });
});

test.runIf(isDefault)("the table has all functions", () => {
  const section = text.slice(text.indexOf("\n| function"));
  const named = [...section.slice(0, section.indexOf("\n\n")).matchAll(/`(\w+)\(/gu)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set([...FUNCTION_NAMES]));
});
