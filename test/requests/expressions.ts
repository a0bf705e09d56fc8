// Expressions of elements that requests may have, and what they are by definition.
import type { At, ElementFunction } from "../../generator/definition/element-function.js";
import { halvedAxis, plannedLayout, type SideName } from "../../generator/definition/layout.js";
import { axesOf, dimensionsOf, type Request } from "../../generator/definition/request.js";

interface Known {
  /** `length`: of a dimension of the transform; `elements`: of the array along it. */
  readonly of: (
    re: number,
    im: number,
    at: At,
    length: (name: string) => number,
    elements: (name: string) => number,
  ) => readonly [re: number, im: number];
  /** Of complex numbers it gives real ones. */
  readonly isReal?: true;
  /** It is one of complex numbers only. */
  readonly takes?: "complex";
  /** A dimension that it names. */
  readonly along?: string;
  /** A dimension whose frequencies it names. */
  readonly frequency?: string;
}

/** Of k = 0, 1, ... the frequency, those of the second half being negative. */
const signed = (k: number, length: number): number => (k < length / 2 ? k : k - length);

/** By their text, as options have it. */
const KNOWN: Readonly<Record<string, Known>> = {
  "v / 255": { of: (re, im) => [re / 255, im / 255] },
  "-v * 3": { of: (re, im) => [-3 * re, -3 * im] },
  "v + 1": { of: (re, im) => [re + 1, im] },
  "2 - v / 4": { of: (re, im) => [2 - re / 4, -im / 4] },
  "2 * conj(v)": { of: (re, im) => [2 * re, -2 * im], takes: "complex" },
  "v * conj(v) + v": { of: (re, im) => [re * re + im * im + re, im], takes: "complex" },
  "abs2(v)": { of: (re, im) => [re * re + im * im, 0], isReal: true },
  "abs(v) - 1": { of: (re, im) => [Math.hypot(re, im) - 1, 0], isReal: true },
  "re(v) / 2 + im(v)": { of: (re, im) => [re / 2 + im, 0], isReal: true, takes: "complex" },
  "clamp(re(v), -1, 1)": { of: (re) => [Math.min(1, Math.max(-1, re)), 0], isReal: true },
  "10 * log10(max(abs2(v), 1e-2))": {
    of: (re, im) => [10 * Math.log10(Math.max(re * re + im * im, 1e-2)), 0],
    isReal: true,
  },
  "v * (x + 1) / nx": {
    of: (re, im, at, length) => [(re * (at("X") + 1)) / length("X"), (im * (at("X") + 1)) / length("X")],
    along: "X",
  },
  "v * (2 * y - x) / (nx + ny)": {
    of: (re, im, at, length) => {
      const factor = (2 * at("Y") - at("X")) / (length("X") + length("Y"));
      return [re * factor, im * factor];
    },
    along: "Y",
  },
  "v * (1 + batch - z)": {
    of: (re, im, at) => [re * (1 + at("batch") - at("Z")), im * (1 + at("batch") - at("Z"))],
    along: "Z",
  },
  "v * batch": { of: (re, im, at) => [re * at("batch"), im * at("batch")] },
  "v * kx / 8": {
    of: (re, im, at, length) => {
      const factor = signed(at("X"), length("X")) / 8;
      return [re * factor, im * factor];
    },
    frequency: "X",
  },
  "v * (ky + 1) / 8": {
    of: (re, im, at, length) => {
      const factor = (signed(at("Y"), length("Y")) + 1) / 8;
      return [re * factor, im * factor];
    },
    frequency: "Y",
  },
};

/** A number that tells names apart: of what calls give, verifications say numbers by it. */
const seedOf = (name: string): number =>
  [...name].reduce((seed, letter) => (31 * seed + letter.charCodeAt(0)) % 1009, 7);

export const scalar = (name: string): number => (5 + (seedOf(name) % 6)) / 8;
export const realAt = (name: string, place: number): number => (1 + ((5 * place + seedOf(name)) % 13)) / 8;
export const imaginaryAt = (name: string, place: number): number => (((7 * place + seedOf(name)) % 11) - 5) / 8;

