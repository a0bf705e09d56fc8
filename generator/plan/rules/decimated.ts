// Real transforms of odd lengths by columns of fewer complex numbers, on numbers (../decimated-reals.ts): each X_i from the columns'
// transforms, and the sums of a decimation in time as they are defined.
import { at } from "../../failure/errors.js";
import { halfLength } from "../arrays.js";
import { numberAt, requireBatch, type ComplexArrays, type Evaluate } from "../complex-arrays.js";
import { columnsOf } from "../decimated-reals.js";
import { elementCount } from "../transform.js";
import type { Pairs } from "../tree.js";

interface Complex {
  readonly re: number;
  readonly im: number;
}

const ZERO: Complex = { re: 0, im: 0 };

const add = (a: Complex, b: Complex): Complex => ({ re: a.re + b.re, im: a.im + b.im });

/** Times exp(2 pi i angle). */
function turned({ re, im }: Complex, angle: number): Complex {
  const [cos, sin] = [Math.cos(2 * Math.PI * angle), Math.sin(2 * Math.PI * angle)];
  return { re: re * cos - im * sin, im: re * sin + im * cos };
}

/** Dense arrays as the input has them, of real numbers or of half spectra; so is what comes out. */
export function evaluateDecimated(
  { transform, radix, inside }: Pairs,
  given: ComplexArrays,
  evaluate: Evaluate,
): ComplexArrays {
  const n = elementCount(transform);
  const [points, columns] = [n / radix, columnsOf(radix)];
  const [read, written] = transform.kind === "r2c" ? [n, halfLength(n)] : [halfLength(n), n];
  requireBatch(given.re, given.im, read);
  const batch = given.re.length / read;
  const between = { re: new Float64Array(batch * columns * points), im: new Float64Array(batch * columns * points) };
  const result = { re: new Float64Array(batch * written), im: new Float64Array(batch * written) };
  const placeOf = (member: number, column: number, j: number): number => (member * columns + column) * points + j;
  if (transform.kind === "r2c") {
    for (let member = 0; member < batch; member++)
      for (let i = 0; i < radix; i++)
        for (let j = 0; j < points; j++)
          (i % 2 === 0 ? between.re : between.im)[placeOf(member, Math.floor(i / 2), j)] = numberAt(
            given.re,
            member * n + radix * j + i,
          );
    const { re, im } = evaluate(inside, between);
    for (let member = 0; member < batch; member++)
      for (let k = 0; k < points; k++) {
        const parts = partsAt({ re, im }, radix, (column, own) => placeOf(member, column, own % points), k, points);
        for (let t = 0; k + points * t < halfLength(n); t++) {
          const sum = parts.reduce((all, part, i) => add(all, turned(part, (-i * (k + points * t)) / n)), ZERO);
          result.re[member * written + k + points * t] = sum.re;
          result.im[member * written + k + points * t] = sum.im;
        }
      }
    return result;
  }
  for (let member = 0; member < batch; member++) {
    const spectrumAt = (f: number): Complex => {
      const isOwn = f < halfLength(n);
      const place = member * read + (isOwn ? f : n - f);
      // Frequency 0 is its own conjugate, and real.
      return { re: numberAt(given.re, place), im: f === 0 ? 0 : (isOwn ? 1 : -1) * numberAt(given.im, place) };
    };
    for (let k = 0; k < points; k++) {
      const parts = Array.from({ length: radix }, (_, i) =>
        Array.from({ length: radix }, (__, t) => k + points * t).reduce(
          (all, f) => add(all, turned(spectrumAt(f), (i * f) / n)),
          ZERO,
        ),
      );
      for (let column = 0; column < columns; column++) {
        const [first, second] = [at(parts, 2 * column), parts[2 * column + 1] ?? ZERO];
        between.re[placeOf(member, column, k)] = first.re - second.im;
        between.im[placeOf(member, column, k)] = first.im + second.re;
      }
    }
  }
  const { re, im } = evaluate(inside, between);
  for (let member = 0; member < batch; member++)
    for (let i = 0; i < radix; i++)
      for (let j = 0; j < points; j++)
        result.re[member * n + radix * j + i] = numberAt(i % 2 === 0 ? re : im, placeOf(member, Math.floor(i / 2), j));
  return result;
}

/** X_0(k), X_1(k), ... of the transforms of the columns. */
function partsAt(
  { re, im }: ComplexArrays,
  radix: number,
  placeOf: (column: number, k: number) => number,
  k: number,
  points: number,
): readonly Complex[] {
  return Array.from({ length: radix }, (_, i) => {
    const [own, mirror] = [placeOf(Math.floor(i / 2), k), placeOf(Math.floor(i / 2), points - k)];
    const [a, b, c, d] = [numberAt(re, own), numberAt(im, own), numberAt(re, mirror), numberAt(im, mirror)];
    return i % 2 === 0 ? { re: (a + c) / 2, im: (b - d) / 2 } : { re: (b + d) / 2, im: (c - a) / 2 };
  });
}
