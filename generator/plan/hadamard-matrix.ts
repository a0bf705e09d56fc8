// Hadamard matrices of the orders that are no power of two, from quadratic residues (Paley, "On orthogonal matrices", 1933).
import { at, invariant } from "../failure/errors.js";

/** Orders with a matrix here. Others follow as Kronecker products with powers of two: 40 is 20 times 2. */
export const BASE_ORDERS = [12, 20, 28] as const;

/**
 * The matrix of an order in `BASE_ORDERS`, or Sylvester's of a power of two; first row and column are all 1.
 * 12 and 20: Paley's first construction over the integers modulo 11 and 19; 28: his second, modulo 13.
 */
export function hadamardMatrix(order: number): readonly (readonly number[])[] {
  const matrix = known.get(order) ?? builtMatrix(order);
  known.set(order, matrix);
  return matrix;
}

/** Whoever needs entries asks for the same few matrices again and again. */
const known = new Map<number, readonly (readonly number[])[]>();

function builtMatrix(order: number): readonly (readonly number[])[] {
  if (Number.isInteger(Math.log2(order))) {
    return square(order, (row, column) => (bitCount(row & column) % 2 === 0 ? 1 : -1));
  }
  switch (order) {
    case 12:
    case 20:
      return normalised(paleyOne(order - 1));
    case 28:
      return normalised(paleyTwo(order / 2 - 1));
    default:
      invariant(false, () => `hadamard: there is no matrix of order ${order} here`);
      return [];
  }
}

/** 1 for a quadratic residue, -1 for another number, 0 for multiples of the prime. */
function legendre(value: number, prime: number): number {
  const reduced = ((value % prime) + prime) % prime;
  if (reduced === 0) return 0;
  for (let root = 1; root < prime; root++) if ((root * root) % prime === reduced) return 1;
  return -1;
}

/** Order prime + 1, for primes 3 modulo 4: the identity plus a skew-symmetric conference matrix. */
const paleyOne = (prime: number): readonly (readonly number[])[] =>
  square(prime + 1, (row, column) => {
    if (row === column) return 1;
    if (row === 0) return 1;
    return column === 0 ? -1 : legendre(row - column, prime);
  });

/** Order 2 (prime + 1), for primes 1 modulo 4: from a symmetric conference matrix. */
const paleyTwo = (prime: number): readonly (readonly number[])[] =>
  square(2 * (prime + 1), (row, column) => {
    const [i, j] = [row >> 1, column >> 1];
    const [a, b] = [row & 1, column & 1];
    if (i === j) return a === 0 && b === 0 ? 1 : -1;
    const conference = i === 0 || j === 0 ? 1 : legendre(i - j, prime);
    return conference * (a === 1 && b === 1 ? -1 : 1);
  });

/** Rows, then columns, negated so that the first column and row are all 1. */
function normalised(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const rows = matrix.map((row) => row.map((value) => value * at(row, 0)));
  const first = at(rows, 0);
  return rows.map((row) => row.map((value, column) => value * at(first, column)));
}

const square = (order: number, entry: (row: number, column: number) => number): readonly (readonly number[])[] =>
  Array.from({ length: order }, (_, row) => Array.from({ length: order }, (__, column) => entry(row, column)));

/** Number of ones in binary. */
function bitCount(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
