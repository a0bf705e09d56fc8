// Which elements of a finite field are squares: what Paley's matrices are made of.
import { at, invariant } from "../failure/errors.js";

/** A field of `size` elements, numbered 0 ... size - 1, as differences of numbers and the character of an element. */
export interface Field {
  readonly size: number;
  /** The number of x - y. */
  readonly difference: (x: number, y: number) => number;
  /** 1 for squares of elements other than 0, 0 for 0, otherwise -1. */
  readonly character: (x: number) => number;
}

/**
 * The integers modulo a prime; or, of the square of an odd prime p, the elements a + b t numbered a + p b, where t t = `nonresidue`,
 * which is no square modulo p.
 */
export function finiteField(prime: number, nonresidue?: number): Field {
  const size = nonresidue === undefined ? prime : prime * prime;
  const reduced = (value: number): number => ((value % prime) + prime) % prime;
  const parts = (x: number): readonly [number, number] => [x % prime, Math.floor(x / prime)];
  const squares = new Set(
    Array.from({ length: size - 1 }, (_, index) => {
      const [a, b] = parts(index + 1);
      return reduced(a * a + (nonresidue ?? 0) * b * b) + prime * reduced(2 * a * b);
    }),
  );
  invariant(squares.size === (size - 1) / 2 && !squares.has(0), () => `no field: ${prime}, ${nonresidue}`);
  const characters = Array.from({ length: size }, (_, x) => (x === 0 ? 0 : squares.has(x) ? 1 : -1));
  return {
    size,
    difference: (x, y) => {
      const [[a, b], [c, d]] = [parts(x), parts(y)];
      return reduced(a - c) + prime * reduced(b - d);
    },
    character: (x) => at(characters, x),
  };
}
