// Bluestein's transform on numbers: a convolution by the nodes inside (../bluestein.ts).
import { numberAt, requireBatch, type ComplexArrays, type Evaluate } from "../complex-arrays.js";
import type { Bluestein } from "../tree.js";
import { elementCount } from "../transform.js";

type Complex = readonly [re: number, im: number];

/** Dense inputs, as any transform has them. */
export function evaluateBluestein(
  { transform, length, forward, inverse }: Bluestein,
  { re, im }: ComplexArrays,
  evaluate: Evaluate,
): ComplexArrays {
  const points = elementCount(transform);
  requireBatch(re, im, points);
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
  const spectrum = evaluate(forward, conjugate);
  const members = re.length / points;
  const input = indexed(members * length, (index) => {
    const [member, k] = [Math.floor(index / length), index % length];
    const place = member * points + k;
    return k < points ? times([numberAt(re, place), numberAt(im, place)], chirp(k)) : [0, 0];
  });
  const frequencies = evaluate(forward, input);
  const product = indexed(members * length, (index) =>
    times(
      [numberAt(frequencies.re, index), numberAt(frequencies.im, index)],
      [numberAt(spectrum.re, index % length), numberAt(spectrum.im, index % length)],
    ),
  );
  const convolution = evaluate(inverse, product);
  return indexed(members * points, (index) => {
    const [member, k] = [Math.floor(index / points), index % points];
    const place = member * length + k;
    const [x, y] = times([numberAt(convolution.re, place), numberAt(convolution.im, place)], chirp(k));
    return [x * transform.scale, y * transform.scale];
  });
}

const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];

function indexed(length: number, value: (index: number) => Complex): ComplexArrays {
  const all = { re: new Float64Array(length), im: new Float64Array(length) };
  for (let index = 0; index < length; index++) [all.re[index], all.im[index]] = value(index);
  return all;
}
