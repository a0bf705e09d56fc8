// A plan as a tree: how one transform is computed through others, down to butterflies. A node is a transform on numbers; it has kernels of
// butterflies, or a rule and the nodes inside. In numbers: a real transform of 20014 = 2 * 10007 numbers is `real` around `bluestein` around
// butterflies of 40320 points; rows of 4096 real numbers are `pairs` around butterflies of 2048. SPIRAL calls them
// breakdown rules (Pueschel et al. 2005), FFTW solvers (Frigo & Johnson 2005). Van Loan (1992) has the four-step framework in chapter 3, and
// prime factors, convolutions, real data and cosine transforms in chapter 4.
import type { CoreTransform } from "./core.js";
import type { Plan } from "./plan.js";
import type { Dimension, RealTransform, Transform, TrigonometricTransform } from "./transform.js";
import type { PairedAxis } from "./trigonometric-core.js";

export type Node = Butterflies | Pairs | Real | Cosine | Bluestein | Rader | GoodThomas | FourStep | ByAxis;

export const RULES = ["pairs", "real", "cosine", "bluestein", "rader", "good-thomas", "four-step", "by-axis"] as const;

export type Rule = (typeof RULES)[number];

interface OfKernels {
  /** Those of the plan that it is made of, by their numbers. */
  readonly kernels: readonly number[];
}

/** No rule: its sub-computations are all there is. */
export interface Butterflies extends OfKernels {
  readonly rule: "butterflies";
  readonly plan: Plan & { readonly transform: CoreTransform };
}

/** Neighbours of real numbers are the parts of complex ones; a Hermitian step tells their spectra apart. */
export interface Pairs extends OfKernels {
  readonly rule: "pairs";
  readonly transform: RealTransform;
  /** Of the step: 2, or of an odd length another, by which it is decimated (decimated-reals.ts). */
  readonly radix: number;
  readonly inside: Node;
}

/** Real numbers are complex ones without imaginary parts; half of the spectrum is stored. */
export interface Real extends OfKernels {
  readonly rule: "real";
  readonly transform: RealTransform;
  readonly inside: Node;
}

/** Along each axis a Fourier transform between products (Makhoul 1980). */
export interface Cosine extends OfKernels {
  readonly rule: "cosine";
  readonly transform: TrigonometricTransform;
  /** Where numbers are taken in pairs, of one axis. */
  readonly paired: PairedAxis | undefined;
  readonly inside: readonly AlongAxis[];
}

export interface AlongAxis {
  readonly axis: string;
  readonly node: Node;
}

/** A convolution with a chirp, through a longer length (Bluestein 1970). */
export interface Bluestein extends OfKernels {
  readonly rule: "bluestein";
  readonly transform: CoreTransform;
  readonly length: number;
  readonly forward: Butterflies;
  readonly inverse: Butterflies;
}

/** A convolution of p - 1 points, in the order of the powers of a primitive root (Rader 1968). */
export interface Rader extends OfKernels {
  readonly rule: "rader";
  readonly transform: CoreTransform;
  readonly forward: Butterflies;
  readonly inverse: Butterflies;
}

/** Two coprime lengths as two dimensions, without factors between them. */
export interface GoodThomas extends OfKernels {
  readonly rule: "good-thomas";
  readonly transform: CoreTransform;
  /** Rows of the other length. */
  readonly factor: number;
  readonly across: Butterflies;
  readonly along: Rader;
}

/** One dimension as two, with factors between them (Bailey 1990). */
export interface FourStep extends OfKernels {
  readonly rule: "four-step";
  readonly transform: CoreTransform;
  readonly rows: number;
  readonly along: Node;
  readonly across: Node;
}

/** One transform after the other, each along axes of its own. */
export interface ByAxis extends OfKernels {
  readonly rule: "by-axis";
  readonly transform: Transform;
  readonly parts: readonly AxisPart[];
}

/** `rows`: of one dimension, of each row along an axis; `arrays`: of all dimensions, transformed along some. */
export type AxisPart =
  | { readonly kind: "arrays"; readonly node: Node }
  | { readonly kind: "rows"; readonly axis: string; readonly dimensions: readonly Dimension[]; readonly node: Node };
