// What is computed: the problem a plan solves. Nothing here says how.

import { invariant } from "../failure/errors.js";
import type { HadamardChoice } from "./hadamard-matrix.js";
import type { Scaling, Shift, StrideChoice } from "./call-choices.js";
import { NUMBER_FORMATS, type NumberFormat, type Precision } from "./number-format.js";
import { computedIn, isShort, storageBytes, type Storage } from "./storage.js";

export { computedIn, isShort, storageBytes, NUMBER_FORMATS, type NumberFormat, type Precision };

/** `f32`: 16-bit data is computed with in single precision; `native`: everything is computed with as it is stored. */
export type Arithmetic = "f32" | "native";
export type Direction = "forward" | "inverse";
/** `digit-reversed`: each dimension's output index has its digits reversed, as in-place decimation in frequency leaves it. */
export type Order = "natural" | "digit-reversed";
export type Placement = "out-of-place" | "in-place";

/** One dimension of the array. Names run X, Y, Z, W, V, U ... from the contiguous dimension outwards. */
export interface Dimension {
  readonly name: string;
  readonly length: number;
}

/** By name of the dimension, and of the `batch`: elements from one to the next. Of what is not named those below it decide. */
export type Strides = Readonly<Record<string, number>>;
/** By name of the dimension: the first and the last element that is there. Of what is not named all are. */
export type Ranges = Readonly<Record<string, readonly [first: number, last: number]>>;
/** Which arrays have real and imaginary parts in arrays of their own. */
export type Planar = "none" | "input" | "output" | "both";

/** What all transforms have: a batch of row-major arrays, transformed along some or all of their dimensions. */
export interface ArrayTransform {
  /** Contiguous dimension first: X, Y, Z. (Users and file names list the slowest first, as FFTW and cuFFT do.) */
  readonly dimensions: readonly Dimension[];
  /** Names of the dimensions that are transformed, at least one, in the order of the dimensions; the others are batches of their own. */
  readonly axes: readonly string[];
  /** Elements from the beginning of one array of the batch to that of the next. Default: their size, one right after the other. */
  readonly distance: number;
  /** Where they are others than a dense array has. Default none: `{}`. (arrays.ts) */
  readonly inputStrides: Strides;
  readonly outputStrides: Strides;
  /** Of the input what is read, the rest counts as zero; of the output what is written. Default all: `{}`. */
  readonly inputRange: Ranges;
  readonly outputRange: Ranges;
  /** `run-time`: the caller says all strides but those of 1; the plan is made for these here. Default `fixed`. */
  readonly strides: StrideChoice;
  /** Of the arithmetic, and of what lies between kernels. */
  readonly precision: NumberFormat;
  /** What the input and the output hold numbers in. Default: the precision. */
  readonly inputType: Storage;
  readonly outputType: Storage;
  /** What becomes of elements as they are loaded and stored (element-functions.ts). Default nothing: empty. */
  readonly load: string;
  readonly store: string;
  /**
   * Of butterflies on 16-bit data: single precision, rounded when it is stored, or `native`, as it is stored. Default `f32`.
   * Other data is computed with as it is stored. Tensor cores, where kernels say so, add as their units say.
   */
  readonly arithmetic: Arithmetic;
  /**
   * Of a Fourier transform the sign of the exponent: -1 forward, +1 inverse. Of a Walsh-Hadamard transform `inverse` is by the
   * transposed matrix, which times 1 over the product of the transformed lengths is the inverse one; matrices of powers of two, of 28,
   * 36, 52, 60 and 108, and Dao's of 12, are symmetric: these transforms have `forward` only, and are their own inverses but for that
   * factor. Default `forward`.
   */
  readonly direction: Direction;
  /** Whether the output replaces the input. Default `out-of-place`. */
  readonly placement: Placement;
  /** Every output is multiplied by this. Default 1, unnormalised: an inverse after a forward transform multiplies by the size. */
  readonly scale: number;
  /** `run-time`: every output is also multiplied by a factor that the caller says. Default `fixed`. */
  readonly scaling: Scaling;
  /** How many transforms the plan is chosen for; the launcher takes any number. Default 1. */
  readonly batch: number;
}

/** A batched complex-to-complex discrete Fourier transform. */
export interface FourierTransform extends ArrayTransform {
  readonly kind: "c2c";
  /** Of the output. Default `natural`. */
  readonly order: Order;
  /** Default `none`: real and imaginary parts next to each other. */
  readonly planar: Planar;
  /** Along the transformed dimensions index k is at place (k + floor(n/2)) mod n, as numpy.fft.fftshift puts it. Default `none`. */
  readonly shift: Shift;
}

