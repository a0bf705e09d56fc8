// The adjoint of a transform: what takes gradients back through it. It is another transform, between numbers that are weighted at the
// ends of their rows: of an r2c of 8 numbers it is the c2r of frequencies of which all but the first and the last count half.
import { isDeepStrictEqual } from "node:util";
import { isOwnInverse } from "../plan/axes.js";
import { usualTransform } from "../plan/families.js";
import type { Direction, Transform } from "../plan/transform.js";
import { unreachable } from "../failure/errors.js";
import { problemOf } from "./problem.js";

/** By what the first number of a row, those between, and the last one are multiplied. */
export type Weights = readonly [first: number, between: number, last: number];

export interface Adjoint {
  /** Of dense arrays. */
  readonly transform: Transform;
  /** Along each dimension, in the order of the problem's, of the gradient that arrives; empty where all are 1. */
  readonly before: readonly Weights[];
  /** Of what the transform makes of it. */
  readonly after: readonly Weights[];
}

const ONES: Weights = [1, 1, 1];

/**
 * The adjoint of a transform of dense arrays: <F x, y> = <x, F* y>, where of complex numbers the real part counts, as in PyTorch.
 * Undefined for transforms that are more than a problem, and of other arrays.
 */
export function adjointOf(transform: Transform): Adjoint | undefined {
  const posed = problemOf(transform);
  if (posed === undefined) return undefined;
  const { kind, precision, direction, scale, dimensions } = posed.problem;
  const lengths = dimensions.map(({ length }) => length);
  const to = (kind: Transform["kind"], direction: Direction): Transform => ({
    ...usualTransform(kind, lengths.length === 0 ? [1] : lengths, precision),
    direction,
    scale,
    scaling: transform.scaling,
    batch: transform.batch,
  });
  if (!isDeepStrictEqual(problemOf(to(kind, direction)), posed)) return undefined;
  const other: Direction = direction === "forward" ? "inverse" : "forward";
  const along = (weights: Weights): readonly Weights[] => lengths.map(() => weights);
  // A spectrum is halved along the last dimension of the problem only.
  const alongHalf = (weight: number): readonly Weights[] =>
    lengths.map((length, axis) => (axis < lengths.length - 1 ? ONES : [1, weight, length % 2 === 0 ? 1 : weight]));
  const weightless = (transform: Transform): Adjoint => ({ transform, before: [], after: [] });
  switch (kind) {
    case "c2c":
      return weightless(to(kind, other));
    case "fwht":
      return weightless(to(kind, isOwnInverse(transform) ? direction : other));
    case "r2c":
      // Of half a spectrum all frequencies but those at the ends stand for two, which c2r counts twice.
      return { transform: to("c2r", other), before: alongHalf(0.5), after: [] };
    case "c2r":
      return { transform: to("r2c", other), before: [], after: alongHalf(2) };
    // Definitions of FFTW and SciPy, whose matrices have a first or last row, or column, that is half the others.
    case "dct-1":
      return { transform: to(kind, direction), before: along([2, 1, 2]), after: along([0.5, 1, 0.5]) };
    case "dct-2":
      return { transform: to("dct-3", direction), before: along([2, 1, 1]), after: [] };
    case "dct-3":
      return { transform: to("dct-2", direction), before: [], after: along([0.5, 1, 1]) };
    case "dst-2":
      return { transform: to("dst-3", direction), before: along([1, 1, 2]), after: [] };
    case "dst-3":
      return { transform: to("dst-2", direction), before: [], after: along([1, 1, 0.5]) };
    case "dct-4":
    case "dst-1":
    case "dst-4":
      return weightless(to(kind, direction));
    default:
      return unreachable(kind);
  }
}

/** Whether one transform computes what another does, a scale of each call apart. */
export function serves(one: Transform, wanted: Transform): boolean {
  const [found, asked] = [problemOf(one), problemOf(wanted)];
  if (found === undefined || asked === undefined) return false;
  const isScaled = one.scaling === "run-time" || (wanted.scaling === "fixed" && one.scale === wanted.scale);
  const { scale } = asked.problem;
  return isScaled && isDeepStrictEqual({ ...found, problem: { ...found.problem, scale } }, asked);
}
