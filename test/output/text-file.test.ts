// Several files are written together: all of them, or none.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { writeTextFiles } from "../../generator/output/text-file.js";
import { scratchFolder } from "../toolchain/scratch.js";

let folder: string;
beforeEach(() => {
  folder = scratchFolder("text-files").path;
});

const at = (name: string): string => join(folder, name);

test("all of them, in folders that are made for them", () => {
  writeTextFiles([
    { path: at("a/one"), text: "1" },
    { path: at("b/two"), text: "2" },
  ]);
  expect([readFileSync(at("a/one"), "utf8"), readFileSync(at("b/two"), "utf8")]).toEqual(["1", "2"]);
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(["a", "a/one", "b", "b/two"]);
});

test.each([
  ["below a file", "file/two", () => writeFileSync(at("file"), "")],
  ["where a directory is", "two", () => mkdirSync(at("two/inside"), { recursive: true })],
])("none of them if one cannot be: %s", (_, second, prepare) => {
  writeFileSync(at("one"), "before");
  prepare();
  const before = readdirSync(folder, { recursive: true }).toSorted();
  const write = (): void =>
    writeTextFiles([
      { path: at("new/three"), text: "3" },
      { path: at("one"), text: "1" },
      { path: at(second), text: "2" },
    ]);
  expect(write).toThrow(InputError);
  expect(readFileSync(at("one"), "utf8")).toBe("before");
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(before);
});
