// What outputs are multiplied by: in names, and which numbers kernels can have.
import { computedIn, isComplex, transformedCount, type Transform } from "./transform.js";

/** Whether a real transform neither shrinks nor grows what it transforms. */
const isOrthonormal = (transform: Transform): boolean =>
  !isComplex(transform) && transform.scale === orthonormalScale(transform);

/** 1 over the square root of the number of elements that are transformed together. */
export const orthonormalScale = (transform: Pick<Transform, "dimensions" | "axes">): number =>
  1 / Math.sqrt(transformedCount(transform));

/**
 * The root mean square of outputs, of inputs that are uniform in [-1, 1), like those of verification programs: each of the N numbers that
 * are transformed together adds a third to the square, except where the matrix is orthonormal. In numbers: 256 inputs scaled by 1/256
 * give 0.036.
 */
export function usualOutput(transform: Transform): number {
  const added =
    "normalisation" in transform && transform.normalisation === "orthonormal" ? 1 : transformedCount(transform);
  return Math.abs(transform.scale) * Math.sqrt(added / 3);
}

/** `scaled_by_1_over_4096`, or the decimal number with words and underscores for what a name cannot hold: `minus_1e_minus_7`. */
export function scaleName(transform: Transform): string {
  const { scale } = transform;
  if (isOrthonormal(transform)) return "orthonormal";
  if (scale > 0 && Number.isInteger(1 / scale)) return `scaled_by_1_over_${1 / scale}`;
  const digits = String(scale)
    .replaceAll("-", "_minus_")
    .replaceAll(/[^0-9A-Za-z]+/g, "_")
    .replace(/^_/, "");
  return `scaled_by_${digits}`;
}

/** What is wrong with the scale: kernels have it as a constant, of double precision for such data, else of single precision. */
export function scaleProblem({ scale, precision }: Pick<Transform, "scale" | "precision">): string | undefined {
  const [stored, least] = computedIn(precision) === "f64" ? [scale, 2 ** -1022] : [Math.fround(scale), 2 ** -126];
  if (Number.isFinite(stored) && Math.abs(stored) >= least) return undefined;
  return `no number that ${precision === "f64" ? "double" : "single"} precision can hold, or 0`;
}
