// Runs a plan that cuts an axis into rows on numbers (cut-axis.ts): along rows of the transposed array, factors, across rows.
import { contentsOf, halfLength } from "./arrays.js";
import { requireBatch, type ComplexArrays, type Evaluate } from "./complex-arrays.js";
import { cutLegs, rowsAcross, withoutRowFactors } from "./cut-axis.js";
import type { Plan } from "./plan.js";
import { elementCount, type Direction } from "./transform.js";

type CutPlan = Plan & { readonly transform: { readonly direction: Direction } };

/** Dense inputs, as any plan has them; of real numbers the imaginary parts play no part, and of their spectra half is there. */
export function evaluateCutPlan(plan: CutPlan, re: Float64Array, im: Float64Array, evaluate: Evaluate): ComplexArrays {
  const { input, output } = contentsOf(plan.transform);
  const points = elementCount(plan.transform);
  const half = halfLength(points);
  const imaginary = input?.kind === "reals" ? new Float64Array(im.length) : im;
  const given = input?.kind === "half" ? wholeSpectra(re, im, points) : { re, im: imaginary };
  const { re: real, im: others } = evaluateRows(plan, given.re, given.im, evaluate);
  if (output?.kind === "reals") return { re: real, im: new Float64Array(real.length) };
  const part = (numbers: Float64Array): Float64Array => numbers.filter((_, index) => index % points < half);
  return output?.kind === "half" ? { re: part(real), im: part(others) } : { re: real, im: others };
}

/** With conjugates; what is its own has no imaginary part. */
function wholeSpectra(re: Float64Array, im: Float64Array, points: number): ComplexArrays {
  const half = halfLength(points);
  requireBatch(re, im, half);
  const whole = {
    re: new Float64Array((re.length / half) * points),
    im: new Float64Array((re.length / half) * points),
  };
  whole.re.forEach((_, index) => {
    const [member, k] = [Math.floor(index / points), index % points];
    const mirror = (points - k) % points;
    const place = member * half + Math.min(k, mirror);
    whole.re[index] = re[place] ?? Number.NaN;
    whole.im[index] = k === mirror ? 0 : (im[place] ?? Number.NaN) * (k < half ? 1 : -1);
  });
  return whole;
}

function evaluateRows(
  { transform, kernels }: CutPlan,
  re: Float64Array,
  im: Float64Array,
  evaluate: Evaluate,
): ComplexArrays {
  const points = elementCount(transform);
  requireBatch(re, im, points);
  const rows = rowsAcross(transform, kernels);
  const row = points / rows;
  const [along, across] = cutLegs(transform, rows);
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
