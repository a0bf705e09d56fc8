// What 16-bit arithmetic asks of a Fourier kernel: its instructions compute with two numbers, so threads do two butterflies at
// once.
import { failure, success, type Result } from "../failure/result.js";
import { computesPairs, type KernelElements } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import type { Phase } from "./phases.js";

/** Before anything is placed. */
export function checkPairedSchedule(elements: KernelElements, { twiddles }: Schedule, matrices: boolean): Result<true> {
  if (!computesPairs(elements)) return success(true);
  if (matrices)
    return failure("tensor cores have an arithmetic of their own: leave out the units, or native arithmetic");
  return twiddles === "powers"
    ? failure("16-bit arithmetic is too coarse for powers of twiddle factors: take them from a table")
    : success(true);
}

/** The first atom beside the digit tells the two butterflies apart. */
export function checkPairs(elements: KernelElements, phases: readonly Phase[], threads: number): Result<true> {
  if (!computesPairs(elements)) return success(true);
  const single = phases.find(({ digit, registers }) => {
    const beside = registers.find((atom) => atom.digit !== digit?.name);
    return digit !== undefined && (beside === undefined || beside.size % 2 !== 0);
  });
  return single === undefined
    ? success(true)
    : failure(`16-bit arithmetic does butterflies in pairs, and of ${threads} threads each has a single one`);
}
