// Rader's transform on numbers: a convolution by the nodes inside (../rader.ts).
import { numberAt, requireBatch, type ComplexArrays, type Evaluate } from "../complex-arrays.js";
import { inversePowers, rootPowers } from "../rader.js";
import type { Rader } from "../tree.js";
import { elementCount } from "../transform.js";

/** Dense inputs, as any transform has them. */
export function evaluateRader(
  { transform, forward, inverse }: Rader,
  { re, im }: ComplexArrays,
  evaluate: Evaluate,
): ComplexArrays {
  const points = elementCount(transform);
  requireBatch(re, im, points);
  const powers = rootPowers(points);
  const [length, inverses] = [powers.length, inversePowers(powers)];
  const sign = transform.direction === "forward" ? -1 : 1;
  const angles = Float64Array.from(inverses, (power) => (2 * Math.PI * power) / points);
  const spectrum = evaluate(forward, {
    re: angles.map((angle) => Math.cos(angle) / length),
    im: angles.map((angle) => (sign * Math.sin(angle)) / length),
  });
  const result = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  for (let first = 0; first < re.length; first += points) {
    const permuted = (numbers: Float64Array): Float64Array =>
      Float64Array.from(powers, (power) => numberAt(numbers, first + power));
    const frequencies = evaluate(forward, { re: permuted(re), im: permuted(im) });
    const [zerothRe, zerothIm] = [numberAt(re, first), numberAt(im, first)];
    const product = { re: new Float64Array(length), im: new Float64Array(length) };
    for (let k = 0; k < length; k++) {
      const [a, b, c, d] = [
        numberAt(frequencies.re, k),
        numberAt(frequencies.im, k),
        numberAt(spectrum.re, k),
        numberAt(spectrum.im, k),
      ];
      // What frequency 0 has is added to all.
      product.re[k] = a * c - b * d + (k === 0 ? zerothRe : 0);
      product.im[k] = a * d + b * c + (k === 0 ? zerothIm : 0);
    }
    const convolution = evaluate(inverse, product);
    result.re[first] = (zerothRe + numberAt(frequencies.re, 0)) * transform.scale;
    result.im[first] = (zerothIm + numberAt(frequencies.im, 0)) * transform.scale;
    inverses.forEach((place, m) => {
      result.re[first + place] = numberAt(convolution.re, m) * transform.scale;
      result.im[first + place] = numberAt(convolution.im, m) * transform.scale;
    });
  }
  return result;
}
