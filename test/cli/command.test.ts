// A command as one value: what yargs, the checker of words and completion make of it.
import { describe, expect, test } from "vitest";
import yargs from "yargs";
import { command, form, type ArgumentsOf } from "../../generator/cli/command.js";
import { complete } from "../../generator/cli/complete.js";
import { flag, text, textOr } from "../../generator/cli/option-forms.js";
import { oneOf } from "../../generator/cli/suggestions.js";
import { checkWords } from "../../generator/cli/words.js";

const greeting = form({
  name: "greet",
  about: "greets",
  explanation: "Greets all who are named.",
  operands: {
    first: { describe: "who is greeted first", required: true, completes: oneOf(["ada", "emmy"]) },
    others: { describe: "the others", many: true, completes: ([first]) => oneOf([`not-${first ?? ""}`]) },
  },
  wants: "somebody",
  options: { "by-night": flag("in the dark"), words: textOr("hello", "what is said"), to: text("where") },
  examples: [["$0 greet ada", "one"]],
});

const runs: ArgumentsOf<typeof greeting>[] = [];
const greet = command(greeting, () => ({ outputs: [], run: (given) => void runs.push(given) }));

const ran = async (...words: readonly string[]): Promise<ArgumentsOf<typeof greeting> | undefined> => {
  runs.length = 0;
  await greet.register(yargs([...words]).exitProcess(false)).parseAsync();
  return runs[0];
};

test("what runs is given operands and options by their names", async () => {
  expect(await ran("greet", "ada")).toMatchObject({ first: "ada", others: [], byNight: false, words: "hello" });
  expect((await ran("greet", "ada"))?.to).toBeUndefined();
  expect(await ran("greet", "ada", "emmy", "sofya", "--by-night", "--words", "hi", "--to=town")).toMatchObject({
    first: "ada",
    others: ["emmy", "sofya"],
    byNight: true,
    words: "hi",
    to: "town",
  });
});

test("its help says all that the form does", async () => {
  const help = await greet.register(yargs(["greet"]).scriptName("fftgen").exitProcess(false)).getHelp();
  for (const said of [
    /^fftgen greet <first> \[others\.\.\]/,
    /Greets all/,
    /who is greeted first/,
    /--by-night +in the dark/,
  ])
    expect(help).toMatch(said);
  expect(help).toMatch(/fftgen greet ada +one/);
});

describe("words", () => {
  test.each<[readonly string[], string | undefined]>([
    [["greet", "ada"], undefined],
    [["greet", "ada", "emmy", "sofya"], undefined],
    [["greet"], "greet needs somebody"],
    [["greet", "ada", "--by-nigth"], "did you mean --by-night?"],
  ])("%j", (words, message) => {
    const checked = expect(() => {
      checkWords(words, [greet]);
    });
    if (message === undefined) checked.not.toThrow();
    else checked.toThrow(message);
  });
});

test.each<[readonly string[], readonly string[]]>([
  [["gr"], ["greet"]],
  [["greet", "e"], ["emmy"]],
  [["greet", "ada", ""], ["not-ada"]],
  [["greet", "ada", "emmy", ""], ["not-ada"]],
  [["greet", "--by"], ["--by-night"]],
])("completion of %j", async (words, expected) => {
  expect((await complete(words, [greet])).suggestions.map(({ word }) => word)).toEqual(expected);
});
