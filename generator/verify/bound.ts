// States how large the error of a generated transform may be, and why.
import type { ScheduledPlan } from "../plan/plan.js";
import { elementCount } from "../plan/transform.js";

export interface ErrorBound {
  /** Largest allowed ||error||_2 / ||reference||_2. */
  readonly l2: number;
  /** Largest allowed max |error| / rms |reference|. */
  readonly max: number;
  /** The formula, for people. */
  readonly text: string;
}

/**
 * Rounding errors of an FFT behave like a random walk over its log2 N butterfly levels, so the relative L2 error grows as
 * u sqrt(log2 N) with unit roundoff u (Gentleman & Sande 1966; Schatzman 1996; FFTW measures constants of 0.3 to 0.6 with
 * correctly rounded twiddles). 1.5 leaves room for twiddles that are products of table entries, and no more. The largest of
 * many normal errors lies a few standard deviations out: 8 covers 2^30 samples with room.
 */
const CONSTANT = 1.5;
const LARGEST_OVER_RMS = 8;
/** `__sincosf` on an argument reduced to [-pi, pi]: absolute error 2^-21.19 (CUDA Programming Guide), and the rounded argument. */
const FAST_FACTOR_ERROR = 2 ** -20.5;

export function errorBound(plan: ScheduledPlan): ErrorBound {
  const { precision } = plan.transform;
  const bits = precision === "f32" ? 24 : 53;
  const levels = Math.max(1, Math.log2(elementCount(plan.transform)));
  const walk = CONSTANT * 2 ** -bits * Math.sqrt(levels);
  const text = `${CONSTANT} * 2^-${bits} * sqrt(log2 N)`;
  const fast = plan.kernels.flatMap((kernel) =>
    kernel.schedule.twiddles === "fast-sincos" && precision === "f32"
      ? kernel.subComputations.filter((sub) => sub.twiddle !== "no-tw")
      : [],
  ).length;
  if (fast === 0) return { l2: walk, max: LARGEST_OVER_RMS * walk, text };
  const l2 = walk + FAST_FACTOR_ERROR * Math.sqrt(fast);
  return { l2, max: LARGEST_OVER_RMS * l2, text: `${text} + 2^-20.5 * sqrt(${fast} intrinsic twiddle steps)` };
}
