// The words of the stability study: experiments and distributions as Andersson's thesis has them (2025, tables 3.4 and 3.5),
// and the algorithms that are compared in each number format.
import type { NumberFormat } from "../plan/transform.js";

/** Narrower from left to right, as the thesis lists them. */
export const NUMBER_FORMATS = ["f64", "f32", "f16", "bf16"] as const satisfies readonly NumberFormat[];

export const STORAGE_TITLES: Readonly<Record<NumberFormat, string>> = {
  f64: "double",
  f32: "single",
  f16: "half",
  bf16: "bfloat16",
};

export const EXPERIMENTS = ["one-way", "two-way", "smoothed", "xor-convolution"] as const;
export type Experiment = (typeof EXPERIMENTS)[number];

export const EXPERIMENT_TITLES: Readonly<Record<Experiment, string>> = {
  "one-way": "One-way",
  "two-way": "Two-way",
  smoothed: "Smoothed, T = 1",
  "xor-convolution": "XOR convolution",
};

export const DISTRIBUTIONS = ["PMONE", "NORM", "RELU_NORM", "PAGH_NORM", "PAGH_PMONE"] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

/**
 * `folklore`: plain butterflies. `f32-arithmetic`: the same, for 16-bit numbers that are computed with in single precision.
 * All others compute in the format that they are stored in.
 */
export const ALGORITHMS = [
  "folklore",
  "kahan",
  "neumaier",
  "alman-rao",
  "semi-kahan",
  "semi-neumaier",
  "f32-arithmetic",
] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export const ALGORITHM_TITLES: Readonly<Record<Algorithm, string>> = {
  folklore: "folklore",
  kahan: "Kahan",
  neumaier: "Neumaier",
  "alman-rao": "Alman & Rao",
  "semi-kahan": "semi-Kahan",
  "semi-neumaier": "semi-Neumaier",
  "f32-arithmetic": "f32 arithmetic",
};

export const isHalfWidth = (storage: NumberFormat): boolean => storage === "f16" || storage === "bf16";

/** What is compared in one number format: everything, `f32-arithmetic` only where it differs from `folklore`. */
export const algorithmsOf = (storage: NumberFormat): readonly Algorithm[] =>
  ALGORITHMS.filter((algorithm) => algorithm !== "f32-arithmetic" || isHalfWidth(storage));

/** Half the distance from 1 to the next number. */
export const ROUNDOFFS: Readonly<Record<NumberFormat, number>> = {
  f64: 2 ** -53,
  f32: 2 ** -24,
  f16: 2 ** -11,
  bf16: 2 ** -8,
};

/** Sizes that the thesis has: 2^3 ... 2^25. */
export const SMALLEST_EXPONENT = 3;
export const LARGEST_EXPONENT = 25;
