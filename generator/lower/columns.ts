// Columns and their mirrors (k and N - k) where a kernel holds both (layout/mirrored.ts), and the two butterflies of a thread in a folded
// phase: the numbers that a thread computes of these. In numbers: of 1024 columns block 2 has 16 adjacent ones in a tile, slots 32 to 47,
// and from slot 544 on their mirrors: slot 547 is that of column 1536 - 547 = 989, the mirror of 35.
import { at, invariant } from "../failure/errors.js";
import type { Let } from "../kernel/let.js";
import { columnCount, rowsInBlock, type ColumnCounts, type MirroredRows } from "../layout/mirrored.js";
import {
  all,
  compare,
  constant,
  flag,
  isZero,
  minus,
  named,
  plus,
  quotient,
  remainder,
  select,
  times,
  type Condition,
  type Integer,
} from "../plan/index-expression.js";

/** The number of a thread in its block, or group. */
export const THREAD = "thread";
/** The number of a thread's column, and of a row inside it. */
export const COLUMN = "column";
export const INSIDE = "inside";
/** Of columns that are sent: what of the mirror's number is not in registers. */
export const MIRROR = "mirror";
/** The t of one of two butterflies, the place of its row in a block, and the thread for which it stands. */
export const TURNED_NUMBER = "number";
const TURNED_ROW = "row";
export const TURNED = "turned";

const letOf = (name: string, value: Integer | Condition, comment?: string): Let => ({
  kind: "let",
  name,
  value,
  ...(comment === undefined ? {} : { comment }),
});

/** The columns along one dimension, or two. */
function countsOf(counts: ColumnCounts): readonly [first: number, second: number | undefined] {
  invariant(counts.length <= 2, () => "lower: columns along more than two dimensions");
  return [at(counts, 0), counts[1]];
}

/**
 * The number of a thread's column, by its slot: half of the columns have slots of their number; the mirror of each has the slot `count / 2`
 * further on; so has column `count / 2` relative to column 0, as both are their own mirrors. In two dimensions, columns with 0 along the
 * last one, whose mirrors have 0 there, too, share their half with those in the middle of that dimension.
 */
export function columnLets(name: string, counts: ColumnCounts, seat: Integer): readonly Let[] {
  const count = columnCount(counts);
  const [first, second] = countsOf(counts);
  if (second === undefined)
    return [letOf(name, select(compare(seat, "<=", count / 2), seat, minus(constant((3 * count) / 2), seat)))];
  const [own, near, far] = [`${name}_seat`, `${name}_near`, `${name}_far`];
  const column = named(near);
  // The mirror slot of a column that is its own mirror has another such column.
  const mirrored = select(isOwnMirror(counts, column), plus(column, constant(first / 2)), mirrorColumn(counts, column));
  return [
    letOf(own, seat),
    letOf(far, compare(named(own), ">=", count / 2)),
    ...nearLets(near, counts, remainder(named(own), count / 2)),
    letOf(name, select({ kind: "not", of: flag(far) }, column, mirrored)),
  ];
}

/** The number of the first half of all slots. Among rows (y, z) the second half of those with z = 0 has the rows in the middle of z. */
function nearLets(name: string, counts: ColumnCounts, seat: Integer): readonly Let[] {
  const [first, second] = countsOf(counts);
  if (second === undefined) return [letOf(name, seat)];
  const place = named(`${name}_seat`);
  const middle = (first * second) / 2 - first / 2;
  const isInMiddle = all([compare(place, ">=", first / 2), compare(place, "<", first)]);
  return [letOf(`${name}_seat`, seat), letOf(name, plus(place, select(isInMiddle, constant(middle), constant(0))))];
}

const negated = (length: number, place: Integer): Integer => remainder(minus(constant(length), place), length);

/** The column of the mirrors of a column. */
export function mirrorColumn(counts: ColumnCounts, column: Integer): Integer {
  const [first, second] = countsOf(counts);
  return second === undefined
    ? negated(first, column)
    : plus(negated(first, remainder(column, first)), times(first, negated(second, quotient(column, first))));
}

