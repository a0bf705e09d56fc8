// Real transforms by complex ones, on numbers: the node inside, and around it what makes pairs of real numbers a spectrum, and back, by the
// sums of which the Hermitian step of kernels is the short form.
import { at } from "../../failure/errors.js";
import { contentAxis, contentsOf, halfLength, sideLengths } from "../arrays.js";
import { numberAt, requireBatch, type ComplexArrays, type Evaluate } from "../complex-arrays.js";
import type { Pairs, Real } from "../tree.js";
import type { RealTransform } from "../transform.js";

/** Rows along the axis that is real: `inner` elements lie between its neighbours. */
export interface Rows {
  readonly inner: number;
  readonly length: number;
  /** How many there are along each dimension beyond, the lightest first; and whether that is transformed, so that mirrors are in its mirror. */
  readonly across?: readonly { readonly length: number; readonly transformed: boolean }[] | undefined;
}

/** The row in which the mirrors of one are. */
function mirrorRow(row: number, across: Rows["across"] = []): number {
  const [first, ...beyond] = across;
  if (first === undefined) return row;
  const place = row % first.length;
  const mirrored = first.transformed ? (first.length - place) % first.length : place;
  return mirrored + first.length * mirrorRow(Math.floor(row / first.length), beyond);
}

/** Dense arrays as the input has them, of real numbers or of half spectra; so is what comes out. */
export function evaluatePairs({ transform, inside }: Pairs, given: ComplexArrays, evaluate: Evaluate): ComplexArrays {
  const rows = realRows(transform, given);
  if (transform.kind === "r2c") {
    const spectrum = spectrumOf(evaluate(inside, pairsOf(given.re, rows)), rows);
    return transform.spectrum === "packed" ? packed(spectrum, rows) : spectrum;
  }
  const symmetric = aloneReal(transform.spectrum === "packed" ? unpacked(given, rows) : given, rows);
  return numbersOf(evaluate(inside, pairsOfSpectrum(symmetric, rows)), rows);
}

/** The same of numbers that are not taken in pairs. */
export function evaluateReal({ transform, inside }: Real, given: ComplexArrays, evaluate: Evaluate): ComplexArrays {
  const rows = realRows(transform, given);
  if (transform.kind === "r2c")
    return cut(evaluate(inside, { re: given.re, im: new Float64Array(given.re.length) }), rows);
  const symmetric = transform.axes.length > 1 ? given : aloneReal(given, rows);
  const { re } = evaluate(inside, embedded(symmetric, rows));
  return { re, im: new Float64Array(re.length) };
}

function realRows(transform: RealTransform, { re, im }: ComplexArrays): Rows {
  requireBatch(re, im, elementsOf(transform, "input"));
  const axis = contentAxis(contentsOf(transform).input) ?? 0;
  return {
    inner: transform.dimensions.slice(0, axis).reduce((product, { length }) => product * length, 1),
    length: at(transform.dimensions, axis).length,
    across: transform.dimensions
      .slice(axis + 1)
      .map(({ name, length }) => ({ length, transformed: transform.axes.includes(name) })),
  };
}

const elementsOf = (transform: RealTransform, side: "input" | "output"): number =>
  sideLengths(transform, side).reduce((product, { length }) => product * length, 1);

/** Arrays of rows of another length: element k of each as `element` says of the place of its first. */
export function rowsOf(
  count: number,
  { inner, from, to, across }: Pick<Rows, "inner" | "across"> & { readonly from: number; readonly to: number },
  element: (
    place: (k: number) => number,
    k: number,
    /** In the row of mirrors. */
    mirrorPlace: (k: number) => number,
  ) => { readonly re: number; readonly im: number },
): ComplexArrays {
  const rows = count / (inner * from);
  const [re, im] = [new Float64Array(rows * inner * to), new Float64Array(rows * inner * to)];
  for (let outer = 0; outer < rows; outer++) {
    const mirror = mirrorRow(outer, across);
    for (let column = 0; column < inner; column++) {
      const place = (k: number): number => (outer * from + k) * inner + column;
      const mirrorPlace = (k: number): number => (mirror * from + k) * inner + column;
      for (let k = 0; k < to; k++) {
        const value = element(place, k, mirrorPlace);
        const index = (outer * to + k) * inner + column;
        [re[index], im[index]] = [value.re, value.im];
      }
    }
  }
  return { re, im };
}

const pairsOf = (re: Float64Array, { inner, length }: Rows): ComplexArrays =>
  rowsOf(re.length, { inner, from: length, to: length / 2 }, (place, k) => ({
    re: numberAt(re, place(2 * k)),
    im: numberAt(re, place(2 * k + 1)),
  }));

