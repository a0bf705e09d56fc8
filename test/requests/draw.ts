// Draws requests: any kind, sizes with ones, twos, threes and primes anywhere, and the options that say what is computed and where it lies.
import { expressionsFor, withFunctions } from "./expressions.js";
import type { Chance } from "./chance.js";
import { halvedAxis, plannedLayout, type SideName } from "../../generator/definition/layout.js";
import {
  BATCH,
  dimensionsOf,
  isCosine,
  KINDS,
  type CosineKind,
  type Kind,
  type Ranges,
  type Request,
  type Said,
  type Strides,
} from "../../generator/definition/request.js";

/** Elements of an array: most often few. */
const MOST_ELEMENTS = [64, 256, 256, 512, 1024, 4096];
const OFTEN: readonly Kind[] = ["c2c", "c2c", "r2c", "r2c", "c2r", "c2r", "dct-2", "dct-3"];
const COSINES: readonly CosineKind[] = KINDS.filter(isCosine);

export function drawnRequest(chance: Chance): Request {
  const kind = chance.happens(1, 3) ? chance.oneOf(KINDS) : chance.oneOf(OFTEN);
  const lengths = drawnLengths(chance, kind);
  const bare = { kind, lengths, said: {}, arrays: chance.oneOf([1, 1, 2, 3, 4, 5]), further: {} };
  const computed = { ...bare, said: drawnComputation(chance, bare) };
  return withExpressions(chance, withLayout(chance, computed));
}

/** Slowest first. */
function drawnLengths(chance: Chance, kind: Kind): readonly number[] {
  const most = chance.oneOf(MOST_ELEMENTS);
  const rank = chance.oneOf([1, 1, 2, 2, 2, 2, 3, 3]);
  const lengths: number[] = [];
  let room = most;
  for (let dimension = 0; dimension < rank; dimension++) {
    const length = Math.min(room, drawnLength(chance, dimension + 1 === rank ? room : Math.ceil(Math.sqrt(room) * 2)));
    lengths.push(kind === "fwht" ? nearestHadamard(length) : length);
    room = Math.max(1, Math.floor(room / length));
  }
  return chance.shuffled(lengths);
}

const PRIMES = [5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 53, 61, 67, 71, 97, 101, 127, 131, 257];

function drawnLength(chance: Chance, most: number): number {
  const primes = PRIMES.filter((prime) => prime <= most);
  switch (chance.integer(0, 6)) {
    case 0:
      return chance.oneOf([1, 2, 3]);
    case 1:
      return primes.length > 0 ? chance.oneOf(primes) : 2;
    case 2:
    case 3:
      return 2 ** chance.integer(1, Math.max(1, Math.floor(Math.log2(most))));
    case 4:
      return most;
    case 5: {
      // A product of small factors.
      let length = 1;
      for (;;) {
        const factor = chance.oneOf([2, 2, 2, 3, 3, 5, 7]);
        if (length * factor > most) return length;
        length *= factor;
      }
    }
    default:
      return chance.integer(1, most);
  }
}

/** A power of two, or 12 or 20 times one, that is no longer. */
const nearestHadamard = (length: number): number =>
  Math.max(
    ...[1, 12, 20].filter((base) => base <= length).map((base) => base * 2 ** Math.floor(Math.log2(length / base))),
  );

const SCALES = ["1/N", "orthonormal", "0.5", "-3", "1/12", "1/129600"];

/** `orthonormal` is no factor of theirs. */
const COSINE_SCALES = SCALES.filter((scale) => scale !== "orthonormal");

