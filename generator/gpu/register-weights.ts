// The weights of the estimate of what registers a kernel needs (search/register-need.ts): what a program fitted to what ptxas 13.0 made of
// kernels for sm_90. They are the compiler's, and the same for every GPU. `npm run weights` writes them; nobody changes them by hand.
import { createRequire } from "node:module";
import type { Trees, Weights } from "./weights.js";

/** Words of 32 bits in the registers of a thread. */
export interface HeldWords {
  /** Of its elements: the most of a phase. */
  readonly held: number;
  /** Of sums that its largest butterflies have beside these; of factors, too. */
  readonly beside: number;
  readonly factors: number;
  /** Of the elements of a largest butterfly. */
  readonly radix: number;
  /** Of matrices on tensor cores and their products. */
  readonly matrix: number;
  /** The logarithm of the instructions that such a product takes. */
  readonly splitting: number;
}

/** Registers for each word, and those that there are once. */
export type NeedTerms = HeldWords & { readonly once: number };

/** Complex numbers in f32, in f64 and in pairs of 16 bits; real ones without rounding errors and with; matrices; what goes there and back. */
export type NeedKind = "single" | "double" | "pairs" | "real" | "compensated" | "matrix" | "turning" | "turning double";

export interface NeedWeights {
  /** What they were fitted to. */
  readonly tables: Weights["tables"];
  readonly terms: Readonly<Record<NeedKind, NeedTerms>>;
  /** Their sum is the logarithm of a factor. */
  readonly trees: Trees;
  /** Of the logistic distribution of the logarithm of what kernels need. */
  readonly spread: number;
}

export const needWeights = createRequire(import.meta.url)("./ptxas.weights.json") as NeedWeights;
