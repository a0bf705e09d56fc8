// Decides which candidate was the fastest among correct ones: wrong, failed or stopped ones, and those that spill more than a
// little, never win.
import type { Measurement, Outcome } from "./measurement.js";

/** A measurement that can win. */
export type Measured = Measurement & { readonly outcome: Extract<Outcome, { readonly kind: "measured" }> };

/** Differences of this share are noise: they do not replace an existing plan. */
const NOISE = 0.01;

export const isMeasured = (measurement: Measurement): measurement is Measured =>
  measurement.outcome.kind === "measured";

/** Time relative to the copy of the same run, which does not change with clocks and load from run to run. */
export const ratioToCopy = ({ outcome: { timing } }: Measured): number => timing.milliseconds / timing.copyMilliseconds;

/** Fastest first: measured plans relative to their copies, then stopped ones, then the others. */
export function bySpeed(one: Measurement, other: Measurement): number {
  const order = ["measured", "stopped", "spills", "wrong", "failed"] as const;
  const place = ({ outcome }: Measurement): number => order.indexOf(outcome.kind);
  if (place(one) !== place(other)) return place(one) - place(other);
  const ratio = ({ outcome }: Measurement): number =>
    "timing" in outcome ? outcome.timing.milliseconds / outcome.timing.copyMilliseconds : 0;
  return ratio(one) - ratio(other);
}

/** Undefined if none is correct. `kept`: the hash of the text of the existing plan. */
export function winnerOf(measurements: readonly Measurement[], kept?: string): Measured | undefined {
  const ranked = measurements.filter(isMeasured).toSorted(bySpeed);
  const [fastest] = ranked;
  const present = ranked.find(({ candidate }) => candidate.text === kept);
  if (fastest === undefined || present === undefined) return fastest;
  return ratioToCopy(present) <= (1 + NOISE) * ratioToCopy(fastest) ? present : fastest;
}
