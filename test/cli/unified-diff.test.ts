// Differences of texts: as `diff -u` has them, and such that by them one text becomes the other.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { unifiedDiff } from "../../generator/cli/unified-diff.js";

const directory = mkdtempSync(join(tmpdir(), "fftgen-diff-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const lines = (count: number, change: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, index) => `${change[index] ?? `line ${index}`}\n`).join("");

test("a changed line is between three before it and three behind it", () => {
  expect(unifiedDiff("plans/x.plan.ts", lines(20), lines(20, { 9: "other" }))).toEqual([
    "--- plans/x.plan.ts",
    "+++ plans/x.plan.ts",
    "@@ -7,7 +7,7 @@",
    " line 6",
    " line 7",
    " line 8",
    "-line 9",
    "+other",
    " line 10",
    " line 11",
    " line 12",
  ]);
  expect(unifiedDiff("x", lines(9), lines(9))).toEqual([]);
});

/** What the programs of the system make of two texts; undefined where there are none. */
function byDiff(before: string, after: string): readonly string[] | undefined {
  const paths = ["before", "after"].map((name) => join(directory, name));
  [before, after].forEach((text, index) => writeFileSync(paths[index] ?? "", text));
  const { status, stdout } = spawnSync("diff", ["-u", "--label", "x", "--label", "x", ...paths], { encoding: "utf8" });
  return status === null || status > 1 ? undefined : stdout.split("\n").slice(0, -1);
}

test("where only one difference is shortest, it is that of diff -u", () => {
  const cases: readonly (readonly [string, string])[] = [
    [lines(30), lines(30, { 0: "a", 5: "b", 11: "c", 29: "d" })],
    ["", "a\n"],
    ["a\n", ""],
    ["a", "a\n"],
    ["a\nb", "a\nc"],
    [lines(3), `${lines(3)}more\n`],
    [lines(12), lines(12).replace("line 4\n", "").replace("line 8\n", "line 8\nnew\n")],
    ["a\r\nb\r\n", "a\r\nc\r\n"],
  ];
  for (const [before, after] of cases) {
    const expected = byDiff(before, after);
    if (expected !== undefined) expect(unifiedDiff("x", before, after)).toEqual(expected);
  }
});

/** The text with the lines of a difference changed. */
function patched(before: string, diff: readonly string[]): string {
  const old = before.split(/(?<=\n)/u);
  const fresh: string[] = [];
  let done = 0;
  for (const [index, line] of diff.entries()) {
    const start = /^@@ -(\d+)(?:,(\d+))?/u.exec(line);
    const text = `${line.slice(1)}${diff[index + 1]?.startsWith("\\") === true ? "" : "\n"}`;
    if (index < 2 || line.startsWith("\\")) continue;
    if (start !== null) {
      const first = Number(start[1]) - (start[2] === "0" ? 0 : 1);
      fresh.push(...old.slice(done, first));
      done = first;
    } else if (line.startsWith("+")) fresh.push(text);
    else {
      expect(old[done]).toBe(text);
      done++;
      if (line.startsWith(" ")) fresh.push(text);
    }
  }
  return [...fresh, ...old.slice(done)].join("");
}

test("by the difference one text becomes the other", () => {
  const text = fc
    .array(fc.constantFrom("a\n", "b\n", "\n", "c\r\n"), { maxLength: 30 })
    .chain((some) => fc.constantFrom("", "end").map((end) => `${some.join("")}${end}`));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(patched(before, unifiedDiff("x", before, after))).toBe(after);
    }),
    { seed: 12, numRuns: 500 },
  );
});
