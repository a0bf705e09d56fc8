// Columns and their mirrors (k and N - k) where a kernel holds both (layout/mirrored.ts), and the two butterflies of a thread in
// a folded phase. In numbers: of 1024 columns block 2 has 16 adjacent ones in a tile, slots 32 to 47, and from slot 544 on their
// mirrors: slot 547 is that of column 1536 - 547 = 989, the mirror of 35.
import { at } from "../failure/errors.js";
import { columnCount, rowsInBlock, type ColumnCounts, type MirroredRows } from "../layout/mirrored.js";
import type { Sum } from "./coordinates.js";

export { columnCount, rowsInBlock, type ColumnCounts, type MirroredRows };

/**
 * The number of a thread's column, by its slot: half of the columns have slots of their number; the mirror of each has the slot
 * `count / 2` further on; so has column `count / 2` relative to column 0, as both are their own mirrors. In several dimensions,
 * columns with 0 along the last one, whose mirrors have 0 there, too, share their half with those in the middle of that
 * dimension.
 */
export interface ColumnStep {
  readonly kind: "column";
  readonly seat: Sum;
  readonly counts: ColumnCounts;
}

export function columnNumber({ counts }: Pick<ColumnStep, "counts">, seat: number): number {
  const half = columnCount(counts) / 2;
  return placesOf(counts, seat % half, seat >= half).reduceRight(
    (number, place, index) => number * at(counts, index) + place,
    0,
  );
}

function placesOf(counts: ColumnCounts, near: number, isMirror: boolean): readonly number[] {
  const lower = counts.slice(0, -1);
  const count = at(counts, counts.length - 1);
  const below = columnCount(lower);
  const last = Math.floor(near / below);
  const mirrored = (place: number, of: number): number => (isMirror ? (of - place) % of : place);
  if (last > 0)
    return [...lower.map((of, index) => mirrored(placeAlong(lower, near % below, index), of)), mirrored(last, count)];
  if (lower.length === 0) return [isMirror ? count / 2 : 0];
  const inMiddle = 2 * near >= below;
  return [...placesOf(lower, inMiddle ? near - below / 2 : near, isMirror), inMiddle ? count / 2 : 0];
}

/** The place along one of the dimensions. */
const placeAlong = (counts: ColumnCounts, column: number, index: number): number =>
  Math.floor(column / columnCount(counts.slice(0, index))) % at(counts, index);

/** The column of the mirrors of a column. */
export const mirrorColumn = (counts: ColumnCounts, column: number): number =>
  counts.reduceRight((number, of, index) => number * of + ((of - placeAlong(counts, column, index)) % of), 0);

/** Whether a column has the slot of a mirror. */
export function isMirrorSeat(counts: ColumnCounts, column: number): boolean {
  const places = counts.map((of, index) => ({ of, place: placeAlong(counts, column, index) }));
  const { of, place } = places.findLast((along) => (2 * along.place) % along.of !== 0) ?? at(places, 0);
  return 2 * place >= of;
}

/**
 * Where a cluster sends columns to the block that has their mirrors: of column `below` + count * r, with r in registers, the
 * first half of all have the slots of their numbers, and the rest those of their mirrors (as above). So registers of the second
 * half change places, and `below` becomes that of the mirror. In numbers: of 128 columns, 8 below 16 registers, register 9 of
 * thread 3 has column 75, the mirror of 53; its destination is that of register 6 and thread 5, half of all slots further on.
 */
export interface MirrorStep {
  readonly kind: "mirror";
  /** The mirrored number: that of the column, or of a row inside one, whose place changes only in the registers. */
  readonly of: "column" | "row";
  readonly below: Sum;
  readonly count: number;
  readonly radix: number;
  /** So many groups, one after the other in the registers. */
  readonly groups: number;
}

export const mirrorBelow = ({ count }: Pick<MirrorStep, "count">, below: number): number => (count - below) % count;

/** The register that goes to place `to` of the second half. */
export const mirrorRegister = ({ radix }: Pick<MirrorStep, "radix">, below: number, to: number): number => {
  const half = radix / 2;
  return half + (below === 0 ? (half - to) % half : half - 1 - to);
};

