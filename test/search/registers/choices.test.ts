// First choices of drawn requests spill hardly ever: what nvcc 13.0 made of 400 for sm_90, and of 100 of them for sm_80.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { TRANSFORM_KINDS } from "../../../generator/plan/transform.js";
import { choicesIn, drawnChoices } from "./choices.js";

const SEED = 51;
const COUNT = 400;

const table = choicesIn(readFileSync(join(import.meta.dirname, "../measured/compiled-choices.tsv"), "utf8"));

/** A pair of registers is stored and loaded. */
const NEXT_TO_NOTHING = 16;

/** It took more than ten minutes. */
const LEFT_OUT = { gpu: "A100", words: "dst-2 1048593 --batch 63 --precision f64" } as const;

describe.each([
  ["H200", COUNT, 6],
  ["A100", 100, 0],
])("for %s", (gpu, count, most) => {
  const rows = table.filter((one) => one.gpu === gpu);

  test("the requests are those that are drawn, of every kind", () => {
    const drawn = drawnChoices(SEED, COUNT).slice(0, count);
    const compiled = drawn.filter((words) => gpu !== LEFT_OUT.gpu || words !== LEFT_OUT.words);
    expect(rows.map(({ words }) => words).toSorted()).toEqual(compiled.toSorted());
    const kinds = new Set(rows.map(({ words }) => TRANSFORM_KINDS.find((kind) => words.startsWith(`${kind} `))));
    if (count === COUNT) expect(kinds.size).toBe(TRANSFORM_KINDS.length);
  });

  test("hardly any plan that is written spills more than a pair of registers", () => {
    const spilling = rows.filter(
      ({ spilledBytes }) => spilledBytes.reduce((sum, bytes) => sum + bytes, 0) > NEXT_TO_NOTHING,
    );
    expect(spilling.length, JSON.stringify(spilling)).toBeLessThanOrEqual(most);
  });
});

const asked = process.env["ASK_CHOICES"];

test.skipIf(asked === undefined)("writes the requests of this table", () => {
  const path = join(import.meta.dirname, "../../../build/choices.txt");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${drawnChoices(SEED, COUNT).join("\n")}\n`);
});
