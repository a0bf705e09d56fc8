// A plan with the time that it was measured to take: what weights are fitted to. `tune`, `bench` and packs write such lines, with more in
// them (tune/measurement.ts); the tables of fftgen's own measurements (test/search/measured) have what is here.
import type { Transform } from "../plan/transform.js";

export interface TimedPlan {
  /** The file that it is from. */
  readonly file: string;
  readonly gpu: string;
  readonly transform: Transform;
  /** Its kernels in notation, with their schedules. */
  readonly kernels: readonly string[];
  readonly milliseconds: number;
  /** Of a copy of as many bytes, and of cuFFT, in the same run; the difference from cuFFT, or from the definition: where they were measured. */
  readonly copyMilliseconds?: number | undefined;
  readonly cufftMilliseconds?: number | undefined;
  readonly relativeL2Error?: number | undefined;
  readonly spilledBytes: number;
}