const numbersOf = ({ re, im }: ComplexArrays, { inner, length }: Rows): ComplexArrays =>
  rowsOf(re.length, { inner, from: length / 2, to: length }, (place, k) => ({
    re: numberAt(k % 2 === 0 ? re : im, place(Math.floor(k / 2))),
    im: 0,
  }));

/** The last frequency in the imaginary part of the first. */
const packed = ({ re, im }: ComplexArrays, { inner, length }: Rows): ComplexArrays =>
  rowsOf(re.length, { inner, from: halfLength(length), to: length / 2 }, (place, k) => ({
    re: numberAt(re, place(k)),
    im: k === 0 ? numberAt(re, place(length / 2)) : numberAt(im, place(k)),
  }));

const unpacked = ({ re, im }: ComplexArrays, { inner, length }: Rows): ComplexArrays =>
  rowsOf(re.length, { inner, from: length / 2, to: halfLength(length) }, (place, k) => {
    if (2 * k === length) return { re: numberAt(im, place(0)), im: 0 };
    return { re: numberAt(re, place(k)), im: k === 0 ? 0 : numberAt(im, place(k)) };
  });

/** The first half and one. */
const cut = ({ re, im }: ComplexArrays, { inner, length }: Rows): ComplexArrays =>
  rowsOf(re.length, { inner, from: length, to: halfLength(length) }, (place, k) => ({
    re: numberAt(re, place(k)),
    im: numberAt(im, place(k)),
  }));

const isAlone = (k: number, length: number): boolean => 2 * k === length || k === 0;

/** What is its own conjugate is real; beside other axes what is to be the conjugate of the mirrors counts as half of both. */
const aloneReal = ({ re, im }: ComplexArrays, { inner, length, across }: Rows): ComplexArrays =>
  rowsOf(re.length, { inner, across, from: halfLength(length), to: halfLength(length) }, (place, k, mirrorPlace) => {
    const [own, other] = [place(k), isAlone(k, length) ? mirrorPlace(k) : undefined];
    if (other === undefined) return { re: numberAt(re, own), im: numberAt(im, own) };
    return { re: (numberAt(re, own) + numberAt(re, other)) / 2, im: (numberAt(im, own) - numberAt(im, other)) / 2 };
  });

/** Half of what has no conjugate beside it, zeros for the conjugates. */
const embedded = ({ re, im }: ComplexArrays, { inner, length }: Rows): ComplexArrays =>
  rowsOf(re.length, { inner, from: halfLength(length), to: length }, (place, k) => {
    const weight = k >= halfLength(length) ? 0 : isAlone(k, length) && length > 1 ? 1 / 2 : 1;
    return weight === 0
      ? { re: 0, im: 0 }
      : { re: weight * numberAt(re, place(k)), im: weight * numberAt(im, place(k)) };
  });

/** X(k) = E(k) + w^k O(k) of the transforms of even and odd numbers, which are Z(k) and its mirror's sum and difference. */
export const spectrumOf = ({ re, im }: ComplexArrays, { inner, length, across }: Rows): ComplexArrays => {
  const pairs = length / 2;
  return rowsOf(re.length, { inner, across, from: pairs, to: pairs + 1 }, (place, k, mirrorPlace) => {
    const [own, other] = [place(k % pairs), mirrorPlace((pairs - k) % pairs)];
    const even = { re: numberAt(re, own) + numberAt(re, other), im: numberAt(im, own) - numberAt(im, other) };
    const odd = { re: numberAt(im, own) + numberAt(im, other), im: numberAt(re, other) - numberAt(re, own) };
    const [cos, sin] = [Math.cos((2 * Math.PI * k) / length), Math.sin((2 * Math.PI * k) / length)];
    return { re: (even.re + cos * odd.re + sin * odd.im) / 2, im: (even.im + cos * odd.im - sin * odd.re) / 2 };
  });
};

/** The same back, twice as large: Z(k) = E(k) + i O(k), O(k) = w^-k (X(k) - conj X(k')). */
export const pairsOfSpectrum = ({ re, im }: ComplexArrays, { inner, length, across }: Rows): ComplexArrays => {
  const pairs = length / 2;
  return rowsOf(re.length, { inner, across, from: pairs + 1, to: pairs }, (place, k, mirrorPlace) => {
    const [own, other] = [place(k), mirrorPlace(pairs - k)];
    const even = { re: numberAt(re, own) + numberAt(re, other), im: numberAt(im, own) - numberAt(im, other) };
    const turned = { re: numberAt(re, own) - numberAt(re, other), im: numberAt(im, own) + numberAt(im, other) };
    const [cos, sin] = [Math.cos((2 * Math.PI * k) / length), Math.sin((2 * Math.PI * k) / length)];
    const odd = { re: cos * turned.re - sin * turned.im, im: cos * turned.im + sin * turned.re };
    return { re: even.re - odd.im, im: even.im + odd.re };
  });
};
