// Constructions of Hadamard matrices whose orders are no powers of two, as the literature has them: signs as they come.
import { at } from "../failure/errors.js";
import { finiteField, type Field } from "./quadratic-character.js";

/** Rows of entries 1 and -1. */
export type Signs = readonly (readonly number[])[];

/**
 * - `paley-1`: order q + 1, q = 3 modulo 4: the identity and a skew conference matrix (Paley, "On orthogonal matrices", 1933);
 *   `firstRow` is the sign of the first row beside the diagonal, that of the first column is the opposite
 * - `paley-2`: order 2 (q + 1), q = 1 modulo 4: every entry of a symmetric conference matrix as a 2 x 2 block; symmetric
 * - `williamson`: four symmetric circulant matrices, given by their first rows, in Williamson's array ("Hadamard's
 *   determinant theorem and the sum of four squares", 1944)
 * - `doubled`: M M over M -M
 */
export type Construction =
  | { readonly kind: "paley-1"; readonly prime: number; readonly firstRow: 1 | -1 }
  | { readonly kind: "paley-2"; readonly prime: number; readonly nonresidue?: number }
  | { readonly kind: "williamson"; readonly rows: readonly [string, string, string, string] }
  | { readonly kind: "doubled"; readonly of: Construction };

export function constructed(construction: Construction): Signs {
  switch (construction.kind) {
    case "paley-1":
      return paleyOne(finiteField(construction.prime), construction.firstRow);
    case "paley-2":
      return paleyTwo(finiteField(construction.prime, construction.nonresidue));
    case "williamson":
      return williamson(construction.rows);
    case "doubled": {
      const half = constructed(construction.of);
      return [...half.map((row) => [...row, ...row]), ...half.map((row) => [...row, ...row.map((entry) => -entry)])];
    }
  }
}

export const square = (order: number, entry: (row: number, column: number) => number): Signs =>
  Array.from({ length: order }, (_, row) => Array.from({ length: order }, (__, column) => entry(row, column)));

const paleyOne = ({ size, difference, character }: Field, firstRow: number): Signs =>
  square(size + 1, (i, j) => {
    if (i === j) return 1;
    if (i === 0) return firstRow;
    return j === 0 ? -firstRow : character(difference(i - 1, j - 1));
  });

const paleyTwo = ({ size, difference, character }: Field): Signs =>
  square(2 * (size + 1), (row, column) => {
    const [i, j] = [row >> 1, column >> 1];
    const [a, b] = [row & 1, column & 1];
    if (i === j) return a === 0 && b === 0 ? 1 : -1;
    const conference = i === 0 || j === 0 ? 1 : character(difference(i - 1, j - 1));
    return conference * (a === 1 && b === 1 ? -1 : 1);
  });

/** Signs of the blocks: A B C D, -B A -D C, -C D A -B, -D -C B A. */
const ARRAY: Signs = [
  [1, 1, 1, 1],
  [-1, 1, -1, 1],
  [-1, 1, 1, -1],
  [-1, -1, 1, 1],
];

function williamson(rows: readonly [string, string, string, string]): Signs {
  const length = rows[0].length;
  return square(4 * length, (row, column) => {
    const [p, q] = [Math.floor(row / length), Math.floor(column / length)];
    // Blocks p and q meet in matrix p xor q of A, B, C, D.
    const circulant = at(rows, p ^ q);
    const sign = circulant.charAt((column - row + 4 * length) % length) === "+" ? 1 : -1;
    return sign * at(at(ARRAY, p), q);
  });
}
