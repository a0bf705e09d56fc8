// What plans/layouts.md says: each option is what its key of a plan file says, and the commands do what they are shown for.
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { FIELDS } from "../../generator/plan/transform-fields.js";
import { useProject } from "../cli/program.js";
import { textOf } from "./documents.js";

const project = useProject();
beforeEach(() => project.clear());

const section = textOf("plans/layouts.md");
const rows = [...section.matchAll(/^\| `(--[^`]+)` +\| `([^`]+)` +\|/gmu)].map(
  ([, option = "", key = ""]) => [option, key] as const,
);
const size = /For an array of (\w+):/u.exec(section)?.[1] ?? "";
const commands = [...section.matchAll(/^\| `npx fftgen ([^`]+)` +\|/gmu)].map(([, words = ""]) => words);

test("all of what layouts are said by is there", () => {
  const fields = [
    "axes",
    "inputStrides",
    "outputStrides",
    "inputRange",
    "outputRange",
    "planar",
    "strides",
    "distance",
  ] as const;
  expect(rows.map(([option, key]) => [/[\w-]+(?= )/.exec(option)?.[0], key.split(":")[0]])).toEqual(
    fields.map((name) => [`--${FIELDS[name].flag.name}`, name]),
  );
});

describe("options and keys say the same", () => {
  test.each(rows)("%s", async (option, key) => {
    const words = ["plan", size, ...option.split(" "), "--batch", "2", "--no-verify", "--json"];
    const { code, stdout, stderr } = await project.run(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { name } = JSON.parse(stdout) as { readonly name: string };
    expect(readFileSync(project.path("plans", `${name}.plan.ts`), "utf8")).toContain(`    ${key},\n`);
  });
});

describe("commands plan what they say", () => {
  test.each(commands)("%s", async (command) => {
    const { code, stdout, stderr } = await project.run([...command.split(" "), "--dry-run"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("\ndry run: nothing was written; the plan would go to plans/");
    expect(project.files()).toEqual([]);
  });
});
