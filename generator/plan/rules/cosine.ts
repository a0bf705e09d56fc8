// Cosine and sine transforms by complex ones, on numbers: one axis after the other, each as a complex transform between its products.
import { at, InputError } from "../../failure/errors.js";
import { numberAt, type ComplexArrays, type Evaluate } from "../complex-arrays.js";
import { pairsOfSpectrum, rowsOf, spectrumOf, type Rows } from "./real.js";
import { numberOfPart, type Parts } from "../parts.js";
import { mappedPlace } from "../place-map.js";
import type { AlongAxis, Cosine, Node } from "../tree.js";
import { elementCount, type TrigonometricTransform } from "../transform.js";
import { isFirst, isFourth, isThird, zeroWeight, type PairedAxis } from "../trigonometric-core.js";
import {
  coreLength,
  factorAfter,
  factorBefore,
  kindAlong,
  orthonormalWeights,
  pairFactors,
  rootAt,
  wholeScale,
  zigzagSide,
  type WeightedRoot,
} from "../trigonometric.js";

/** Dense arrays of real numbers; so is what comes out. */
export function evaluateCosine(
  { transform, paired, inside }: Cosine,
  { re }: ComplexArrays,
  evaluate: Evaluate,
): ComplexArrays {
  const elements = elementCount(transform);
  if (re.length % elements !== 0)
    throw new InputError(`evaluatePlan: ${re.length} numbers are no batch of ${elements} elements`);
  if (paired !== undefined) return inPairs(transform, paired, at(inside, 0).node, re, evaluate);
  const done = inside.reduce((current, along) => alongAxis(transform, along, current, evaluate), re);
  const scale = wholeScale(transform);
  return { re: done.map((value) => value * scale), im: new Float64Array(done.length) };
}

/** As complex numbers whose parts are real ones, of type I all of a period. */
function inPairs(
  transform: TrigonometricTransform,
  { axis, length, kind, parts }: PairedAxis,
  inside: Node,
  numbers: Float64Array,
  evaluate: Evaluate,
): ComplexArrays {
  const inner = transform.dimensions.slice(0, axis).reduce((product, dimension) => product * dimension.length, 1);
  const rows = { inner, length };
  const half = parts.points;
  const reals = { inner, length: 2 * half };
  const fine = (sign: 1 | -1) => (k: number) => ({
    weight: sign === 1 ? 2 : 1,
    numerator: sign * k,
    denominator: 4 * length,
  });
  if (isFourth(kind)) {
    const { before, after } = pairFactors(length);
    const pairs = times(gathered(numbers, rows, parts.input, half), { inner, length: half }, rootAt(before));
    const computed = evaluate(inside, pairs);
    return scattered(times(computed, { inner, length: half }, rootAt(after)), rows, parts.output, half);
  }
  const spectrum = { inner, length: half + 1 };
  const weight = transform.normalisation === "orthonormal" && !isFirst(kind) ? zeroWeight(kind) : 1;
  const weighted = (numbers: ComplexArrays): ComplexArrays =>
    times(numbers, spectrum, (k) => ({ weight: k === 0 ? weight : 1, numerator: 0, denominator: 1 }));
  if (isThird(kind)) {
    const halfSpectrum = times(weighted(gathered(numbers, rows, parts.input, half + 1)), spectrum, fine(-1));
    const pairs = pairsOfSpectrum(halfSpectrum, reals);
    return scattered(evaluate(inside, pairs), rows, parts.output, half);
  }
  const pairs = gathered(numbers, rows, parts.input, half);
  const computed = spectrumOf(evaluate(inside, pairs), reals);
  const products = isFirst(kind) ? computed : weighted(times(computed, spectrum, fine(1)));
  return scattered(products, rows, parts.output, half + 1);
}

const gathered = (numbers: Float64Array, { inner, length }: Rows, parts: Parts, count: number): ComplexArrays =>
  rowsOf(numbers.length, { inner, from: length, to: count }, (place, k) => {
    const [re = 0, im = 0] = parts.map((part) => {
      const found = numberOfPart(part, k);
      return found === undefined ? 0 : found.sign * numberAt(numbers, place(found.index));
    });
    return { re, im };
  });

