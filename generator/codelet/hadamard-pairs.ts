// Finds butterflies in a Hadamard matrix of any order: pairs of columns and pairs of rows such that every 2 x 2 block
// that they cut out has an even number of entries -1.
//
// With B the butterflies of the pairs, H = B M B then, where M has exactly one entry 1 or -1 in every block and 0
// elsewhere, so only order/4 in every row: each even block is a multiple of the outer product of (1, 1) or (1, -1) with
// (1, 1) or (1, -1).
import { at, invariant } from "../failure/errors.js";

/** Rows of entries 1 and -1. */
export type HadamardMatrix = readonly (readonly number[])[];

export type Pair = readonly [number, number];

export interface Pairs {
  readonly columns: readonly Pair[];
  readonly rows: readonly Pair[];
}

/**
 * Depth-first over pairings of the columns. Two rows can become a pair while they agree in the product of each column
 * pair so far, so rows fall into ever smaller classes, each of which must keep an even number. A few steps suffice for
 * the base orders.
 */
export function evenPairs(matrix: HadamardMatrix): Pairs {
  const all = matrix.map((_, index) => index);
  const found = extend(matrix, { columns: [], free: all, classes: [all] });
  invariant(found !== undefined, () => `hadamard: no pairs for order ${matrix.length}`);
  return found;
}

interface State {
  readonly columns: readonly Pair[];
  /** Columns without a partner. */
  readonly free: readonly number[];
  /** Rows that no pair of columns tells apart. */
  readonly classes: readonly (readonly number[])[];
}

function extend(matrix: HadamardMatrix, { columns, free, classes }: State): Pairs | undefined {
  const [first, ...others] = free;
  if (first === undefined) return { columns, rows: classes.flatMap(inPairs) };
  for (const second of others) {
    const agrees = (row: number): boolean => at(at(matrix, row), first) === at(at(matrix, row), second);
    const split = classes.flatMap((rows) => [rows.filter(agrees), rows.filter((row) => !agrees(row))]);
    if (split.some((rows) => rows.length % 2 === 1)) continue;
    const found = extend(matrix, {
      columns: [...columns, [first, second]],
      free: others.filter((column) => column !== second),
      classes: split.filter((rows) => rows.length > 0),
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

const inPairs = (rows: readonly number[]): readonly Pair[] =>
  rows.flatMap((row, index): readonly Pair[] => (index % 2 === 1 ? [[at(rows, index - 1), row]] : []));
