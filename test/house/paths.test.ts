// What a kernel is made of: parts of a path and what lies between them, put together by one builder. A field of a geometry that only one
// structure has, a second builder, a geometry that is changed after it was placed: each is a noun that is missing.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../generator");

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}/${name}`)
    .toSorted();

const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

/** Files of some folders whose text has this. */
const having = (pattern: RegExp, folders: readonly string[]): readonly string[] =>
  folders.flatMap(filesIn).filter((path) => pattern.test(textOf(path)));

test("there is one exchange, and one builder", () => {
  expect(having(/^export interface Exchange\b/mu, ["plan", "layout", "kernel", "lower"])).toEqual([
    "layout/exchange.ts",
  ]);
  // The builder is who makes steps of phases.
  expect(having(/\blowerPhase\(/u, ["lower"])).toEqual(["lower/lower-path.ts", "lower/lower-phase.ts"]);
});

test("lowering changes no geometry, and what does makes the rest of one, or another of the same places", () => {
  expect(having(/\.\.\.(?:geometry|placed)\b(?![.(])/u, ["layout", "lower", "search"])).toEqual([
    // With a prefetch; with the addresses of its exchanges.
    "layout/geometry.ts",
    "layout/whole-geometry.ts",
    // What goes back writes where it has read; in another batch.
    "search/features.ts",
    "search/search.ts",
  ]);
});

test("a geometry has a team, what lies at its ends, and no field of one structure", () => {
  const fieldsOf = (name: string, path: string): readonly string[] => {
    const [, body = ""] =
      new RegExp(`export interface ${name} [^{]*\\{([\\s\\S]*?)\\n\\}`, "u").exec(textOf(path)) ?? [];
    return [...body.matchAll(/^ {2}readonly (\w+)\??:/gmu)].map(([, field = ""]) => field);
  };
  expect(fieldsOf("View", "layout/stretch.ts").join(" ")).toBe("index set elements tile");
  expect(fieldsOf("Stretch", "layout/stretch.ts").join(" ")).toBe(
    "digits phases exchanges run input output reads writes loadRun storeRun loaded",
  );
  expect(fieldsOf("KernelGeometry", "layout/geometry.ts").join(" ")).toBe(
    "columns entry exit team prefetched said threads registers sharedBytes blockLocal loadSectors storeSectors",
  );
});
