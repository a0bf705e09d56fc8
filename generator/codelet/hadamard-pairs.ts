// Finds butterflies in a Hadamard matrix of any order: pairs of columns and pairs of rows such that every 2 x 2 block
// that they cut out has an even number of entries -1.
//
// With B the butterflies of the pairs, H = B M B then, where M has exactly one entry 1 or -1 in every block and 0
// elsewhere, so only order/4 in every row: each even block is a multiple of the outer product of (1, 1) or (1, -1) with
// (1, 1) or (1, -1).
import { at } from "../failure/errors.js";
import type { Signs } from "../plan/hadamard-constructions.js";

export type Pair = readonly [number, number];

export interface Pairs {
  readonly columns: readonly Pair[];
  readonly rows: readonly Pair[];
}

/**
 * Depth-first over pairings of the columns. Two rows can become a pair while they agree in the product of each column
 * pair so far, so rows fall into ever smaller classes, each of which must keep an even number. A few steps suffice where
 * there are such pairs; undefined where they do not.
 */
export function evenPairs(matrix: Signs): Pairs | undefined {
  const all = matrix.map((_, index) => index);
  return extend(matrix, { columns: [], free: all, classes: [all] }, { left: MOST_STEPS });
}

const MOST_STEPS = 20_000;

interface State {
  readonly columns: readonly Pair[];
  /** Columns without a partner. */
  readonly free: readonly number[];
  /** Rows that no pair of columns tells apart. */
  readonly classes: readonly (readonly number[])[];
}

function extend(matrix: Signs, { columns, free, classes }: State, steps: { left: number }): Pairs | undefined {
  const [first, ...others] = free;
  if (first === undefined) return { columns, rows: classes.flatMap(inPairs) };
  for (const second of others) {
    if (steps.left-- <= 0) return undefined;
    const agrees = (row: number): boolean => at(at(matrix, row), first) === at(at(matrix, row), second);
    const split = classes.flatMap((rows) => [rows.filter(agrees), rows.filter((row) => !agrees(row))]);
    if (split.some((rows) => rows.length % 2 === 1)) continue;
    const next = {
      columns: [...columns, [first, second] as const],
      free: others.filter((column) => column !== second),
      classes: split.filter((rows) => rows.length > 0),
    };
    const found = extend(matrix, next, steps);
    if (found !== undefined) return found;
  }
  return undefined;
}

const inPairs = (rows: readonly number[]): readonly Pair[] =>
  rows.flatMap((row, index): readonly Pair[] => (index % 2 === 1 ? [[at(rows, index - 1), row]] : []));
