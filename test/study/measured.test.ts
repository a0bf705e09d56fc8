// What the study found on an H200, beside the thesis, and that the document has it right.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { median } from "../../generator/bench/statistics.js";
import { studySubjects } from "../../generator/study/plans.js";
import { THESIS_TABLE } from "../../generator/study/thesis-table.js";
import { NUMBER_FORMATS, type Algorithm } from "../../generator/study/vocabulary.js";
import type { NumberFormat } from "../../generator/plan/transform.js";

const IN_THESIS = ["kahan", "neumaier", "alman-rao"] as const;

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const keyOf = (storage: NumberFormat, exponent: number, algorithm: Algorithm): string =>
  `${storage} ${exponent} ${algorithm}`;

/** In percent, from what the numbers as drawn give. */
const measured = new Map(
  textOf("measured/h200.tsv")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [storage, exponent, algorithm, drawn] = line.split("\t");
      return [[storage, exponent, algorithm].join(" "), Number(drawn)] as const;
    }),
);

test("every subject is there", () => {
  const subjects = studySubjects(NUMBER_FORMATS, 3, 25).filter(({ algorithm }) => algorithm !== "folklore");
  expect([...measured.keys()].toSorted()).toEqual(
    subjects.map(({ storage, exponent, algorithm }) => keyOf(storage, exponent, algorithm)).toSorted(),
  );
});

describe("from 2^13 on, the median over the sizes is that of the thesis within 10 percentage points", () => {
  test.each(["f64", "f32", "bf16"] as const)("%s", (storage) => {
    for (const [column, algorithm] of IN_THESIS.entries()) {
      const large = [...THESIS_TABLE[storage]].filter(([exponent]) => exponent >= 13);
      const own = median(large.map(([exponent]) => measured.get(keyOf(storage, exponent, algorithm)) ?? NaN));
      const thesis = median(large.map(([, row]) => row[column] ?? NaN)) ?? NaN;
      expect(Math.abs((own ?? NaN) - thesis), algorithm).toBeLessThan(10);
    }
  });
});

test("the document's table has these figures and the thesis's", () => {
  const document = textOf("../../plans/measurements.md");
  const start = document.indexOf("<!-- generated: stability -->");
  const lines = document.slice(start, document.indexOf("<!-- end -->", start)).split("\n");
  const rows = lines
    .filter((line) => line.startsWith("| 2^"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(rows).toHaveLength(23);
  for (const [, size, ...cells] of rows) {
    const exponent = Number(size?.slice(2));
    const expected = NUMBER_FORMATS.flatMap((storage) =>
      IN_THESIS.map((algorithm, column) => {
        const own = measured.get(keyOf(storage, exponent, algorithm));
        const thesis = THESIS_TABLE[storage].get(exponent)?.[column];
        return `${wholeText(own)} ${thesis === undefined ? "" : `(${wholeText(thesis)})`}`.trim();
      }),
    );
    expect(cells.slice(0, -1), size).toEqual(expected);
  }
});

/** Halves away from 0. */
const wholeText = (percent: number | undefined): string =>
  percent === undefined ? "" : String(Math.sign(percent) * Math.round(Math.abs(percent)) + 0);
