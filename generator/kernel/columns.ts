// What threads have of columns and their mirrors, where a kernel holds both (layout/mirrored.ts), and what a thread of a folded phase is in
// each of its two turns. In numbers: of 1024 columns block 2 has 16 neighbours in a tile, seats 32 to 47, and from seat 544 on their mirrors:
// seat 547 is that of column 1536 - 547 = 989, the mirror of 35.
import type { Sum } from "./coordinates.js";

/**
 * The number of a thread's column, by its seat among so many, an even number: half of the columns have seats of their number; the mirror
 * of each of these, `count` less it, has one `count / 2` further on; so has column `count / 2`, for that of 0, which is its own mirror.
 */
export interface ColumnStep {
  readonly kind: "column";
  readonly seat: Sum;
  readonly count: number;
}

export const columnNumber = ({ count }: Pick<ColumnStep, "count">, seat: number): number =>
  2 * seat <= count ? seat : (3 * count) / 2 - seat;

/**
 * Of a folded phase of such columns, t by that name: the number of a column, and `count` for each row. The mirrors of column 0 are in
 * itself, and so are those of the column count / 2: threads have the first half of the one, and the second half of the other.
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
  /** Where t is the number of a column, which the thread then has, too, and so many times a row: of a tile these are so many. */
  readonly columns: { readonly count: number; readonly near: number } | undefined;
}

/** The t of one in its turn. */
export const turnedPair = ({ size }: Pick<Folded, "size">, mirrored: boolean, own: number): number =>
  !mirrored ? own : own > 0 ? size - own : size % 2 === 0 ? size / 2 : 0;

/** The number of the thread that one is in its turn, where t is `pair` then. */
export function turnedThread({ below, size, columns }: Folded, thread: number, pair: number): number {
  if (columns === undefined)
    return (thread % below) + below * (pair + size * Math.floor(thread / (below * Math.ceil(size / 2))));
  const { count, near } = columns;
  const [column, row, rows] = [pair % count, Math.floor(pair / count), size / count];
  const side = 2 * column < count ? 0 : 1;
  const outer = Math.floor(thread / (below * near * rows));
  return (thread % (below * near)) + below * near * (row + rows * (side + 2 * outer));
}
