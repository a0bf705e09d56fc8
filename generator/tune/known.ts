// Finds known measurements: a text that was measured on the same platform in the same batch need not be measured again.
import type { Job } from "./job.js";
import { MOST_SPILLED, type Measurement, type Outcome, type Platform } from "./measurement.js";

const keyOf = (text: string, batch: number, { gpu, driver, toolchain }: Platform): string =>
  JSON.stringify([text, batch, gpu, driver, toolchain]);

const isSettled = (outcome: Outcome): boolean =>
  outcome.kind === "spills" ? outcome.bytes > MOST_SPILLED : outcome.kind !== "failed";

/**
 * Job -> its latest measurement. A failure is not known, for the machine may have caused it, nor is the refusal by an earlier
 * version for the few bytes that it spills. Ranks and predictions are those of the jobs.
 */
export function knownMeasurements(
  jobs: readonly Job[],
  measurements: readonly Measurement[],
  platform: Platform,
): ReadonlyMap<Job, Measurement> {
  const latest = new Map(
    measurements
      .filter(({ outcome }) => isSettled(outcome))
      .map((one) => [keyOf(one.candidate.text, one.candidate.transform.batch, one.platform), one] as const),
  );
  return new Map(
    jobs.flatMap((job) => {
      const found = latest.get(keyOf(job.candidate.text, job.candidate.transform.batch, platform));
      return found === undefined ? [] : [[job, { ...found, candidate: job.candidate }] as const];
    }),
  );
}
