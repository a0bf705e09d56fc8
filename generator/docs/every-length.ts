// What every length up to 4096 was measured to take: a picture, and a table by the primes that the lengths have.
import { lengthChartSvg, type LengthPoint } from "../bench/length-chart.js";
import { geometricMean } from "../bench/statistics.js";
import { primeFactors } from "../arithmetic/factorisation.js";
import { left, markdownTable, right } from "./markdown-table.js";
import { tableRows } from "./measured-plans.js";

interface MeasuredLength {
  readonly length: number;
  readonly batch: number;
  readonly milliseconds: number;
  readonly copy: number;
  readonly cufft: number;
}

/** Length, batch, ms, difference, copy, cuFFT: h200-every-length.tsv. */
const readLengths = (text: string): readonly MeasuredLength[] =>
  tableRows(text).map(([length, batch, ms, , copy, cufft]) => ({
    length: Number(length),
    batch: Number(batch),
    milliseconds: Number(ms),
    copy: Number(copy),
    cufft: Number(cufft),
  }));

const ratioOf = ({ milliseconds, cufft }: MeasuredLength): number => cufft / milliseconds;

const meanText = (ratios: readonly number[], digits: number, unit = ""): string =>
  `${(geometricMean(ratios) ?? Number.NaN).toFixed(digits)}${unit}`;

/** Bytes of a complex number of f32, read and written. */
const BYTES = 16;

export function everyLengthSvg(table: string): string {
  const measured = readLengths(table);
  const points = measured.map(({ length, batch, milliseconds, copy, cufft }): LengthPoint => {
    const speed = (ms: number): number => (BYTES * length * batch) / ms / 1e6;
    return { length, ours: speed(milliseconds), peer: speed(cufft), copy: speed(copy) };
  });
  const mean = meanText(measured.map(ratioOf), 2);
  const description = `${measured.length} lengths; geometric mean ${mean} times as fast as cuFFT.`;
  return lengthChartSvg({
    title: "Every length from 2 to 4096",
    subtitle: `Complex, f32, 2^24 points; NVIDIA H200, CUDA 13.0, first choices of the search, untuned. Geometric mean: ${mean} times as fast as cuFFT.`,
    description,
    peer: "cuFFT 13.0",
    points,
  });
}

const CLASSES: readonly { readonly text: string; readonly most: number }[] = [
  { text: "2, 3, 5 and 7 alone", most: 7 },
  { text: "up to 31", most: 31 },
  { text: "37 to 61", most: 61 },
  { text: "larger ones", most: Infinity },
];

/** By the largest prime of the lengths. */
export function everyLengthTable(table: string): string {
  const measured = readLengths(table);
  const rows = CLASSES.map(({ text, most }, index) => {
    const above = CLASSES[index - 1]?.most ?? 1;
    const own = measured.filter(({ length }) => {
      const prime = Math.max(...primeFactors(length));
      return prime > above && prime <= most;
    });
    return { text, own };
  });
  return markdownTable(
    [left("primes"), right("lengths"), right("x cuFFT"), right("of a copy"), right("slower"), right("the slowest")],
    [...rows, { text: "all", own: measured }].map(({ text, own }) => {
      const slowest = own.reduce((a, b) => (ratioOf(b) < ratioOf(a) ? b : a));
      const percents = own.map(({ milliseconds, copy }) => (100 * copy) / milliseconds);
      return [
        text,
        String(own.length),
        meanText(own.map(ratioOf), 2),
        meanText(percents, 0, " %"),
        String(own.filter((one) => ratioOf(one) < 1).length),
        `${slowest.length}: ${ratioOf(slowest).toFixed(2)}`,
      ];
    }),
  );
}
