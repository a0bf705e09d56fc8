// The result of building and running one candidate plan on a GPU: the value that tuning, packs and benchmarks share.
import type { Transform } from "../plan/transform.js";

/** One plan to be measured, as it was emitted. */
export interface Candidate {
  /** The name of its transform, and of the functions in its package: `c2c_f32_4096`. */
  readonly name: string;
  readonly transform: Transform;
  /** Its kernels in notation. */
  readonly kernels: readonly string[];
  /** SHA-256 of the emitted text, as evidence has it: `sha256:0f1e...`. */
  readonly text: string;
  /** The GPU it was planned for. */
  readonly plannedFor: string;
  /** Predicted time of the whole batch. */
  readonly predictedMilliseconds: number;
  /** Place in the ranking by prediction, from 1. */
  readonly rank: number;
}

/** The platform of a measurement: everything on which it depends except the text. */
export interface Platform {
  /** As the CUDA runtime reports it: `NVIDIA H200`. */
  readonly gpu: string;
  /** Driver version: `580`. */
  readonly driver: string;
  /** Compiler and version: `nvcc 13.0`. */
  readonly toolchain: string;
}

/** Median times of one batch, the launches of transform, copy and cuFFT interleaved. */
export interface Timing {
  readonly milliseconds: number;
  readonly copyMilliseconds: number;
  /** Absent without cuFFT. */
  readonly cufftMilliseconds?: number;
  /** Launches of each. */
  readonly repeat: number;
}

/**
 * Bytes, stored and loaded, that a plan may spill and still be measured. Of 241 transforms the fastest of up to 60 plans spilled
 * in 30, at most 100 bytes in 27 of these: 4093 points took 0.64 ms with 80 bytes, and 0.79 by the fastest plan without spills
 * (H200).
 */
export const MOST_SPILLED = 100;

/** `spilledBytes`: of registers that ptxas keeps in local memory; absent where there are none. */
export type Outcome =
  | {
      readonly kind: "measured";
      readonly timing: Timing;
      readonly relativeL2Error: number;
      readonly spilledBytes?: number;
    }
  /** Too slow to be worth more than a few launches. */
  | {
      readonly kind: "stopped";
      readonly timing: Timing;
      readonly relativeL2Error: number;
      readonly spilledBytes?: number;
    }
  /** Beyond its error bound, or it writes outside its arrays: never a winner. `reason`: the error and its place. */
  | { readonly kind: "wrong"; readonly relativeL2Error: number; readonly bound: number; readonly reason?: string }
  /** ptxas keeps too many registers in local memory: refused before it runs. */
  | { readonly kind: "spills"; readonly bytes: number }
  /** Does not build, or does not run to its end. */
  | { readonly kind: "failed"; readonly reason: string };

export interface Measurement {
  readonly candidate: Candidate;
  readonly platform: Platform;
  readonly outcome: Outcome;
  /** Seconds of processor time of the compiler for the kernels, and bytes of their object file; 0 where nothing was built. */
  readonly buildSeconds: number;
  readonly binaryBytes: number;
}

/** Bytes of registers that a plan spills, as far as known. */
export const spilledBytes = (outcome: Outcome): number =>
  outcome.kind === "spills" ? outcome.bytes : "spilledBytes" in outcome ? (outcome.spilledBytes ?? 0) : 0;
