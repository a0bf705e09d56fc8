// Finds what is known already: a text that was measured on the same platform in the same batch need not be measured again.
import type { Job } from "./job.js";
import { MOST_SPILLED, type Measurement, type Outcome, type Platform } from "./measurement.js";

const keyOf = (text: string, batch: number, { gpu, driver, toolchain }: Platform): string =>
  JSON.stringify([text, batch, gpu, driver, toolchain]);

/**
 * Job -> its measurement, the latest of several. What failed may have been the machine's fault: it is not known, nor what was refused for a
 * few bytes that it spills where none would stand in for it.
 * Ranks and predictions are today's.
 */
export function knownMeasurements(
  jobs: readonly Job[],
  measurements: readonly Measurement[],
  platform: Platform,
): ReadonlyMap<Job, Measurement> {
  const hasSpares = jobs.some(({ spare }) => spare === true);
  const tells = (outcome: Outcome): boolean =>
    outcome.kind === "spills" ? hasSpares || outcome.bytes > MOST_SPILLED : outcome.kind !== "failed";
  const latest = new Map(
    measurements
      .filter(({ outcome }) => tells(outcome))
      .map((one) => [keyOf(one.candidate.text, one.candidate.transform.batch, one.platform), one] as const),
  );
  return new Map(
    jobs.flatMap((job) => {
      const found = latest.get(keyOf(job.candidate.text, job.candidate.transform.batch, platform));
      return found === undefined ? [] : [[job, { ...found, candidate: job.candidate }] as const];
    }),
  );
}
