// What users read is in the terms of the field (plans/glossary.md): comments of emitted text, messages, help and schemas have none of the
// words that earlier versions had instead.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Each with the term that stands for it. */
const REPLACED: readonly (readonly [word: RegExp, term: string])[] = [
  [/there and back|way back/i, "convolution, its inverse half"],
  [
    /\b(?:goe?s?|going) through (?:one|another|a longer|others)\b|through one (?:point )?less/i,
    "Rader or Bluestein convolution",
  ],
  [/\bbeside\b/i, "compared with, next to, relative to"],
  [/\btold\b/i, "reported"],
  [/\bseats?\b/i, "slot"],
  [/\blegs?\b/i, "passes by axis"],
  [/\bdeal(?:s|t)? out\b/i, "dynamic tile scheduling"],
  [/\bas asked\b|\bin doubt\b/i, "an ordinary sentence"],
  [/\b(?:asks?|asked|asking) (?:for )?(?:the L2 cache|ahead)/i, "L2 prefetch"],
  [/\b(?:elements|sums|what lies) at 0\b/i, "DC term"],
  [/\bcomputed with in\b/i, "f32 arithmetic"],
  [/\banew\b/i, "again"],
];

function found(text: string): readonly string[] {
  return REPLACED.flatMap(([word, term]) => {
    const match = word.exec(text);
    return match === null ? [] : [`${match[0]} (${term}): ${text.replaceAll(/\s+/g, " ").trim()}`];
  });
}

const below = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

/** Of a text in C++ or CMake. */
const commentsOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .flatMap((line) => /(?:\/\/|^\s*\/?\*|^\s*#(?!\s*(?:if|el|en|de|un|inc|pra|err))).*$/.exec(line) ?? []);

test.each(["test/emit/golden", "test/codelet/golden", "templates/handlebars", "templates/runtime/device"])(
  "comments of emitted text: %s",
  (folder) => {
    const files = below(folder).filter((path) => /\.(?:cuh?|hp?p?|txt|hbs)$/.test(path));
    expect(files.length).toBeGreaterThan(3);
    expect(files.flatMap((path) => commentsOf(readFileSync(path, "utf8")).flatMap(found))).toEqual([]);
  },
);

test("descriptions of schemas", () => {
  const texts = below("templates/schemas").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/"description": "(.*)"/g)].map(([, text = ""]) => text),
  );
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.flatMap(found)).toEqual([]);
});

/** Literals of several words. */
function sentencesOf(path: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("..."));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
  return texts.filter((text) => / .* /.test(text) && !/^(?:const|if|for|while) |[;{]$/.test(text));
}

test("messages and help", () => {
  const texts = below("generator")
    .filter((path) => path.endsWith(".ts"))
    .flatMap(sentencesOf);
  expect(texts.length).toBeGreaterThan(2000);
  expect(texts.flatMap(found)).toEqual([]);
});