/**
 * The number t in a folded phase of such columns, where frequencies continue from column to column: the number of a column, and
 * `count` for each row. The mirrors of column 0 are in itself, and so are those of column count / 2: threads have the first half
 * of the one, and the second half of the other.
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
 * Columns that are rows along other dimensions: the column, t below `size`, and where a kernel has a part of another dimension,
 * too, its place `inside`, by those names. Two columns that are their own mirrors share their slots, and threads have half of
 * each; likewise for two rows in one column. `alone`: whether a row is its own mirror.
 */
export interface RowPairStep {
  readonly kind: "row-pair";
  readonly names: RowNames;
  readonly seat: Sum;
  /** The rank of the block among those that share the rows of a column. */
  readonly rank: Sum;
  /** The place inside and the row's butterfly: t + size * inside. */
  readonly row: Sum;
  readonly rows: MirroredRows;
  readonly size: number;
}

export interface RowNames {
  readonly pair: string;
  readonly column: string;
  readonly inside: string;
  /** The place of the row among the rows of a block. */
  readonly place: string;
  readonly alone: string;
}

/** The rows of a thread. */
export interface RowPair {
  readonly pair: number;
  readonly column: number;
  readonly inside: number;
  readonly place: number;
  readonly isAlone: boolean;
}

/** The row inside a column of a thread in an unfolded phase, by its place in a block. */
export interface RowStep {
  readonly kind: "row";
  readonly rank: Sum;
  readonly place: Sum;
  readonly rows: MirroredRows;
}

/**
 * The numbering of rows inside a column that blocks share: a digit of twice `half` values with so many rows `below` it; a block
 * has so many `classes` of the lower half of these, which is `near` rows.
 */
export type BlockRows = Readonly<Record<"below" | "half" | "classes" | "near", number>>;

export function blockRows({ inside: { count, shared } }: MirroredRows): BlockRows {
  const { blocks, radix } = shared ?? { blocks: 1, radix: count };
  return { below: count / radix, near: count / (2 * blocks), classes: radix / 2 / blocks, half: radix / 2 };
}

/**
 * The row inside a column at a place of a block. Of 64 rows 8 h + l in two blocks the first one has 0 to 15 in places 0 to 15,
 * and after them the rows with the mirrored h: 56 to 63, then 48 to 55.
 */
export function rowAt(rows: MirroredRows, column: number, rank: number, place: number): number {
  const { count, shared } = rows.inside;
  if (shared === undefined) return place;
  const { below, near, half } = blockRows(rows);
  const own = (place % near) + near * rank;
  if (place < near) return own;
  const [low, high] = [own % below, Math.floor(own / below)];
  const isFirst = low === 0 && columnAlong(rows, column) === 0;
  return count / 2 + low + below * (isFirst ? (half - high) % half : half - 1 - high);
}

/** The place of a row's mirror in the block that has both. */
function mirrorPlace(rows: MirroredRows, place: number, mirror: number): number {
  const { count, shared } = rows.inside;
  if (shared === undefined) return mirror;
  const { below, near, classes } = blockRows(rows);
  const high = Math.floor(place / below) % classes;
  return (mirror % below) + below * high + (2 * mirror < count ? 0 : near);
}

export function rowPair(
  { rows, size }: Pick<RowPairStep, "rows" | "size">,
  seat: number,
  row: number,
  rank: number,
): RowPair {
  const { counts, inside } = rows;
  const near = columnNumber({ counts }, seat);
  const [pair, place] = [row % size, Math.floor(row / size)];
  if (mirrorColumn(counts, near) !== near)
    return { pair, column: near, inside: rowAt(rows, near, rank, place), place, isAlone: false };
  const inBlock = rowsInBlock(rows);
  const isFar = 2 * row >= size * inBlock;
  const column = near + (isFar ? at(counts, 0) / 2 : 0);
  if (inside.count === 1) return { pair: pair - (isFar ? size / 2 : 0), column, inside: 0, place: 0, isAlone: true };
  const ownPlace = place - (isFar ? inBlock / 2 : 0);
  const own = rowAt(rows, column, rank, ownPlace);
  // Rows 0 and count / 2 are their own mirrors, if the column is at 0 along their dimension.
  if (own > 0 || columnAlong(rows, column) > 0) return { pair, column, inside: own, place: ownPlace, isAlone: false };
  const isSecond = 2 * pair >= size;
  return {
    pair: pair - (isSecond ? size / 2 : 0),
    column,
    inside: isSecond ? inside.count / 2 : 0,
    place: isSecond ? inBlock / 2 : 0,
    isAlone: true,
  };
}

