// Tables of twiddle factors: their entries and the order of these.
import type { Factor } from "../codelet/codelet.js";
import type { Direction, NumberFormat } from "../plan/transform.js";

/**
 * A table of roots of unity: entry [row][index] = exp(-2 pi i (row.power * index / order + row.turn)), conjugated for inverse
 * transforms; less 1 where `minusOne` says so.
 */
export interface TwiddleTable {
  readonly name: string;
  readonly direction: Direction;
  readonly order: number;
  readonly count: number;
  readonly rows: readonly Factor[];
  /** Entries are roots less 1: small numbers that keep all their digits. */
  readonly minusOne: boolean;
  /** The format of an entry's parts. */
  readonly storage: NumberFormat;
  /**
   * Entries are in the order in which the lanes of a warp read them: runs of adjacent columns; for each of these the rows of so
   * many adjacent lanes, which are multiples of `lane`; for each of these the columns; and the other rows. Absent: row by row.
   */
  readonly fragments?: { readonly run: number; readonly lane: number; readonly lanes: number };
}
