// Hadamard matrices: what makes them such, and the constructions.
import { expect, test } from "vitest";
import { BASE_ORDERS, hadamardMatrix } from "../../generator/plan/hadamard-matrix.js";
import { at } from "../../generator/failure/errors.js";

const POWERS = [2, 4, 8, 16, 32];

const product = (matrix: readonly (readonly number[])[], x: readonly number[]): readonly number[] =>
  matrix.map((row) => row.reduce((sum, entry, j) => sum + entry * at(x, j), 0));

const popcount = (n: number): number => (n === 0 ? 0 : (n & 1) + popcount(n >> 1));

test.each([1, ...POWERS, ...BASE_ORDERS])(
  "order %i: entries 1 and -1, orthogonal rows, first row and column 1",
  (m) => {
    const matrix = hadamardMatrix(m);
    expect(matrix).toHaveLength(m);
    matrix.forEach((row, i) => {
      expect(row).toHaveLength(m);
      expect(row.every((entry) => Math.abs(entry) === 1)).toBe(true);
      expect([row[0], at(matrix, 0)[i]]).toEqual([1, 1]);
      expect(product(matrix, row)).toEqual(row.map((_, j) => (i === j ? m : 0)));
    });
  },
);

test.each(POWERS)("order %i is Sylvester's", (m) => {
  hadamardMatrix(m).forEach((row, k) => expect(row).toEqual(row.map((_, j) => (-1) ** popcount(j & k))));
});

/** Euler's criterion. */
const legendre = (a: number, q: number): number => {
  const power = Array.from({ length: (q - 1) / 2 }).reduce((p: number) => (p * (a + q)) % q, 1);
  return (a + q) % q === 0 ? 0 : power === 1 ? 1 : -1;
};

test.each([12, 20])("order %i: Paley's first construction, normalised", (m) => {
  // Rows but the first change sign by column 0; row 0 is positive then.
  const core = hadamardMatrix(m).slice(1);
  core.forEach((row, i) => {
    expect(row.slice(1)).toEqual(row.slice(1).map((_, j) => (i === j ? -1 : -legendre(i - j, m - 1))));
  });
});

test("order 28: Paley's second construction, normalised", () => {
  const c = (i: number, j: number): number => (i === j ? 0 : i === 0 || j === 0 ? 1 : legendre(i - j, 13));
  const entry = (row: number, column: number): number => {
    const [i, j, a, b] = [row >> 1, column >> 1, row & 1, column & 1];
    return c(i, j) * (a * b === 1 ? -1 : 1) + (i !== j ? 0 : a + b === 0 ? 1 : -1);
  };
  hadamardMatrix(28).forEach((row, i) => {
    expect(row).toEqual(row.map((_, j) => entry(i, j) * entry(i, 0) * entry(0, j) * entry(0, 0)));
  });
});

test.each([3, 24, 36, 40])("there is none of order %i", (m) => {
  expect(() => hadamardMatrix(m)).toThrow(/there is no matrix of order/);
});
