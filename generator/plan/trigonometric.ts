// Cosine and sine transforms, unnormalised as FFTW (rodft, redft) and SciPy have them. Along one axis of n real numbers, for 0 <= k < n:
//
//   dct-1  y(k) = x(0) + (-1)^k x(n-1) + 2 sum over 0 < j < n-1 of x(j) cos(pi j k / (n-1))
//   dct-2  y(k) = 2 sum of x(j) cos(pi (2j+1) k / 2n)
//   dct-3  y(k) = x(0) + 2 sum over 0 < j of x(j) cos(pi j (2k+1) / 2n)
//   dct-4  y(k) = 2 sum of x(j) cos(pi (2j+1) (2k+1) / 4n)
//   dst-1  y(k) = 2 sum of x(j) sin(pi (j+1) (k+1) / (n+1))
//   dst-2  y(k) = 2 sum of x(j) sin(pi (2j+1) (k+1) / 2n)
//   dst-3  y(k) = (-1)^k x(n-1) + 2 sum over j < n-1 of x(j) sin(pi (j+1) (2k+1) / 2n)
//   dst-4  y(k) = 2 sum of x(j) sin(pi (2j+1) (2k+1) / 4n)
//
// Each is the real part of a complex transform of `coreLength` points between two products: y(q(k)) = Re(a(k) F(b(j) x(p(j)))(k)), p or
// q taking the even numbers upwards and then the odd ones downwards (Makhoul, "A fast cosine transform in one and two dimensions", 1980).
// No factor is divided by, so that errors are those of the Fourier transform. In numbers, dct-2 of 4: x(0), x(2), x(3), x(1) are
// transformed, and the real part taken of 2 exp(-i pi k / 8) times that.
import { InvariantError, unreachable } from "../failure/errors.js";
import type { Part, Parts } from "./parts.js";
import type { EvenMap, PlaceMap } from "./place-map.js";
import { isTrigonometric, type Transform, type TrigonometricKind, type TrigonometricTransform } from "./transform.js";

/** The kind along an axis. */
export const kindAlong = ({ kind, kinds }: TrigonometricTransform, axis: string): TrigonometricKind =>
  kinds[axis] ?? kind;

/**
 * The same transform, of a kind that one of its axes has, and with no others named but those that are others: a DCT-II of which the only
 * axis is to be a DST-I is a DST-I. Where none has the kind of the whole, that of the slowest is it.
 */
export function inOwnKind<T extends Transform>(transform: T): T {
  if (!isTrigonometric(transform)) return transform;
  const kinds = transform.axes.toReversed().map((axis) => [axis, kindAlong(transform, axis)] as const);
  const own = kinds.find(([, kind]) => kind === transform.kind) ?? kinds[0];
  const kind = own?.[1] ?? transform.kind;
  return { ...transform, kind, kinds: Object.fromEntries(kinds.filter(([, along]) => along !== kind)) };
}

/** The kind whose transform, divided by the logical length, is the inverse. */
export const inverseKind = (kind: TrigonometricKind): TrigonometricKind => INVERSES[kind] ?? kind;

/** Others are their own. */
const INVERSES: Readonly<Partial<Record<TrigonometricKind, TrigonometricKind>>> = {
  "dct-2": "dct-3",
  "dct-3": "dct-2",
  "dst-2": "dst-3",
  "dst-3": "dst-2",
};

/** Points of the periodic sequence that n numbers stand for. */
export const logicalLength = (kind: TrigonometricKind, length: number): number =>
  2 * (kind === "dct-1" ? length - 1 : kind === "dst-1" ? length + 1 : length);

/** Of all its axes. */
export const logicalCount = (transform: TrigonometricTransform): number =>
  transform.dimensions.reduce(
    (product, { name, length }) =>
      transform.axes.includes(name) ? product * logicalLength(kindAlong(transform, name), length) : product,
    1,
  );

/** The inverse, as a transform of its own: with its factor, unless the matrix is orthonormal. */
export const inverseOf = (transform: TrigonometricTransform): TrigonometricTransform => ({
  ...transform,
  kind: inverseKind(transform.kind),
  kinds: Object.fromEntries(Object.entries(transform.kinds).map(([axis, kind]) => [axis, inverseKind(kind)])),
  scale: transform.normalisation === "orthonormal" ? transform.scale : transform.scale / logicalCount(transform),
});

/**
 * Points of the complex transform: all of the periodic sequence where half of it would do with rounding errors that grow. One element
 * is multiplied by a factor (`factorOfOne`), and that is all.
 */
export const coreLength = (kind: TrigonometricKind, length: number): number =>
  length > 1 && (kind === "dct-1" || kind === "dst-1") ? logicalLength(kind, length) : length;

