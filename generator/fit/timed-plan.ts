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
  /** Of a copy of as many bytes, where it was measured in the same run. */
  readonly copyMilliseconds?: number;
  readonly spilledBytes: number;
}