/** Expressions of elements that the sides can have. */
function withExpressions(chance: Chance, request: Request): Request {
  const { said, lengths } = request;
  if (said.inPlace === true || said.spectrum === "packed") return request;
  const drawn = (side: SideName, mayBeReal: boolean): string | undefined => {
    if (!chance.happens(1, 10)) return undefined;
    return chance.oneOf(expressionsFor(request, side, mayBeReal, chance.integer(1, lengths.at(-1) ?? 1)));
  };
  const load = drawn("input", true);
  const store = drawn("output", said.planar !== "output" && said.planar !== "both");
  return withFunctions({
    ...request,
    said: { ...said, ...(load === undefined ? {} : { load }), ...(store === undefined ? {} : { store }) },
  });
}

/** Of arrays that hold other numbers than are computed with. */
function drawnTypes(chance: Chance): Pick<Said, "inputType" | "outputType"> {
  const drawn = () => chance.oneOf(["u8", "i8", "u16", "i16", "f16", "bf16", "f32", "f64"] as const);
  return {
    ...(chance.happens(1, 8) ? { inputType: drawn() } : {}),
    ...(chance.happens(1, 8) ? { outputType: drawn() } : {}),
  };
}

function drawnComputation(chance: Chance, request: Request): Said {
  const { kind } = request;
  const names = dimensionsOf(request).map(({ name }) => name);
  const some = names.filter(() => chance.happens(1, 2));
  const axes = names.length > 1 && some.length > 0 && chance.happens(1, 3) ? chance.shuffled(some) : undefined;
  const precision = chance.happens(1, 3) ? chance.oneOf(["f64", "f64", "f16", "bf16"] as const) : undefined;
  const isShort = precision === "f16" || precision === "bf16";
  const count = axes?.length ?? names.length;
  return {
    ...(axes === undefined ? {} : { axes }),
    ...(isCosine(kind) && count > 1 && chance.happens(1, 4)
      ? { kinds: Array.from({ length: count }, () => chance.oneOf(COSINES)) }
      : {}),
    ...(precision === undefined ? {} : { precision }),
    ...drawnTypes(chance),
    ...(isShort && (kind === "c2c" || kind === "fwht") && chance.happens(1, 3)
      ? { arithmetic: "native" as const }
      : {}),
    ...((kind === "c2c" && chance.happens(1, 3)) || (isCosine(kind) && chance.happens(1, 8))
      ? { inverse: true as const }
      : {}),
    ...(kind === "c2c" && chance.happens(1, 10) ? { order: "digit-reversed" as const } : {}),
    ...(kind === "fwht" && chance.happens(1, 3) ? { order: chance.oneOf(["sequency", "dyadic"] as const) } : {}),
    ...(kind === "fwht" && chance.happens(1, 6)
      ? { stabilisation: chance.oneOf(["kahan", "neumaier", "semi-kahan", "semi-neumaier"] as const) }
      : {}),
    ...((kind === "r2c" || kind === "c2r") && chance.happens(count === 1 ? 1 : 0, 4)
      ? { spectrum: "packed" as const }
      : {}),
    ...(isCosine(kind) && chance.happens(1, 4) ? { normalisation: "orthonormal" as const } : {}),
    ...(chance.happens(1, 4) ? { scale: chance.oneOf(isCosine(kind) ? COSINE_SCALES : SCALES) } : {}),
    ...(chance.happens(1, 2) ? { batch: chance.oneOf([1, 2, 3, 7, 100, 4096]) } : {}),
    ...(chance.happens(1, 20) ? { unit: chance.oneOf(["fma", isShort ? "mma" : "split-f16"] as const) } : {}),
    ...(chance.happens(1, 16) && precision !== "f64" && kind !== "fwht" ? { fastTwiddles: true as const } : {}),
    ...(chance.happens(1, 5) ? { gpu: chance.oneOf(["A100", "B200", "T4", "V100", "RTX 4090", "H100"]) } : {}),
  };
}

