// Why the output of a transform cannot be the same memory as its input.
import { contentAxis, hostArrays, usualStride, type Arrays, type ArraySpec } from "./arrays.js";
import { BATCH_NAME } from "./stride-names.js";
import type { Transform } from "./transform.js";

/** Undefined if it can be, or is not to be. */
export function inPlaceProblem(transform: Transform, arrays: Arrays): string | undefined {
  if (transform.placement !== "in-place" || hostArrays(arrays).alike) return undefined;
  if (transform.inputType !== transform.outputType)
    return `${transform.inputType} in place of ${transform.outputType}: in place both sides have one type; leave it out, or say the same of both`;
  return [arrays.input, arrays.output].some(({ content }) => content?.kind === "reals")
    ? realProblem(transform, arrays)
    : "input and output lie differently, so that the output cannot be the same memory; leave it out, or say the same of both";
}

const PLACES = "in place a complex number lies where two real ones do";

/** What is to be said of both sides is not the same: a complex number has the place of two real ones. */
function realProblem(transform: Transform, { input, output }: Arrays): string {
  const isFirst = input.content?.kind === "reals";
  const [real, complex] = isFirst ? [input, output] : [output, input];
  const axis = contentAxis(real.content) ?? 0;
  const name = transform.dimensions[axis]?.name ?? "";
  if ([real, complex].some(({ axes }) => axes[axis]?.stride !== 1)) {
    const others = transform.dimensions.find((_, index) => index !== axis && real.axes[index]?.stride === 1);
    return `${PLACES}, so that both kinds are to be neighbours along ${name}, 1 apart${others === undefined ? "" : `; here those along ${others.name} are`}; leave it out`;
  }
  const [reals, room] = [real.axes[axis]?.length ?? 1, complex.axes[axis]?.below ?? 1];
  const pairs = stridePairs(transform, axis, real, complex);
  const wrong = pairs.find((pair) => pair.real !== 2 * pair.complex);
  const found =
    wrong === undefined
      ? ""
      : `: ${wrong.real} and ${wrong.complex} are not, of ${wrong.name === BATCH_NAME ? "the batch" : wrong.name}`;
  const wanted = roomyPairs(pairs, Math.max(reals, 2 * room)).filter(({ isSaid }) => isSaid);
  const ofReal = wanted.map((pair) => `${pair.name}=${pair.real}`).join(",");
  const ofComplex = wanted.map((pair) => `${pair.name}=${pair.complex}`).join(",");
  const [ofInput, ofOutput] = isFirst ? [ofReal, ofComplex] : [ofComplex, ofReal];
  return `${PLACES}, so that strides of real numbers are twice those of complex ones${found}. ${reals} real numbers need room for ${room} complex ones: say ${ofInput} of the input and ${ofOutput} of the output or more, or nothing of both; or leave it out`;
}

/** Of what strides are, and what they are on both sides. */
interface StridePair {
  readonly name: string;
  readonly real: number;
  readonly complex: number;
  readonly count: number;
  readonly isSaid: boolean;
}

/** Of all dimensions but that whose numbers are neighbours, and of the batch; the shortest first. */
function stridePairs(
  { dimensions, batch, inputStrides, outputStrides }: Transform,
  axis: number,
  real: ArraySpec,
  complex: ArraySpec,
): readonly StridePair[] {
  const sides = dimensions.flatMap(({ name, length }, index) => {
    const [ofReal, ofComplex] = [real.axes[index], complex.axes[index]];
    return ofReal === undefined || ofComplex === undefined || index === axis || length === 1
      ? []
      : [{ name, count: length, strides: [ofReal.stride, ofComplex.stride] as const }];
  });
  return [...sides, { name: BATCH_NAME, count: batch, strides: [real.distance, complex.distance] as const }]
    .map(({ name, count, strides: [ofReal, ofComplex] }): StridePair => ({
      name,
      count,
      real: usualStride(ofReal),
      complex: usualStride(ofComplex),
      isSaid: inputStrides[name] !== undefined || outputStrides[name] !== undefined,
    }))
    .toSorted((a, b) => a.real - b.real);
}

/** As short as they can be, and no shorter than they are: each behind what lies below it. */
function roomyPairs(pairs: readonly StridePair[], row: number): readonly StridePair[] {
  let next = row;
  return pairs.map((pair): StridePair => {
    const complex = Math.ceil(Math.max(next, pair.real, 2 * pair.complex) / 2);
    next = 2 * complex * pair.count;
    return { ...pair, real: 2 * complex, complex };
  });
}
