// What a plan file says: the literal inside `export default plan({ ... })`. Types only; a plan file imports this module, is
// checked by the compiler against it, and is read without being run (read.ts).
import type {
  DIMENSION_NAMES,
  FourierTransform,
  RealTransform,
  NumberFormat,
  Transform,
  TrigonometricKind,
  TrigonometricTransform,
  WalshTransform,
} from "../plan/transform.js";

/** X is the contiguous dimension; Y, Z, W, V, U, T and S follow outwards. */
export type DimensionName = (typeof DIMENSION_NAMES)[number];

/**
 * Length of each dimension, the slowest first: `{ Z: 256, Y: 128, X: 64 }` is a row-major array `[256][128][64]`.
 * A transform of n dimensions has the first n names, so X is always there. `2 ** k` may be written for a power of two.
 */
export type Lengths = { readonly [name in DimensionName]?: number };

/** What every literal says, and what it may say: each field of a transform, which is the usual one where it is left out. */
export type ArrayDefinition<T extends Transform> = {
  readonly lengths: Lengths;
  /** Of the data: `f32`, `f64`, `f16` (IEEE half) or `bf16`; of complex numbers real and imaginary parts interleaved. */
  readonly precision: NumberFormat;
  /** The dimensions that are transformed, in any order; the others are batches of their own. Default: all. */
  readonly axes?: readonly DimensionName[];
} & Partial<Omit<T, "kind" | "dimensions" | "precision" | "axes">>;

/** A complex-to-complex Fourier transform. */
export type FourierDefinition = ArrayDefinition<FourierTransform> & {
  /** Default: a transform is this one unless it says otherwise. */
  readonly kind?: "c2c";
};

/**
 * A Walsh-Hadamard transform of a real array. Lengths that are transformed are powers of two, or 12, 20, 28, 36, 52, 60, 108, 140,
 * 156 or 172 times one.
 */
export type WalshDefinition = ArrayDefinition<WalshTransform> & { readonly kind: "fwht" };

/** A Fourier transform of a real array of these lengths: forward to the first half of its spectrum, or inverse back from it. */
export type RealDefinition = ArrayDefinition<RealTransform> & { readonly kind: "r2c" | "c2r" };

/** A cosine or sine transform of a real array: of its kind along each axis, unless `kinds` says another. */
export type TrigonometricDefinition = ArrayDefinition<TrigonometricTransform> & { readonly kind: TrigonometricKind };

/** What is computed. */
export type TransformDefinition = FourierDefinition | WalshDefinition | RealDefinition | TrigonometricDefinition;

/**
 * What was measured, and everything that could make it untrue: the GPU, the driver, the toolchain, and the hash of the
 * emitted text. Evidence whose hash is no longer that of the text is stale and says nothing.
 */
export interface Evidence {
  /** As the CUDA runtime reports it: `NVIDIA H200`. */
  readonly gpu: string;
  /** Driver version: `580`. */
  readonly driver: string;
  /** Compiler and version: `nvcc 13.0`. */
  readonly toolchain: string;
  /** SHA-256 of the emitted kernels, in hexadecimal: `sha256:0f1e...`. */
  readonly text: string;
  /** Median time of the whole batch. */
  readonly milliseconds: number;
  /** That time relative to a device-to-device copy of the same bytes, read once and written once: 1 is the limit of one pass. */
  readonly ratioToCopy: number;
  /** cuFFT's time relative to ours, on the same GPU and data: above 1 we are faster. Absent where cuFFT was not there. */
  readonly ratioToCufft?: number;
  /** Euclidean norm of the error over that of the result, against a reference of at least twice the precision. */
  readonly relativeL2Error: number;
}

/** A transform, how it is computed, and what came of it. */
export interface PlanDefinition {
  readonly transform: TransformDefinition;
  /**
   * That the plan is for, as `fftgen gpu list` has it: `NVIDIA H200`, which it is where none is said. Or the path of a GPU file,
   * from where the plan file lies: `../gpus/my-gpu.json`.
   */
  readonly gpu?: string;
  /**
   * The largest batch for which its package takes this plan, where other plan files of the package, for the same GPU, are for larger
   * ones: of `31` and of a file without it `execute` takes the first for up to 31 arrays, the other for 32 and more.
   */
  readonly upToBatch?: number;
  /** Of its package, from that of this file: `../src/fft`. Default: one of the package's name among all packages. */
  readonly directory?: string;
  /**
   * One entry per kernel, in the order of launching, in the notation of Wu & JaJa (section 4.1) with a schedule after the
   * brace: `{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 256 threads, 16 columns, 4 blocks/SM, table`. Of Walsh-Hadamard
   * transforms: `{ H(256,16,16,256) H(256,16,1,16) } on 128 threads, vectors of 4`, whose steps see the array as one dimension.
   */
  readonly kernels: readonly string[];
  readonly evidence?: readonly Evidence[];
}

/** Returns its argument: it is there for the compiler, which checks the literal, and for editors, which complete it. */
export const plan = (definition: PlanDefinition): PlanDefinition => definition;
