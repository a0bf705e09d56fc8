// What the documents refer to: kernels in the notation are kernels, links lead somewhere, the map of folders is complete.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../generator/cli/commands.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { layers } from "../house/layers.js";
import { DOCUMENTS, root, textOf } from "./documents.js";

/** The sources of what is emitted and said. */
const sourceTexts = (): readonly string[] =>
  ["generator/emit", "generator/cli", "templates/handlebars"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(ts|hbs)$/u.test(file))
      .map((file) => readFileSync(join(root, folder, file), "utf8")),
  );

/** Kernels in code, in the text or on a line of their own. `...` stands for what is left out. */
const kernelsIn = (document: string): readonly string[] =>
  [...document.matchAll(/`(\{ [XYZH]\([^`]+)`|^(\{ [XYZH]\(.+)$/gmu)]
    .map(([, inline, block]) => inline ?? block ?? "")
    .filter((text) => !text.includes("..."));

test("kernels are in the notation", () => {
  const kernels = DOCUMENTS.flatMap((path) => kernelsIn(textOf(path)));
  expect(kernels.length).toBeGreaterThan(10);
  for (const text of kernels) expect(() => parseKernels(text), text).not.toThrow();
});

test("options in the text are options of fftgen or of programs that it writes", () => {
  const known = COMMANDS.flatMap(({ options }) => Object.keys(options)).flatMap((name) => [name, `no-${name}`]);
  const ofPrograms = ["help", "input", "output", "record"];
  const named = DOCUMENTS.flatMap((path) =>
    [...textOf(path).matchAll(/`(--[^`]+)`/gu)].flatMap(([, span]) => span?.match(/(?<=--)[\w-]+/gu) ?? []),
  );
  expect(named.length).toBeGreaterThan(20);
  for (const name of named) expect([...known, ...ofPrograms]).toContain(name);
});

/** `#what-was-measured`, of every heading. */
const anchorsOf = (document: string): readonly string[] =>
  [...document.matchAll(/^#+ (.+)$/gmu)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/gu, "")
      .replaceAll(" ", "-"),
  );

test("symbols of the compiler that its walks name are exported by the files that they name", () => {
  const readme = "generator/README.md";
  const named = [...textOf(readme).matchAll(/\[`(\w+)`\]\(([\w/-]+\.ts)\)/gu)];
  expect(named.length).toBeGreaterThan(35);
  for (const [, symbol = "", file = ""] of named) {
    const source = readFileSync(join(root, dirname(readme), file), "utf8");
    expect(source, `${symbol} in ${file}`).toMatch(
      new RegExp(`^export (?:function\\*?|const|interface|type|class) ${symbol}\\b`, "mu"),
    );
  }
});

describe("links lead somewhere", () => {
  test.each(DOCUMENTS)("%s", (path) => {
    const links = [...textOf(path).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target]) => target ?? "");
    expect(links.length).toBeGreaterThan(0);
    for (const link of links.filter((target) => !target.startsWith("https://"))) {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      expect(existsSync(join(root, target)), link).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(textOf(target)), link).toContain(anchor);
    }
  });
});

test("generator/README.md has every folder in the order of the layers", () => {
  const rows = [...textOf("generator/README.md").matchAll(/^\| \[(\w+)\]\(\1\) +\|/gmu)].map(([, folder]) => folder);
  expect(rows).toEqual(layers);
});

test("README.md is short", () => {
  expect(textOf("README.md").split("\n").length).toBeLessThanOrEqual(151);
});

describe("the glossary", () => {
  const rows = [...textOf("plans/glossary.md").matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\| ([^|]+?) +\|$/gmu)]
    .map(([, term = "", meaning = "", source = ""]) => ({ term, meaning, source }))
    .filter(({ term }) => term !== "term" && !term.startsWith("-"));
  /** Everything that users read: the documents, and what printers and templates put into emitted text and messages. */
  const texts = [...DOCUMENTS.filter((path) => path !== "plans/glossary.md").map(textOf), ...sourceTexts()]
    .join("\n")
    .toLowerCase()
    .replaceAll(/\s+/gu, " ");

  test("has each term once, in order", () => {
    const terms = rows.map(({ term }) => term.toLowerCase());
    expect(terms.length).toBeGreaterThan(30);
    expect(terms).toEqual([...new Set(terms)].toSorted((one, other) => one.localeCompare(other, "en")));
  });

  test.each(rows)("$term is used, and has a source", ({ term, source }) => {
    const words = term.split(",").map((word) => word.trim().toLowerCase());
    expect(words.filter((word) => !texts.includes(word))).toEqual([]);
    expect(source).not.toBe("");
  });
});

test("no goals of the project's own, which mean nothing to users, stand in documents or charts", () => {
  const charts = readdirSync(join(root, "plans")).filter((name) => name.endsWith(".svg"));
  expect(charts.length).toBeGreaterThan(0);
  const shown = (markup: string): string => markup.replaceAll(/<style>[^]*?<\/style>|<[^>]*>/g, " ");
  const texts = [...DOCUMENTS, ...charts.map((name) => `plans/${name}`)].map((path) => [path, shown(textOf(path))]);
  for (const [path, text] of texts)
    expect(text, path).not.toMatch(/below (?:its|their) targets?\b|\baims?\b|\basked \d/i);
});
