// What the documents refuse: plans/README.md, "Plan files" and "Layouts", and templates/README.md, "Limits". A request that is refused for
// another reason is a failure.
import { heldTypes } from "../../generator/definition/number-types.js";
import { halvedAxis, placesOf, plannedLayout, type Side, type SideAxis } from "../../generator/definition/layout.js";
import {
  axesOf,
  dimensionsOf,
  INVERSES,
  isCosine,
  kindAlong,
  type CosineKind,
  type Request,
} from "../../generator/definition/request.js";

/** Why the request is to be refused; undefined where it is not. */
export const refusalIn = (request: Request): string | undefined => RULES.flatMap((rule) => rule(request) ?? [])[0];

/** Why it may be: kernels of a kind that is asked for exist for some lengths, and for others not. */
export const limitOf = (request: Request): string | undefined => LIMITS.flatMap((rule) => rule(request) ?? [])[0];

type Rule = (request: Request) => string | undefined;

/** Whether all elements along a dimension are there: a range may go round the end, and end where it began. */
const isWhole = ({ first, last, length }: Pick<SideAxis, "first" | "last" | "length">): boolean =>
  (last - first + 1 + length) % length === 0;

/** What is computed along an axis: the inverse of a cosine or sine transform has another name. */
function computedAlong(request: Request, name: string): CosineKind {
  const kind = kindAlong(request, name);
  return request.said.inverse === true ? INVERSES[kind] : kind;
}

const cosines: Rule = (request) => {
  if (!isCosine(request.kind)) return undefined;
  const axes = axesOf(request).map(({ name, length }) => ({ name, length, kind: computedAlong(request, name) }));
  if (axes.some(({ kind, length }) => kind === "dct-1" && length === 1))
    return "dct-1 has no definition for one element";
  const { input, output } = plannedLayout(request);
  const isPart = ({ axes: all }: Side, name: string): boolean =>
    all.some((axis) => axis.name === name && !isWhole(axis));
  const reordersInput = ["dct-2", "dct-4", "dst-2", "dst-4"];
  if (axes.some(({ name, kind }) => reordersInput.includes(kind) && isPart(input, name)))
    return "parts of an input that is taken in another order";
  if (axes.some(({ name, kind }) => ["dct-3", "dst-3"].includes(kind) && isPart(output, name)))
    return "parts of an output that is taken in another order";
  return undefined;
};

const typesInPlace: Rule = ({ said }) => {
  const { input, output } = heldTypes(said);
  return said.inPlace === true && input !== output ? "numbers of one type in place of another" : undefined;
};

const realsInPlace: Rule = (request) => {
  const { said } = request;
  const halved = halvedAxis(request);
  if (halved === undefined || said.inPlace !== true) return undefined;
  if (said.strides === "run-time") return "real transforms in place with strides at run time";
  if (said.planar !== undefined) return "real transforms in place with planar spectra";
  const { input, output } = plannedLayout(request);
  const isApart = [input, output].some(({ axes }) => axes.some(({ name, stride }) => name === halved && stride !== 1));
  return isApart ? "real and complex numbers in place that are no neighbours along the halved dimension" : undefined;
};

const packedSpectra: Rule = (request) => {
  const { said, kind } = request;
  if (said.spectrum !== "packed") return undefined;
  const axes = axesOf(request);
  const [axis] = axes;
  if (axis === undefined || axes.length > 1) return "a packed spectrum along several dimensions";
  if (axis.length % 2 !== 0) return "a packed spectrum of an odd number";
  const factors = factorsOf(axis.length / 2);
  if (factors.length < 2 || factors.some((factor) => factor > largestPrime(request)))
    return "a packed spectrum of rows that are not in pairs";
  const { input, output } = plannedLayout(request);
  const ranged = [input, output].flatMap((side) => side.axes).filter(({ name }) => name === axis.name);
  if (ranged.some(({ first, last, length }) => !isWhole({ first, last, length }))) return "a part of a packed spectrum";
  const reals = kind === "r2c" ? input : output;
  const own = reals.axes.find(({ name }) => name === axis.name);
  if (own?.stride !== 1) return "a packed spectrum of numbers that do not lie side by side";
  const beside = reals.axes.filter((one) => one !== own && one.stride !== 1).map(({ stride }) => stride);
  const isOdd = [...beside, reals.batch].some((stride) => stride % 2 !== 0);
  return isOdd || said.strides === "run-time" ? "a packed spectrum of rows that begin an odd number apart" : undefined;
};

const walshOrders: Rule = (request) => {
  const { kind, said } = request;
  if (kind !== "fwht" || said.order === undefined) return undefined;
  if (axesOf(request).some(({ length }) => !Number.isInteger(Math.log2(length))))
    return "another order of a length that is no power of two";
  if (said.order !== "sequency") return undefined;
  // Strides of 1 are none that calls say.
  const points = dimensionsOf(request).reduce((product, { length }) => product * length, 1);
  if (said.strides === "run-time" && points > 1) return "sequency order into an output that is not dense";
  const { output } = plannedLayout(request);
  let dense = 1;
  for (const { stride, length, first, last } of output.axes) {
    if (stride !== dense || first > 0 || last < length - 1) return "sequency order into an output that is not dense";
    dense *= length;
  }
  let step = 1;
  for (const { name, length } of dimensionsOf(request)) {
    if (axesOf(request).some((axis) => axis.name === name) && !Number.isInteger(Math.log2(step)))
      return "sequency order of elements that lie no power of two apart";
    step *= length;
  }
  return undefined;
};

