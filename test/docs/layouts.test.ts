// What plans/layouts.md says: each option is what its key of a plan file says, and the commands do what they are shown for.
import { beforeEach, describe, expect, test } from "vitest";
import { writtenTransform } from "../../generator/planfile/contents.js";
import { printInline } from "../../generator/planfile/print.js";
import { FIELDS } from "../../generator/plan/transform-fields.js";
import { useProject } from "../cli/program.js";
import { dealt, isDefault } from "../effort.js";
import { asked } from "../requests/judge.js";
import { textOf } from "./documents.js";

const project = useProject();
beforeEach(() => project.clear());

const section = textOf("plans/layouts.md");
const rows = [...section.matchAll(/^\| `(--[^`]+)` +\| `([^`]+)` +\|/gmu)].map(
  ([, option = "", key = ""]) => [option, key] as const,
);
const size = /For an array of (\w+):/u.exec(section)?.[1] ?? "";
const commands = [...section.matchAll(/^\| `npx fftgen ([^`]+)` +\|/gmu)].map(([, words = ""]) => words);

test.runIf(isDefault)("all of what layouts are said by is there", () => {
  const fields = [
    "axes",
    "inputStrides",
    "outputStrides",
    "inputRange",
    "outputRange",
    "shift",
    "planar",
    "strides",
    "distance",
  ] as const;
  expect(rows.map(([option, key]) => [/[\w-]+(?= )/.exec(option)?.[0], key.split(":")[0]])).toEqual(
    fields.map((name) => [`--${FIELDS[name].flag.name}`, name]),
  );
});

/** What a plan file says of the transform that words of a command line ask for, key by key. Such files are written in cli/layouts.test.ts. */
async function written(words: readonly string[]): Promise<readonly string[]> {
  const { transform } = await asked(words);
  return Object.entries(writtenTransform(transform)).map(([key, value]) => `${key}: ${printInline(value)}`);
}

describe.runIf(isDefault)("options and keys say the same", () => {
  test.each(rows)("%s", async (option, key) => {
    expect(await written(["plan", size, ...option.split(" "), "--batch", "2"])).toContain(key);
  });
});

describe("commands plan what they say", () => {
  test.runIf(isDefault).each(commands)("%s asks for a transform", async (command) => {
    expect(await written(command.split(" "))).toContainEqual(expect.stringMatching(/^lengths: /));
  });

  // The search for any layout is one.
  test.each(dealt(commands, (command) => command.startsWith("plan r2c 512 ")))("%s", async (command) => {
    const { code, stdout, stderr } = await project.run([...command.split(" "), "--dry-run"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("\ndry run: nothing was written; the plan would go to plans/");
    expect(project.files()).toEqual([]);
  });
});
