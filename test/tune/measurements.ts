// Measurements to decide about. The numbers are made up to be compared with each other; they are of nothing.
import fc from "fast-check";
import { makeTransform } from "../../generator/plan/transform.js";
import type { Candidate, Measurement, Outcome, Platform } from "../../generator/tune/measurement.js";

export const platform: Platform = { gpu: "Some GPU", driver: "1", toolchain: "some compiler 1.0" };

export const textOf = (number: number): string => `sha256:${number.toString(16).padStart(64, "0")}`;

export const candidate = (rank: number, batch = 1): Candidate => ({
  name: "c2c_f32_64",
  transform: makeTransform([64], "f32", { batch }),
  kernels: ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 32 threads, 4 columns, table"],
  text: textOf(rank),
  plannedFor: "NVIDIA H200",
  predictedMilliseconds: rank,
  rank,
});

export const measured = (milliseconds: number, copyMilliseconds: number, cufftMilliseconds?: number): Outcome => ({
  kind: "measured",
  timing: {
    milliseconds,
    copyMilliseconds,
    ...(cufftMilliseconds === undefined ? {} : { cufftMilliseconds }),
    repeat: 50,
  },
  relativeL2Error: 1e-7,
});

export const measurement = (rank: number, outcome: Outcome, where = platform, batch = 1): Measurement => ({
  candidate: candidate(rank, batch),
  platform: where,
  outcome,
  buildSeconds: 1,
  binaryBytes: 1000,
});

const time = fc.double({ min: 0.001, max: 1000, noNaN: true });
const timing = fc.record({ milliseconds: time, copyMilliseconds: time, repeat: fc.constant(5) });
const error = fc.constant(1e-7);

export const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ kind: fc.constant("measured" as const), timing, relativeL2Error: error }),
  fc.record({
    kind: fc.constantFrom("measured" as const, "stopped" as const),
    timing,
    relativeL2Error: error,
    spilledBytes: fc.integer({ min: 4, max: 100 }),
  }),
  fc.record({ kind: fc.constant("stopped" as const), timing, relativeL2Error: error }),
  fc.record({ kind: fc.constant("wrong" as const), relativeL2Error: fc.constant(1), bound: error }),
  fc.record({ kind: fc.constant("spills" as const), bytes: fc.integer({ min: 4, max: 400 }) }),
  fc.record({ kind: fc.constant("failed" as const), reason: fc.constant("no reason") }),
);
