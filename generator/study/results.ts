// What the study program prints, read back: the mean relative errors by format, size, algorithm, experiment and distribution.
import { InputError } from "../failure/errors.js";
import type { Storage } from "../plan/transform.js";
import type { Platform } from "../tune/measurement.js";
import {
  ALGORITHMS,
  DISTRIBUTIONS,
  EXPERIMENTS,
  STORAGES,
  type Algorithm,
  type Distribution,
  type Experiment,
} from "./vocabulary.js";

/**
 * Which input the true values are computed from.
 * - `drawn`: the numbers as they were drawn, in double precision, as in the thesis: rounding them to the format is an error too
 * - `rounded`: what the transform is given: its own errors alone
 */
export type Truth = "drawn" | "rounded";
export const TRUTHS = ["drawn", "rounded"] as const satisfies readonly Truth[];

/** The mean relative errors of one implementation in one experiment, one for each seed. */
export interface StudyRecord extends Readonly<Record<Truth, readonly (number | undefined)[]>> {
  readonly type: Storage;
  readonly algorithm: Algorithm;
  /** Of the size, to base 2. */
  readonly log2Size: number;
  readonly experiment: Experiment;
  readonly distribution: Distribution;
  /** Elements whose true value is 0, which have no relative error, over all seeds; and how many of these came out otherwise. */
  readonly zeros: number;
  readonly missedZeros: number;
}

export interface StudyResults {
  readonly platform: Platform;
  readonly seeds: number;
  readonly records: readonly StudyRecord[];
}

/** Throws an InputError, with the file and the place, for anything but what the study program prints. */
export function parseStudyResults(text: string, file: string): StudyResults {
  const value = parseJson(text, file);
  const fail = (place: string, expected: string): never => {
    throw new InputError(`${file}: ${place}: expected ${expected}; is it the results.json of a study's pack?`);
  };
  if (!isObject(value)) return fail("the file", "an object");
  const { platform, seeds, records } = value;
  if (!isObject(platform) || ![platform["gpu"], platform["driver"], platform["toolchain"]].every(isText))
    return fail("platform", "texts gpu, driver and toolchain");
  if (!isCount(seeds) || seeds === 0) return fail("seeds", "a positive integer");
  if (!Array.isArray(records)) return fail("records", "a list");
  return {
    platform: {
      gpu: String(platform["gpu"]),
      driver: String(platform["driver"]),
      toolchain: String(platform["toolchain"]),
    },
    seeds,
    records: records.map(
      (record: unknown, index) =>
        recordFrom(record, seeds) ?? fail(`records[${index}]`, "the errors of one implementation in one experiment"),
    ),
  };
}

/** Undefined for what is no record. */
function recordFrom(value: unknown, seeds: number): StudyRecord | undefined {
  if (!isObject(value)) return undefined;
  const type = wordFrom(value["type"], STORAGES);
  const algorithm = wordFrom(value["algorithm"], ALGORITHMS);
  const experiment = wordFrom(value["experiment"], EXPERIMENTS);
  const distribution = wordFrom(value["distribution"], DISTRIBUTIONS);
  const drawn = errorsFrom(value["drawn"], seeds);
  const rounded = errorsFrom(value["rounded"], seeds);
  const { log2Size, zeros, missedZeros } = value;
  if (type === undefined || algorithm === undefined || experiment === undefined || distribution === undefined)
    return undefined;
  if (drawn === undefined || rounded === undefined) return undefined;
  if (!isCount(log2Size) || !isCount(zeros) || !isCount(missedZeros)) return undefined;
  return { type, algorithm, log2Size, experiment, distribution, drawn, rounded, zeros, missedZeros };
}

const wordFrom = <Word extends string>(value: unknown, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === value);

/** `null`: the experiment overflowed. */
function errorsFrom(value: unknown, seeds: number): readonly (number | undefined)[] | undefined {
  if (!Array.isArray(value) || value.length !== seeds) return undefined;
  const errors = value.map((error: unknown) => (error === null ? undefined : error));
  const isError = (error: unknown): error is number | undefined =>
    error === undefined || (typeof error === "number" && error >= 0);
  return errors.every(isError) ? errors : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) throw new InputError(`${file}: no JSON: ${error.message}`);
    throw error;
  }
}
