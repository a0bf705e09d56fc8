// Finds what is known already: a text that was measured on the same platform in the same batch need not be measured again.
import type { Job } from "./job.js";
import { MOST_SPILLED, type Measurement, type Outcome, type Platform } from "./measurement.js";

const keyOf = (text: string, batch: number, { gpu, driver, toolchain }: Platform): string =>
  JSON.stringify([text, batch, gpu, driver, toolchain]);

const isSettled = (outcome: Outcome): boolean =>
  outcome.kind === "spills" ? outcome.bytes > MOST_SPILLED : outcome.kind !== "failed";

/**
 * Job -> its measurement, the latest of several. What failed may have been the machine's fault: it is not known, nor what an
 * earlier version refused for the few bytes that it spills. Ranks and predictions are today's.
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
