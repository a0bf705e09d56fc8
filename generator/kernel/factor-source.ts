// The source of a butterfly's twiddle factors: one table when it is small, otherwise a product of small tables, or the intrinsic.
import { divisors } from "../arithmetic/factorisation.js";
import { buildCodelet, codeletName, type CodeletSpec, type Factor } from "../codelet/codelet.js";
import { unreachable } from "../failure/errors.js";
import type { Exponent } from "../layout/twiddle-exponents.js";
import { isOnCluster, type Schedule, type TwiddleSource } from "../plan/plan.js";
import { computedIn, type NumberFormat } from "../plan/transform.js";
import type { FactorSource } from "./twiddle.js";
import type { TwiddleTable } from "./twiddle-table.js";

/** The most entries of a table, where the schedule gives no limit; on clusters each block reads its own small part repeatedly. */
const TABLE_ENTRIES = 8192;
const SHARED_TABLE_ENTRIES = 1 << 16;

/** Entries of a table beyond which it is replaced by a product of smaller ones. */
export const tableEntries = (schedule: Schedule): number =>
  schedule.entries ?? (isOnCluster(schedule) ? SHARED_TABLE_ENTRIES : TABLE_ENTRIES);

const PART_ENTRIES = 2048;
/** The limit for tables of matrix products, in bytes of a table's real parts. */
export const MATRIX_TABLE_BYTES = 32768;

/**
 * The source of factors that could be in this table: the table when it is small, otherwise a product of small tables, or the
 * intrinsic. The last two are computed in single precision at least.
 */
export function factorSource(source: TwiddleSource, table: TwiddleTable, mostEntries: number, run = 1): FactorSource {
  switch (source) {
    case "fast-sincos":
      return { kind: "fast" };
    case "table":
    case "powers":
      return table.rows.length * table.count <= mostEntries
        ? { kind: "table", table, run }
        : { kind: "product", parts: productParts(table) };
    default:
      return unreachable(source);
  }
}

/** The table of one codelet's factors: `dft16_pre_w256`, the entries for e = 0, 1, ... where w = exp(-2 pi i e / 256). */
export function codeletTable({ order, count }: Exponent, codelet: CodeletSpec, storage: NumberFormat): TwiddleTable {
  const part = count === order / codelet.radix ? "" : `_first${count}`;
  const name = `${codeletName(codelet)}_w${order}${part}`;
  const { direction } = codelet;
  return { name, direction, order, count, rows: buildCodelet(codelet).factors, minusOne: false, storage };
}

/** Cuts an order into as few factors as keep each table small, as equal as its divisors allow; the finest first. */
function productParts({
  direction,
  order,
  storage: stored,
}: TwiddleTable): { readonly table: TwiddleTable; readonly unit: number }[] {
  const storage = computedIn(stored);
  const counts = cutOf(order);
  const parts: { table: TwiddleTable; unit: number }[] = [];
  let unit = 1;
  for (const [part, count] of counts.entries()) {
    const rows: readonly Factor[] = [{ power: unit, turn: { numerator: 0, denominator: 1 } }];
    const minusOne = part < counts.length - 1;
    const name = `w${order}_unit${unit}${minusOne ? "_minus_1" : ""}`;
    parts.push({ table: { name, direction, order, count, rows, minusOne, storage }, unit });
    unit *= count;
  }
  return parts;
}

/** Entries of each table of a product. */
function cutOf(order: number): readonly number[] {
  const known = knownCuts.get(order);
  if (known !== undefined) return known;
  const partCount = Math.max(2, Math.ceil(Math.log2(order) / Math.log2(PART_ENTRIES)));
  const counts: number[] = [];
  let rest = order;
  for (let left = partCount; left > 0; left--) {
    const ideal = rest ** (1 / left);
    const count =
      left === 1
        ? rest
        : divisors(rest).reduce((best, candidate) =>
            Math.abs(Math.log(candidate / ideal)) < Math.abs(Math.log(best / ideal)) ? candidate : best,
          );
    counts.push(count);
    rest /= count;
  }
  knownCuts.set(order, counts);
  return counts;
}

/** The search needs the same few orders very often. */
const knownCuts = new Map<number, readonly number[]>();