/** What the only element along an axis is multiplied by: y(0) = 2 x(0) of dct-2, sqrt(2) x(0) of dct-4; of an orthonormal matrix 1. */
function factorOfOne(kind: TrigonometricKind): number {
  switch (kind) {
    case "dct-2":
    case "dst-1":
    case "dst-2":
      return 2;
    case "dct-3":
    case "dst-3":
      return 1;
    case "dct-4":
    case "dst-4":
      return Math.SQRT2;
    case "dct-1":
      throw new InvariantError("trigonometric: dct-1 has no definition for one element");
    default:
      return unreachable(kind);
  }
}

/** What all outputs are multiplied by: the scale, and of a cosine or sine transform the factors of axes that have one element. */
export const wholeScale = (transform: Transform): number =>
  transform.dimensions.reduce(
    (scale, { name, length }) =>
      length === 1 && isTrigonometric(transform) && transform.axes.includes(name) && transform.normalisation === "none"
        ? scale * factorOfOne(kindAlong(transform, name))
        : scale,
    transform.scale,
  );

/** Which side is taken even numbers first, then odd ones backwards. */
export function zigzagSide(kind: TrigonometricKind): "input" | "output" | undefined {
  switch (kind) {
    case "dct-2":
    case "dct-4":
    case "dst-2":
    case "dst-4":
      return "input";
    case "dct-3":
    case "dst-3":
      return "output";
    case "dct-1":
    case "dst-1":
      return undefined;
    default:
      return unreachable(kind);
  }
}

/** `weight` times exp(-2 pi i numerator / denominator), and where `quarter` is said times i. */
export interface WeightedRoot {
  readonly weight: number;
  readonly numerator: number;
  readonly denominator: number;
  readonly quarter?: true;
}

const real = (weight: number): WeightedRoot => ({ weight, numerator: 0, denominator: 1 });

/** What number j of the complex transform is multiplied by before; undefined where all are taken as they are. */
export function factorBefore(kind: TrigonometricKind, n: number): ((j: number) => WeightedRoot) | undefined {
  const sign = (j: number): number => (2 * j < n ? 1 : -1);
  switch (kind) {
    case "dct-1":
      return (j) => real(j === 0 || j === n - 1 ? 1 : 2);
    case "dct-2":
      return undefined;
    case "dct-3":
      return (j) => ({ weight: j === 0 ? 1 : 2, numerator: j, denominator: 4 * n });
    case "dct-4":
      return (j) => ({ weight: sign(j), numerator: j, denominator: 2 * n });
    case "dst-1":
      return (j) => ({ weight: 1, numerator: j, denominator: 2 * (n + 1) });
    case "dst-2":
      return (j) => ({ weight: sign(j), numerator: j, denominator: n });
    case "dst-3":
      return (j) => ({ weight: j === n - 1 ? 1 : 2, numerator: j + 1, denominator: 4 * n });
    case "dst-4":
      return (j) => ({ weight: 1, numerator: j, denominator: 2 * n });
    default:
      return unreachable(kind);
  }
}

/** What its number k is multiplied by after, of which the real part is the result; undefined where that of k itself is. */
export function factorAfter(kind: TrigonometricKind, n: number): ((k: number) => WeightedRoot) | undefined {
  switch (kind) {
    case "dct-1":
    case "dct-3":
      return undefined;
    case "dct-2":
      return (k) => ({ weight: 2, numerator: k, denominator: 4 * n });
    case "dct-4":
      return (k) => ({ weight: 2, numerator: 2 * k + 1, denominator: 8 * n });
    case "dst-1":
      return (k) => ({ weight: 2, numerator: k + 1, denominator: 2 * (n + 1), quarter: true });
    case "dst-2":
      return (k) => ({ weight: 2, numerator: k + 1, denominator: 4 * n, quarter: true });
    case "dst-3":
      return (k) => ({ weight: 2 * k < n ? 1 : -1, numerator: k, denominator: n, quarter: true });
    case "dst-4":
      return (k) => ({ weight: 2, numerator: 2 * k + 1, denominator: 8 * n, quarter: true });
    default:
      return unreachable(kind);
  }
}

/** Complex numbers whose parts the real ones are, and where these lie on either side; a half spectrum has one more. */
export interface PairParts {
  readonly points: number;
  readonly input: Parts;
  readonly output: Parts;
}

