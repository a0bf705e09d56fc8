import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importCircles, violations, type SourceText } from "./violations.js";

const root = join(import.meta.dirname, "../..");

const sources = (folder: string): readonly SourceText[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .toSorted()
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(root, folder, path), "utf8") }));

describe("the sources keep the house rules", () => {
  test.each(["generator", "test"])("%s/", (folder) => {
    const files = sources(folder);
    expect(files.length).toBeGreaterThan(0);
    expect(violations(files)).toEqual([]);
  });
});

test("no files of generator/ import each other", () => {
  expect(importCircles(sources("generator"))).toEqual([]);
});

test("a circle of imports is found, types and detours included", () => {
  const file = (path: string, imported: string): SourceText => ({
    path,
    text: `import type { A } from "${imported}";`,
  });
  const circle = [
    file("generator/plan/a.ts", "./b.js"),
    file("generator/plan/b.ts", "../gpu/c.js"),
    file("generator/gpu/c.ts", "../plan/a.js"),
    file("generator/gpu/d.ts", "./c.js"),
  ];
  expect(importCircles(circle)).toEqual([["generator/gpu/c.ts", "generator/plan/a.ts", "generator/plan/b.ts"]]);
});

/** What the rules say of one file. */
const judge = (path: string, text: string): readonly string[] => violations([{ path, text }]);

describe("a breach is found, with file and line", () => {
  test.each([
    [
      "upwards",
      "gpu/x.ts",
      '\nimport { a } from "../cli/main.js";',
      "2: imports ../cli/main.js; gpu/ may only import from failure, pointwise, plan, arithmetic, json",
    ],
    [
      "upwards, types only",
      "failure/x.ts",
      'import type { A } from "../gpu/gpu.js";',
      "1: imports ../gpu/gpu.js; failure/ may only import from nowhere",
    ],
    [
      "upwards, passed on",
      "plan/x.ts",
      'export * from "../search/cost.js";',
      "1: imports ../search/cost.js; plan/ may only import from failure, pointwise",
    ],
    [
      "upwards, at run time",
      "plan/x.ts",
      'const a = import("../emit/x.js");',
      "1: imports ../emit/x.js; plan/ may only import from failure, pointwise",
    ],
    [
      "out of the house",
      "gpu/x.ts",
      'import { a } from "../../test/gpu/x.js";',
      "1: imports ../../test/gpu/x.js; it lies outside generator/",
    ],
    [
      "plan files",
      "verify/x.ts",
      'import { plan } from "../planfile/definition.js";',
      "1: imports ../planfile/definition.js; only planfile/, tune/evidence.ts, cli/, measured.ts, index.ts, internals.ts may import from planfile/",
    ],
    [
      "plan files from the compiler",
      "compile.ts",
      'import { plan } from "./planfile/definition.js";',
      "1: imports ./planfile/definition.js; only planfile/, tune/evidence.ts, cli/, measured.ts, index.ts, internals.ts may import from planfile/",
    ],
    [
      "the command line from the library",
      "index.ts",
      'import { a } from "./cli/main.js";',
      "1: imports ./cli/main.js; index.ts may import from every folder but cli",
    ],
    [
      "the library from a folder",
      "search/x.ts",
      'import { compile } from "../compile.js";',
      "1: imports ../compile.js; compile.ts stands above every folder but cli",
    ],
    [
      "files",
      "emit/x.ts",
      'import { readFileSync } from "node:fs";',
      "1: imports node:fs; only toolchain/, cli/, output/, emit/read-template.ts may",
    ],
    [
      "files, without node:",
      "emit/x.ts",
      'import fs from "fs/promises";',
      "1: imports fs/promises; only toolchain/, cli/, output/, emit/read-template.ts may",
    ],
    [
      "processes",
      "search/x.ts",
      'import { spawn } from "node:child_process";',
      "1: imports node:child_process; only toolchain/, cli/, output/, emit/read-template.ts may",
    ],
    ["ts-morph", "cli/x.ts", 'import { Project } from "ts-morph";', "1: imports ts-morph; only planfile/ may"],
    ["handlebars", "cli/x.ts", 'import Handlebars from "handlebars";', "1: imports handlebars; only emit/ may"],
    ["yargs", "index.ts", 'import yargs from "yargs";', "1: imports yargs; only cli/ may"],
    [
      "a development dependency",
      "cli/x.ts",
      'import ts from "typescript";',
      "1: imports typescript; it is a development dependency",
    ],
    [
      "the clock",
      "search/x.ts",
      "const a = 1;\nconst now = Date.now();",
      "2: Date.now depends on the day or the machine; only toolchain/, cli/ may",
    ],
    [
      "the date",
      "emit/x.ts",
      "const now = new Date();",
      "1: new Date depends on the day or the machine; only toolchain/, cli/, output/cache-directory.ts may",
    ],
    [
      "chance",
      "search/x.ts",
      "const pick = Math.random;",
      "1: Math.random depends on the day or the machine; only toolchain/, cli/ may",
    ],
    [
      "the environment",
      "emit/x.ts",
      "const home = process.env.HOME;",
      "1: process.env depends on the day or the machine; only toolchain/, cli/, output/, emit/read-template.ts may",
    ],
    [
      "a folder without a place",
      "tools/x.ts",
      "",
      "1: generator/tools/ has no place in test/house/layers.ts; give it one",
    ],
    [
      "a file in the root",
      "main.ts",
      "",
      "1: only index.ts and internals.ts and generated-package.ts and measured.ts and compile.ts stand in generator/ itself; move it to a folder",
    ],
    ["a vague name", "plan/utils.ts", "", '1: is named "utils", which says nothing; name it after its one idea'],
    ["a long file", "plan/x.ts", "\n".repeat(401), "401: has 401 lines; split it, 400 is the most"],
  ])("%s", (_, path, text, violation) => {
    expect(judge(`generator/${path}`, text)).toEqual([`generator/${path}:${violation}`]);
  });

  test("names and lengths count in tests too", () => {
    expect(judge("test/gpu/helpers.ts", "")).toHaveLength(1);
    expect(judge("test/gpu/x.test.ts", "\n".repeat(500))).toHaveLength(1);
  });
});

describe("what is allowed", () => {
  test.each([
    ["downwards", "layout/x.ts", 'import { a } from "../plan/plan.js";\nimport { b } from "./tile.js";'],
    [
      "deeper in the same folder",
      "emit/cuda/x.ts",
      'import { a } from "../print.js";\nimport { b } from "../../failure/errors.js";',
    ],
    [
      "everything from the library",
      "index.ts",
      'export { plan } from "./planfile/definition.js";\nexport * from "./verify/x.js";',
    ],
    [
      "the library from the command line",
      "cli/x.ts",
      'import { compile } from "../compile.js";\nimport { readFile } from "node:fs/promises";',
    ],
    ["templates from disk", "emit/read-template.ts", 'import { readFileSync } from "node:fs";'],
    ["paths anywhere", "emit/x.ts", 'import { join } from "node:path";'],
    [
      "words in comments and strings",
      "plan/x.ts",
      '// import { a } from "../cli/main.js", new Date()\nconst text = "Math.random process.env";',
    ],
    ["the clock where things are timed", "toolchain/x.ts", "const now = Date.now();"],
    ["400 lines", "plan/x.ts", "\n".repeat(400)],
  ])("%s", (_, path, text) => {
    expect(judge(`generator/${path}`, text)).toEqual([]);
  });
});
