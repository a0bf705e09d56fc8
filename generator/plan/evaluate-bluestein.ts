// Runs Bluestein's transform on numbers: its plan there, as any plan, and the same backwards (bluestein.ts).
import { InputError } from "../failure/errors.js";
import { kernelsBack, paddedTransform } from "./bluestein.js";
import type { Plan } from "./plan.js";
import { elementCount, type Direction } from "./transform.js";

interface ComplexArrays {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

type Evaluate = (plan: Plan, re: Float64Array, im: Float64Array) => ComplexArrays;
type Complex = readonly [re: number, im: number];

/** Dense inputs, as any plan has them. */
export function evaluateBluesteinPlan(
  { transform, kernels }: Plan & { readonly transform: { readonly direction: Direction } },
  re: Float64Array,
  im: Float64Array,
  evaluate: Evaluate,
): ComplexArrays {
  const points = elementCount(transform);
  if (re.length !== im.length || re.length % points !== 0)
    throw new InputError(`evaluatePlan: ${re.length} and ${im.length} numbers are no batch of ${points} elements`);
  const padded = paddedTransform(transform, kernels);
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

const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];

function indexed(length: number, value: (index: number) => Complex): ComplexArrays {
  const all = { re: new Float64Array(length), im: new Float64Array(length) };
  for (let index = 0; index < length; index++) [all.re[index], all.im[index]] = value(index);
  return all;
}