/**
 * Of an even number n the transforms of types II to IV are those of n/2 complex numbers, undefined of an odd one. Types II and III: pairs in Makhoul's order, and
 * after or before a Hermitian step numbers k and n - k, as Y(k) = y(k) - i y(n-k). Type IV: numbers 2k and n - 1 - 2k, between products with
 * exp(-i pi (4k+1) / 4n) and 2 exp(-i pi k / n). Sines are cosines of numbers with alternating signs, backwards. Type I has the real
 * sequence of period 2 (n-1) that is even, or of period 2 (n+1) that is odd, whose spectrum is real or imaginary: numbers are read twice.
 */
export function pairParts(kind: TrigonometricKind, n: number): PairParts | undefined {
  const points = coreLength(kind, n) / 2;
  return Number.isInteger(points) ? { points, ...partsInPairs(kind, n) } : undefined;
}

function partsInPairs(kind: TrigonometricKind, n: number): Omit<PairParts, "points"> {
  const linear = (scale: number, offset: number): PlaceMap => ({ kind: "linear", scale, offset });
  const part = (map: PlaceMap, sign: Part["sign"] = "plus", from = 0): Part => ({ map, sign, from });
  const zigzag = (sign: Part["sign"]): Parts => {
    const every = (offset: number): Part => part({ kind: "zigzag", length: n, of: { scale: 2, offset } }, sign);
    return [every(0), every(1)];
  };
  const cosines: Parts = [part(linear(1, 0)), part(linear(-1, n), "minus", 1)];
  const sines: Parts = [part(linear(-1, n - 1)), part(linear(1, -1), "minus", 1)];
  const [even, odd] = [linear(2, 0), linear(-2, n - 1)];
  const periodic = (first: EvenMap["first"], sign: Part["sign"]): Parts => {
    const period = logicalLength(kind, n);
    const every = (offset: number): Part => part({ kind: "even", period, of: { scale: 2, offset }, first }, sign);
    return [every(0), every(1)];
  };
  switch (kind) {
    case "dct-2":
      return { input: zigzag("plus"), output: cosines };
    case "dct-3":
      return { input: cosines, output: zigzag("plus") };
    case "dct-4":
      return { input: [part(even), part(odd)], output: [part(even), part(odd, "minus")] };
    case "dst-2":
      return { input: zigzag("alternating"), output: sines };
    case "dst-3":
      return { input: sines, output: zigzag("alternating") };
    case "dst-4":
      return { input: [part(odd), part(even)], output: [part(even), part(odd)] };
    case "dct-1":
      return { input: periodic(0, "plus"), output: [part(linear(1, 0)), undefined] };
    case "dst-1":
      return { input: periodic(1, "odd"), output: [undefined, part(linear(1, -1), "minus", 1)] };
    default:
      return unreachable(kind);
  }
}

/** Number k is `weight` times exp(-2 pi i (step k + first) / denominator). */
export interface WeightedRoots {
  readonly weight: number;
  readonly step: number;
  readonly first: number;
  readonly denominator: number;
}

export const rootAt =
  ({ weight, step, first, denominator }: WeightedRoots) =>
  (k: number): WeightedRoot => ({ weight, numerator: step * k + first, denominator });

/** Of type IV: what the complex numbers are multiplied by, and what comes of them. */
export const pairFactors = (n: number): { readonly before: WeightedRoots; readonly after: WeightedRoots } => ({
  before: { weight: 1, step: 4, first: 1, denominator: 8 * n },
  after: { weight: 2, step: 1, first: 0, denominator: 2 * n },
});

/** What orthonormal matrices have beside these factors: of each number before, of each after. */
export function orthonormalWeights(
  kind: TrigonometricKind,
  n: number,
): { readonly before: (j: number) => number; readonly after: (k: number) => number } {
  const scale = Math.sqrt(1 / logicalLength(kind, n));
  const all = () => scale;
  const one = () => 1;
  switch (kind) {
    case "dct-1": {
      const isEnd = (index: number): boolean => index === 0 || index === n - 1;
      return {
        before: (j) => (isEnd(j) ? Math.SQRT2 : 1),
        after: (k) => (isEnd(k) ? scale * Math.SQRT1_2 : scale),
      };
    }
    case "dct-2":
      return { before: one, after: (k) => (k === 0 ? scale * Math.SQRT1_2 : scale) };
    case "dct-3":
      return { before: (j) => (j === 0 ? scale * Math.SQRT2 : scale), after: one };
    case "dst-2":
      return { before: one, after: (k) => (k === n - 1 ? scale * Math.SQRT1_2 : scale) };
    case "dst-3":
      return { before: (j) => (j === n - 1 ? scale * Math.SQRT2 : scale), after: one };
    case "dct-4":
    case "dst-1":
    case "dst-4":
      return { before: one, after: all };
    default:
      return unreachable(kind);
  }
}