function withLayout(chance: Chance, request: Request): Request {
  const { kind, said } = request;
  const isInPlace = chance.happens(1, 5);
  const placed: Said = { ...said, ...(isInPlace ? { inPlace: true as const } : {}) };
  const mayBePlanar = !isInPlace || kind === "c2c";
  const planar = planarOf(chance, kind, isInPlace);
  const ofParts: Said = mayBePlanar && planar !== undefined && chance.happens(1, 5) ? { ...placed, planar } : placed;
  const shift = said.order === "digit-reversed" ? undefined : planarOf(chance, kind, isInPlace);
  const parts: Said = shift !== undefined && chance.happens(1, 6) ? { ...ofParts, shift } : ofParts;
  const base = { ...request, said: parts };
  const ranged = chance.happens(2, 5) ? withRanges(chance, base) : base;
  const strided = chance.happens(2, 5) ? withStrides(chance, ranged) : ranged;
  const isHalf = kind === "r2c" || kind === "c2r";
  if (!chance.happens(1, 8) || (isHalf && isInPlace)) return strided;
  const sides: readonly SideName[] = ["input", "output"];
  const names = [...dimensionsOf(request).map(({ name }) => name), BATCH];
  const further = Object.fromEntries(
    sides.flatMap((side) => names.map((name) => [`${side} ${name}`, chance.oneOf([0, 0, 1, 2, 5])] as const)),
  );
  return { ...strided, said: { ...strided.said, strides: "run-time" }, further };
}

function planarOf(chance: Chance, kind: Kind, isInPlace: boolean): Said["planar"] {
  if (kind === "c2c") return isInPlace ? "both" : chance.oneOf(["input", "output", "both"] as const);
  return kind === "r2c" ? "output" : kind === "c2r" ? "input" : undefined;
}

function withRanges(chance: Chance, request: Request): Request {
  const { input, output } = plannedLayout(request);
  const halved = halvedAxis(request);
  const mayGoRound = (name: string): boolean => ["c2c", "r2c", "c2r"].includes(request.kind) && name !== halved;
  const drawn = (axes: typeof input.axes): Ranges =>
    Object.fromEntries(
      axes.flatMap(({ name, length }) => {
        if (!chance.happens(1, 2)) return [];
        if (mayGoRound(name) && length > 1 && chance.happens(1, 3))
          return [[name, roundTheEnd(chance, length)] as const];
        const first = chance.happens(2, 3) ? 0 : chance.integer(0, length - 1);
        const last = chance.happens(1, 6) ? length - 1 : chance.integer(first, length - 1);
        return [[name, [first, last]] as const];
      }),
    );
  const which = chance.integer(0, 2);
  return {
    ...request,
    said: {
      ...request.said,
      ...(which === 1 ? {} : nonEmpty("inputRange", drawn(input.axes))),
      ...(which === 0 || (request.said.inPlace === true && !chance.happens(1, 4))
        ? {}
        : nonEmpty("outputRange", drawn(output.axes))),
    },
  };
}

/** From some of the last indices to some of the first, or both from the end; written from either end. */
function roundTheEnd(chance: Chance, length: number): readonly [number, number] {
  const [first, last] = [chance.integer(1, length - 1), chance.integer(0, length - 1)];
  const isWritten = (index: number): number => (chance.happens(1, 2) ? index : index - length);
  if (first <= last) return [first - length, last - length];
  return [isWritten(first), chance.happens(3, 4) ? last : isWritten(last)];
}

const nonEmpty = <Name extends string, T extends object>(name: Name, value: T): Partial<Record<Name, T>> =>
  Object.keys(value).length === 0 ? {} : ({ [name]: value } as Record<Name, T>);