/** Whether a column is its own mirror. */
export function isOwnMirror(counts: ColumnCounts, column: Integer): Condition {
  const [first, second] = countsOf(counts);
  const along = isZero(remainder(column, first / 2));
  // Both indices along a dimension of 2 are their own mirrors.
  return second === undefined || second === 2
    ? along
    : all([along, isZero(remainder(quotient(column, first), second / 2))]);
}

/** Whether a column has the slot of a mirror. */
export function isMirrorSeat(counts: ColumnCounts, column: Integer): Condition {
  const [first, second] = countsOf(counts);
  if (second === undefined) return compare(column, ">=", first / 2);
  const isFar = compare(remainder(column, first), ">=", first / 2);
  if (second === 2) return isFar;
  const last = quotient(column, first);
  return {
    kind: "if",
    condition: isZero(remainder(last, second / 2)),
    then: isFar,
    otherwise: compare(last, ">", second / 2),
  };
}

/**
 * The number t in a folded phase of such columns, where frequencies continue from column to column: the number of a column, and `count` for
 * each row. The mirrors of column 0 are in itself, and so are those of column count / 2: threads have the first half of the one, and the
 * second half of the other.
 */
export function pairLet(name: string, of: { column: Integer; row: Integer; count: number; size: number }): Let {
  const { column, row, count, size } = of;
  const isMiddle = all([isZero(column), compare(row, ">=", Math.ceil(size / count / 2))]);
  return letOf(name, plus(select(isMiddle, constant(count / 2), column), times(count, row)));
}

/** The names of what a thread has of a pair of rows; `place` is that of the row among the rows of a block, `alone` whether it is its own mirror. */
export type RowNames = Readonly<Record<"pair" | "column" | "inside" | "place" | "alone", string>>;

/**
 * Columns that are rows along other dimensions: the column, t below `size`, and where a kernel has a part of another dimension, too, its
 * place inside, by those names. Two columns that are their own mirrors share their slots, and threads have half of each; likewise for two
 * rows in one column.
 */
export interface RowPairs {
  readonly names: RowNames;
  readonly seat: Integer;
  /** The rank of the block among those that share the rows of a column. */
  readonly rank: Integer;
  /** The place inside and the row's butterfly: t + size * inside. */
  readonly row: Integer;
  readonly rows: MirroredRows;
  readonly size: number;
}

export function rowPairLets({ names, seat, row, rank, rows, size }: RowPairs): readonly Let[] {
  const { counts, inside } = rows;
  const inBlock = rowsInBlock(rows);
  const [near, shares, isFar] = [`${names.column}_near`, "shares_seat", "is_far"];
  const ifFar = (count: number): Integer => select(flag(isFar), constant(count / 2), constant(0));
  const [first, ...others] = nearLets(near, counts, seat);
  const comment =
    "Each thread handles a conjugate pair of rows, k and N - k. Two self-conjugate rows share a slot, half of the threads each.";
  const column = [
    ...(first === undefined ? [] : [{ ...first, comment }]),
    ...others,
    letOf(shares, isOwnMirror(counts, named(near))),
    letOf(isFar, all([flag(shares), compare(row, ">=", (size * inBlock) / 2)])),
    letOf(names.column, plus(named(near), ifFar(at(counts, 0)))),
  ];
  if (inside.count === 1)
    return [...column, letOf(names.alone, flag(shares)), letOf(names.pair, minus(row, ifFar(size)))];
  const [nearest, isSecond, place] = [`${names.inside}_near`, "is_second", `${names.place}_near`];
  const ownPlace = minus(quotient(row, size), ifFar(inBlock));
  const ifSecond = (count: number): Integer => select(flag(isSecond), constant(count / 2), constant(0));
  const isFirst = inside.along === undefined ? [] : [isZero(columnAlong({ counts, inside }, named(names.column)))];
  // Rows 0 and count / 2 are their own mirrors, if the column is at 0 along their dimension.
  return [
    ...column,
    ...(inside.blocks === 1
      ? [letOf(nearest, ownPlace)]
      : [
          letOf(place, ownPlace),
          ...rowLets(nearest, { rows, column: named(names.column), rank, place: named(place) }),
        ]),
    letOf(names.alone, all([flag(shares), isZero(named(nearest)), ...isFirst])),
    letOf(isSecond, all([flag(names.alone), compare(remainder(row, size), ">=", size / 2)])),
    letOf(names.inside, plus(named(nearest), ifSecond(inside.count))),
    ...(inside.blocks === 1 ? [] : [letOf(names.place, plus(named(place), ifSecond(inBlock)))]),
    letOf(names.pair, minus(remainder(row, size), ifSecond(size))),
  ];
}

