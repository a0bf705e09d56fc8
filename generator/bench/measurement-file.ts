// Turns the text of a file of measurements into measurements: one JSON value on each line, as they are stored while they are
// taken, or one list of them. Checks what the reports rely on; fields that it does not know are left alone, for later versions
// may record more.
import { InputError, unreachable } from "../failure/errors.js";
import type { Transform } from "../plan/transform.js";
import type { Measurement, Outcome } from "../tune/measurement.js";

/** The oldest first, as they stand. `file` is for messages. Throws an InputError with file and line for what is none. */
export function parseMeasurements(text: string, file: string): readonly Measurement[] {
  const whole = text.trimStart().startsWith("[") ? parseJson(text) : undefined;
  if (Array.isArray(whole)) return whole.map((value, index) => checked(value, `${file}: measurement ${index + 1}`));
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = parseJson(line);
    // A program that was killed may have left half a last line: what it says is lost, what stands before it is not.
    if (value === undefined && index === lines.length - 1) return [];
    return [checked(value, `${file}:${index + 1}`)];
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

function checked(value: unknown, place: string): Measurement {
  const reason = flaw(value);
  if (reason !== undefined) throw new InputError(`${place}: not a measurement of fftgen: ${reason}`);
  return completed(value as Measurement);
}

/** Older files do not say what Walsh-Hadamard transforms all were. */
function completed(measurement: Measurement): Measurement {
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

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isPositive = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value) && value > 0;
const isNotNegative = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value) && value >= 0;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isListOf =
  (isItem: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.length > 0 && value.every(isItem);

const MEASUREMENT: Shape = { buildSeconds: isNotNegative, binaryBytes: isNotNegative };
const PLATFORM: Shape = { gpu: isText, driver: isText, toolchain: isText };
const CANDIDATE: Shape = {
  name: isText,
  kernels: isListOf(isText),
  text: isText,
  plannedFor: isText,
  predictedMilliseconds: isPositive,
  rank: isPositive,
};
const TRANSFORM: Shape = {
  kind: isText,
  dimensions: isListOf((one) => isObject(one) && isText(one["name"]) && isPositive(one["length"])),
  precision: isText,
  order: isText,
  placement: isText,
  scale: (value) => typeof value === "number",
  batch: isPositive,
};
const KINDS: Readonly<Record<Transform["kind"], Shape>> = {
  c2c: { direction: isText },
  fwht: { arithmetic: isText, stabilisation: isText, axes: isListOf(isText), distance: isPositive },
};
const TIMING: Shape = {
  milliseconds: isPositive,
  copyMilliseconds: isPositive,
  cufftMilliseconds: (value) => value === undefined || isPositive(value),
  repeat: isPositive,
};
const OUTCOMES: Readonly<Record<Outcome["kind"], Shape>> = {
  measured: { relativeL2Error: isNotNegative },
  stopped: { relativeL2Error: isNotNegative },
  wrong: { relativeL2Error: (value) => value === null || typeof value === "number", bound: isPositive },
  spills: { bytes: isPositive },
  failed: { reason: (value) => typeof value === "string" },
};

/** What is wrong with a value that should be a measurement. */
function flaw(value: unknown): string | undefined {
  if (!isObject(value)) return "expected a JSON object";
  const { candidate, platform, outcome } = value;
  const transform = isObject(candidate) ? candidate["transform"] : undefined;
  return (
    flawOf(value, "", MEASUREMENT) ??
    flawOf(platform, "platform", PLATFORM) ??
    flawOf(candidate, "candidate", CANDIDATE) ??
    transformFlaw(transform) ??
    outcomeFlaw(outcome)
  );
}

function transformFlaw(transform: unknown): string | undefined {
  const own = flawOf(transform, "candidate.transform", TRANSFORM);
  if (own !== undefined || !isObject(transform)) return own;
  const kind = transform["kind"];
  if (kind !== "c2c" && kind !== "fwht") return `candidate.transform.kind is ${JSON.stringify(kind)}`;
  return flawOf(transform, "candidate.transform", KINDS[kind]);
}

function outcomeFlaw(outcome: unknown): string | undefined {
  if (!isObject(outcome)) return "outcome is missing";
  const kind = Object.keys(OUTCOMES).find((name): name is Outcome["kind"] => name === outcome["kind"]);
  if (kind === undefined) return `outcome.kind is none of ${Object.keys(OUTCOMES).join(", ")}`;
  const own = flawOf(outcome, "outcome", OUTCOMES[kind]);
  switch (kind) {
    case "measured":
    case "stopped":
      return own ?? flawOf(outcome["timing"], "outcome.timing", TIMING);
    case "wrong":
    case "spills":
    case "failed":
      return own;
    default:
      return unreachable(kind);
  }
}

function flawOf(value: unknown, path: string, shape: Shape): string | undefined {
  if (!isObject(value)) return `${path} is missing`;
  const wrong = Object.entries(shape).find(([name, isRight]) => !isRight(value[name]))?.[0];
  if (wrong === undefined) return undefined;
  const field = path === "" ? wrong : `${path}.${wrong}`;
  return value[wrong] === undefined ? `${field} is missing` : `${field} is ${JSON.stringify(value[wrong])}`;
}
