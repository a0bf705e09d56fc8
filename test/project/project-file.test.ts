// What may stand in a project file, and what is said of what may not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readProjectFile, readProjectKey } from "../../generator/project/project-file.js";

const root = join(import.meta.dirname, "../..");

test("the one that is documented is one", () => {
  const document = readFileSync(join(root, "plans/README.md"), "utf8");
  const [, text = ""] = /```json\n(.*?)```/su.exec(document) ?? [];
  expect(readProjectFile("fftgen.json", text).bundles).toHaveLength(1);
});

test("everything has a default", () => {
  expect(readProjectFile("fftgen.json", "{}")).toEqual({
    plans: "plans",
    packages: "generated",
    gpus: ["H200"],
    bundles: [],
  });
});

test("a byte order mark is no mistake", () => {
  expect(readProjectFile("fftgen.json", '\uFEFF{ "plans": "p" }').plans).toBe("p");
});

describe("a mistake is told with its place", () => {
  test.each([
    ["{", /^fftgen\.json(:\d+:\d+)?: this is not JSON: /],
    ['{\n  "plans": "a",\n}', /^fftgen\.json:3:1: this is not JSON: /],
    ["[]", "fftgen.json: expected an object, found an array"],
    ['{ "plans": 5 }', "fftgen.json: plans: expected a string, found 5"],
    ['{ "plans": "" }', "fftgen.json: plans: a path is not empty; . is the directory of the project file"],
    ['{ "packages": "a\\nb" }', "fftgen.json: packages: a path has no control characters"],
    [
      '{ "plan": "p" }',
      'fftgen.json: unknown key "plan"; did you mean "plans"? Known keys: plans, packages, gpus, prefix, namespace, bundles',
    ],
    ['{ "gpus": [] }', "fftgen.json: gpus: name at least one GPU; without the key plans are for the H200"],
    ['{ "gpus": ["H200", "H200"] }', 'fftgen.json: gpus: "H200" is given twice; keep one'],
    ['{ "prefix": "7_" }', /^fftgen\.json: prefix: a prefix begins names of C, as acme_ does/],
    ['{ "namespace": "acme::class" }', /^fftgen\.json: namespace: class cannot name a namespace/],
    ['{ "bundles": [{}] }', "fftgen.json: bundles[0].name: it is missing; expected a string"],
    ['{ "bundles": [{ "name": "int" }] }', /^fftgen\.json: bundles\[0\]\.name: a bundle cannot be called int/],
    [
      '{ "bundles": [{ "name": "a", "out": "x" }] }',
      'fftgen.json: bundles[0]: unknown key "out". Known keys: name, plans, directory',
    ],
    ['{ "bundles": [{ "name": "a" }, { "name": "a" }] }', 'fftgen.json: bundles: "a" is given twice; keep one'],
    [
      '{ "bundles": [{ "name": "a", "directory": "x" }, { "name": "b", "directory": "x" }] }',
      'fftgen.json: bundles: "x" is given twice; keep one',
    ],
  ])("%s", (text, message) => {
    expect(() => readProjectFile("fftgen.json", text)).toThrow(message);
  });

  test("inside package.json too", () => {
    expect(() => readProjectKey("package.json", '{ "fftgen": { "bundles": [3] } }')).toThrow(
      "package.json: fftgen.bundles[0]: expected an object, found 3",
    );
    expect(() => readProjectKey("package.json", '{ "fftgen": true }')).toThrow(
      "package.json: fftgen: expected an object, found true",
    );
  });
});

describe("a package.json without the key is nobody's business", () => {
  test.each(["{}", '{ "dependencies": { "fftgen": "1.0.0" } }', "{ broken", "null"])("%s", (text) => {
    expect(readProjectKey("package.json", text)).toBeUndefined();
  });
});
