// Turns the text of a file of measurements into measurements: one JSON value on each line, as they are stored while they are
// taken, or one list of them. Checks what is relied on; fields that it does not know are left alone, for later versions may record
// more.
import { z } from "zod";
import { InputError } from "../failure/errors.js";
import { GPU_NAME } from "../gpu/gpu-file.js";
import {
  ARITHMETICS,
  arithmeticProblem,
  DIMENSION_NAMES,
  scaleProblem,
  STORAGES,
  type Transform,
} from "../plan/transform.js";
import { walshTransformProblem } from "../plan/walsh-transform.js";
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

/** Older files do not say what Walsh-Hadamard transforms all were. */
function completed(value: unknown): Measurement {
  const measurement = value as Measurement;
  const { candidate } = measurement;
  const { transform } = candidate;
  return transform.kind === "c2c"
    ? measurement
    : {
        ...measurement,
        candidate: { ...candidate, transform: { ...OLDER_WALSH_TRANSFORM, ...transform } },
      };
}

const OLDER_WALSH_TRANSFORM = { direction: "forward", hadamard: "standard" } as const satisfies Partial<Transform>;

function attempted(value: unknown, place: string): Measurement | string {
  const { success, error } = measurement.safeParse(value);
  // The value itself: what the schema does not know stays in it.
  if (success) return completed(value);
  const [issue] = error.issues;
  const path = (issue?.path ?? []).join(".");
  const found = issue?.path.reduce<unknown>(
    (inner, part) => (inner as Readonly<Record<PropertyKey, unknown>>)[part],
    value,
  );
  return `${place}: not a measurement of fftgen: ${reasonOf(path, found, issue)}`;
}

function reasonOf(path: string, found: unknown, issue: z.core.$ZodIssue | undefined): string {
  if (path === "") return "expected a JSON object";
  if (found === undefined || found === null) return `${path} is missing`;
  if (issue?.code === "custom") return `${path}: ${issue.message}`;
  const shown = JSON.stringify(found);
  return `${path} is ${shown.length <= MOST_SHOWN ? shown : `${shown.slice(0, MOST_SHOWN)}...`}`;
}

const MOST_SHOWN = 80;

const positive = z.number().positive();
const notNegative = z.number().nonnegative();
const count = z.int().positive();
/** Words that are printed, into plan files and onto terminals: no controls, no ends of comments. */
const word = z.string().regex(/^[\w .()+-]{1,80}$/);
const gpuName = z.string().regex(GPU_NAME);

const common = {
  dimensions: z
    .array(z.looseObject({ name: z.enum(DIMENSION_NAMES), length: count }))
    .min(1)
    .max(DIMENSION_NAMES.length),
  precision: z.enum(STORAGES),
  arithmetic: z.enum(ARITHMETICS),
  placement: z.enum(["out-of-place", "in-place"]),
  scale: z.number(),
  batch: count,
};
const fourier = z.looseObject({
  kind: z.literal("c2c"),
  direction: z.enum(["forward", "inverse"]),
  order: z.enum(["natural", "digit-reversed"]),
  ...common,
});
const walsh = z.looseObject({
  kind: z.literal("fwht"),
  order: z.enum(["natural", "sequency", "dyadic"]),
  stabilisation: z.enum(["none", "kahan", "neumaier", "semi-kahan", "semi-neumaier"]),
  axes: z.array(z.enum(DIMENSION_NAMES)).min(1),
  distance: count,
  ...common,
});
const transform = z.discriminatedUnion("kind", [fourier, walsh]).superRefine((value, context) => {
  const message = transformProblem(value as Transform);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/** What no field shows by itself. */
function transformProblem(one: Transform): string | undefined {
  const { dimensions } = one;
  const inOrder = dimensions.every(({ name }, index) => name === DIMENSION_NAMES[index]);
  if (!inOrder) return `dimensions are named ${DIMENSION_NAMES.slice(0, dimensions.length).join(", ")}, X first`;
  const elements = dimensions.reduce((product, { length }) => product * length, 1);
  if (!Number.isSafeInteger(elements * one.batch)) return "it has more than 2^53 elements";
  return (
    scaleProblem(one) ??
    arithmeticProblem(one) ??
    (one.kind === "fwht" ? walshTransformProblem(one)?.message : undefined)
  );
}

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
    transform,
    kernels: z.array(z.string().min(1).max(20_000)).min(1).max(64),
    text: z.string().regex(/^sha256:[0-9a-f]{8,64}$/),
    plannedFor: gpuName,
    predictedMilliseconds: positive,
    rank: count,
  }),
  outcome,
});