/**
 * The numbering of rows inside a column that blocks share: a digit of twice `half` values with so many rows `below` it; a block has so many
 * `classes` of the lower half of these, which is `near` rows.
 */
type BlockRows = Readonly<Record<"below" | "half" | "classes" | "near", number>>;

function blockRows({ inside: { count, blocks, radix } }: MirroredRows): BlockRows {
  return { below: count / radix, near: count / (2 * blocks), classes: radix / 2 / blocks, half: radix / 2 };
}

const lowOf = (row: Integer, below: number): readonly Integer[] => (below === 1 ? [] : [remainder(row, below)]);

/**
 * The row inside a column at a place of a block. Of 64 rows 8 h + l in two blocks the first one has 0 to 15 in places 0 to 15, and after
 * them the rows with the mirrored h: 56 to 63, then 48 to 55.
 */
export function rowLets(
  name: string,
  of: { readonly rows: MirroredRows; readonly column: Integer; readonly rank: Integer; readonly place: Integer },
): readonly Let[] {
  const { rows, column, rank, place } = of;
  const { count, along } = rows.inside;
  const { below, near, half } = blockRows(rows);
  const own = named(`${name}_own`);
  const high = quotient(own, below);
  const isFirst = [
    ...lowOf(own, below).map(isZero),
    ...(along === undefined ? [] : [isZero(columnAlong(rows, column))]),
  ];
  const ofFirst = negated(half, high);
  const mirrored = isFirst.length === 0 ? ofFirst : select(all(isFirst), ofFirst, minus(constant(half - 1), high));
  const far = plus(constant(count / 2), ...lowOf(own, below), times(below, mirrored));
  return [
    letOf(
      `${name}_own`,
      plus(remainder(place, near), times(near, rank)),
      "Each block holds rows of the lower half and their conjugates (N - k).",
    ),
    letOf(name, select(compare(place, "<", near), own, far)),
  ];
}

/** The coordinate of a column along the dimension of which the kernel has a part. */
function columnAlong({ counts, inside: { along = 0 } }: MirroredRows, column: Integer): Integer {
  const place = quotient(column, columnCount(counts.slice(0, along)));
  return along === counts.length - 1 ? place : remainder(place, at(counts, along));
}

/** The place of a row's mirror in the block that has both. */
function mirrorPlace(rows: MirroredRows, place: Integer, mirror: Integer): Integer {
  const { below, near, classes } = blockRows(rows);
  return plus(
    ...lowOf(mirror, below),
    ...(classes === 1 ? [] : [times(below, remainder(quotient(place, below), classes))]),
    select(compare(mirror, "<", rows.inside.count / 2), constant(0), constant(near)),
  );
}

/** The place of a row's mirror inside. */
function mirrorInside(rows: MirroredRows, column: Integer, inside: Integer): Integer {
  const { count, along } = rows.inside;
  const ofFirst = negated(count, inside);
  return along === undefined
    ? ofFirst
    : select(isZero(columnAlong(rows, column)), ofFirst, minus(constant(count - 1), inside));
}

/**
 * A thread of a folded phase does the butterflies of a conjugate pair: of t, its own part below `size`, and of the mirror `size` - t; for
 * t = 0 of size / 2, or where there is none of 0 again.
 */
