// Walsh-Hadamard transforms from their definitions, sum by sum: rows of Walsh functions as products of Rademacher functions,
// put in order by counting. Shares nothing with the generator.
import type { WalshOrder } from "../plan/transform.js";

/** The matrix of order 2^bits; row k is output k. */
export function walshMatrix(bits: number, order: WalshOrder): readonly (readonly number[])[] {
  const length = 2 ** bits;
  const bit = (value: number, i: number): number => Math.floor(value / 2 ** i) % 2;
  // The product, over the ones of p, of Rademacher functions: function i changes sign every length / 2^(i + 1) elements.
  const paley = Array.from({ length }, (_, p) =>
    Array.from({ length }, (__, j) => {
      let value = 1;
      for (let i = 0; i < bits; i++) if (bit(p, i) === 1 && bit(j, bits - 1 - i) === 1) value = -value;
      return value;
    }),
  );
  switch (order) {
    case "dyadic":
      return paley;
    case "natural":
      return Array.from({ length }, (_, k) =>
        Array.from({ length }, (__, j) => {
          let value = 1;
          for (let i = 0; i < bits; i++) if (bit(k, i) === 1 && bit(j, i) === 1) value = -value;
          return value;
        }),
      );
    case "sequency": {
      const changes = (row: readonly number[]): number =>
        row.filter((value, j) => j > 0 && value !== row[j - 1]).length;
      return paley.toSorted((a, b) => changes(a) - changes(b));
    }
  }
}

/** Multiplies along one dimension of a dense array by a matrix. */
export function alongDimension(
  values: readonly number[],
  matrix: readonly (readonly number[])[],
  step: number,
): readonly number[] {
  const length = matrix.length;
  return values.map((_, position) => {
    const index = Math.floor(position / step) % length;
    const first = position - index * step;
    return (matrix[index] ?? []).reduce((sum, sign, j) => sum + sign * (values[first + j * step] ?? Number.NaN), 0);
  });
}