/** With what a call gives. */
const GIVEN: Readonly<Record<string, Known>> = {
  "v * $alpha - $beta": {
    of: (re, im) => [re * scalar("alpha") - scalar("beta"), im * scalar("alpha")],
  },
  "v * gain[x]": {
    of: (re, im, at) => [re * realAt("gain", at("X")), im * realAt("gain", at("X"))],
    along: "X",
  },
  "v + bias[batch,y]": {
    of: (re, im, at, _, elements) => [re + realAt("bias", at("batch") * elements("Y") + at("Y")), im],
    along: "Y",
  },
  "v * filter:complex[y,x]": {
    of: (re, im, at, _, elements) => {
      const place = at("Y") * elements("X") + at("X");
      const [a, b] = [realAt("filter", place), imaginaryAt("filter", place)];
      return [re * a - im * b, re * b + im * a];
    },
    along: "Y",
    takes: "complex",
  },
};

/** `hann(5) * v`: a period of so many points in the middle of a dimension. */
const HANN = /^hann\((\d+)\) \* v$/u;

function hannOf(points: number): Known {
  const weight = (x: number, length: number): number => {
    const k = x - Math.floor((length - points) / 2);
    if (k < 0 || k >= points) return 0;
    return points === 1 ? 1 : (1 - Math.cos((2 * Math.PI * k) / points)) / 2;
  };
  return {
    of: (re, im, at, length) => {
      const factor = weight(at("X"), length("X"));
      return [re * factor, im * factor];
    },
    along: "X",
  };
}

function knownAs(text: string): Known | undefined {
  const points = HANN.exec(text)?.[1];
  return points === undefined ? (KNOWN[text] ?? GIVEN[text]) : hannOf(Number(points));
}

/** Whether a side has what an expression names; `mayBeReal`: of its complex numbers it may give real ones. */
function isFor(
  { takes, isReal, along, frequency }: Known,
  request: Request,
  side: SideName,
  mayBeReal: boolean,
): boolean {
  const { kind, said } = request;
  const isComplex = kind === "c2c" || kind === (side === "input" ? "c2r" : "r2c");
  if ((takes === "complex" && !isComplex) || (isReal === true && isComplex && !mayBeReal)) return false;
  if (along !== undefined && !dimensionsOf(request).some(({ name }) => name === along)) return false;
  if (frequency === undefined) return true;
  const isInverse = said.inverse === true || kind === "c2r";
  return (
    ["c2c", "r2c", "c2r"].includes(kind) &&
    isInverse === (side === "input") &&
    said.order !== "digit-reversed" &&
    axesOf(request).some(({ name }) => name === frequency) &&
    // Of half a spectrum frequencies are not negative: those of the middle differ.
    halvedAxis(request) !== frequency
  );
}

/** Those that a side of a request may have, a window of `points` among them. */
export const expressionsFor = (
  request: Request,
  side: SideName,
  mayBeReal: boolean,
  points: number,
): readonly string[] =>
  [...Object.keys({ ...KNOWN, ...GIVEN }), `hann(${points}) * v`].filter((text) => {
    const known = knownAs(text);
    return known !== undefined && isFor(known, request, side, mayBeReal);
  });

function functionNamed(request: Request, side: SideName, text: string | undefined): ElementFunction | undefined {
  const known = text === undefined ? undefined : knownAs(text);
  if (known === undefined) return undefined;
  const length = (name: string): number => dimensionsOf(request).find((one) => one.name === name)?.length ?? NaN;
  const along = plannedLayout(request)[side].axes;
  const elements = (name: string): number => along.find((axis) => axis.name === name)?.length ?? NaN;
  return { of: (re, im, at) => known.of(re, im, at, length, elements), isReal: known.isReal === true };
}

/** The request with what its expressions are; without those that it has not: a shorter one may lack what they name. */
export function withFunctions(request: Request): Request {
  const [load, store] = [
    functionNamed(request, "input", request.said.load),
    functionNamed(request, "output", request.said.store),
  ];
  const functions = { ...(load === undefined ? {} : { load }), ...(store === undefined ? {} : { store }) };
  return { ...request, functions };
}
