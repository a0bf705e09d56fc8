// Tables and reports on terminals of any width: no line is longer than the terminal, unless one word is, and no word is lost.
import { stripVTControlCharacters } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { matrix, table, type Cell, type Column } from "../../generator/cli/table.js";
import { outputWidth } from "../../generator/cli/terminal.js";
import { useProject } from "./program.js";

const project = useProject();

const asItWas = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
const set = (values: object): void => {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(process.stdout, name, { value, configurable: true, writable: true });
};
afterEach(() => {
  set(asItWas);
});

/** As if standard output were a terminal of so many columns; without a number, a pipe. */
const onTerminal = (columns?: number): void => {
  set({ isTTY: columns !== undefined, columns });
};

const WIDTHS = [40, 47, 55, 63, 79, 80, 100];
const columns: readonly Column[] = [
  { title: "number", align: "right" },
  { title: "what it is" },
  { title: "where" },
  { title: "how much", align: "right" },
];
const rows: readonly (readonly Cell[])[] = [
  ["1", "a first thing of which there is much to be said", "at home", "3.5"],
  ["2", "another one, of which even more might be said than of the first", "abroad", "1234"],
  ["3", "", "in a place that has a name of its own", "0"],
];

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "");
const words = rows.flatMap((row) => row.flatMap((cell) => (typeof cell === "string" ? wordsOf(cell) : [])));
const plainTable = (...given: Parameters<typeof table>): string => stripVTControlCharacters(table(...given));
const longest = (text: string): number => Math.max(...text.split("\n").map((line) => line.length));

describe("a table", () => {
  test.each(WIDTHS)("on %i columns", (width) => {
    onTerminal(width);
    const text = plainTable(columns, rows);
    expect(longest(text)).toBeLessThanOrEqual(width);
    const shown = wordsOf(text);
    for (const word of words) expect(shown).toContain(word);
    expect(text).not.toMatch(/ \n/);
  });

  test("in a pipe it is as wide as it is, one line for each row", () => {
    onTerminal();
    expect(plainTable(columns, rows).split("\n")).toHaveLength(1 + rows.length);
  });

  test("a terminal of no columns does not know how wide it is", () => {
    onTerminal(0);
    expect(outputWidth()).toBe(120);
  });

  test("beside a margin it is narrower", () => {
    onTerminal(60);
    expect(longest(plainTable(columns, rows, 12))).toBeLessThanOrEqual(48);
  });

  test("what would be too narrow becomes a list; rows that begin with nothing go on with the one above", () => {
    onTerminal(40);
    const asked: number[] = [];
    const open = (width: number): readonly string[] => {
      asked.push(width);
      return ["x".repeat(width)];
    };
    expect(
      plainTable(
        [{ title: "#" }, { title: "milliseconds", align: "right" }, { title: "plan" }],
        [
          ["1", "0.1", open],
          ["", "0.2", open],
          ["2", "0.3", "short"],
        ],
      ).split("\n"),
    ).toEqual([
      "#             1",
      "milliseconds  0.1",
      `plan          ${"x".repeat(26)}`,
      "milliseconds  0.2",
      `plan          ${"x".repeat(26)}`,
      "",
      "#             2",
      "milliseconds  0.3",
      "plan          short",
    ]);
    expect(new Set(asked)).toEqual(new Set([26]));
  });

  test("a cell gets what the others leave", () => {
    onTerminal(79);
    expect(plainTable([{ title: "ab" }, { title: "c" }], [["abcd", (width) => ["x".repeat(width)]]])).toBe(
      `ab    c\nabcd  ${"x".repeat(73)}`,
    );
  });
});

test("columns that are alike follow below each other", () => {
  onTerminal(40);
  const numbers = Array.from({ length: 12 }, (_, index) => String(index));
  const text = stripVTControlCharacters(
    matrix(
      [{ title: "row" }, ...numbers.map((title) => ({ title, align: "right" }) as const)],
      [["one", ...numbers.map((number) => `1.${number}`)]],
    ),
  );
  expect(longest(text)).toBeLessThanOrEqual(40);
  const [first = "", second = ""] = text.split("\n\n");
  expect(first.split("\n")[1]).toMatch(/^one +1\.0 .*1\.\d$/);
  expect(second.split("\n")[1]).toMatch(/^one .*1\.11$/);
  expect(wordsOf(text)).toHaveLength(2 * numbers.length + 2 * text.split("\n\n").length);
});

describe("what commands print on a narrow terminal", () => {
  test.each<[number, readonly string[]]>(
    [40, 59, 79].flatMap((width) =>
      [
        ["--help"],
        ["plan", "--help"],
        ["tune", "--help"],
        ["gpu", "show", "H200"],
        ["fragments", "m16n8k16", "--operand", "C", "--type", "f32"],
        ["explain", "plans/rows.plan.ts"],
      ].map((line): [number, readonly string[]] => [width, line]),
    ),
  )("%i columns: %j", async (width, line) => {
    project.write(
      "plans/rows.plan.ts",
      `import { plan } from "fftgen";
export default plan({
  transform: { lengths: { X: 256 }, precision: "f32", batch: 8 },
  kernels: ["{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 128 threads, 8 columns, table"],
});
`,
    );
    onTerminal(width);
    const { code, stdout } = await project.run(line, { NO_COLOR: "1" });
    expect(code).toBe(0);
    // What is longer is one word, or one with its title.
    const tooLong = stdout.split("\n").filter((text) => text.length > width && wordsOf(text).length > 2);
    expect(tooLong).toEqual([]);
  });
});