/**
 * How the rounding errors of additions are kept and applied (Andersson, sections 3.3.1 and 3.3.2).
 * - `kahan`, `neumaier`: along the whole transform; between kernels they travel through memory
 * - `semi-kahan`, `semi-neumaier`: within a kernel only, without any memory traffic (section 6.1, as further work)
 */
export type Stabilisation = "none" | "kahan" | "neumaier" | "semi-kahan" | "semi-neumaier";

/** Of the output: `natural` rows of Sylvester's matrix; `sequency` by sign changes (Walsh); `dyadic` with reversed bits (Paley). */
export type WalshOrder = "natural" | "sequency" | "dyadic";

/** A batched Walsh-Hadamard transform of real arrays. */
export interface WalshTransform extends ArrayTransform {
  readonly kind: "fwht";
  /**
   * Whose matrices transform what is no power of two; the header of the package defines them. `dao`: those of fast-hadamard-transform, 12,
   * 28, 40 or 20 times a power of two; `dao-20`: 20 where 40 would do, too. Default `standard`.
   */
  readonly hadamard: HadamardChoice;
  /** Of the output along each transformed dimension; lengths that are no powers of two have `natural` only. Default `natural`. */
  readonly order: WalshOrder;
  /** How rounding errors are kept and applied. Default `none`. */
  readonly stabilisation: Stabilisation;
}

/**
 * A batched discrete Fourier transform of real arrays: `r2c` forward from real to complex numbers, `c2r` inverse back from them. Its
 * dimensions are those of the real array; of the spectrum, whose other half are the conjugates, the first of the axes has n/2 + 1
 * elements. Strides and ranges count each side's own: real numbers, or complex ones. In place the rows of real numbers lie 2 (n/2 + 1)
 * apart, unless something else is said.
 */
export interface RealTransform extends ArrayTransform {
  readonly kind: "r2c" | "c2r";
  /**
   * `packed`: n/2 elements, as vDSP has them: the last frequency, which is real as the first one is, stands in the imaginary part of that.
   * Of an even n, along one dimension. Default `half`.
   */
  readonly spectrum: Spectrum;
  /** Of the complex numbers: `output` of r2c, `input` of c2r; real ones have one part only. Default `none`. */
  readonly planar: Planar;
  /** Of the spectrum, along the other transformed dimensions than the halved one. Default `none`. */
  readonly shift: Shift;
  /** There is no other. */
  readonly order: "natural";
}

export const SPECTRA = ["half", "packed"] as const;
export type Spectrum = (typeof SPECTRA)[number];

/** Cosine and sine transforms as FFTW and SciPy number them: their even and odd boundaries (trigonometric.ts). */
export const TRIGONOMETRIC_KINDS = ["dct-1", "dct-2", "dct-3", "dct-4", "dst-1", "dst-2", "dst-3", "dst-4"] as const;
export type TrigonometricKind = (typeof TRIGONOMETRIC_KINDS)[number];

/** `none`: sums as FFTW and SciPy have them; `orthonormal`: the matrix has rows of length 1, and its inverse is its transpose. */
export type Normalisation = "none" | "orthonormal";

/** A batched cosine or sine transform of real arrays, along each axis of that kind, unless `kinds` names another. */
export interface TrigonometricTransform extends ArrayTransform {
  readonly kind: TrigonometricKind;
  /** By name of the axis: where it is another than `kind`. Default none: `{}`. */
  readonly kinds: Kinds;
  /** Default `none`. */
  readonly normalisation: Normalisation;
  /** There is no other. */
  readonly order: "natural";
}

export type Kinds = Readonly<Record<string, TrigonometricKind>>;

/** Families of transforms: kinds that have their fields, their sides and their sum in common. */
export interface Families {
  readonly fourier: FourierTransform;
  readonly walsh: WalshTransform;
  readonly real: RealTransform;
  readonly trigonometric: TrigonometricTransform;
}
export type Family = keyof Families;

/** What is computed. */
export type Transform = Families[Family];

/** What a kind of transform is made of. */
export interface KindTraits {
  readonly family: Family;
  /** Of the axes that are transformed. */
  readonly group: TransformGroup;
  /** Of what butterflies compute with; where nothing else is said of an array, of its elements. */
  readonly field: "complex" | "real";
  /** In which butterflies leave the outputs that are done in place. */
  readonly orderInPlace: Order | WalshOrder;
  /** Of outputs, all that there are. */
  readonly orders: readonly (Order | WalshOrder)[];
  /** Whether there is a forward and an inverse one; else the inverse is of another kind. */
  readonly isEitherWay: boolean;
}

