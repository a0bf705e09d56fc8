// Runs a plan that cuts an axis into rows on numbers (cut-axis.ts): along rows of the transposed array, factors, across rows.
import { requireBatch, type ComplexArrays, type Evaluate } from "./complex-arrays.js";
import { cutTransform, rowsAcross, withoutRowFactors } from "./cut-axis.js";
import { cutLegs } from "./legs.js";
import type { Plan } from "./plan.js";
import { elementCount, type Direction } from "./transform.js";

/** Dense inputs, as any plan has them. */
export function evaluateCutPlan(
  { transform, kernels }: Plan & { readonly transform: { readonly direction: Direction } },
  re: Float64Array,
  im: Float64Array,
  evaluate: Evaluate,
): ComplexArrays {
  const points = elementCount(transform);
  requireBatch(re, im, points);
  const rows = rowsAcross(transform, kernels);
  const row = points / rows;
  const [along, across] = cutLegs(cutTransform(transform, rows));
  const isAlong = ({ through }: Plan["kernels"][number]): boolean => through !== undefined;
  // Element n2 of row n1, and where it was read.
  const inRows = (numbers: Float64Array): Float64Array =>
    numbers.map((_, place) => {
      const index = place % points;
      return numbers[place - index + (index % row) * rows + Math.floor(index / row)] ?? Number.NaN;
    });
  const done = evaluate({ transform: along, kernels: kernels.filter(isAlong) }, inRows(re), inRows(im));
  const sign = transform.direction === "forward" ? -1 : 1;
  const turned = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  done.re.forEach((real, place) => {
    const [n1, k2] = [Math.floor((place % points) / row), place % row];
    const angle = (2 * Math.PI * ((n1 * k2) % points)) / points;
    const [cos, sin, imaginary] = [Math.cos(angle), sign * Math.sin(angle), done.im[place] ?? Number.NaN];
    turned.re[place] = real * cos - imaginary * sin;
    turned.im[place] = real * sin + imaginary * cos;
  });
  return evaluate(
    { transform: across, kernels: withoutRowFactors(kernels.filter((kernel) => !isAlong(kernel))) },
    turned.re,
    turned.im,
  );
}
