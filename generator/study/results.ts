// What the study program prints, read back: the mean relative errors by format, size, algorithm, experiment and distribution.
import { z } from "zod";
import { checkedJson, parseJson } from "../json/read-json.js";
import type { NumberFormat } from "../plan/transform.js";
import type { Platform } from "../tune/measurement.js";
import {
  ALGORITHMS,
  DISTRIBUTIONS,
  EXPERIMENTS,
  NUMBER_FORMATS,
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
  readonly type: NumberFormat;
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

const count = z.int().nonnegative();
/** `null`: the experiment overflowed. */
const errors = z.array(z.union([z.number().nonnegative(), z.null().transform(() => undefined)]));

const record = z.strictObject({
  type: z.enum(NUMBER_FORMATS),
  algorithm: z.enum(ALGORITHMS),
  log2Size: count,
  experiment: z.enum(EXPERIMENTS),
  distribution: z.enum(DISTRIBUTIONS),
  drawn: errors,
  rounded: errors,
  zeros: count,
  missedZeros: count,
});

const schema = z
  .strictObject({
    platform: z.strictObject({ gpu: z.string(), driver: z.string(), toolchain: z.string() }),
    seeds: z.int().positive(),
    records: z.array(record),
  })
  .superRefine(({ seeds, records }, context) => {
    records.forEach((one, index) => {
      const wrong = TRUTHS.find((truth) => one[truth].length !== seeds);
      if (wrong === undefined) return;
      const message = `expected ${seeds} errors, one for each seed, found ${one[wrong].length}`;
      context.addIssue({ code: "custom", path: ["records", index, wrong], message });
    });
  });

/** Throws an InputError, with the file and the place, for anything but what the study program prints. */
export const parseStudyResults = (text: string, file: string): StudyResults =>
  checkedJson(file, parseJson(file, text), schema);
