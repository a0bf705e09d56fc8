// Estimates the 32-bit registers a kernel needs per thread. An estimate: ptxas decides. Calibrated on ptxas 13.0 (sm_90), for kernels that
// `__launch_bounds__` asks to fit.
import { isPowerOfTwo, primeFactors } from "../arithmetic/factorisation.js";
import type { Digit } from "../layout/digits.js";
import type { Precision } from "../plan/transform.js";

/** How the butterflies of a kernel use registers. */
export interface RegisterUse {
  readonly twiddled: boolean;
  /**
   * Neither do they hold several twiddle factors at once, as powers of two do that merge them, nor sums and differences of all
   * their inputs, as large primes do.
   */
  readonly lean: boolean;
}

/** The largest prime whose butterflies get by with the registers of their elements: 17 does not. */
const LARGEST_LEAN_PRIME = 13;

export interface RegisterNeed {
  /** With fewer, registers are spilled. */
  readonly least: number;
  /** What the compiler takes if it may. */
  readonly comfortable: number;
}

/**
 * Words per complex element, words for addresses and loop-invariant values, and words for twiddles and temporaries. Lean f32
 * kernels can do without the last: ptxas held 20 elements in 55 registers, 25 in 64 and 28 in 72 without spilling.
 */
export function registersNeeded(
  precision: Precision,
  elementsPerThread: number,
  { twiddled, lean }: RegisterUse,
): RegisterNeed {
  const words = precision === "f32" ? 2 : 4;
  const data = words * elementsPerThread;
  const temporaries = Math.ceil(data / 4) + (twiddled ? 4 * words : 0);
  const comfortable = Math.min(255, data + temporaries + 14);
  return { least: lean && precision === "f32" ? Math.min(255, data + 14) : comfortable, comfortable };
}

/** What the kernel does that transforms these digits. */
export const registerUse = (digits: readonly Digit[]): RegisterUse => ({
  twiddled: digits.some(({ subComputation }) => subComputation.twiddle !== "no-tw"),
  lean:
    !digits.every(({ radix }) => isPowerOfTwo(radix)) &&
    digits.every(({ radix }) => primeFactors(radix).every((prime) => prime <= LARGEST_LEAN_PRIME)),
});
