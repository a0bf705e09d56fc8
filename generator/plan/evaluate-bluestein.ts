// Runs Bluestein's transform on numbers: its plan there, as any plan, and the same backwards (bluestein.ts).
import { at } from "../failure/errors.js";
import { kernelsBack, linesAlong, paddedLength, paddedTransform } from "./bluestein.js";
import { requireBatch, type ComplexArrays, type Evaluate } from "./complex-arrays.js";
import type { Plan } from "./plan.js";
import { DIMENSION_NAMES, elementCount, makeTransform, type Direction } from "./transform.js";

type Complex = readonly [re: number, im: number];

/** Dense inputs, as any plan has them. */
export function evaluateBluesteinPlan(
  { transform, kernels }: Plan & { readonly transform: { readonly direction: Direction } },
  re: Float64Array,
  im: Float64Array,
  evaluate: Evaluate,
): ComplexArrays {
  const points = elementCount(transform);
  requireBatch(re, im, points);
  const padded = paddedTransform(transform, paddedLength(kernels));
  const length = elementCount(padded);
  const there = { transform: padded, kernels: kernels.map(({ subComputations }) => ({ subComputations })) };
  const back = { transform: { ...padded, direction: "inverse" as const }, kernels: kernelsBack(there.kernels) };
  const sign = transform.direction === "forward" ? -1 : 1;
  const chirp = (k: number): Complex => {
    const angle = (Math.PI * ((k * k) % (2 * points))) / points;
    return [Math.cos(angle), sign * Math.sin(angle)];
  };
  // Of the conjugate chirp, k and -k alike.
  const conjugate = indexed(length, (k): Complex => {
    const distance = Math.min(k, length - k);
    const [cos, sin] = chirp(distance);
    return distance < points ? [cos / length, -sin / length] : [0, 0];
  });
  const spectrum = evaluate(there, conjugate.re, conjugate.im);
  const members = re.length / points;
  const number = (numbers: Float64Array, index: number): number => numbers[index] ?? Number.NaN;
  const input = indexed(members * length, (index) => {
    const [member, k] = [Math.floor(index / length), index % length];
    const place = member * points + k;
    return k < points ? times([number(re, place), number(im, place)], chirp(k)) : [0, 0];
  });
  const frequencies = evaluate(there, input.re, input.im);
  const product = indexed(members * length, (index) =>
    times(
      [number(frequencies.re, index), number(frequencies.im, index)],
      [number(spectrum.re, index % length), number(spectrum.im, index % length)],
    ),
  );
  const convolution = evaluate(back, product.re, product.im);
  return indexed(members * points, (index) => {
    const [member, k] = [Math.floor(index / points), index % points];
    const place = member * length + k;
    const [x, y] = times([number(convolution.re, place), number(convolution.im, place)], chirp(k));
    return [x * transform.scale, y * transform.scale];
  });
}

/** Of several dimensions: those that have butterflies as any plan does them, the others line by line. */
export function evaluateAlongAxes(
  plan: Plan & { readonly transform: { readonly direction: Direction } },
  re: Float64Array,
  im: Float64Array,
  evaluate: Evaluate,
): ComplexArrays {
  const { transform, kernels } = plan;
  const points = elementCount(transform);
  requireBatch(re, im, points);
  const lines = linesAlong(transform, kernels);
  const padded = new Set(lines.map(({ axis }) => axis));
  const rest = kernels.filter((_, index) => lines.every((line) => !line.kernels.includes(index)));
  const axes = transform.axes.filter((axis) => !padded.has(axis));
  const others =
    rest.length === 0
      ? { re: re.map((value) => value * transform.scale), im: im.map((value) => value * transform.scale) }
      : evaluate({ transform: { ...transform, axes }, kernels: rest }, re, im);
  return lines.reduce<ComplexArrays>((numbers, { axis, kernels: own }) => {
    const place = transform.dimensions.findIndex(({ name }) => name === axis);
    const length = transform.dimensions[place]?.length ?? 1;
    const inner = transform.dimensions.slice(0, place).reduce((product, dimension) => product * dimension.length, 1);
    // Lines one behind the other: element i of line l, and where it lies.
    const placeOf = (element: number): number => {
      const [line, i] = [Math.floor(element / length), element % length];
      return (Math.floor(line / inner) * length + i) * inner + (line % inner);
    };
    const part = (values: Float64Array): Float64Array =>
      values.map((_, element) => values[placeOf(element)] ?? Number.NaN);
    const inRow = kernels
      .filter((_, index) => own.includes(index))
      .map((kernel) => ({
        ...kernel,
        // What is beside a prime has a dimension of its own.
        subComputations: kernel.subComputations.map((sub) => ({
          ...sub,
          dimension: at(DIMENSION_NAMES, sub.dimension === axis ? 0 : 1),
        })),
      }));
    const row = makeTransform([length], transform.precision, { direction: transform.direction });
    const done = evaluate({ transform: row, kernels: inRow }, part(numbers.re), part(numbers.im));
    const result = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
    for (let element = 0; element < re.length; element++) {
      result.re[placeOf(element)] = done.re[element] ?? Number.NaN;
      result.im[placeOf(element)] = done.im[element] ?? Number.NaN;
    }
    return result;
  }, others);
}

const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];

function indexed(length: number, value: (index: number) => Complex): ComplexArrays {
  const all = { re: new Float64Array(length), im: new Float64Array(length) };
  for (let index = 0; index < length; index++) [all.re[index], all.im[index]] = value(index);
  return all;
}
