// Runs Rader's transform on numbers: its plan there, as any plan, and the same backwards (rader.ts).
import { kernelsBack } from "./bluestein.js";
import { requireBatch, type ComplexArrays, type Evaluate } from "./complex-arrays.js";
import { coprimeFactor, coprimeInput, coprimeOutput } from "./coprime.js";
import type { Plan, SubComputation } from "./plan.js";
import { inversePowers, raderTransform, rootPowers } from "./rader.js";
import { elementCount, makeTransform, type Direction } from "./transform.js";

const number = (numbers: Float64Array, index: number): number => numbers[index] ?? Number.NaN;

type RaderPlan = Plan & { readonly transform: { readonly direction: Direction } };

/** Dense inputs, as any plan has them. */
export function evaluateRaderPlan(
  plan: RaderPlan,
  re: Float64Array,
  im: Float64Array,
  evaluate: Evaluate,
): ComplexArrays {
  requireBatch(re, im, elementCount(plan.transform));
  const factor = coprimeFactor(plan.transform, plan.kernels);
  return factor === 1 ? evaluateRows(plan, re, im, evaluate) : evaluateCoprimes(plan, factor, re, im, evaluate);
}

/** Butterflies across rows of a prime length, then each row by itself (coprime.ts). */
function evaluateCoprimes(
  { transform, kernels }: RaderPlan,
  factor: number,
  re: Float64Array,
  im: Float64Array,
  evaluate: Evaluate,
): ComplexArrays {
  const points = elementCount(transform);
  const prime = points / factor;
  const [inputOf, outputOf] = [coprimeInput(prime, factor, transform.direction), coprimeOutput(prime, factor)];
  const [own = "X"] = transform.axes;
  const subsOf = (isAlong: boolean): readonly SubComputation[] =>
    kernels.flatMap(({ subComputations }) =>
      subComputations.filter(({ dimension }) => (dimension === own) === isAlong),
    );
  const across: Plan = {
    transform: makeTransform([factor], transform.precision),
    kernels: [{ subComputations: subsOf(false).map((sub) => ({ ...sub, dimension: own })) }],
  };
  const along: RaderPlan = {
    transform: { ...transform, dimensions: [{ name: own, length: prime }], distance: prime },
    kernels: [{ through: "rader", subComputations: subsOf(true) }],
  };
  const result = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  // Column n2 of an array lies at factor * n2.
  const each = (of: (place: number, row: number, column: number) => void): void => {
    for (let place = 0; place < re.length; place++)
      of(place - (place % points), place % factor, Math.floor(place / factor) % prime);
  };
  const columns = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  each((first, row, column) => {
    const [place, input] = [first + row + factor * column, first + inputOf(row, column)];
    columns.re[place] = number(re, input);
    columns.im[place] = number(im, input);
  });
  const transformed = evaluate(across, columns.re, columns.im);
  const inRows = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  each((first, row, column) => {
    const [place, from] = [first + row * prime + column, first + row + factor * column];
    inRows.re[place] = number(transformed.re, from);
    inRows.im[place] = number(transformed.im, from);
  });
  const done = evaluateRows(along, inRows.re, inRows.im, evaluate);
  each((first, row, column) => {
    const [output, from] = [first + outputOf(row, column), first + row * prime + column];
    result.re[output] = number(done.re, from);
    result.im[output] = number(done.im, from);
  });
  return result;
}

function evaluateRows(
  { transform, kernels }: RaderPlan,
  re: Float64Array,
  im: Float64Array,
  evaluate: Evaluate,
): ComplexArrays {
  const points = elementCount(transform);
  const through = raderTransform(transform);
  const there = { transform: through, kernels: kernels.map(({ subComputations }) => ({ subComputations })) };
  const back = { transform: { ...through, direction: "inverse" as const }, kernels: kernelsBack(there.kernels) };
  const powers = rootPowers(points);
  const [length, inverses] = [powers.length, inversePowers(powers)];
  const sign = transform.direction === "forward" ? -1 : 1;
  const angles = Float64Array.from(inverses, (power) => (2 * Math.PI * power) / points);
  const spectrum = evaluate(
    there,
    angles.map((angle) => Math.cos(angle) / length),
    angles.map((angle) => (sign * Math.sin(angle)) / length),
  );
  const result = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  for (let first = 0; first < re.length; first += points) {
    const permuted = (numbers: Float64Array): Float64Array =>
      Float64Array.from(powers, (power) => number(numbers, first + power));
    const frequencies = evaluate(there, permuted(re), permuted(im));
    const [zerothRe, zerothIm] = [number(re, first), number(im, first)];
    const product = { re: new Float64Array(length), im: new Float64Array(length) };
    for (let k = 0; k < length; k++) {
      const [a, b, c, d] = [
        number(frequencies.re, k),
        number(frequencies.im, k),
        number(spectrum.re, k),
        number(spectrum.im, k),
      ];
      // What frequency 0 has is added to all.
      product.re[k] = a * c - b * d + (k === 0 ? zerothRe : 0);
      product.im[k] = a * d + b * c + (k === 0 ? zerothIm : 0);
    }
    const convolution = evaluate(back, product.re, product.im);
    result.re[first] = (zerothRe + number(frequencies.re, 0)) * transform.scale;
    result.im[first] = (zerothIm + number(frequencies.im, 0)) * transform.scale;
    inverses.forEach((place, m) => {
      result.re[first + place] = number(convolution.re, m) * transform.scale;
      result.im[first + place] = number(convolution.im, m) * transform.scale;
    });
  }
  return result;
}
