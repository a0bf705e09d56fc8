import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { shellWord, shellWords } from "../../generator/toolchain/shell-words.js";

test.each<readonly [string, readonly string[]]>([
  ["", []],
  ["  srun  -p gpu ", ["srun", "-p", "gpu"]],
  [`srun --comment="a b" -n 1`, ["srun", "--comment=a b", "-n", "1"]],
  [`ssh -o 'ProxyCommand=nc %h %p' node`, ["ssh", "-o", "ProxyCommand=nc %h %p", "node"]],
  [String.raw`a\ b "c\"d" '\'`, ["a b", 'c"d', "\\"]],
  [`x''y ""`, ["xy", ""]],
  ["$(touch x) `y` $HOME *", ["$(touch", "x)", "`y`", "$HOME", "*"]],
])("%s", (text, words) => {
  expect(shellWords(text, "--runner")).toEqual(words);
});

test.each([`srun "a`, "srun 'a", "srun a\\"])("%s is not closed", (text) => {
  expect(() => shellWords(text, "--runner")).toThrow(InputError);
  expect(() => shellWords(text, "--runner")).toThrow(/^--runner .*: a quote is not closed/);
});

describe("a word in quotes", () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom(..."ab '\"\\$`;*\n(") }), { minLength: 1, maxLength: 4 });

  test("is the same word to us and to a shell", () => {
    fc.assert(
      fc.property(words, (given) => {
        const text = given.map(shellWord).join(" ");
        expect(shellWords(text, "--runner")).toEqual(given);
        const { stdout } = spawnSync("sh", ["-c", `printf '%s\\0' ${text}`], { encoding: "utf8" });
        expect(stdout.split("\0").slice(0, -1)).toEqual(given);
      }),
      { seed: 5, numRuns: 25 },
    );
  });
});
