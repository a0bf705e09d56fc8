// What is computed: the problem a plan solves. Nothing here says how.

import { invariant } from "../failure/errors.js";

export type Precision = "f32" | "f64";
export type Direction = "forward" | "inverse";
/** `digit-reversed`: each dimension's output index has its digits reversed, as in-place decimation in frequency leaves it. */
export type Order = "natural" | "digit-reversed";
export type Placement = "out-of-place" | "in-place";

/** One dimension of the array. Names run X, Y, Z, W, V, U ... from the contiguous dimension outwards. */
export interface Dimension {
  readonly name: string;
  readonly length: number;
}

/** A batched complex-to-complex discrete Fourier transform of a dense row-major array. */
export interface Transform {
  readonly kind: "c2c";
  /** Contiguous dimension first: X, Y, Z. (Users and file names list the slowest first, as FFTW and cuFFT do.) */
  readonly dimensions: readonly Dimension[];
  readonly precision: Precision;
  readonly direction: Direction;
  readonly order: Order;
  readonly placement: Placement;
  /** Every output is multiplied by this. 1: unnormalised. */
  readonly scale: number;
  /** The batch the plan is chosen for. The launcher takes any batch at run time. */
  readonly batch: number;
}

/** Dimension names from the contiguous dimension outwards. H is not among them: it is the Walsh-Hadamard step. */
export const DIMENSION_NAMES = ["X", "Y", "Z", "W", "V", "U", "T", "S"] as const;

/** Number of complex elements of one transform of the batch. */
export const elementCount = (transform: Transform): number =>
  transform.dimensions.reduce((product, dimension) => product * dimension.length, 1);

/** Bytes of one complex element. */
export const elementBytes = (precision: Precision): number => (precision === "f32" ? 8 : 16);

/** `256x128x64`: slowest dimension first. */
export const sizeText = (transform: Transform): string =>
  transform.dimensions
    .map((dimension) => dimension.length)
    .toReversed()
    .join("x");

/** A transform of these lengths, slowest first; everything else as most users mean it. */
export function makeTransform(
  lengths: readonly number[],
  precision: Precision,
  options: Partial<Omit<Transform, "kind" | "dimensions" | "precision">> = {},
): Transform {
  const dimensions = lengths.toReversed().map((length, index): Dimension => {
    const name = DIMENSION_NAMES[index];
    invariant(
      name !== undefined,
      () => `transform: ${lengths.length} dimensions, at most ${DIMENSION_NAMES.length} have names`,
    );
    return { name, length };
  });
  return {
    kind: "c2c",
    dimensions,
    precision,
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
    ...options,
  };
}

/** The name of a transform as an identifier of C: `c2c_f32_256x256x256`, whatever differs from the usual appended. */
export const transformName = (transform: Transform): string =>
  [
    transform.kind,
    transform.precision,
    sizeText(transform),
    ...(transform.direction === "inverse" ? ["inverse"] : []),
    ...(transform.order === "digit-reversed" ? ["digit_reversed"] : []),
    ...(transform.placement === "in-place" ? ["in_place"] : []),
    ...(transform.scale === 1 ? [] : [`scaled_by_${scaleName(transform.scale)}`]),
  ].join("_");

/** `1_over_4096`, or the decimal number with underscores for what a name cannot hold. */
const scaleName = (scale: number): string =>
  scale > 0 && Number.isInteger(1 / scale) ? `1_over_${1 / scale}` : String(scale).replaceAll(/[^0-9A-Za-z]/g, "_");
