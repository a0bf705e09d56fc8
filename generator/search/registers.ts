// Estimates the 32-bit registers a kernel needs per thread. An estimate: ptxas decides. For complex elements calibrated on
// ptxas 13.0 (sm_90), for kernels that `__launch_bounds__` asks to fit.
import { elementRegisters, type ElementType } from "../plan/elements.js";

const ADDRESSES = 14;
const MOST_REGISTERS = 255;

/** Words for the elements that a thread holds, for addresses and loop-invariant values, for twiddle factors and temporaries. */
export function registersNeeded(held: ElementType, elementsPerThread: number, twiddled: boolean): number {
  const words = elementRegisters(held);
  const data = words * elementsPerThread;
  return Math.min(MOST_REGISTERS, data + temporaries(held, words, data, twiddled) + ADDRESSES);
}

function temporaries(held: ElementType, words: number, data: number, twiddled: boolean): number {
  switch (held.kind) {
    case "complex":
      return Math.ceil(data / 4) + (twiddled ? 4 * words : 0);
    case "real":
      // Butterflies of two, in place.
      return 2 * words;
    case "compensated":
      return 3 * words;
  }
}