/** Rows and planes apart, in another order, the batch innermost; inputs that overlap; a distance of both sides. */
function withStrides(chance: Chance, request: Request): Request {
  const { said, kind } = request;
  const isHalf = kind === "r2c" || kind === "c2r";
  const points = dimensionsOf(request).reduce((product, { length }) => product * length, 1);
  if (!isHalf && chance.happens(1, 6))
    return { ...request, said: { ...said, rowStride: points + chance.oneOf([0, 1, 3, 8, 32]) } };
  if (said.inPlace === true) return isHalf ? roomierInPlace(chance, request) : alikeInPlace(chance, request);
  // Members of the batch far apart: without a batch the plan is for as many as have room.
  if (chance.happens(1, 20)) {
    const far = { [BATCH]: 2 ** chance.integer(16, 32) };
    const { batch, ...unsaid } = said;
    const isInput = chance.happens(1, 2);
    return {
      ...request,
      arrays: 1,
      said: { ...unsaid, ...(isInput ? { inputStrides: far } : { outputStrides: far }) },
    };
  }
  const which = chance.integer(0, 2);
  return {
    ...request,
    said: {
      ...said,
      ...(which === 1 ? {} : nonEmpty("inputStrides", drawnStrides(chance, request, "input"))),
      ...(which === 0 ? {} : nonEmpty("outputStrides", drawnStrides(chance, request, "output"))),
    },
  };
}

/** One array has the same strides on both sides; other ones are refused. */
function alikeInPlace(chance: Chance, request: Request): Request {
  const strides = drawnStrides(chance, request, "input");
  const isOne = !chance.happens(1, 12);
  return { ...request, said: { ...request.said, inputStrides: strides, ...(isOne ? { outputStrides: strides } : {}) } };
}

/** Strides of real numbers are twice those of complex ones, and rows may have more room. */
function roomierInPlace(chance: Chance, request: Request): Request {
  const { input, output } = plannedLayout(request);
  const [real, complex] = request.kind === "r2c" ? [input, output] : [output, input];
  const halved = halvedAxis(request);
  let behind = 1;
  const ofComplex: Record<string, number> = {};
  const counts = [
    ...complex.axes.map(({ name, length }) => ({ name, count: length })),
    { name: BATCH, count: request.arrays },
  ];
  for (const { name, count } of counts) {
    const stride = behind + (name === halved || behind === 1 ? 0 : chance.oneOf([0, 0, 1, 3]));
    behind = stride * count;
    if (name !== halved) ofComplex[name] = stride;
  }
  if (real.axes[0]?.name !== halved) return request;
  const ofReal = Object.fromEntries(Object.entries(ofComplex).map(([name, stride]) => [name, 2 * stride] as const));
  const [inputStrides, outputStrides] = request.kind === "r2c" ? [ofReal, ofComplex] : [ofComplex, ofReal];
  return { ...request, said: { ...request.said, inputStrides, outputStrides } };
}

function drawnStrides(chance: Chance, request: Request, side: SideName): Strides {
  const { axes } = plannedLayout(request)[side];
  const members = Math.max(request.arrays, request.said.batch ?? 2);
  if (side === "input" && request.said.inPlace !== true && chance.happens(1, 6)) {
    // Windows of a signal that begin before others end.
    const reach = axes.reduce((furthest, { stride, length }) => Math.max(furthest, stride * length), 1);
    return { [BATCH]: chance.integer(1, reach) };
  }
  if (side === "output" && chance.happens(1, 40))
    // Any strides: most often two elements lie at one place.
    return Object.fromEntries(
      [...axes.map(({ name }) => name), BATCH].map((name) => [name, chance.integer(1, 12)] as const),
    );
  const isAll = chance.happens(1, 2);
  const counts = [...axes.map(({ name, length }) => ({ name, count: length })), { name: BATCH, count: members }];
  const order = chance.happens(1, 2) ? counts : chance.shuffled(counts);
  const strides: Record<string, number> = {};
  let behind = 1;
  for (const { name, count } of order) {
    strides[name] = behind + (chance.happens(1, 2) ? 0 : chance.oneOf([1, 2, 3, 8]));
    behind = strides[name] * count;
  }
  if (isAll || order !== counts) return strides;
  // Of the usual order those below decide on what is not named.
  const named = counts.map(({ name }) => name).filter(() => chance.happens(1, 2));
  return Object.fromEntries(named.map((name) => [name, strides[name] ?? 1] as const));
}
