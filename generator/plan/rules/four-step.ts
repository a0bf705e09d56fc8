// One dimension as two, on numbers: along rows of the transposed array, factors, across rows (../cut-axis.ts).
import { requireBatch, type ComplexArrays, type Evaluate } from "../complex-arrays.js";
import type { FourStep } from "../tree.js";
import { elementCount } from "../transform.js";

/** Dense inputs, as any transform has them. */
export function evaluateFourStep(
  { transform, rows, along, across }: FourStep,
  { re, im }: ComplexArrays,
  evaluate: Evaluate,
): ComplexArrays {
  const points = elementCount(transform);
  requireBatch(re, im, points);
  const row = points / rows;
  // Element n2 of row n1, and where it was read.
  const inRows = (numbers: Float64Array): Float64Array =>
    numbers.map((_, place) => {
      const index = place % points;
      return numbers[place - index + (index % row) * rows + Math.floor(index / row)] ?? Number.NaN;
    });
  const done = evaluate(along, { re: inRows(re), im: inRows(im) });
  const sign = transform.direction === "forward" ? -1 : 1;
  const turned = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  done.re.forEach((real, place) => {
    const [n1, k2] = [Math.floor((place % points) / row), place % row];
    const angle = (2 * Math.PI * ((n1 * k2) % points)) / points;
    const [cos, sin, imaginary] = [Math.cos(angle), sign * Math.sin(angle), done.im[place] ?? Number.NaN];
    turned.re[place] = real * cos - imaginary * sin;
    turned.im[place] = real * sin + imaginary * cos;
  });
  return evaluate(across, turned);
}
