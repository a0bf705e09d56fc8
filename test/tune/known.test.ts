// What need not be measured again: the same text in the same batch on the same platform.
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import type { Job } from "../../generator/tune/job.js";
import { knownMeasurements } from "../../generator/tune/known.js";
import { MOST_SPILLED, type Measurement } from "../../generator/tune/measurement.js";
import { jobsOf } from "./jobs.js";
import { measured, platform } from "./measurements.js";

const jobs = jobsOf(64, 8, 2);
const [first, second] = [at(jobs, 0), at(jobs, 1)];

const measurementOf = (job: Job, changes: Partial<Measurement> = {}): Measurement => ({
  candidate: job.candidate,
  platform,
  outcome: measured(1, 1),
  buildSeconds: 1,
  binaryBytes: 1,
  ...changes,
});

const isKnown = (one: Measurement): boolean => knownMeasurements(jobs, [one], platform).has(first);

describe("a measurement is known again", () => {
  test("by its text, whatever its rank and prediction were; today's are taken", () => {
    const before = { ...first.candidate, rank: 17, predictedMilliseconds: 99 };
    const known = knownMeasurements(jobs, [measurementOf(first, { candidate: before })], platform);
    expect([...known.keys()]).toEqual([first]);
    expect(known.get(first)?.candidate).toEqual(first.candidate);
  });

  test("the latest of several", () => {
    const all = [measurementOf(first), measurementOf(first, { outcome: measured(2, 1) }), measurementOf(second)];
    expect(knownMeasurements(jobs, all, platform).get(first)?.outcome).toEqual(measured(2, 1));
  });

  test("if it was refused for good: wrong, spilling or stopped", () => {
    expect(isKnown(measurementOf(first, { outcome: { kind: "spills", bytes: MOST_SPILLED + 1 } }))).toBe(true);
    expect(isKnown(measurementOf(first, { outcome: { kind: "wrong", relativeL2Error: 1, bound: 1e-7 } }))).toBe(true);
  });
});

describe("a measurement is not known", () => {
  test.each<[string, Measurement]>([
    ["of another text", measurementOf(first, { candidate: { ...first.candidate, text: "sha256:0" } })],
    ["on another GPU", measurementOf(first, { platform: { ...platform, gpu: "Another" } })],
    ["with another driver", measurementOf(first, { platform: { ...platform, driver: "2" } })],
    ["by another compiler", measurementOf(first, { platform: { ...platform, toolchain: "other 1.0" } })],
    ["that was refused for few registers", measurementOf(first, { outcome: { kind: "spills", bytes: MOST_SPILLED } })],
    ["that failed", measurementOf(first, { outcome: { kind: "failed", reason: "?" } })],
    [
      "in another batch",
      measurementOf(first, {
        candidate: { ...first.candidate, transform: { ...first.candidate.transform, batch: 9 } },
      }),
    ],
  ])("%s", (_, one) => {
    expect(isKnown(one)).toBe(false);
    expect(isKnown(measurementOf(first))).toBe(true);
  });
});
