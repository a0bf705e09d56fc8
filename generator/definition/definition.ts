// What a request computes, by the definitions that emitted headers and plans/README.md state: sums in double precision, one dimension after
// the other, over dense arrays. Shares nothing with the generator.
import { directDft, type ComplexNumbers } from "./direct-dft.js";
import { alongDimension, walshMatrix } from "./direct-walsh.js";
import { trigonometricMatrix } from "./direct-trigonometric.js";
import { referenceMatrix, transposed } from "./reference-hadamard.js";
import { reversedPlace } from "./reversed-place.js";
import { halvedAxis, plannedLayout } from "./layout.js";
import { axesOf, dimensionsOf, INVERSES, isCosine, kindAlong, type CosineKind, type Request } from "./request.js";

/** The radices of a dimension in the order in which a plan transforms them: digit-reversed order is that of the plan. */
export type RadicesOf = (dimension: string) => readonly number[];

/** What comes out of a dense batch of inputs, zeros where nothing is there. Real numbers have imaginary parts of 0. */
export function definition(request: Request, input: ComplexNumbers, radicesOf: RadicesOf): ComplexNumbers {
  const scale = scaleOf(request) * (request.said.outputScale ?? 1);
  const { re, im } = unscaled(request, input, radicesOf);
  return { re: re.map((value) => value * scale), im: im.map((value) => value * scale) };
}

function unscaled(request: Request, input: ComplexNumbers, radicesOf: RadicesOf): ComplexNumbers {
  const { kind, lengths, said } = request;
  const isTransformed = lengths.map((_, index) => along(request, index));
  switch (kind) {
    case "c2c": {
      const result = directDft(input.re, input.im, lengths, said.inverse === true ? 1 : -1, isTransformed);
      return said.order === "digit-reversed" ? digitReversed(request, result, radicesOf) : result;
    }
    case "r2c":
      return firstHalf(request, directDft(input.re, input.im, lengths, -1, isTransformed));
    case "c2r": {
      const { re } = directDft(...partsOf(wholeSpectrum(request, input)), lengths, 1, isTransformed);
      return { re, im: new Float64Array(re.length) };
    }
    case "fwht":
    case "dct-1":
    case "dct-2":
    case "dct-3":
    case "dct-4":
    case "dst-1":
    case "dst-2":
    case "dst-3":
    case "dst-4": {
      const re = alongAxes(request, input.re);
      return { re, im: new Float64Array(re.length) };
    }
  }
}

const partsOf = ({ re, im }: ComplexNumbers): readonly [Float64Array, Float64Array] => [re, im];

/** Whether dimension number `index` of the size, slowest first, is transformed. */
function along(request: Request, index: number): boolean {
  const name = dimensionsOf(request).toReversed()[index]?.name;
  return axesOf(request).some((axis) => axis.name === name);
}

/** 1/N of N points; of cosine and sine transforms N is the product of the lengths of the periodic sequences. */
function scaleOf(request: Request): number {
  const { kind, said } = request;
  const points = axesOf(request).reduce(
    (product, { name, length }) => product * (isCosine(kind) ? periodOf(kindAlong(request, name), length) : length),
    1,
  );
  switch (said.scale) {
    case undefined:
      return 1;
    case "1/N":
      return 1 / points;
    case "orthonormal":
      return 1 / Math.sqrt(points);
    default: {
      const [numerator, denominator = 1] = said.scale.split("/").map(Number);
      return (numerator ?? NaN) / denominator;
    }
  }
}

/** Numbers in the periodic sequence: the transform and its inverse, one after the other, multiply by that. */
const periodOf = (kind: CosineKind, length: number): number =>
  kind === "dct-1" ? 2 * (length - 1) : kind === "dst-1" ? 2 * (length + 1) : 2 * length;

type Matrix = readonly ArrayLike<number>[];

/** The matrix of one dimension; `--inverse` of cosine and sine transforms divides. */
function matrixOf(request: Request, name: string, length: number): Matrix {
  const { kind, said } = request;
  if (kind === "fwht") return hadamard(request, length);
  const own = kindAlong(request, name);
  const isOrthonormal = said.normalisation === "orthonormal";
  if (said.inverse !== true) return trigonometricMatrix(own, length, isOrthonormal);
  const factor = isOrthonormal ? 1 : periodOf(own, length);
  return trigonometricMatrix(INVERSES[own], length, isOrthonormal).map((row) => row.map((value) => value / factor));
}

/** Of a power of two that of its order; of another length the outer factor is the matrix of what is no power of two. */
function hadamard({ said }: Request, length: number): readonly (readonly number[])[] {
  const bits = Array.from({ length: 53 }, (_, bit) => bit).findLast((bit) => length % 2 ** bit === 0) ?? 0;
  if (2 ** bits === length)
    return walshMatrix(bits, said.order === "digit-reversed" ? "natural" : (said.order ?? "natural"));
  const base = [12, 20, 28].find((order) => length % order === 0 && Number.isInteger(Math.log2(length / order)));
  if (base === undefined) throw new Error(`no matrix of order ${length}`);
  const forward = referenceMatrix("standard", base);
  const outer = said.inverse === true ? transposed(forward) : forward;
  return outer.flatMap((signs) =>
    walshMatrix(Math.log2(length / base), "natural").map((row) =>
      signs.flatMap((sign) => row.map((value) => sign * value)),
    ),
  );
}

