// Rules of thumb for what nobody has measured on a GPU: each gives a number together with the source that admits it.
// A measured GPU replaces them in its own file.
import type { Source } from "./gpu.js";
import { estimated } from "./sources.js";

export interface Estimate {
  readonly value: number;
  readonly source: Source;
}

/** Share of the peak bandwidth that a large copy achieves, by kind of memory. */
const copyShare = {
  HBM: { share: 0.886, why: "the share measured on an H200 (4253 of 4800 GB/s)" },
  GDDR6: { share: 0.9, why: "a share of 0.90, typical of GDDR without inline error correction" },
  GDDR6X: { share: 0.9, why: "a share of 0.90, typical of GDDR without inline error correction" },
  GDDR7: { share: 0.9, why: "a share of 0.90, typical of GDDR without inline error correction" },
  "GDDR6 with ECC": { share: 0.85, why: "a share of 0.85, typical of GDDR with inline error correction" },
} as const;

export type MemoryKind = keyof typeof copyShare;

export const MEMORY_KINDS = [
  "HBM",
  "GDDR6",
  "GDDR6X",
  "GDDR7",
  "GDDR6 with ECC",
] as const satisfies readonly MemoryKind[];

/** Achievable reads plus writes, GB/s. */
export function estimatedCopyBandwidth(kind: MemoryKind, peak: number): Estimate {
  const { share, why } = copyShare[kind];
  return { value: Math.round(peak * share), source: estimated(`${peak} GB/s peak of ${kind}, times ${why}`) };
}

/**
 * Achievable reads plus writes that stay in L2, GB/s.
 * @param bytesPerClock what one multiprocessor moves per clock: an H200 copies 8.5 TB/s, 32 bytes per clock and multiprocessor
 */
export function estimatedL2Bandwidth(multiprocessors: number, clockGHz: number, bytesPerClock: 16 | 32): Estimate {
  const basis = bytesPerClock === 32 ? "as measured on an H200" : "half of what an H200 was measured at";
  return {
    value: Math.round(multiprocessors * clockGHz * bytesPerClock),
    source: estimated(`${bytesPerClock} bytes per clock and multiprocessor, ${basis}`),
  };
}

/** Latency of an idle memory in nanoseconds. Pointer chases in the literature give 400 to 600 clocks from Volta to Hopper. */
export function estimatedMemoryLatency(kind: MemoryKind, clockGHz: number): Estimate {
  const clocks = kind === "HBM" ? 480 : 540;
  return {
    value: Math.round(clocks / clockGHz),
    source: estimated(`about ${clocks} clocks of ${clockGHz} GHz, a round figure for pointer chases through ${kind}`),
  };
}

/** Microseconds that a kernel costs on top of its traffic. */
export const estimatedLaunch: Estimate = {
  value: 4.5,
  source: estimated(
    "as derived from copies on an H200; launch overhead depends more on driver and host than on the GPU",
  ),
};
