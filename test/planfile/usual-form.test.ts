// The quick reader of plan files reads what the syntax tree says, places and comments included, or leaves the file to it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import * as tree from "../../generator/planfile/syntax-tree.js";
import { parsePlanFile } from "../../generator/planfile/parse.js";
import { parsedAsUsual } from "../../generator/planfile/usual-form.js";
import { writePlanFile } from "../../generator/planfile/write.js";
import { docComment, planFileParts } from "./arbitrary.js";
import { exampleText, handEditedText } from "./example.js";

const byTree = (text: string): unknown => tree.parsedByTree({ path: "x.plan.ts", text });

const shipped = readdirSync("plans", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".plan.ts"))
  .map((name) => readFileSync(join("plans", name), "utf8"));

test("every shipped plan file is of the usual form, and is read as the syntax tree has it", () => {
  expect(shipped.length).toBeGreaterThan(100);
  for (const text of shipped) expect(parsedAsUsual(text)).toEqual(byTree(text));
});

test("so is every file that fftgen writes", async () => {
  await fc.assert(
    fc.asyncProperty(planFileParts, docComment, async (parts, comment) => {
      // A backslash in a string is left to the syntax tree.
      const text = (await writePlanFile(parts, comment)).replaceAll(/\\./g, "");
      expect(parsedAsUsual(text)).toEqual(byTree(text));
    }),
    { seed: 5, numRuns: 60 },
  );
});

test("the syntax tree is not asked about such a file", () => {
  const asked = vi.spyOn(tree, "parsedByTree");
  parsePlanFile({ path: "x.plan.ts", text: exampleText });
  expect(asked).not.toHaveBeenCalled();
  parsePlanFile({ path: "x.plan.ts", text: handEditedText });
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
});

test.each([
  ["a number in other digits", (text: string) => text.replace("X: 256", "X: 0x100")],
  ["a power of a power", (text: string) => text.replace("X: 256", "X: 2 ** 2 ** 3")],
  ["an escape sequence", (text: string) => text.replace("nvcc 13.0", "nvcc\\u002013.0")],
  ["a comment with a tag", (text: string) => text.replace("256x256x256 complex", "@see you")],
  [
    "another kind of export",
    (text: string) => text.replace("plan({", "({").replace("});", "} satisfies PlanDefinition;"),
  ],
])("%s is left to it", (_, edit) => {
  const text = edit(exampleText);
  expect(text).not.toBe(exampleText);
  expect(parsedAsUsual(text)).toBeUndefined();
});

test.each([
  ["comments everywhere", handEditedText.replace("0x100", "256")],
  ["Windows' ends of lines", exampleText.replaceAll("\n", "\r\n")],
  ["several comments", exampleText.replace("export", "/** Last. */\n/* none */ // none\nexport")],
  ["a comment of no star", exampleText.replace("/**", "/*")],
  ["no semicolon at the end", exampleText.replace(/;\n$/, "")],
  [
    "a power of two, and a negative one",
    exampleText.replace("X: 256", "X: 2 ** 8").replace("scale: 1", "scale: -2e-3"),
  ],
  ["single quotes, and quoted keys", exampleText.replaceAll('"', "'").replace("batch", "'batch'")],
])("with %s it reads the same", (_, text) => {
  expect(parsedAsUsual(text)).toEqual(byTree(text));
  expect(parsedAsUsual(text)).toBeDefined();
});

/** Texts that mean something in a plan file, or break it. */
const PIECES = [
  ..."{}[](),:;\"'`\\/*+-.@ \n\r\t\u2028\u00A0#2eé$",
  "//",
  "/*",
  "*/",
  "/**",
  "/** a */",
  "/**/",
  "/***/",
  "// a\n",
  " ** ",
  "2 ** 3",
  "true",
  "0",
  "1_0",
  "...",
  "plan",
  "export default ",
  'import { plan } from "fftgen";\n',
  "as const",
  "<<<<<<< a\n",
  "\uFEFF",
];

test("whatever a file is changed into, it reads what the syntax tree reads, or nothing", () => {
  const change = fc.record({
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    taken: fc.constantFrom(0, 0, 1, 2, 20),
    piece: fc.constantFrom(...PIECES, ""),
  });
  const texts = [exampleText, handEditedText.replace("0x100", "256")];
  let read = 0;
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(change, { minLength: 1, maxLength: 3 }), (original, changes) => {
      const text = changes.reduce((one, { place, taken, piece }) => {
        const start = Math.floor(place * one.length);
        return `${one.slice(0, start)}${piece}${one.slice(start + taken)}`;
      }, original);
      const quick = parsedAsUsual(text);
      if (quick === undefined) return;
      read += 1;
      expect(quick).toEqual(byTree(text));
    }),
    { seed: 11, numRuns: 4000 },
  );
  // Enough of them were no mistakes.
  expect(read).toBeGreaterThan(100);
});

test("a long comment or a deep bracket does not keep it", () => {
  const deep = exampleText.replace("transform:", `x: ${"[".repeat(100_000)},\n transform:`);
  expect(parsedAsUsual(deep)).toBeUndefined();
  const slashes = exampleText.replace("import", `${"//".repeat(100_000)}\n${"\n".repeat(100_000)}import`);
  expect(parsedAsUsual(slashes)?.literal.elements.length).toBe(3);
  expect(parsedAsUsual(`${"//".repeat(200_000)}\n/*${"*".repeat(200_000)}`)).toBeUndefined();
});
