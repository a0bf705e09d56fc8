// Parses a file of measurements: one JSON value on each line, as they are stored one by one, or one list of them. Checks the
// fields that fftgen reads; unknown fields stay, as later versions may record more, but not in a transform, which they would
// change.
import { z } from "zod";
import { InputError } from "../failure/errors.js";
import { candidate, outcomes, platform, timing as timingSchema } from "../json/measured-schemas.js";
import { checkedJson } from "../json/read-json.js";
import { storedTransformSchema } from "../json/transform-schema.js";
import type { Measurement } from "../tune/measurement.js";

/**
 * The measurements, oldest first, in the order of the file. `file` is for messages. Throws an InputError with file and line for
 * another value.
 */
export function parseMeasurements(text: string, file: string): readonly Measurement[] {
  return attemptedMeasurements(text, file).map((one) => {
    if (typeof one === "string") throw new InputError(one);
    return one;
  });
}

/** The same list, with an error message in the place of each value that is not a measurement. */
export const attemptedMeasurements = (text: string, file: string): readonly (Measurement | string)[] =>
  jsonValues(text, file).map(({ value, place }) => attempted(value, place));

/** The values of such a file and their places; undefined for what is no JSON. */
export function jsonValues(text: string, file: string): readonly { readonly value: unknown; readonly place: string }[] {
  const whole = text.trimStart().startsWith("[") ? parseJson(text) : undefined;
  if (Array.isArray(whole))
    return whole.map((value: unknown, index) => ({ value, place: `${file}: measurement ${index + 1}` }));
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = parseJson(line);
    // A program that was killed may have left half a last line, which is lost; the lines before it are not.
    if (value === undefined && index === lines.length - 1) return [];
    return [{ value, place: `${file}:${index + 1}` }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function attempted(value: unknown, place: string): Measurement | string {
  try {
    const { candidate } = checkedJson(`${place}: not a measurement of fftgen`, value ?? "no JSON", measurement);
    // The value itself, with the defaults of its transform: fields outside the schema stay in it.
    const own = value as Measurement;
    return { ...own, candidate: { ...own.candidate, transform: candidate.transform } };
  } catch (error) {
    // The first mistake is enough for one line among thousands.
    if (error instanceof InputError) return error.message.split("\n").slice(0, 2).join("").replace(":  ", ": ");
    throw error;
  }
}

/** Fields that later versions may add stay. */
const timing = z.looseObject(timingSchema.shape);
const { measured, stopped, wrong, spills, failed } = outcomes;
const measurement = z.looseObject({
  buildSeconds: z.number().nonnegative(),
  binaryBytes: z.number().nonnegative(),
  platform: z.looseObject(platform.shape),
  candidate: z.looseObject({ ...candidate.shape, transform: storedTransformSchema }),
  outcome: z.discriminatedUnion("kind", [
    z.looseObject({ ...measured.shape, timing }),
    z.looseObject({ ...stopped.shape, timing }),
    z.looseObject(wrong.shape),
    z.looseObject(spills.shape),
    z.looseObject(failed.shape),
  ]),
});
