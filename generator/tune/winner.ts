// Decides which candidate was the fastest. Only right ones can be: what is wrong, spills more than a little, fails or was stopped never wins.
import type { Measurement, Outcome } from "./measurement.js";

/** A measurement that can win. */
export type Measured = Measurement & { readonly outcome: Extract<Outcome, { readonly kind: "measured" }> };

/** Differences of this share are noise: they do not replace a plan that is there already. */
const NOISE = 0.01;

export const isMeasured = (measurement: Measurement): measurement is Measured =>
  measurement.outcome.kind === "measured";

/** Time relative to the copy of the same run: what is left when clocks and neighbours change from run to run. */
export const ratioToCopy = ({ outcome: { timing } }: Measured): number => timing.milliseconds / timing.copyMilliseconds;

/** Fastest first: measured ones relative to their copies, then the stopped ones, then the rest. */
export function bySpeed(one: Measurement, other: Measurement): number {
  const order = ["measured", "stopped", "spills", "wrong", "failed"] as const;
  const place = ({ outcome }: Measurement): number => order.indexOf(outcome.kind);
  if (place(one) !== place(other)) return place(one) - place(other);
  const ratio = ({ outcome }: Measurement): number =>
    "timing" in outcome ? outcome.timing.milliseconds / outcome.timing.copyMilliseconds : 0;
  return ratio(one) - ratio(other);
}

/** Undefined if none is right. `kept`: the hash of the text of the plan that is there already. */
export function winnerOf(measurements: readonly Measurement[], kept?: string): Measured | undefined {
  const ranked = measurements.filter(isMeasured).toSorted(bySpeed);
  const [fastest] = ranked;
  const present = ranked.find(({ candidate }) => candidate.text === kept);
  if (fastest === undefined || present === undefined) return fastest;
  return ratioToCopy(present) <= (1 + NOISE) * ratioToCopy(fastest) ? present : fastest;
}
