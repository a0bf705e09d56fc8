// Estimates the 32-bit registers a kernel needs per thread. An estimate: ptxas decides. Calibrated on ptxas 13.0 (sm_90), for kernels that
// `__launch_bounds__` asks to fit.
import type { Precision } from "../plan/transform.js";

/** Words per complex element, words for addresses and loop-invariant values, and words for twiddles and temporaries. */
export function registersNeeded(precision: Precision, elementsPerThread: number, twiddled: boolean): number {
  const words = precision === "f32" ? 2 : 4;
  const data = words * elementsPerThread;
  const temporaries = Math.ceil(data / 4) + (twiddled ? 4 * words : 0);
  return Math.min(255, data + temporaries + 14);
}
