// Selects the measurements of one report: a store contains those of several GPUs, drivers and compilers, and repeated ones of the
// same plan.
import type { Measurement, Platform } from "../tune/measurement.js";
import { caseKey, type BenchCase } from "./suite.js";

export interface PlatformMeasurements {
  readonly platform: Platform;
  /** The latest measurement of each plan and batch. */
  readonly measurements: readonly Measurement[];
}

/**
 * The measurements of the platform with most of the cases; of several such platforms, the one measured last. Undefined without
 * any. `measurements`: the oldest first.
 */
export function choosePlatform(
  cases: readonly BenchCase[],
  measurements: readonly Measurement[],
): PlatformMeasurements | undefined {
  const wanted = new Set(cases.map(({ transform }) => caseKey(transform)));
  const platforms = new Map<string, { readonly platform: Platform; readonly latest: Map<string, Measurement> }>();
  for (const measurement of measurements) {
    const { platform, candidate } = measurement;
    const caseOf = caseKey(candidate.transform);
    if (!wanted.has(caseOf)) continue;
    const key = JSON.stringify([platform.gpu, platform.driver, platform.toolchain]);
    const latest = platforms.get(key)?.latest ?? new Map<string, Measurement>();
    latest.set(`${caseOf} ${candidate.text}`, measurement);
    // A new measurement makes the platform the latest.
    platforms.delete(key);
    platforms.set(key, { platform, latest });
  }
  const covered = (latest: ReadonlyMap<string, Measurement>): number =>
    new Set([...latest.values()].map(({ candidate }) => caseKey(candidate.transform))).size;
  const [best] = [...platforms.values()].toReversed().toSorted((a, b) => covered(b.latest) - covered(a.latest));
  return best === undefined ? undefined : { platform: best.platform, measurements: [...best.latest.values()] };
}