/** The group whose characters an axis is expanded in (axes.ts). */
export type TransformGroup = "cyclic" | "dyadic";

export const ORDERS = ["natural", "digit-reversed"] as const satisfies readonly Order[];
export const WALSH_ORDERS = ["natural", "sequency", "dyadic"] as const satisfies readonly WalshOrder[];

const CYCLIC = { group: "cyclic", field: "complex", orderInPlace: "digit-reversed" } as const;
const DYADIC = { group: "dyadic", field: "real", orderInPlace: "natural" } as const;
const REAL = { ...CYCLIC, family: "real", orders: ["natural"], isEitherWay: false } as const;
const COSINE = { ...REAL, family: "trigonometric" } as const;

const KINDS: { readonly [F in Family as Families[F]["kind"]]: KindTraits & { readonly family: F } } = {
  c2c: { ...CYCLIC, family: "fourier", orders: ORDERS, isEitherWay: true },
  fwht: { ...DYADIC, family: "walsh", orders: WALSH_ORDERS, isEitherWay: true },
  r2c: REAL,
  c2r: REAL,
  "dct-1": COSINE,
  "dct-2": COSINE,
  "dct-3": COSINE,
  "dct-4": COSINE,
  "dst-1": COSINE,
  "dst-2": COSINE,
  "dst-3": COSINE,
  "dst-4": COSINE,
};

export const TRANSFORM_KINDS = [
  "c2c",
  "fwht",
  "r2c",
  "c2r",
  ...TRIGONOMETRIC_KINDS,
] as const satisfies readonly Transform["kind"][];
/** What is meant where nobody says which. */
export const USUAL_KIND: Transform["kind"] = TRANSFORM_KINDS[0];

export const traitsOf = ({ kind }: Pick<Transform, "kind">): KindTraits => KINDS[kind];

export const groupOf = (transform: Pick<Transform, "kind">): TransformGroup => traitsOf(transform).group;

/** Whether there are factors between the digits of an axis. */
export const hasTwiddles = (transform: Pick<Transform, "kind">): boolean => groupOf(transform) === "cyclic";

/** Whether what is computed with are complex numbers. */
export const isComplex = (transform: Pick<Transform, "kind">): boolean => traitsOf(transform).field === "complex";

/** Whether one of the two sides is real, and the other half a spectrum. */
export const isHalfReal = (transform: Transform): transform is RealTransform =>
  transform.kind === "r2c" || transform.kind === "c2r";

/** Whether both sides are real, and what lies between them complex. */
export const isTrigonometric = (transform: Transform): transform is TrigonometricTransform =>
  isTrigonometricKind(transform.kind);

export const isTrigonometricKind = (kind: Transform["kind"]): kind is TrigonometricKind =>
  TRIGONOMETRIC_KINDS.some((one) => one === kind);

/** Of what has one only. */
export const usualDirection = (kind: Transform["kind"]): Direction => (kind === "c2r" ? "inverse" : "forward");

/** Complex sums keep no rounding errors. */
export const stabilisationOf = (transform: Transform): Stabilisation =>
  "stabilisation" in transform ? transform.stabilisation : "none";

/** Real numbers have one part only. */
export const shiftOf = (transform: Transform): Shift => ("shift" in transform ? transform.shift : "none");

export const planarOf = (transform: Transform): Planar => ("planar" in transform ? transform.planar : "none");

/** Roots of unity stand in no other matrix than one. */
export const hadamardOf = (transform: Transform): HadamardChoice =>
  "hadamard" in transform ? transform.hadamard : "standard";

/** Dimension names from the contiguous dimension outwards. H is not among them: it is the Walsh-Hadamard step. */
export const DIMENSION_NAMES = ["X", "Y", "Z", "W", "V", "U", "T", "S"] as const;

/** Number of elements of one transform of the batch. */
export const elementCount = (transform: Pick<Transform, "dimensions">): number =>
  transform.dimensions.reduce((product, dimension) => product * dimension.length, 1);

/** What a transform is computed with on CUDA cores. */
export const computedWith = ({ precision, arithmetic }: Pick<Transform, "precision" | "arithmetic">): NumberFormat =>
  arithmetic === "native" ? precision : computedIn(precision);

/** Single precision where there is a choice. */
export const usualArithmetic = (precision: NumberFormat): Arithmetic => (precision === "f64" ? "native" : "f32");

