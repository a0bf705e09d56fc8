// Capabilities that the generator has not, each as a patch with a test of its own: what they would take shows how far ideas travel. Where
// a patch does not apply any more, apply it to the version before, and write it anew: `git diff > test/probes/NAME.patch`.
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";

const root = resolve(import.meta.dirname, "../..");

/** Files of the generator that a capability may visit. */
const MOST_FILES = 8;

const patches = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".patch"));

const SOURCES = [
  "generator",
  "templates",
  "test",
  "plans",
  "generated",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];

test("there are three: devices, a second source, another order of places", () => {
  expect(patches).toEqual(["devices.patch", "operand.patch", "order.patch"]);
});

describe.skipIf(hostCompiler === undefined)(`patches${withoutCompiler}`, () => {
  test.each(patches)("%s: few files, sound types, and what it is for works", async (name) => {
    const patch = join(import.meta.dirname, name);
    const touched = [...readFileSync(patch, "utf8").matchAll(/^diff --git a\/(\S+)/gmu)].map(([, path = ""]) => path);
    expect(touched.filter((path) => path.startsWith("generator/")).length).toBeLessThanOrEqual(MOST_FILES);
    const { path, remove } = scratchFolder("probe");
    try {
      for (const source of SOURCES) cpSync(join(root, source), join(path, source), { recursive: true });
      symlinkSync(join(root, "node_modules"), join(path, "node_modules"));
      const node = (...words: readonly string[]) => runProgram(process.execPath, words, { directory: path });
      // Outside of any repository `git apply` patches the files below the directory.
      const outside = { GIT_CEILING_DIRECTORIES: resolve(path, "..") };
      expect(await runProgram("git", ["apply", patch], { directory: path, environment: outside })).toMatchObject({
        exitCode: 0,
      });
      expect(await node("node_modules/typescript/bin/tsc", "-p", ".")).toMatchObject({ exitCode: 0, stdout: "" });
      const own = touched.filter((one) => one.startsWith("test/probe/"));
      expect(own).toHaveLength(1);
      expect(await node("node_modules/vitest/vitest.mjs", "run", ...own)).toMatchObject({ exitCode: 0 });
    } finally {
      remove();
    }
  });
});
