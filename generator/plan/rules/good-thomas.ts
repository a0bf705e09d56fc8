// Good's and Thomas' transform on numbers: butterflies across rows of a prime length, then each row by itself (../coprime.ts).
import { numberAt, requireBatch, type ComplexArrays, type Evaluate } from "../complex-arrays.js";
import { coprimeInput, coprimeOutput } from "../coprime.js";
import type { GoodThomas } from "../tree.js";
import { elementCount } from "../transform.js";

/** Dense inputs, as any transform has them. */
export function evaluateGoodThomas(
  { transform, factor, across, along }: GoodThomas,
  { re, im }: ComplexArrays,
  evaluate: Evaluate,
): ComplexArrays {
  const points = elementCount(transform);
  requireBatch(re, im, points);
  const prime = points / factor;
  const [inputOf, outputOf] = [coprimeInput(prime, factor, transform.direction), coprimeOutput(prime, factor)];
  const result = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  // Column n2 of an array lies at factor * n2.
  const each = (of: (place: number, row: number, column: number) => void): void => {
    for (let place = 0; place < re.length; place++)
      of(place - (place % points), place % factor, Math.floor(place / factor) % prime);
  };
  const columns = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  each((first, row, column) => {
    const [place, input] = [first + row + factor * column, first + inputOf(row, column)];
    columns.re[place] = numberAt(re, input);
    columns.im[place] = numberAt(im, input);
  });
  const transformed = evaluate(across, columns);
  const inRows = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  each((first, row, column) => {
    const [place, from] = [first + row * prime + column, first + row + factor * column];
    inRows.re[place] = numberAt(transformed.re, from);
    inRows.im[place] = numberAt(transformed.im, from);
  });
  const done = evaluate(along, inRows);
  each((first, row, column) => {
    const [output, from] = [first + outputOf(row, column), first + row * prime + column];
    result.re[output] = numberAt(done.re, from);
    result.im[output] = numberAt(done.im, from);
  });
  return result;
}
