// Windows: weights of the elements along a dimension, in double precision. In numbers: hann(4) is 0, 1/2, 1, 1/2, the first period of
// (1 - cos(2 pi k / 4)) / 2, and hann_symmetric(4) is 0, 3/4, 3/4, 0, which ends as it begins. Harris (1978), On the use of windows for
// harmonic analysis with the discrete Fourier transform.
import { unreachable } from "../failure/errors.js";

export const WINDOW_SHAPES = ["hann", "hamming", "blackman", "kaiser"] as const;

export type WindowShape = (typeof WINDOW_SHAPES)[number];

export interface Window {
  readonly shape: WindowShape;
  readonly points: number;
  /** It ends as it begins; others are a period of what goes on. */
  readonly isSymmetric: boolean;
  /** Of a Kaiser window; 0 of others. */
  readonly beta: number;
}

/** Weight k of a window, k from 0 to points - 1. */
export function windowAt({ shape, points, isSymmetric, beta }: Window, k: number): number {
  if (points === 1) return 1;
  const period = isSymmetric ? points - 1 : points;
  const cosine = (harmonic: number): number => Math.cos((2 * Math.PI * harmonic * k) / period);
  switch (shape) {
    case "hann":
      return Math.sin((Math.PI * k) / period) ** 2;
    case "hamming":
      return 0.54 - 0.46 * cosine(1);
    case "blackman":
      return 0.42 - 0.5 * cosine(1) + 0.08 * cosine(2);
    case "kaiser": {
      const along = (2 * k) / period - 1;
      return besselI0(beta * Math.sqrt(Math.max(0, 1 - along * along))) / besselI0(beta);
    }
    default:
      return unreachable(shape);
  }
}

/** The modified Bessel function of order 0: the sum over k of (x^2 / 4)^k / k!^2, whose terms are all positive. */
function besselI0(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; term > sum * Number.EPSILON; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** As expressions call it: `hann`, `kaiser_symmetric`. */
export const windowName = ({ shape, isSymmetric }: Pick<Window, "shape" | "isSymmetric">): string =>
  isSymmetric ? `${shape}_symmetric` : shape;

export const WINDOW_NAMES: ReadonlyMap<string, Pick<Window, "shape" | "isSymmetric">> = new Map(
  WINDOW_SHAPES.flatMap((shape) =>
    [false, true].map((isSymmetric) => [windowName({ shape, isSymmetric }), { shape, isSymmetric }] as const),
  ),
);