const largestPrime = ({ said }: Request): number => (said.precision === "f64" ? 31 : 61);

function factorsOf(length: number): readonly number[] {
  const factors: number[] = [];
  let rest = length;
  for (let factor = 2; rest > 1; factor++) for (; rest % factor === 0; rest /= factor) factors.push(factor);
  return factors;
}

const throughOthers: Rule = (request) => {
  const { said, kind } = request;
  if (kind === "fwht") return undefined;
  const isLong = axesOf(request).some(({ length }) =>
    factorsOf(length).some((factor) => factor > largestPrime(request)),
  );
  if (!isLong) return undefined;
  if (said.order === "digit-reversed") return "digit-reversed order of a length with a large prime factor";
  return said.arithmetic === "native" ? "native arithmetic of a length with a large prime factor" : undefined;
};

/** "Native 16-bit arithmetic works on vectors of neighbours." */
const nativeVectors: Rule = (request) => {
  const { said, kind } = request;
  if (said.arithmetic !== "native") return undefined;
  if (kind !== "c2c" && kind !== "fwht") return "native arithmetic of real transforms";
  if (said.order !== undefined) return "native arithmetic in another order than natural";
  if ((dimensionsOf(request)[0]?.length ?? 1) % 2 !== 0) return "native arithmetic of an odd contiguous dimension";
  const { input, output } = plannedLayout(request);
  const isOdd = [input, output].some(
    ({ axes: [contiguous, ...others], batch }) =>
      contiguous === undefined ||
      contiguous.stride !== 1 ||
      contiguous.first % 2 !== 0 ||
      contiguous.last % 2 !== 1 ||
      [batch, ...others.map(({ stride }) => stride)].some((stride) => stride % 2 !== 0),
  );
  return kind === "fwht" && (isOdd || said.strides === "run-time")
    ? "native arithmetic of rows that do not begin at vectors"
    : undefined;
};

const units: Rule = ({ said, kind }) => {
  const { unit, precision = "f32" } = said;
  const isShort = precision === "f16" || precision === "bf16";
  if (unit === "split-f16" && (precision !== "f32" || kind === "fwht")) return "split halves are of f32";
  if (unit === "mma" && !isShort) return "tensor cores multiply numbers of 16 bits";
  if (unit === "mma" && said.arithmetic === "native") return "tensor cores have an arithmetic of their own";
  if (unit === "mma" && kind === "fwht" && (said.order !== undefined || said.stabilisation !== undefined))
    return "tensor cores take neighbours together, and keep no rounding errors";
  return undefined;
};

/** In place a side is what the other one is, but for what is padded with zeros. */
const differentInPlace: Rule = (request) => {
  if (request.said.inPlace !== true || halvedAxis(request) !== undefined) return undefined;
  const { input, output } = plannedLayout(request);
  const differs =
    input.batch !== output.batch ||
    input.axes.some(({ stride, shift }, index) => {
      const other = output.axes[index];
      return stride !== other?.stride || shift !== other.shift;
    });
  return differs ? "input and output that lie differently in place" : undefined;
};

/** Half a spectrum has frequency 0 first along the halved dimension. */
const nothingShifted: Rule = ({ said: { shift, axes }, lengths, kind }) =>
  shift !== undefined && (kind === "r2c" || kind === "c2r") && (axes ?? lengths).length === 1
    ? "frequency 0 in the middle of no dimension"
    : undefined;

const lessInPlace: Rule = (request) => {
  const { output } = plannedLayout(request);
  const isPart = output.axes.some(({ first, last, length }) => !isWhole({ first, last, length }));
  return request.said.inPlace === true && isPart ? "less is written than read in place" : undefined;
};

/** Two arrays at least, unless something else is said. */
const sharedPlaces: Rule = (request) => {
  const { output } = plannedLayout(request);
  const members = request.said.batch ?? 1;
  if (members * output.axes.reduce((product, { length }) => product * length, 1) > 2 ** 20) return undefined;
  const places = placesOf(output, members).map(({ place }) => place);
  return new Set(places).size < places.length ? "outputs of which two lie at one place" : undefined;
};

/** "No stride that is shorter than what lies below it", of outputs and of what is one array. */
const shortStrides: Rule = (request) => {
  const { input, output } = plannedLayout(request);
  const members = request.said.batch ?? 2;
  const isShort = ({ axes, batch }: Side): boolean => {
    let below = 1;
    for (const { stride, span } of [
      ...axes.map(({ stride, first, last, length: axisLength }) => ({
        stride,
        span: first <= last ? last - first : axisLength - 1,
      })),
      { stride: batch, span: members - 1 },
    ]
      .filter(({ span }) => span > 0)
      .toSorted((a, b) => a.stride - b.stride)) {
      if (stride < below) return true;
      below += stride * span;
    }
    return false;
  };
  const isOne = request.said.inPlace === true;
  return isShort(output) || (isOne && isShort(input))
    ? "strides that are shorter than what lies below them"
    : undefined;
};

const wished: Rule = ({ said: { unit } }) =>
  unit === undefined || unit === "fma" ? undefined : "tensor cores have radices 4, 8 and 16, and a GPU may have none";

const RULES: readonly Rule[] = [
  cosines,
  typesInPlace,
  realsInPlace,
  packedSpectra,
  walshOrders,
  throughOthers,
  units,
  differentInPlace,
  nothingShifted,
  sharedPlaces,
];
const LIMITS: readonly Rule[] = [wished, nativeVectors, lessInPlace, shortStrides];