function alongAxes(request: Request, numbers: Float64Array): Float64Array {
  let step = 1;
  let current: readonly number[] = Array.from(numbers);
  for (const { name, length } of dimensionsOf(request)) {
    if (axesOf(request).some((axis) => axis.name === name))
      current = alongDimension(
        current,
        matrixOf(request, name, length).map((row) => Array.from(row)),
        step,
      );
    step *= length;
  }
  return Float64Array.from(current);
}

/** For each element of a dense batch of real arrays its indices, the contiguous one first, and the number of its array. */
function indicesOf(lengths: readonly number[], element: number): readonly number[] {
  let rest = element;
  const indices = lengths.map((length) => {
    const index = rest % length;
    rest = Math.floor(rest / length);
    return index;
  });
  return [...indices, rest];
}

const elementAt = (lengths: readonly number[], indices: readonly number[]): number =>
  indices.reduceRight((sum, index, axis) => sum * (lengths[axis] ?? 1) + index, 0);

const count = (lengths: readonly number[]): number => lengths.reduce((product, length) => product * length, 1);

/** Lengths of both sides, the contiguous one first. */
function halfLengths(request: Request): {
  readonly whole: readonly number[];
  readonly half: readonly number[];
  readonly axis: number;
} {
  const { input, output } = plannedLayout(request);
  const half = (request.kind === "r2c" ? output : input).axes.map(({ length }) => length);
  const dimensions = dimensionsOf(request);
  return {
    whole: dimensions.map(({ length }) => length),
    half,
    axis: dimensions.findIndex(({ name }) => name === halvedAxis(request)),
  };
}

/** Frequencies 0 to n/2 along the halved dimension; packed, that of n/2, which is real, is the imaginary part of the first. */
function firstHalf(request: Request, spectrum: ComplexNumbers): ComplexNumbers {
  const { whole, half, axis } = halfLengths(request);
  const arrays = spectrum.re.length / count(whole);
  const result = { re: new Float64Array(count(half) * arrays), im: new Float64Array(count(half) * arrays) };
  result.re.forEach((_, element) => {
    const indices = indicesOf(half, element);
    const from = elementAt(whole, indices);
    result.re[element] = spectrum.re[from] ?? NaN;
    result.im[element] = spectrum.im[from] ?? NaN;
    if (request.said.spectrum === "packed" && indices[axis] === 0)
      result.im[element] = spectrum.re[elementAt(whole, indices.with(axis, (whole[axis] ?? 0) / 2))] ?? NaN;
  });
  return result;
}

/**
 * All frequencies: those beyond n/2 are the conjugates of the others. "Of what lies at 0 and n/2 the part counts that has conjugate symmetry
 * along the other dimensions."
 */
function wholeSpectrum(request: Request, given: ComplexNumbers): ComplexNumbers {
  const { whole, half, axis } = halfLengths(request);
  const n = whole[axis] ?? 1;
  const dimensions = dimensionsOf(request);
  const isAlong = dimensions.map(({ name }) => axesOf(request).some((one) => one.name === name));
  const arrays = given.re.length / count(half);
  const isPacked = request.said.spectrum === "packed";
  const mirrored = (indices: readonly number[]): readonly number[] =>
    indices.map((index, one) => (isAlong[one] === true ? ((whole[one] ?? 1) - index) % (whole[one] ?? 1) : index));
  const stored = (indices: readonly number[]): readonly [number, number] => {
    if (isPacked && (indices[axis] === 0 || 2 * (indices[axis] ?? 0) === n)) {
      const first = elementAt(half, indices.with(axis, 0));
      return [(indices[axis] === 0 ? given.re[first] : given.im[first]) ?? NaN, 0];
    }
    const element = elementAt(half, indices);
    return [given.re[element] ?? NaN, given.im[element] ?? NaN];
  };
  const result = { re: new Float64Array(count(whole) * arrays), im: new Float64Array(count(whole) * arrays) };
  result.re.forEach((_, element) => {
    const indices = indicesOf(whole, element);
    const k = indices[axis] ?? 0;
    const [own, other] = [indices, mirrored(indices)];
    const isOwn = 2 * k <= n;
    const isOther = k === 0 || 2 * k >= n;
    const [a, b] = [isOwn ? stored(own) : undefined, isOther ? stored(other) : undefined];
    const [re, im] = [(a?.[0] ?? 0) + (b?.[0] ?? 0), (a?.[1] ?? 0) - (b?.[1] ?? 0)];
    const terms = Number(isOwn) + Number(isOther);
    result.re[element] = re / terms;
    result.im[element] = im / terms;
  });
  return result;
}

/** Index k = k1 + r1 k2 + r1 r2 k3 + ... is stored at k1 n/r1 + k2 n/(r1 r2) + ... along each dimension that is transformed. */
function digitReversed(request: Request, natural: ComplexNumbers, radicesOf: RadicesOf): ComplexNumbers {
  const dimensions = dimensionsOf(request);
  const lengths = dimensions.map(({ length }) => length);
  const result = { re: new Float64Array(natural.re.length), im: new Float64Array(natural.re.length) };
  natural.re.forEach((value, element) => {
    const indices = indicesOf(lengths, element).map((index, axis) => {
      const dimension = dimensions[axis];
      if (dimension === undefined || !axesOf(request).some(({ name }) => name === dimension.name)) return index;
      return reversedPlace(index, dimension.length, radicesOf(dimension.name));
    });
    const place = elementAt(lengths, indices);
    result.re[place] = value;
    result.im[place] = natural.im[element] ?? NaN;
  });
  return result;
}
