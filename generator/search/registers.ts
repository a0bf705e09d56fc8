// Estimates the 32-bit registers that a kernel takes per thread where it has enough; with how few it gets by is in register-need.ts. For complex
// elements calibrated on ptxas 13.0 (sm_90), for kernels that `__launch_bounds__` asks to fit.
import type { TransformedDigit } from "../layout/digits.js";
import { remembered } from "../layout/remembered.js";
import { elementRegisters, type ElementType } from "../plan/elements.js";
import { storageBytes } from "../plan/transform.js";
import { matrixRegisters } from "./matrix-instructions.js";

/** How the butterflies of a kernel use registers. */
export interface RegisterUse {
  readonly twiddled: boolean;
  /** Of matrices on tensor cores and their products; 0 where there are none. */
  readonly matrix: number;
}

const ADDRESSES = 14;
const MOST_REGISTERS = 255;

/** What the compiler takes if it may: words for the elements that a thread holds, for addresses and loop-invariant values, for factors and sums. */
export function comfortableRegisters(held: ElementType, elementsPerThread: number, use: RegisterUse): number {
  // An element of a matrix is one register; so is its factor, a pair of halves.
  if (use.matrix > 0) return Math.min(MOST_REGISTERS, 2 * elementsPerThread + use.matrix + 2 * ADDRESSES);
  const data = elementRegisters(held) * elementsPerThread;
  const wanted = data + temporaries(held, data, use) + ADDRESSES;
  // What compensated sums lack they spill; others get by with less.
  return held.compensation === undefined ? Math.min(MOST_REGISTERS, wanted) : wanted;
}

function temporaries(held: ElementType, data: number, { twiddled }: RegisterUse): number {
  const words = elementRegisters(held);
  if (held.field === "complex") return Math.ceil(data / 4) + (twiddled ? 4 * words : 0);
  // Butterflies of two, in place.
  return held.compensation === undefined ? 2 * words : compensatedTemporaries(held, data);
}

/**
 * A sum lives on until its error is found; Neumaier's also in three variants, which 16-bit numbers, two to a register, take
 * apart. ptxas 13.0 (sm_90) takes 58, 112 and 208 registers for 8, 16 and 32 elements of 16 bytes with Kahan's sums; 71 to 96,
 * 116 to 142 and 212 to 228 with Neumaier's; and for those of halves 152 for 8 elements, and more than there are for 16.
 */
function compensatedTemporaries(held: ElementType, data: number): number {
  const words = elementRegisters(held);
  if (held.compensation === "kahan") return Math.ceil(data / 4) + 3 * words;
  if (storageBytes(held.storage) === 2) return Math.ceil(2.4 * data) + 8 * words;
  return Math.ceil(0.35 * data) + 6 * words;
}

/** What the kernel does that transforms these digits. */
export const registerUse: (digits: readonly TransformedDigit[]) => RegisterUse = remembered((digits) => ({
  twiddled: digits.some(({ subComputation }) => subComputation.twiddle !== "no-tw"),
  matrix: matrixRegisters(digits),
}));
