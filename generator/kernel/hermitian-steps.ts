// The steps of a thread that make half a spectrum of the transform of pairs of real numbers, or the other way round.
import type { HermitianSpec } from "../codelet/hermitian.js";
import type { Twiddle } from "./twiddle.js";

/** The Hermitian step of all registers of a folded phase, those of both butterflies (codelet/hermitian.ts). */
export interface HermitianStep {
  readonly kind: "hermitian";
  readonly pairs: HermitianSpec;
  readonly twiddle: Twiddle;
  /** The step for exponent 0, whose factors are all constants. */
  readonly ends: HermitianSpec;
  readonly endsTwiddle: Twiddle;
  /** Where columns are rows: `ends` is for those that are their own mirrors, and `edges` for the others. */
  readonly rows?: HermitianRows;
}

/** The Hermitian step of single frequencies, each behind its mirror in the registers of a thread. */
export interface HermitianPairsStep {
  readonly kind: "hermitian-pairs";
  readonly codelet: HermitianSpec;
  /** The number of pairs. */
  readonly butterflies: number;
  readonly twiddle: Twiddle;
}

export interface HermitianRows {
  /** The coordinate that is not 0 where a row is its own mirror. */
  readonly alone: string;
  readonly edges: HermitianSpec;
  readonly twiddle: Twiddle;
}