function scattered({ re, im }: ComplexArrays, { inner, length }: Rows, parts: Parts, count: number): ComplexArrays {
  const rows = re.length / (inner * count);
  const numbers = new Float64Array(rows * inner * length).fill(Number.NaN);
  for (let outer = 0; outer < rows; outer++)
    for (let k = 0; k < count; k++)
      for (let column = 0; column < inner; column++)
        parts.forEach((part, index) => {
          const found = numberOfPart(part, k);
          // The last frequency of an odd sequence is 0.
          if (found === undefined || found.index === length) return;
          const value = numberAt(index === 0 ? re : im, (outer * count + k) * inner + column);
          numbers[(outer * length + found.index) * inner + column] = found.sign * value;
        });
  return { re: numbers, im: new Float64Array(numbers.length) };
}

const times = (
  { re, im }: ComplexArrays,
  { inner, length }: Rows,
  factor: (k: number) => WeightedRoot,
): ComplexArrays =>
  rowsOf(re.length, { inner, from: length, to: length }, (place, k) => {
    const root = rootOf(factor(k));
    const [real, imaginary] = [numberAt(re, place(k)), numberAt(im, place(k))];
    return { re: real * root.re - imaginary * root.im, im: real * root.im + imaginary * root.re };
  });

function alongAxis(
  transform: TrigonometricTransform,
  { axis, node }: AlongAxis,
  numbers: Float64Array,
  evaluate: Evaluate,
): Float64Array {
  const { dimensions, normalisation } = transform;
  const kind = kindAlong(transform, axis);
  const place = dimensions.findIndex(({ name }) => name === axis);
  const n = at(dimensions, place).length;
  const points = coreLength(kind, n);
  const inner = dimensions.slice(0, place).reduce((product, { length }) => product * length, 1);
  const weights = normalisation === "orthonormal" ? orthonormalWeights(kind, n) : { before: () => 1, after: () => 1 };
  const side = zigzagSide(kind);
  const along = (index: number, wanted: typeof side): number =>
    side === wanted ? mappedPlace({ kind: "zigzag", length: n }, index) : index;
  const rows = numbers.length / (inner * n);
  const [re, im] = [new Float64Array(rows * points * inner), new Float64Array(rows * points * inner)];
  const forEach = (visit: (index: number, number: (index: number) => number, element: number) => void): void => {
    for (let outer = 0; outer < rows; outer++)
      for (let index = 0; index < n; index++)
        for (let column = 0; column < inner; column++)
          visit(index, (other) => (outer * n + other) * inner + column, (outer * points + index) * inner + column);
  };
  const before = factorBefore(kind, n);
  forEach((j, number, element) => {
    const factor = rootOf(before?.(j) ?? ONE);
    const value = (numbers[number(along(j, "input"))] ?? Number.NaN) * weights.before(j);
    [re[element], im[element]] = [value * factor.re, value * factor.im];
  });
  const computed = evaluate(node, { re, im });
  const after = factorAfter(kind, n);
  const result = new Float64Array(numbers.length);
  forEach((k, number, element) => {
    const factor = rootOf(after?.(k) ?? ONE);
    const [real, imaginary] = [computed.re[element] ?? Number.NaN, computed.im[element] ?? Number.NaN];
    result[number(along(k, "output"))] = (real * factor.re - imaginary * factor.im) * weights.after(k);
  });
  return result;
}

const ONE: WeightedRoot = { weight: 1, numerator: 0, denominator: 1 };

function rootOf({ weight, numerator, denominator, quarter }: WeightedRoot): {
  readonly re: number;
  readonly im: number;
} {
  const angle = (2 * Math.PI * numerator) / denominator;
  const [re, im] = [weight * Math.cos(angle), -weight * Math.sin(angle)];
  return quarter === true ? { re: -im, im: re } : { re, im };
}
