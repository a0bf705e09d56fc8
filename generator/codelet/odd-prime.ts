// Odd primes by the symmetry of cosine and sine: sums and differences of x(j) and x(p-j), then a real matrix for
// either.
import { at } from "../failure/errors.js";
import { rootPowers } from "../plan/rader.js";
import type { ComplexAlgebra, ComplexExpression, Signal } from "./complex.js";
import { signalOf } from "./complex.js";
import { cosineOf, negated, productOf, rational, sineOf, type Constant } from "./constant.js";
import { QUARTER_TURN, turn } from "./turn.js";

/** One term of a linear combination. */
interface Term {
  readonly weight: Constant;
  readonly value: ComplexExpression;
}

/** A(k) for one k of 0 ... m. */
interface CosineSum {
  readonly k: number;
  readonly value: ComplexExpression;
}

/**
 * The DFT of odd prime length p = 2m + 1 of x:
 *
 *     X(k), X(p-k) = A(k) -+ i B(k),   A(k) = x(0) + sum cos(2 pi j k/p) (x(j) + x(p-j))
 *                                      B(k) =        sum sin(2 pi j k/p) (x(j) - x(p-j)),   j = 1 ... m
 *
 * Written directly that is 4 m^2 + 8 m instructions with fused multiply-adds; for even m the cosine part is split in
 * two.
 *
 * Source: Singleton 1969 for the symmetric form.
 */
export function oddPrime(algebra: ComplexAlgebra, p: number, x: Signal): Signal {
  const m = (p - 1) / 2;
  const pairs = Array.from({ length: m }, (_, index) => ({
    sum: algebra.add(x(index + 1), x(p - 1 - index)),
    difference: algebra.subtract(x(index + 1), x(p - 1 - index)),
  }));
  const sums: Signal = (j) => at(pairs, Math.min(j, p - j) - 1).sum;

  const outputs = new Array<ComplexExpression>(p);
  for (const { k, value } of m % 2 === 0 ? splitCosines(algebra, p, x(0), sums) : cosines(algebra, p, x(0), sums)) {
    const sines = pairs.map(({ difference }, index) => ({
      weight: sineOf(turn((index + 1) * k, p)),
      value: difference,
    }));
    if (k === 0) {
      outputs[0] = value;
      continue;
    }
    const odd = algebra.rotate(combine(algebra, sines), QUARTER_TURN);
    outputs[k] = algebra.add(value, odd);
    outputs[p - k] = algebra.subtract(value, odd);
  }
  return signalOf(outputs);
}

/** A(k) as the formula has it. */
function* cosines(algebra: ComplexAlgebra, p: number, x0: ComplexExpression, sums: Signal): Generator<CosineSum> {
  const indices = Array.from({ length: (p - 1) / 2 }, (_, index) => index + 1);
  yield { k: 0, value: indices.map(sums).reduce(algebra.add, x0) };
  for (const k of indices) {
    const terms = indices.map((j) => ({ weight: cosineOf(turn(j * k, p)), value: sums(j) }));
    yield { k, value: combine(algebra, terms, x0) };
  }
}

/**
 * A(k) for even m. With a generator g modulo p, j = +-g^i and k = +-g^l, the matrix is cos(2 pi g^(i+l)/p): a cyclic
 * convolution of length m (Rader 1968). One step of the Chinese remainder theorem, modulo z^h - 1 and z^h + 1 with h
 * = m/2, leaves two convolutions of half the length and saves 4 h (h - 1) instructions. Their constants, halves of
 * the sum and of the difference of two cosines, are products of two. For p = 5 this is Winograd's algorithm.
 */
function* splitCosines(algebra: ComplexAlgebra, p: number, x0: ComplexExpression, sums: Signal): Generator<CosineSum> {
  const h = (p - 1) / 4;
  const powers = rootPowers(p);
  const power = (i: number): number => at(powers, i % (4 * h));

  const halves = Array.from({ length: h }, (_, i) => ({
    sum: algebra.add(sums(power(i)), sums(power(i + h))),
    difference: algebra.subtract(sums(power(i)), sums(power(i + h))),
  }));
  const mean = (i: number): Constant =>
    h === 1 ? rational(-1, 4) : productOf(...byHalfAngles(cosineOf, power(i), power(i + h), p));
  const deviation = (i: number): Constant => negated(productOf(...byHalfAngles(sineOf, power(i), power(i + h), p)));

  yield { k: 0, value: halves.map(({ sum }) => sum).reduce(algebra.add, x0) };
  for (let l = 0; l < h; l++) {
    const common = halves.map(({ sum }, i) => ({ weight: mean(i + l), value: sum }));
    const opposite = halves.map(({ difference }, i) => ({ weight: deviation(i + l), value: difference }));
    const [a, b] = [combine(algebra, common, x0), combine(algebra, opposite)];
    yield { k: Math.min(power(l), p - power(l)), value: algebra.add(a, b) };
    yield { k: Math.min(power(l + h), p - power(l + h)), value: algebra.subtract(a, b) };
  }
}

/** The function at (a + b)/2 and at (a - b)/2, angles in units of 1/p of a turn. */
const byHalfAngles = (
  f: (angle: ReturnType<typeof turn>) => Constant,
  a: number,
  b: number,
  p: number,
): [Constant, Constant] => [f(turn(a + b, 2 * p)), f(turn(a - b, 2 * p))];

/** start + the sum of the terms. */
function combine(algebra: ComplexAlgebra, terms: readonly Term[], start?: ComplexExpression): ComplexExpression {
  const scaled = terms.map(({ weight, value }) => algebra.scale(weight, value));
  return start === undefined ? scaled.reduce(algebra.add) : scaled.reduce(algebra.add, start);
}
