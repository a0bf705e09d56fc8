// Hadamard matrices from the words of emitted headers: Paley's by Euler's criterion and a list of squares, Williamson's as a sum of
// Kronecker products with the units of the quaternions. Shares nothing with the generator.

type Matrix = readonly (readonly number[])[];

const plus = (one: Matrix, other: Matrix): Matrix =>
  one.map((row, i) => row.map((entry, j) => entry + (other[i]?.[j] ?? Number.NaN)));
export const kronecker = (outer: Matrix, inner: Matrix): Matrix =>
  outer.flatMap((signs) => inner.map((row) => signs.flatMap((sign) => row.map((entry) => sign * entry))));
export const transposed = (matrix: Matrix): Matrix =>
  matrix.map((row, i) => row.map((_, j) => matrix[j]?.[i] ?? Number.NaN));
const normalised = (h: Matrix): Matrix =>
  h.map((row, i) => row.map((entry, j) => entry * (h[i]?.[0] ?? Number.NaN) * (h[0]?.[j] ?? Number.NaN)));

/** chi(x - y) of elements numbered from 0, of the field of q; 25 has t t = 2. */
function character(q: number): (x: number, y: number) => number {
  if (q !== 25) {
    return (x, y) => {
      const base = (x - y + q) % q;
      let power = 1;
      for (let step = 0; step < (q - 1) / 2; step++) power = (power * base) % q;
      return power === q - 1 ? -1 : power;
    };
  }
  const multiply = ([a, b]: readonly [number, number], [c, d]: readonly [number, number]) =>
    [(a * c + 2 * b * d) % 5, (a * d + b * c) % 5] as const;
  const elements = Array.from({ length: 25 }, (_, e) => [e % 5, Math.floor(e / 5)] as const);
  const squares = elements.map((e) => multiply(e, e).join());
  return (x, y) => {
    const difference = [((x % 5) - (y % 5) + 5) % 5, (Math.floor(x / 5) - Math.floor(y / 5) + 5) % 5];
    return x === y ? 0 : squares.includes(difference.join()) ? 1 : -1;
  };
}

/** The conference matrix of order q + 1, with this first column. */
function conference(q: number, first: readonly [row: number, column: number]): Matrix {
  const chi = character(q);
  const line = Array.from({ length: q + 1 }, (_, index) => index);
  return line.map((i) => line.map((j) => (i === j ? 0 : i === 0 ? first[0] : j === 0 ? first[1] : chi(i - 1, j - 1))));
}

const identity = (n: number): Matrix =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => (i === j ? 1 : 0)));

export const paleyOne = (q: number, firstRow: number): Matrix =>
  plus(conference(q, [firstRow, -firstRow]), identity(q + 1));

export const paleyTwo = (q: number): Matrix =>
  plus(
    kronecker(conference(q, [1, 1]), [
      [1, 1],
      [1, -1],
    ]),
    kronecker(identity(q + 1), [
      [1, -1],
      [-1, -1],
    ]),
  );

export function williamson(firstRows: readonly string[]): Matrix {
  const circulants = firstRows.map((text) => {
    const row = Array.from(text, (sign) => (sign === "+" ? 1 : -1));
    return row.map((_, r) => row.map((__, c) => row[(c - r + row.length) % row.length] ?? Number.NaN));
  });
  const units: readonly Matrix[] = [
    [1, 2, 3, 4],
    [-2, 1, -4, 3],
    [-3, 4, 1, -2],
    [-4, -3, 2, 1],
  ].reduce<readonly Matrix[]>(
    (found, row, i) =>
      found.map((unit, letter) =>
        unit.map((entries, k) => (k === i ? row.map((e) => (Math.abs(e) === letter + 1 ? Math.sign(e) : 0)) : entries)),
      ),
    Array.from({ length: 4 }, () => identity(4)),
  );
  return circulants
    .map((circulant, letter) => kronecker(units[letter] ?? [], circulant))
    .reduce((sum, product) => plus(sum, product));
}

/** The standard matrices and Dao's, forward. */
export function referenceMatrix(family: "standard" | "dao", order: number): Matrix {
  if (family === "dao") {
    switch (order) {
      case 12:
        return paleyTwo(5);
      case 20:
        return williamson(["+----", "+----", "++--+", "+-++-"]);
      case 28:
        return williamson(["+------", "++----+", "+-+--+-", "+--++--"]);
      default:
        return kronecker(
          [
            [1, 1],
            [1, -1],
          ],
          paleyOne(19, -1),
        );
    }
  }
  switch (order) {
    case 1:
      return [[1]];
    case 12:
    case 20:
    case 140:
      return normalised(paleyOne(order - 1, 1));
    case 156:
      return normalised(
        williamson([
          "+---+---+-++-++----++----++-++-+---+---",
          "+-++------++--+-+-++++-+-+--++------++-",
          "+---+--++++----+-+-++-+-+----++++--+---",
          "++--+++-+--++-+----------+-++--+-+++--+",
        ]),
      );
    case 172:
      return normalised(
        williamson([
          "+---++--++++-+-+++-++--++-+++-+-++++--++---",
          "++---++++-+--+--++--------++--+--+-++++---+",
          "+++-+-++--+-+-++++-+----+-++++-+-+--++-+-++",
          "++-++++++----+-+--++-++-++--+-+----++++++-+",
        ]),
      );
    default:
      return normalised(paleyTwo(order / 2 - 1));
  }
}