export interface Folded {
  /** The name of t: `thread / below % half`. */
  readonly own: string;
  readonly below: number;
  readonly size: number;
  /** Whether threads have any coordinate beyond t. */
  readonly isOuter: boolean;
  /** The number of adjacent columns, where tiles have columns and their mirrors. */
  readonly columns: FoldedColumns | undefined;
}

/** `along`: t is the number of a column plus `count` times a row. `across`: t belongs to a row, and columns are rows of other dimensions. */
export type FoldedColumns =
  | { readonly kind: "along"; readonly count: number; readonly near: number }
  | { readonly kind: "across"; readonly rows: MirroredRows; readonly near: number; readonly names: RowNames };

/** The numbers of a thread in one of its butterflies, and as `turned` that of the thread for which it stands there. */
export function turnedLets(folded: Folded, isMirrored: boolean): readonly Let[] {
  const { columns } = folded;
  const number = turnedNumber(folded, isMirrored);
  if (columns === undefined) return [letOf(TURNED, turnedThread(folded, number))];
  const numbered = letOf(TURNED_NUMBER, number);
  if (columns.kind === "along")
    return [
      numbered,
      letOf(COLUMN, remainder(named(TURNED_NUMBER), columns.count)),
      letOf(TURNED, turnedThread(folded, named(TURNED_NUMBER))),
    ];
  const { rows, names } = columns;
  const [column, inside, place] = [names.column, names.inside, names.place].map(named);
  invariant(
    column !== undefined && inside !== undefined && place !== undefined,
    () => "lower: rows without their names",
  );
  const isShared = rows.inside.blocks > 1;
  return [
    numbered,
    letOf(COLUMN, isMirrored ? mirrorColumn(rows.counts, column) : column),
    ...(rows.inside.count === 1 ? [] : [letOf(INSIDE, isMirrored ? mirrorInside(rows, column, inside) : inside)]),
    ...(isShared ? [letOf(TURNED_ROW, isMirrored ? mirrorPlace(rows, place, named(INSIDE)) : place)] : []),
    letOf(TURNED, turnedThread(folded, named(TURNED_NUMBER))),
  ];
}

/** The t of a butterfly. */
function turnedNumber({ own, size, columns }: Folded, isMirrored: boolean): Integer {
  if (!isMirrored) return named(own);
  const middle = constant(size % 2 === 0 ? size / 2 : 0);
  const ofFirst = columns?.kind === "across" ? select(flag(columns.names.alone), middle, constant(0)) : middle;
  return select(isZero(named(own)), ofFirst, minus(constant(size), named(own)));
}

function turnedThread({ below, size, isOuter, columns }: Folded, number: Integer): Integer {
  const thread = named(THREAD);
  const beyond = (weight: number, from: number): readonly Integer[] =>
    isOuter ? [times(weight, quotient(thread, from))] : [];
  if (columns?.kind !== "across") {
    // Threads before the digit t, and values of t in a tile.
    const low = below * (columns?.near ?? 1);
    const rows = size / (columns?.count ?? 1);
    const [span, half] = columns === undefined ? [size, Math.ceil(size / 2)] : [2 * rows, rows];
    const place = columns === undefined ? number : placeAlong(number, columns.count, rows);
    return plus(...lowOf(thread, low), times(low, place), ...beyond(low * span, low * half));
  }
  const { near, rows } = columns;
  const span = below * size * rowsInBlock(rows);
  const ofRow = named(rows.inside.blocks === 1 ? INSIDE : TURNED_ROW);
  return plus(
    ...lowOf(thread, below),
    times(below, number),
    ...(rows.inside.count === 1 ? [] : [times(below * size, ofRow)]),
    ...(near === 1 ? [] : [times(span, remainder(quotient(thread, span), near))]),
    select(isMirrorSeat(rows.counts, named(COLUMN)), constant(span * near), constant(0)),
    ...beyond(2 * span * near, span * near),
  );
}

/** The row of t, and those of mirrors behind all others. */
const placeAlong = (number: Integer, count: number, rows: number): Integer =>
  plus(
    ...(rows === 1 ? [] : [quotient(number, count)]),
    select(compare(named(COLUMN), "<", count / 2), constant(0), constant(rows)),
  );
