// Discrete Fourier transforms of numbers that are pairs of doubles, a sum whose second part is less than the last digit of the first: for
// constants that are rounded once. By prime factors, in time n times their sum.
import { primeFactors } from "./factorisation.js";

export interface Pairs {
  readonly high: Float64Array;
  readonly low: Float64Array;
}

export interface PairArrays {
  readonly re: Pairs;
  readonly im: Pairs;
}

/** One number while sums are made: high and low, real and imaginary. */
type Sum = [number, number, number, number];

const at = (numbers: Float64Array, index: number): number => numbers[index] ?? Number.NaN;

const pairs = (length: number): Pairs => ({ high: new Float64Array(length), low: new Float64Array(length) });

/** `roots`: entry k is w^k of as many as there are numbers. */
export function pairTransform(input: PairArrays, roots: PairArrays): PairArrays {
  const length = input.re.high.length;
  let from: PairArrays = input;
  // Decimation in time without reordering: `done` points are transformed, of `length / done` sequences that lie interleaved.
  let done = 1;
  for (const prime of primeFactors(length)) {
    const to: PairArrays = { re: pairs(length), im: pairs(length) };
    const step = length / (done * prime);
    const sum: Sum = [0, 0, 0, 0];
    for (let k = 0; k < done * prime; k++)
      for (let sequence = 0; sequence < step; sequence++) {
        sum.fill(0);
        for (let member = 0; member < prime; member++)
          addProduct(
            sum,
            from,
            (k % done) * step * prime + member * step + sequence,
            roots,
            ((member * k) % (done * prime)) * step,
          );
        const place = k * step + sequence;
        [to.re.high[place], to.re.low[place], to.im.high[place], to.im.low[place]] = sum;
      }
    from = to;
    done *= prime;
  }
  return from;
}

/** sum + a(i) b(j), of complex pairs. */
function addProduct(sum: Sum, a: PairArrays, i: number, b: PairArrays, j: number): void {
  const [ar, al, ai, am] = [at(a.re.high, i), at(a.re.low, i), at(a.im.high, i), at(a.im.low, i)];
  const [br, bl, bi, bm] = [at(b.re.high, j), at(b.re.low, j), at(b.im.high, j), at(b.im.low, j)];
  addReal(sum, 0, ar, al, br, bl);
  addReal(sum, 0, -ai, -am, bi, bm);
  addReal(sum, 2, ar, al, bi, bm);
  addReal(sum, 2, ai, am, br, bl);
}

const SPLITTER = 2 ** 27 + 1;

/** The part at `place`, and the one behind it, plus (a + c)(b + d) (Dekker 1971). */
function addReal(sum: Sum, place: 0 | 2, a: number, c: number, b: number, d: number): void {
  const product = a * b;
  const [ta, tb] = [SPLITTER * a, SPLITTER * b];
  const [ah, bh] = [ta - (ta - a), tb - (tb - b)];
  const [al, bl] = [a - ah, b - bh];
  const error = ah * bh - product + ah * bl + al * bh + al * bl + (a * d + c * b);
  const high = sum[place];
  const total = high + product;
  const other = total - high;
  const rest = high - (total - other) + (product - other) + error + sum[place + 1 === 1 ? 1 : 3];
  const normal = total + rest;
  sum[place] = normal;
  sum[place + 1 === 1 ? 1 : 3] = rest - (normal - total);
}
