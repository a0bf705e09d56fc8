// What threads have of columns and their mirrors, where a kernel holds both (layout/mirrored.ts), and what a thread of a folded phase is in
// each of its two turns. In numbers: of 1024 columns block 2 has 16 neighbours in a tile, seats 32 to 47, and from seat 544 on their mirrors:
// seat 547 is that of column 1536 - 547 = 989, the mirror of 35.
import { at } from "../failure/errors.js";
import { columnCount, type ColumnCounts } from "../layout/mirrored.js";
import type { Sum } from "./coordinates.js";

/**
 * The number of a thread's column, by its seat among so many: half of the columns have seats of their number; the mirror of each of these
 * has one `count / 2` further on; so has column `count / 2`, for that of 0, which is its own mirror. Of several dimensions those with 0
 * along the last one, the mirrors of which have 0 there, too, share their half with those in its middle.
 */
export interface ColumnStep {
  readonly kind: "column";
  readonly seat: Sum;
  readonly counts: ColumnCounts;
}

export function columnNumber({ counts }: Pick<ColumnStep, "counts">, seat: number): number {
  const half = columnCount(counts) / 2;
  return placesOf(counts, seat % half, seat >= half).reduceRight((number, place, index) => number * at(counts, index) + place, 0);
}

function placesOf(counts: ColumnCounts, near: number, isMirror: boolean): readonly number[] {
  const lower = counts.slice(0, -1);
  const count = at(counts, counts.length - 1);
  const below = columnCount(lower);
  const last = Math.floor(near / below);
  const mirrored = (place: number, of: number): number => (isMirror ? (of - place) % of : place);
  if (last > 0) return [...lower.map((of, index) => mirrored(placeAlong(lower, near % below, index), of)), mirrored(last, count)];
  if (lower.length === 0) return [isMirror ? count / 2 : 0];
  const inMiddle = 2 * near >= below;
  return [...placesOf(lower, inMiddle ? near - below / 2 : near, isMirror), inMiddle ? count / 2 : 0];
}

/** The place along one of the dimensions. */
const placeAlong = (counts: ColumnCounts, column: number, index: number): number =>
  Math.floor(column / columnCount(counts.slice(0, index))) % at(counts, index);

/** The column in which the mirrors of one are. */
export const mirrorColumn = (counts: ColumnCounts, column: number): number =>
  counts.reduceRight((number, of, index) => number * of + ((of - placeAlong(counts, column, index)) % of), 0);

/** Whether it has the seat of a mirror. */
export function isMirrorSeat(counts: ColumnCounts, column: number): boolean {
  const places = counts.map((of, index) => ({ of, place: placeAlong(counts, column, index) }));
  const { of, place } = places.findLast((along) => (2 * along.place) % along.of !== 0) ?? at(places, 0);
  return 2 * place >= of;
}

/**
 * Of a folded phase of such columns, t by that name. Where frequencies go on from column to column: the number of a column, and `count`
 * for each row. The mirrors of column 0 are in itself, and so are those of the column count / 2: threads have the first half of the one,
 * and the second half of the other.
 */
export interface PairStep {
  readonly kind: "pair";
  readonly name: string;
  readonly column: Sum;
  readonly row: Sum;
  readonly count: number;
  readonly size: number;
}

export const pairNumber = ({ count, size }: Pick<PairStep, "count" | "size">, column: number, row: number): number =>
  (column === 0 && 2 * count * row >= size ? count / 2 : column) + count * row;

/**
 * Of columns that are rows along other dimensions: t, of `size`, and the column, by those names. Of a column that is its own mirror
 * threads have the first half, and of the one in its mirror's seat, which is its own mirror, too, likewise.
 */
export interface RowPairStep {
  readonly kind: "row-pair";
  readonly name: string;
  readonly columnName: string;
  readonly seat: Sum;
  readonly row: Sum;
  readonly counts: ColumnCounts;
  readonly size: number;
}

export function rowPair(
  { counts, size }: Pick<RowPairStep, "counts" | "size">,
  seat: number,
  row: number,
): { readonly column: number; readonly pair: number } {
  const column = columnNumber({ counts }, seat);
  if (mirrorColumn(counts, column) !== column || 2 * row < size) return { column, pair: row };
  return { column: columnNumber({ counts }, seat + columnCount(counts) / 2), pair: row - size / 2 };
}

/**
 * A thread of a phase that is folded is two: of those whose numbers agree but for a part t of so many values, the one where t is its own
 * and the one where it is the mirror of that, `size` less it; of 0 it is size / 2, or if that is none 0 again.
 */
export interface Folded {
  /** The coordinate that is t: `thread / below % half`. */
  readonly own: string;
  readonly below: number;
  readonly size: number;
  /** Whether threads differ in anything beyond. */
  readonly isOuter: boolean;
  /** Where tiles have columns and their mirrors: so many neighbours each. */
  readonly columns: FoldedColumns | undefined;
}

/** Where t is the number of a column, and so many times a row. Or t is the row, and the coordinate of that name the column. */
export type FoldedColumns =
  | { readonly kind: "along"; readonly count: number; readonly near: number }
  | { readonly kind: "across"; readonly counts: ColumnCounts; readonly near: number; readonly column: string };

/** The coordinate that is t in a turn, if columns are across. */
export const TURNED_NUMBER = "number";

/** What a thread has in its turn. */
export interface Turned {
  readonly number: number;
  /** 0 where there are none. */
  readonly column: number;
}

/** `column`: its own, where that is across. */
export function turnedPair({ size, columns }: Folded, isMirrored: boolean, own: number, column = 0): Turned {
  if (columns?.kind === "across") {
    if (!isMirrored) return { number: own, column };
    const mirror = mirrorColumn(columns.counts, column);
    return { number: own > 0 ? size - own : mirror === column ? size / 2 : 0, column: mirror };
  }
  const number = !isMirrored ? own : own > 0 ? size - own : size % 2 === 0 ? size / 2 : 0;
  return { number, column: columns === undefined ? 0 : number % columns.count };
}

/** The number of the thread that one is in its turn. */
export function turnedThread({ below, size, columns }: Folded, thread: number, { number, column }: Turned): number {
  if (columns === undefined)
    return (thread % below) + below * (number + size * Math.floor(thread / (below * Math.ceil(size / 2))));
  const { near } = columns;
  if (columns.kind === "across") {
    const place = Math.floor(thread / (below * size));
    const side = isMirrorSeat(columns.counts, column) ? 1 : 0;
    return (thread % below) + below * (number + size * ((place % near) + near * (side + 2 * Math.floor(place / near))));
  }
  const { count } = columns;
  const [row, rows] = [Math.floor(number / count), size / count];
  const side = 2 * column < count ? 0 : 1;
  const outer = Math.floor(thread / (below * near * rows));
  return (thread % (below * near)) + below * near * (row + rows * (side + 2 * outer));
}
