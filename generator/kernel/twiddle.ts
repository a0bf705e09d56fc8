// Twiddle factors of a butterfly: w^(k e), w = exp(-2 pi i / order), or its conjugate. Both k and e are sums over the coordinates
// of a thread and over axes of the factors. In the registers of one thread each factor of the codelet has its k; on tensor cores
// k is the digit, which is on lanes and registers. In numbers: of w = exp(-2 pi i / 256) a thread with e = x2 = 5 in radix 16 has
// the factors w^5, w^10, ... w^75; a lane with k = 3 and registers along e has w^0, w^3, w^6, w^9.
import type { Factor } from "../codelet/codelet.js";
import { at, invariant } from "../failure/errors.js";
import type { Direction } from "../plan/transform.js";
import type { Sum } from "./coordinates.js";
import type { TwiddleTable } from "./twiddle-table.js";

/** One axis of a thread's factors, mostly of its registers: the contribution of a step along it to the row, and to e. */
export interface TwiddleAxis {
  readonly size: number;
  readonly row: number;
  readonly exponent: number;
}

export interface Twiddle {
  /** Factors of inverse transforms are conjugated. */
  readonly direction: Direction;
  readonly order: number;
  /** The possible k: a power, and a further rotation for butterflies that include their factors. */
  readonly rows: readonly Factor[];
  /** The thread's part of the row and of e; `axes` add the rest, the first running fastest. */
  readonly row: Sum;
  readonly exponent: Sum;
  readonly axes: readonly TwiddleAxis[];
  readonly source: FactorSource;
}

/**
 * The source of factors.
 * - `table`: entry [row][e] of a table; `run`: neighbouring entries that one access reads
 * - `product`: the product over the parts of part[(k e mod order) / unit % count]; the last part holds roots, the finer ones roots
 *   less 1, so that each costs no more accuracy than one rounding
 * - `fast`: the sine and cosine intrinsics
 */
export type FactorSource =
  | { readonly kind: "table"; readonly table: TwiddleTable; readonly run: number }
  | { readonly kind: "product"; readonly parts: readonly { readonly table: TwiddleTable; readonly unit: number }[] }
  | { readonly kind: "fast" };

/** The tables that a source reads. */
export function tablesOf(source: FactorSource): readonly TwiddleTable[] {
  if (source.kind === "fast") return [];
  return source.kind === "table" ? [source.table] : source.parts.map(({ table }) => table);
}

/** The same source with tables of other names: tables of inverse transforms have other numbers than those of forward ones. */
export function withSuffix(source: FactorSource, suffix: string): FactorSource {
  const renamed = (table: TwiddleTable): TwiddleTable => ({ ...table, name: `${table.name}${suffix}` });
  if (source.kind === "fast" || suffix === "") return source;
  return source.kind === "table"
    ? { ...source, table: renamed(source.table) }
    : { ...source, parts: source.parts.map((part) => ({ ...part, table: renamed(part.table) })) };
}

/** The turn of a row in units of the twiddle's order. */
export function turnUnits({ order, rows }: Twiddle, row: number): number {
  const { turn } = at(rows, row);
  const units = (turn.numerator * order) / turn.denominator;
  invariant(
    Number.isInteger(units),
    () => `twiddle: a turn of ${turn.numerator}/${turn.denominator} is no multiple of 1/${order}`,
  );
  return units;
}