/** The coordinate of a column along the dimension of which the kernel has a part. */
const columnAlong = ({ counts, inside: { along } }: MirroredRows, column: number): number =>
  along === undefined ? 0 : placeAlong(counts, column, along);

/** The place of a row's mirror inside. */
function mirrorInside(rows: MirroredRows, column: number, inside: number): number {
  const { count } = rows.inside;
  return columnAlong(rows, column) === 0 ? (count - inside) % count : count - 1 - inside;
}

/**
 * A thread of a folded phase does the butterflies of a conjugate pair: of t, its own part below `size`, and of the mirror `size`
 * - t; for t = 0 of size / 2, or where there is none of 0 again.
 */
export interface Folded {
  /** The coordinate that is t: `thread / below % half`. */
  readonly own: string;
  readonly below: number;
  readonly size: number;
  /** Whether threads have any coordinate beyond t. */
  readonly isOuter: boolean;
  /** The number of adjacent columns, where tiles have columns and their mirrors. */
  readonly columns: FoldedColumns | undefined;
}

/**
 * `along`: t is the number of a column plus `count` times a row. `across`: t belongs to a row, and columns are rows of other
 * dimensions.
 */
export type FoldedColumns =
  | { readonly kind: "along"; readonly count: number; readonly near: number }
  | { readonly kind: "across"; readonly rows: MirroredRows; readonly near: number; readonly names: RowNames };

/** The name of the coordinate t of a butterfly, if columns are across. */
export const TURNED_NUMBER = "number";

/** The numbers of a thread in one of its butterflies; 0 for absent ones. */
export interface Turned {
  readonly number: number;
  readonly column: number;
  readonly inside: number;
  readonly place: number;
}

export function turnedRow(rows: MirroredRows, size: number, isMirrored: boolean, own: RowPair): Turned {
  if (!isMirrored) return { number: own.pair, column: own.column, inside: own.inside, place: own.place };
  const inside = mirrorInside(rows, own.column, own.inside);
  return {
    number: own.pair > 0 ? size - own.pair : own.isAlone ? size / 2 : 0,
    column: mirrorColumn(rows.counts, own.column),
    inside,
    place: mirrorPlace(rows, own.place, inside),
  };
}

export function turnedPair(
  { size, columns }: Pick<Folded, "size" | "columns">,
  isMirrored: boolean,
  own: number,
): Turned {
  const number = !isMirrored ? own : own > 0 ? size - own : size % 2 === 0 ? size / 2 : 0;
  return { number, column: columns?.kind === "along" ? number % columns.count : 0, inside: 0, place: 0 };
}

/** The number of the thread that a thread stands for in one of its butterflies. */
export function turnedThread(
  { below, size, columns }: Pick<Folded, "below" | "size" | "columns">,
  thread: number,
  { number, column, place: inside }: Turned,
): number {
  if (columns === undefined)
    return (thread % below) + below * (number + size * Math.floor(thread / (below * Math.ceil(size / 2))));
  const { near } = columns;
  if (columns.kind === "across") {
    const { counts } = columns.rows;
    const rows = size * rowsInBlock(columns.rows);
    const place = Math.floor(thread / (below * rows));
    const side = isMirrorSeat(counts, column) ? 1 : 0;
    const beyond = (place % near) + near * (side + 2 * Math.floor(place / near));
    return (thread % below) + below * (number + size * inside + rows * beyond);
  }
  const { count } = columns;
  const [row, rows] = [Math.floor(number / count), size / count];
  const side = 2 * column < count ? 0 : 1;
  const outer = Math.floor(thread / (below * near * rows));
  return (thread % (below * near)) + below * near * (row + rows * (side + 2 * outer));
}
