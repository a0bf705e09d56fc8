// Times of runs that differ in how fast the GPU was: beside a copy of as many bytes. In numbers: of two H200s one copied 2 % faster, which is what
// the best plans of a transform differ by.
import type { Gpu } from "../gpu/gpu.js";
import { copyTime } from "../search/limits.js";
import type { TimedPlan } from "./timed-plan.js";

/** Milliseconds from which on a copy tells how fast memory was, and not what a launch takes. */
const LONG_COPY = 0.1;
/** Copies that are further off say something else: arrays that overlap, a copy that was disturbed. */
const MOST_APART = 0.05;

/** The plans as they would have been measured in runs that copy as fast as half of all do. */
export function atOneSpeed(plans: readonly TimedPlan[], gpu: Gpu): readonly TimedPlan[] {
  const slowness = plans.map(({ copyMilliseconds = 0, transform }) =>
    copyMilliseconds < LONG_COPY ? undefined : copyMilliseconds / copyTime(transform, gpu),
  );
  const known = slowness.filter((one) => one !== undefined).toSorted((one, other) => one - other);
  const middle = known[Math.floor(known.length / 2)] ?? 1;
  return plans.map((plan, index) => {
    const ratio = (slowness[index] ?? middle) / middle;
    return Math.abs(ratio - 1) > MOST_APART ? plan : { ...plan, milliseconds: plan.milliseconds / ratio };
  });
}
