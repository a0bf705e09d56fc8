// Powers of two by split radix, decimation in time: the fewest operations among the classical algorithms.
import type { ComplexAlgebra, ComplexExpression, Signal } from "./complex.js";
import { signalOf } from "./complex.js";
import { QUARTER_TURN, turn } from "./turn.js";

/**
 * The DFT of length n = 2^m of x. One transform of the n/2 even elements and two of n/4 odd ones, 4j+1 and 4j-1, whose
 * twiddle factors are conjugates and so share their constants.
 *
 * Source: Duhamel & Hollmann 1984 (split radix); Kamar & Elcherif 1989 (conjugate pairs).
 */
export function splitRadix(algebra: ComplexAlgebra, n: number, x: Signal): Signal {
  const { add, subtract, rotate, section } = algebra;
  if (n === 1) return x;
  if (n === 2) {
    return signalOf([add(x(0), x(1)), subtract(x(0), x(1))]);
  }
  const part = (what: string, length: number, elements: (j: number) => number): Signal =>
    section(`DFT of length ${length} of ${what}`, () => splitRadix(algebra, length, (j) => x(elements(j))));
  const even = part("the even elements", n / 2, (j) => 2 * j);
  const after = part("elements 4j + 1", n / 4, (j) => 4 * j + 1);
  const before = part("elements 4j - 1", n / 4, (j) => (4 * j + n - 1) % n);

  const outputs = new Array<ComplexExpression>(n);
  for (let k = 0; k < n / 4; k++) {
    const places = [k, k + n / 4, k + n / 2, k + (3 * n) / 4];
    section(`Outputs ${places.join(", ")}`, () => {
      const [p, q] = [rotate(after(k), turn(k, n)), rotate(before(k), turn(-k, n))];
      const sum = add(p, q);
      const difference = rotate(subtract(p, q), QUARTER_TURN);
      outputs[k] = add(even(k), sum);
      outputs[k + n / 2] = subtract(even(k), sum);
      outputs[k + n / 4] = add(even(k + n / 4), difference);
      outputs[k + (3 * n) / 4] = subtract(even(k + n / 4), difference);
    });
  }
  return signalOf(outputs);
}
