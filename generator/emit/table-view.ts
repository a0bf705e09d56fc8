// Turns twiddle tables into text: every entry computed exactly and rounded once.
import { floatLiteral, nearestLiteral } from "../arithmetic/float-literal.js";
import { rootMinusOne, rootOfUnity, type ComplexNumber } from "../arithmetic/root-of-unity.js";
import { tableFraction } from "../kernel/evaluate-twiddle.js";
import type { TwiddleTable } from "../kernel/twiddle-table.js";
import { unreachable } from "../failure/errors.js";
import { matrixWords, type MatrixSpec } from "../codelet/matrix.js";
import { shortBits } from "../arithmetic/short-bits.js";
import type { MatrixOperand } from "../kernel/matrix-program.js";
import type { PlaceTable } from "../kernel/program.js";
import { isShort, type NumberFormat } from "../plan/transform.js";
import { comment } from "./lines.js";
import { numberType } from "./element-text.js";
import { entryCount, listedEntries, type ConstantTable } from "../kernel/constant-table.js";
import { computedMeaning, computedText, isAllocated, isComputed } from "./computed-constants.js";
import { complexType } from "./complex-type.js";
import { placeOfEntry } from "./table-place.js";
import { matrixTableName, matrixWordType } from "./print-matrix.js";

/** A table as a template prints it. */
export interface TableView {
  readonly comment: readonly string[];
  readonly type: string;
  readonly name: string;
  readonly length: string;
  /** Lines of numbers; none where the host computes them. */
  readonly lines: readonly string[];
  /** The launcher's expression that computes them then. */
  readonly computed?: string;
  /** Whether a pointer to allocated memory replaces an array, which would be too large. */
  readonly allocated?: true;
}

const ENTRIES_PER_LINE = { f16: 8, bf16: 8, f32: 4, f64: 2 } as const;

/** A table as a template's view: its entries rounded correctly, conjugated for inverse transforms. */
export function tableView(table: TwiddleTable): TableView {
  const { storage } = table;
  const inverse = table.direction === "inverse";
  const entries: string[] = [];
  table.rows.forEach((_, row) => {
    for (let index = 0; index < table.count; index++) {
      const { numerator, denominator } = tableFraction(table, row, index);
      const root = (table.minusOne ? rootMinusOne : rootOfUnity)(numerator, denominator, storage);
      entries[placeOfEntry(table, row, index)] = entryText(
        { re: root.re, im: inverse && root.im !== 0 ? -root.im : root.im },
        storage,
      );
    }
  });
  const sign = inverse ? "+" : "-";
  const powers = table.rows.map(
    ({ power, turn }) =>
      `w^${power}${turn.numerator === 0 ? "" : ` exp(${sign}2 pi i${turn.numerator === 1 ? "" : ` ${turn.numerator}`}/${turn.denominator})`}`,
  );
  return {
    comment: comment(
      `${table.rows.length} row${table.rows.length === 1 ? "" : "s"} of ${table.count}, for w = exp(${sign}2 pi i e / ${table.order}), ` +
        `e = 0 .. ${table.count - 1}: ${powers.join(", ")}${table.minusOne ? ", each minus 1 (for multiply_near_one)" : ""}${table.fragments === undefined ? "" : ", in the order in which the lanes of a warp read them"}`,
    ),
    type: isShort(storage) ? "unsigned" : complexType(storage),
    name: table.name,
    length: String(entries.length),
    lines: linesOf(entries, ENTRIES_PER_LINE[storage]),
  };
}

/** Pairs of 16-bit numbers are printed as 32-bit words: the real part in the lower half. */
const entryText = ({ re, im }: ComplexNumber, storage: NumberFormat): string =>
  isShort(storage)
    ? wordText(shortBits(re, storage) + shortBits(im, storage) * 0x10000)
    : `{${floatLiteral(re, storage)}, ${floatLiteral(im, storage)}}`;

const wordText = (word: number): string => `0x${word.toString(16).padStart(8, "0")}u`;

function linesOf(entries: readonly string[], perLine: number): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < entries.length; start += perLine)
    lines.push(`${entries.slice(start, start + perLine).join(", ")},`);
  return lines;
}

function matrixMeaning(spec: MatrixSpec): string {
  switch (spec.kind) {
    case "dft":
      return `${spec.part === "remainder" ? "The rounding error of the matrix" : "The matrix"} of a DFT of ${spec.radix} points`;
    case "hadamard": {
      const scaled = spec.entry === 1 ? "" : `${spec.entry} times `;
      const points =
        spec.vectorRadix === 2
          ? `${2 * spec.radix} points, where the lowest bit of the index selects one of two neighbours,`
          : `${spec.radix} points, applied to pairs of neighbours,`;
      return `${scaled === "" ? "The" : `${scaled}the`} Hadamard matrix of ${points}`;
    }
    default:
      return unreachable(spec);
  }
}

/** A matrix in the order of the lanes. */
export function matrixView(operand: MatrixOperand): TableView {
  const { spec } = operand;
  const words = matrixWords(spec).map(wordText);
  const perLane = spec.fragment.words;
  const entries =
    perLane === 1
      ? words
      : Array.from({ length: words.length / perLane }, (_, lane) => {
          const own = words.slice(perLane * lane, perLane * (lane + 1));
          return `{${own.join(", ")}}`;
        });
  return {
    comment: comment(
      `${matrixMeaning(spec)} as real numbers of ${spec.storage}, two per word, in the fragment layout of operand B of mma.sync: 32 lanes for each block of outputs and each step along the inner dimension. Bits of an index have the weights ${spec.weights.join(", ")}.`,
    ),
    type: matrixWordType(spec),
    name: matrixTableName(operand),
    length: String(entries.length),
    lines: linesOf(entries, ENTRIES_PER_LINE.f32),
  };
}

/** The places of a map that gathers. */
export function placesView({ name, places }: PlaceTable): TableView {
  return {
    comment: comment(`Element i is read from index ${name}[i].`),
    type: "unsigned",
    name,
    length: String(places.length),
    lines: linesOf(
      places.map((place) => `${place}u`),
      PLACES_PER_LINE,
    ),
  };
}

const PLACES_PER_LINE = 12;

/** The factors of elements, place by place. */
export function constantsView(table: ConstantTable): TableView {
  const { name, storage, entries } = table;
  const length = String(entryCount(entries));
  if (isComputed(entries))
    return {
      comment: comment(
        `Factors of the elements, index by index: ${computedMeaning(entries)}. The host computes them; their text would be too long.`,
      ),
      type: complexType(storage),
      name,
      length,
      lines: [],
      computed: computedText(entries),
      ...(isAllocated(table) ? { allocated: true } : {}),
    };
  const { re, im } = listedEntries(table);
  const texts = Array.from(re, (real, place) => {
    const parts = [real, ...(im === undefined ? [] : [im[place] ?? Number.NaN])].map((part) =>
      nearestLiteral(part, storage),
    );
    return parts.length === 1 ? parts.join("") : `{${parts.join(", ")}}`;
  });
  return {
    comment: comment("Factors of the elements, index by index."),
    type: im === undefined ? numberType(storage) : complexType(storage),
    name,
    length,
    lines: linesOf(texts, ENTRIES_PER_LINE[storage]),
  };
}
