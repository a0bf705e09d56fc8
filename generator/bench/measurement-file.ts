// Turns the text of a file of measurements into measurements: one JSON value on each line, as they are stored while they are
// taken, or one list of them. Checks what is relied on; fields that it does not know are left alone, for later versions may record
// more; but not in a transform, where they would make it another one.
import { z } from "zod";
import { InputError } from "../failure/errors.js";
import { GPU_NAME } from "../gpu/gpu-file.js";
import { checkedJson } from "../json/read-json.js";
import { storedTransformSchema } from "../json/transform-schema.js";
import type { Measurement } from "../tune/measurement.js";

/** The oldest first, as they stand. `file` is for messages. Throws an InputError with file and line for what is none. */
export function parseMeasurements(text: string, file: string): readonly Measurement[] {
  return attemptedMeasurements(text, file).map((one) => {
    if (typeof one === "string") throw new InputError(one);
    return one;
  });
}

/** The same with, in the place of what is no measurement, the message that says so. */
export function attemptedMeasurements(text: string, file: string): readonly (Measurement | string)[] {
  const whole = text.trimStart().startsWith("[") ? parseJson(text) : undefined;
  if (Array.isArray(whole)) return whole.map((value, index) => attempted(value, `${file}: measurement ${index + 1}`));
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = parseJson(line);
    // A program that was killed may have left half a last line: what it says is lost, what stands before it is not.
    if (value === undefined && index === lines.length - 1) return [];
    return [attempted(value, `${file}:${index + 1}`)];
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
    // The value itself, with what its transform left unsaid: what the schema does not know stays in it.
    const own = value as Measurement;
    return { ...own, candidate: { ...own.candidate, transform: candidate.transform } };
  } catch (error) {
    // Of one line among thousands the first mistake is enough.
    if (error instanceof InputError) return error.message.split("\n").slice(0, 2).join("").replace(":  ", ": ");
    throw error;
  }
}

const positive = z.number().positive();
const notNegative = z.number().nonnegative();
const count = z.int().positive();
/** Words that are printed, into plan files and onto terminals: no controls, no ends of comments. */
const word = z.string().regex(/^[\w .()+-]{1,80}$/, "expected up to 80 letters, digits, blanks and .()+-");
const gpuName = z.string().regex(GPU_NAME, "expected the name of a GPU as nvidia-smi has it");

const timing = z.looseObject({
  milliseconds: positive,
  copyMilliseconds: positive,
  cufftMilliseconds: positive.optional(),
  repeat: count,
});
const reason = z.string().max(100_000);
const outcome = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("measured"), timing, relativeL2Error: notNegative }),
  z.looseObject({ kind: z.literal("stopped"), timing, relativeL2Error: notNegative }),
  z.looseObject({
    kind: z.literal("wrong"),
    relativeL2Error: z.number().nullable(),
    bound: positive,
    reason: reason.optional(),
  }),
  z.looseObject({ kind: z.literal("spills"), bytes: count }),
  z.looseObject({ kind: z.literal("failed"), reason }),
]);
const measurement = z.looseObject({
  buildSeconds: notNegative,
  binaryBytes: notNegative,
  platform: z.looseObject({ gpu: gpuName, driver: word, toolchain: word }),
  candidate: z.looseObject({
    name: z.string().regex(/^[A-Za-z]\w{0,200}$/),
    transform: storedTransformSchema,
    kernels: z.array(z.string().min(1).max(20_000)).min(1).max(64),
    text: z.string().regex(/^sha256:[0-9a-f]{8,64}$/),
    plannedFor: gpuName,
    predictedMilliseconds: positive,
    rank: count,
  }),
  outcome,
});