export const ARITHMETICS = ["f32", "native"] as const satisfies readonly Arithmetic[];
export const DIRECTIONS = ["forward", "inverse"] as const satisfies readonly Direction[];
export const PLACEMENTS = ["out-of-place", "in-place"] as const satisfies readonly Placement[];
export const PLANARS = ["none", "input", "output", "both"] as const satisfies readonly Planar[];
export const NORMALISATIONS = ["none", "orthonormal"] as const satisfies readonly Normalisation[];
export const STABILISATIONS = [
  "none",
  "kahan",
  "neumaier",
  "semi-kahan",
  "semi-neumaier",
] as const satisfies readonly Stabilisation[];

/** Bytes of one element as it is computed with: a complex number or a real one. */
export const elementBytes = ({ kind, precision }: Pick<Transform, "kind" | "precision">): number =>
  storageBytes(precision) * (isComplex({ kind }) ? 2 : 1);

/** `256x128x64`: slowest dimension first. */
export const sizeText = (transform: Pick<Transform, "dimensions">): string =>
  transform.dimensions
    .map((dimension) => dimension.length)
    .toReversed()
    .join("x");

/** A Fourier transform of these lengths, slowest first, along all of them; everything else as most users mean it. */
export const makeTransform = (
  lengths: readonly number[],
  precision: NumberFormat,
  options: Partial<Omit<FourierTransform, "kind" | "dimensions" | "precision">> = {},
): FourierTransform => ({
  kind: "c2c",
  ...usualArrays(lengths, precision),
  order: "natural",
  planar: "none",
  shift: "none",
  ...options,
});

/** A Walsh-Hadamard transform of these lengths, slowest first, along all of them; everything else as most users mean it. */
export const makeWalshTransform = (
  lengths: readonly number[],
  precision: NumberFormat,
  options: Partial<Omit<WalshTransform, "kind" | "dimensions" | "precision">> = {},
): WalshTransform => ({
  kind: "fwht",
  ...usualArrays(lengths, precision),
  hadamard: "standard",
  order: "natural",
  stabilisation: "none",
  ...options,
});

/** A transform from real numbers or to them, of a real array of these lengths, slowest first. */
export const makeRealTransform = (
  kind: RealTransform["kind"],
  lengths: readonly number[],
  precision: NumberFormat,
  options: Partial<Omit<RealTransform, "kind" | "dimensions" | "precision">> = {},
): RealTransform => ({
  ...usualArrays(lengths, precision),
  kind,
  direction: usualDirection(kind),
  spectrum: "half",
  planar: "none",
  shift: "none",
  order: "natural",
  ...options,
});

/** A cosine or sine transform of these lengths, slowest first, along all of them; everything else as most users mean it. */
export const makeTrigonometricTransform = (
  kind: TrigonometricKind,
  lengths: readonly number[],
  precision: NumberFormat,
  options: Partial<Omit<TrigonometricTransform, "kind" | "dimensions" | "precision">> = {},
): TrigonometricTransform => ({
  ...usualArrays(lengths, precision),
  kind,
  kinds: {},
  normalisation: "none",
  order: "natural",
  ...options,
});

function usualArrays(lengths: readonly number[], precision: NumberFormat): ArrayTransform {
  const dimensions = namedDimensions(lengths);
  return {
    dimensions,
    axes: dimensions.map(({ name }) => name),
    distance: elementCount({ dimensions }),
    inputStrides: {},
    outputStrides: {},
    inputRange: {},
    outputRange: {},
    strides: "fixed",
    precision,
    inputType: precision,
    outputType: precision,
    load: "",
    store: "",
    arithmetic: usualArithmetic(precision),
    direction: "forward",
    placement: "out-of-place",
    scale: 1,
    scaling: "fixed",
    batch: 1,
  };
}

const namedDimensions = (lengths: readonly number[]): readonly Dimension[] =>
  lengths.toReversed().map((length, index): Dimension => {
    const name = DIMENSION_NAMES[index];
    invariant(
      name !== undefined,
      () => `transform: ${lengths.length} dimensions, at most ${DIMENSION_NAMES.length} have names`,
    );
    return { name, length };
  });

/** Whether every dimension is transformed. */
export const isAlongAll = ({ axes, dimensions }: Pick<Transform, "axes" | "dimensions">): boolean =>
  axes.length === dimensions.length;

/** Whether the arrays of a batch follow each other. */
export const isDense = (transform: Pick<Transform, "distance" | "dimensions">): boolean =>
  transform.distance === elementCount(transform);

/** Numbers that each output is a sum of: the product of the transformed lengths. */
export const transformedCount = ({ dimensions, axes }: Pick<Transform, "dimensions" | "axes">): number =>
  dimensions.reduce((product, { name, length }) => (axes.includes(name) ? product * length : product), 1);
