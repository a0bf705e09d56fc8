// Prints the numbers of columns and their mirrors for a thread: kernel/columns.ts computes and explains them.
import { at } from "../failure/errors.js";
import {
  blockRows,
  columnCount,
  rowsInBlock,
  type ColumnCounts,
  type MirroredRows,
  type MirrorStep,
  type RowNames,
  type RowPairStep,
} from "../kernel/columns.js";
import type { Sum } from "../kernel/coordinates.js";
import { bracketed, sumText, unsignedLiteral as literal } from "./print-index.js";

/** The number of a column by its slot. */
export function columnNumberLines(name: string, counts: ColumnCounts, seat: string): readonly string[] {
  const count = columnCount(counts);
  const [first, second] = [at(counts, 0), counts[1]];
  if (second === undefined)
    return [
      `const unsigned ${name} = ${seat} <= ${literal(count / 2)} ? ${seat} : ${literal((3 * count) / 2)} - ${bracketed(seat)};`,
    ];
  const [own, near, far] = [`${name}_seat`, `${name}_near`, `${name}_far`];
  return [
    `const unsigned ${own} = ${seat};`,
    `const bool ${far} = ${own} >= ${literal(count / 2)};`,
    ...nearLines(near, counts, `${own} % ${literal(count / 2)}`),
    // The mirror slot of a column that is its own mirror has another such column.
    `const unsigned ${name} = !${far} ? ${near} : ${isAloneText(counts, near)} ? ${near} + ${literal(first / 2)} : ${mirrorColumnText(counts, near)};`,
  ];
}

/**
 * The number of the first half of all slots. Among rows (y, z) the second half of those with z = 0 has the rows in the middle of
 * z.
 */
function nearLines(name: string, counts: ColumnCounts, seat: string): readonly string[] {
  const [first, second] = [at(counts, 0), counts[1]];
  if (second === undefined) return [`const unsigned ${name} = ${seat};`];
  const place = `${name}_seat`;
  const middle = (first * second) / 2 - first / 2;
  return [
    `const unsigned ${place} = ${seat};`,
    `const unsigned ${name} = ${place} + (${place} >= ${literal(first / 2)} && ${place} < ${literal(first)} ? ${literal(middle)} : 0u);`,
  ];
}

/** The column of the mirrors of a column. */
export function mirrorColumnText(counts: ColumnCounts, column: string): string {
  const [first, second] = [at(counts, 0), counts[1]];
  if (second === undefined) return `(${literal(first)} - ${column}) % ${literal(first)}`;
  return `(${literal(first)} - ${column} % ${literal(first)}) % ${literal(first)} + ${literal(first)} * ((${literal(second)} - ${column} / ${literal(first)}) % ${literal(second)})`;
}

/** Columns exchange places with their mirrors before they are sent to the block that has both. */
export function mirrorLines({ of, below, count, radix, groups }: MirrorStep): readonly string[] {
  const own = sumText(below);
  const isFirst = of === "row" ? below.length === 0 : count === 1;
  const call = (registers: string): string =>
    `to_mirrors<${radix}>(${registers}, ${isFirst ? "true" : `${bracketed(own)} == 0u`});`;
  return [
    `// Swap upper-half ${of}s into the slots of their conjugates (k <-> N - k).`,
    ...(of === "row" || count === 1
      ? []
      : [`const unsigned mirror = (${literal(count)} - ${bracketed(own)}) % ${literal(count)};`]),
    ...(groups === 1
      ? [call("v")]
      : ["#pragma unroll", `for (unsigned r = 0; r < ${groups}; ++r) ${call(`v + ${radix} * r`)}`]),
  ];
}

/** Whether a column is its own mirror. */
export function isAloneText(counts: ColumnCounts, column: string): string {
  const [first, second] = [at(counts, 0), counts[1]];
  const along = `${column} % ${literal(first / 2)} == 0u`;
  // Both indices along a dimension of 2 are their own mirrors.
  return second === undefined || second === 2
    ? along
    : `${along} && ${column} / ${literal(first)} % ${literal(second / 2)} == 0u`;
}

/** Whether a column has the slot of a mirror. */
export function isMirrorSeatText(counts: ColumnCounts, column: string): string {
  const [first, second] = [at(counts, 0), counts[1]];
  if (second === undefined) return `${column} >= ${literal(first / 2)}`;
  if (second === 2) return `${column} % ${literal(first)} >= ${literal(first / 2)}`;
  const last = `${column} / ${literal(first)}`;
  return `${last} % ${literal(second / 2)} == 0u ? ${column} % ${literal(first)} >= ${literal(first / 2)} : ${last} > ${literal(second / 2)}`;
}

