// The results of a stability study next to the thesis's Table 4.1: text for people, a value for programs.
import { z } from "zod";
import { platform } from "../json/measured-schemas.js";
import type { NumberFormat } from "../plan/transform.js";
import { median } from "../bench/statistics.js";
import { reductionTable, type Reduction, type ReductionTable } from "../study/reductions.js";
import type { StudyResults, Truth } from "../study/results.js";
import { THESIS_TABLE } from "../study/thesis-table.js";
import { ALGORITHM_TITLES, algorithmsOf, STORAGE_TITLES, NUMBER_FORMATS, type Algorithm } from "../study/vocabulary.js";
import { output, type OutputValue } from "./output.js";
import { matrix, paragraph } from "./table.js";
import { outputWidth, styled } from "./terminal.js";

export const studyOutput = output("study", {
  platform,
  seeds: z.int(),
  against: z.enum(["drawn", "rounded"]),
  reductions: z.array(
    z.strictObject({
      type: z.string(),
      log2Size: z.int(),
      algorithm: z.string(),
      reduction: z.number().nullable().describe("Null: infinite, as the folklore algorithm is exact."),
      pairs: z.int(),
      overflowedExperiments: z.int(),
      thesis: z.number().optional(),
    }),
  ),
});

/** In the order of the thesis's columns. */
const IN_THESIS = ["kahan", "neumaier", "alman-rao"] as const satisfies readonly Algorithm[];

/** In percent; undefined where the thesis has no value. */
function thesisReduction(storage: NumberFormat, exponent: number, algorithm: Algorithm): number | undefined {
  const column = IN_THESIS.findIndex((known) => known === algorithm);
  return THESIS_TABLE[storage].get(exponent)?.[column];
}

const sizesOf = (results: StudyResults, storage: NumberFormat): readonly number[] =>
  [...new Set(results.records.flatMap(({ type, log2Size }) => (type === storage ? [log2Size] : [])))].toSorted(
    (a, b) => a - b,
  );

const comparedAlgorithms = (storage: NumberFormat): readonly Algorithm[] =>
  algorithmsOf(storage).filter((algorithm) => algorithm !== "folklore");

/** A table for each format, and notes for the reader. */
export function studyText(results: StudyResults, truth: Truth): string {
  const reductions = reductionTable(results, truth);
  const tables = NUMBER_FORMATS.flatMap((storage) => {
    const sizes = sizesOf(results, storage);
    return sizes.length === 0 ? [] : [storageTable(storage, sizes, reductions)];
  });
  const { gpu, driver, toolchain } = results.platform;
  const notes = [
    `Reduction of the mean relative error against the folklore algorithm: median over the experiments, distributions and ${results.seeds} inputs of each size; in brackets Table 4.1 of the thesis.`,
    `Errors are measured from what the ${truth === "drawn" ? "numbers as drawn give, as in the thesis: rounding the input to the format is part of them" : "rounded input gives: they are the transform's own"}. Elements whose true value is 0 have no relative error and are left out, and so are inputs for which both algorithms are exact.`,
    ...(tables.some((text) => text.includes("*"))
      ? ["* without the experiments that overflow the format; the thesis has no figures there."]
      : []),
  ];
  return [`on ${gpu}, driver ${driver}, ${toolchain}`, ...tables, notes.map(noteText).join("\n")].join("\n\n");
}

const noteText = (text: string): string => paragraph(text, outputWidth());

function storageTable(storage: NumberFormat, sizes: readonly number[], reductions: ReductionTable): string {
  const algorithms = comparedAlgorithms(storage);
  const columns = [
    { title: "size" },
    ...algorithms.map((algorithm) => ({ title: ALGORITHM_TITLES[algorithm], align: "right" }) as const),
  ];
  const rows = sizes.map((size) => [
    `2^${size}`,
    ...algorithms.map((algorithm) =>
      cellText(reductions(storage, size, algorithm), thesisReduction(storage, size, algorithm)),
    ),
  ]);
  const middle = algorithms.map((algorithm) => {
    const own = sizes.flatMap((size) => reductions(storage, size, algorithm)?.median ?? []);
    const thesis = sizes.flatMap((size) => thesisReduction(storage, size, algorithm) ?? []);
    const ownMedian = median(own);
    return cellText(
      ownMedian === undefined ? undefined : { median: ownMedian, count: own.length, overflowed: 0 },
      median(thesis),
    );
  });
  return `${styled("bold", STORAGE_TITLES[storage])}\n${matrix(columns, [...rows, ["median", ...middle]])}`;
}

/** `31.2% (29.7%)`: our value and the thesis's. */
function cellText(reduction: Reduction | undefined, thesis: number | undefined): string {
  const own =
    reduction === undefined ? "" : `${percentText(100 * reduction.median)}${reduction.overflowed > 0 ? "*" : ""}`;
  return thesis === undefined ? own : `${own} (${percentText(thesis)})`.trimStart();
}

const percentText = (percent: number): string =>
  Number.isFinite(percent) ? `${percent.toFixed(1).replace(/^-0\.0$/, "0.0")}%` : "-inf";

type StudyValue = OutputValue<typeof studyOutput>;

export function studyValue(results: StudyResults, truth: Truth): StudyValue {
  const reductions = reductionTable(results, truth);
  const values = NUMBER_FORMATS.flatMap((type) =>
    sizesOf(results, type).flatMap((log2Size) =>
      comparedAlgorithms(type).flatMap((algorithm): readonly StudyValue["reductions"][number][] => {
        const reduction = reductions(type, log2Size, algorithm);
        const thesis = thesisReduction(type, log2Size, algorithm);
        if (reduction === undefined) return [];
        return [
          {
            type,
            log2Size,
            algorithm,
            reduction: Number.isFinite(reduction.median) ? reduction.median : null,
            pairs: reduction.count,
            overflowedExperiments: reduction.overflowed,
            ...(thesis === undefined ? {} : { thesis: thesis / 100 }),
          },
        ];
      }),
    ),
  );
  return { platform: results.platform, seeds: results.seeds, against: truth, reductions: values };
}