/** The row of a thread of a folded phase, and its t: rows that are their own mirrors have half of the threads each. */
export function rowPairLines({ names, seat, row, rank, rows, size }: RowPairStep): readonly string[] {
  const along = bracketed(sumText(row));
  const { counts, inside } = rows;
  const inBlock = rowsInBlock(rows);
  const [near, shares, isFar] = [`${names.column}_near`, "shares_seat", "is_far"];
  const ifFar = (count: number): string => `(${isFar} ? ${literal(count / 2)} : 0u)`;
  const column = [
    "// Each thread handles a conjugate pair of rows, k and N - k. Two self-conjugate rows share a slot, half of the threads each.",
    ...nearLines(near, counts, sumText(seat)),
    `const bool ${shares} = ${isAloneText(counts, near)};`,
    `const bool ${isFar} = ${shares} && ${along} >= ${literal((size * inBlock) / 2)};`,
    `const unsigned ${names.column} = ${near} + ${ifFar(at(counts, 0))};`,
  ];
  if (inside.count === 1)
    return [
      ...column,
      `const bool ${names.alone} = ${shares};`,
      `const unsigned ${names.pair} = ${along} - ${ifFar(size)};`,
    ];
  const [nearest, isSecond] = [`${names.inside}_near`, "is_second"];
  const ownPlace = `${along} / ${literal(size)} - ${ifFar(inBlock)}`;
  const place = `${names.place}_near`;
  const first = inside.along === undefined ? "" : ` && ${columnAlongText(rows, names.column)} == 0u`;
  const ifSecond = (count: number): string => `(${isSecond} ? ${literal(count / 2)} : 0u)`;
  return [
    ...column,
    ...(inside.shared === undefined
      ? [`const unsigned ${nearest} = ${ownPlace};`]
      : [`const unsigned ${place} = ${ownPlace};`, ...rowLines(nearest, { rows, column: names.column, rank, place })]),
    `const bool ${names.alone} = ${shares} && ${nearest} == 0u${first};`,
    `const bool ${isSecond} = ${names.alone} && ${along} % ${literal(size)} >= ${literal(size / 2)};`,
    `const unsigned ${names.inside} = ${nearest} + ${ifSecond(inside.count)};`,
    ...(inside.shared === undefined ? [] : [`const unsigned ${names.place} = ${place} + ${ifSecond(inBlock)};`]),
    `const unsigned ${names.pair} = ${along} % ${literal(size)} - ${ifSecond(size)};`,
  ];
}

/** The row inside a column at this place of a block. */
export function rowLines(
  name: string,
  of: { readonly rows: MirroredRows; readonly column: string; readonly rank: Sum; readonly place: string },
): readonly string[] {
  const { rows, column, rank, place } = of;
  const { count, along } = rows.inside;
  const { below, near, half } = blockRows(rows);
  const own = `${name}_own`;
  const low = below === 1 ? "" : `${own} % ${literal(below)} + `;
  const high = below === 1 ? own : `${own} / ${literal(below)}`;
  const isFirst = [
    ...(below === 1 ? [] : [`${own} % ${literal(below)} == 0u`]),
    ...(along === undefined ? [] : [`${columnAlongText(rows, column)} == 0u`]),
  ].join(" && ");
  const ofFirst = `(${literal(half)} - ${high}) % ${literal(half)}`;
  const mirrored = isFirst === "" ? ofFirst : `(${isFirst} ? ${ofFirst} : ${literal(half - 1)} - ${high})`;
  return [
    "// Each block holds rows of the lower half and their conjugates (N - k).",
    `const unsigned ${own} = ${bracketed(place)} % ${literal(near)} + ${literal(near)} * ${bracketed(sumText(rank))};`,
    `const unsigned ${name} = ${bracketed(place)} < ${literal(near)} ? ${own} : ${literal(count / 2)} + ${low}${below === 1 ? "" : `${literal(below)} * `}${mirrored};`,
  ];
}

/** The place of a row's mirror in the block that has both. */
export function mirrorPlaceText(rows: MirroredRows, place: string, mirror: string): string {
  const { below, near, classes } = blockRows(rows);
  const high = `${below === 1 ? place : `${place} / ${literal(below)}`} % ${literal(classes)}`;
  return [
    ...(below === 1 ? [] : [`${mirror} % ${literal(below)}`]),
    ...(classes === 1 ? [] : [below === 1 ? high : `${literal(below)} * (${high})`]),
    `(${mirror} < ${literal(rows.inside.count / 2)} ? 0u : ${literal(near)})`,
  ].join(" + ");
}

function columnAlongText({ counts, inside: { along = 0 } }: MirroredRows, column: string): string {
  const below = columnCount(counts.slice(0, along));
  const place = below === 1 ? column : `${column} / ${literal(below)}`;
  return along === counts.length - 1 ? place : `${place} % ${literal(at(counts, along))}`;
}

/** The place of a row's mirror inside. */
export function mirrorInsideText(rows: MirroredRows, { column, inside }: RowNames): string {
  const { count, along } = rows.inside;
  const ofFirst = `(${literal(count)} - ${inside}) % ${literal(count)}`;
  if (along === undefined) return ofFirst;
  return `${columnAlongText(rows, column)} == 0u ? ${ofFirst} : ${literal(count - 1)} - ${inside}`;
}
