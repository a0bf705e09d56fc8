// Wisdom as one JSON file that moves between machines: plans with what was measured of them, and the GPUs that fftgen does not know
// by itself. One schema reads it and describes it. Whether a plan is legal is not known here.
import { z } from "zod";
import { GPU_NAME } from "../gpu/gpu-file.js";
import { checkedJson, parseJson } from "../json/read-json.js";
import { HADAMARD_CHOICES } from "../plan/hadamard-matrix.js";
import {
  arithmeticProblem,
  ARITHMETICS,
  DIMENSION_NAMES,
  elementCount,
  makeTransform,
  makeWalshTransform,
  scaleProblem,
  settledArithmetic,
  STORAGES,
  type Transform,
} from "../plan/transform.js";
import { walshTransformProblem } from "../plan/walsh-transform.js";
import { fourierDefaults, plainEvidence, plainTransform, walshDefaults } from "./contents.js";
import type { Evidence } from "./definition.js";

export const WISDOM_FILE_VERSION = 1;

/** A plan that was measured. */
export interface WisdomEntry {
  readonly transform: Transform;
  /** By name: one that fftgen knows, or one that the file describes. */
  readonly gpu: string;
  /** In the notation, each with its schedule. */
  readonly kernels: readonly string[];
  readonly evidence: readonly Evidence[];
}

export interface Wisdom {
  /** What GPU files would say, unread: of those that fftgen does not know by itself. */
  readonly gpus: readonly unknown[];
  readonly plans: readonly WisdomEntry[];
}

const positive = z.number().positive();
/** Words that are printed, into plan files and onto terminals: no controls, no ends of comments. */
const word = z.string().regex(/^[\w .()+-]{1,80}$/, "expected up to 80 letters, digits, blanks and .()+-");
const gpuName = z.string().regex(GPU_NAME, "expected the name of a GPU as nvidia-smi has it");
const length = z.int().positive();

const lengths = z
  .strictObject({ X: length, ...Object.fromEntries(DIMENSION_NAMES.slice(1).map((name) => [name, length.optional()])) })
  .superRefine((named, context) => {
    const names = Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const missing = DIMENSION_NAMES.slice(0, names.length).find((name) => !names.includes(name));
    if (missing === undefined) return;
    context.addIssue({
      code: "custom",
      message: `${names.length} dimensions have the first names; ${missing} is missing`,
    });
  })
  .describe("Length of each dimension by its name; X is the contiguous one, Y, Z, W, V, U, T and S follow outwards.");

const arrays = {
  lengths,
  precision: z.enum(STORAGES),
  arithmetic: z.enum(ARITHMETICS).optional(),
  direction: z.enum(["forward", "inverse"]).default(fourierDefaults.direction),
  placement: z.enum(["out-of-place", "in-place"]).default(fourierDefaults.placement),
  scale: z.number().default(fourierDefaults.scale),
  batch: z.int().positive().default(fourierDefaults.batch),
};
const fourier = z.strictObject({
  kind: z.literal("c2c").default("c2c"),
  ...arrays,
  order: z.enum(["natural", "digit-reversed"]).default(fourierDefaults.order),
});
const walsh = z.strictObject({
  kind: z.literal("fwht"),
  ...arrays,
  hadamard: z.enum(HADAMARD_CHOICES).default(walshDefaults.hadamard),
  order: z.enum(["natural", "sequency", "dyadic"]).default(walshDefaults.order),
  stabilisation: z
    .enum(["none", "kahan", "neumaier", "semi-kahan", "semi-neumaier"])
    .default(walshDefaults.stabilisation),
  axes: z.array(z.enum(DIMENSION_NAMES)).min(1).max(DIMENSION_NAMES.length).optional(),
  distance: z.int().positive().optional(),
});

const transform = z.discriminatedUnion("kind", [fourier, walsh]).superRefine((given, context) => {
  const message = transformProblem(given);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

type GivenTransform = z.output<typeof fourier> | z.output<typeof walsh>;

/** Slowest first. */
const lengthsOf = (given: GivenTransform): readonly number[] =>
  DIMENSION_NAMES.flatMap(
    (name) => (given.lengths as Readonly<Record<string, number | undefined>>)[name] ?? [],
  ).toReversed();

function transformProblem(given: GivenTransform): string | undefined {
  const elements = lengthsOf(given).reduce((product, one) => product * one, given.batch);
  if (!Number.isSafeInteger(elements)) return "it has more than 2^53 elements";
  const problem = arithmeticProblem({ precision: given.precision, arithmetic: given.arithmetic ?? "native" });
  if (given.arithmetic !== undefined && problem !== undefined) return `arithmetic: ${problem}`;
  const whole = transformOf(given);
  const scale = scaleProblem(whole);
  if (scale !== undefined) return `scale is ${whole.scale}: ${scale}`;
  return whole.kind === "fwht" ? walshTransformProblem(whole)?.message : undefined;
}

function transformOf(given: GivenTransform): Transform {
  const { precision, direction, placement, scale, batch } = given;
  const common = { arithmetic: settledArithmetic(precision, given.arithmetic), direction, placement, scale, batch };
  if (given.kind === "c2c") return makeTransform(lengthsOf(given), precision, { ...common, order: given.order });
  const { hadamard, order, stabilisation } = given;
  const usual = makeWalshTransform(lengthsOf(given), precision);
  const axes = DIMENSION_NAMES.filter((name) => (given.axes ?? usual.axes).includes(name));
  const distance = given.distance ?? elementCount(usual);
  return { ...usual, ...common, hadamard, order, stabilisation, axes, distance };
}

const evidence = z.strictObject({
  gpu: gpuName,
  driver: word,
  toolchain: word.regex(/^nvcc /, "expected nvcc and its version: times of the emulator mean nothing"),
  text: z.string().regex(/^sha256:[0-9a-f]{8,64}$/, 'expected a hash, "sha256:" and 8 to 64 hexadecimal digits'),
  milliseconds: positive,
  ratioToCopy: positive,
  ratioToCufft: positive.exactOptional(),
  relativeL2Error: z.number().nonnegative(),
});

const plan = z
  .strictObject({
    transform,
    gpu: gpuName.describe("That the plan was measured on and is for: one that fftgen knows, or one of `gpus`."),
    kernels: z.array(z.string().min(1).max(20_000)).min(1).max(64),
    evidence: z.array(evidence).min(1).max(64),
  })
  .superRefine(({ gpu, evidence: all }, context) => {
    const stranger = all.findIndex((one) => one.gpu !== gpu);
    if (stranger < 0) return;
    const message = `${JSON.stringify(all[stranger]?.gpu)} is another GPU than the plan is for, ${JSON.stringify(gpu)}`;
    context.addIssue({ code: "custom", path: ["evidence", stranger, "gpu"], message });
  });

const schema = z
  .strictObject({
    $schema: z.string().max(1000).optional().describe("For editors: where the description of these keys is."),
    version: z.literal(WISDOM_FILE_VERSION),
    fftgen: z.string().max(100).optional().describe("The version that wrote the file."),
    gpus: z
      .array(z.looseObject({ name: gpuName }))
      .max(1000)
      .default([])
      .describe("GPUs that fftgen does not know by itself, as GPU files have them."),
    plans: z.array(plan).max(100_000),
  })
  .meta({
    title: "fftgen wisdom",
    description:
      "Plans with what was measured of them: what `fftgen wisdom export` writes and `fftgen wisdom import` reads.",
  });

/** For editors and programs: the same schema as JSON Schema. */
export const wisdomFileJsonSchema = (): object => z.toJSONSchema(schema, { io: "input" });

/** @throws InputError with the place of what is wrong */
export function readWisdomFile(file: string, text: string): Wisdom {
  const { gpus, plans } = checkedJson(file, parseJson(file, text), schema);
  return { gpus, plans: plans.map((one) => ({ ...one, transform: transformOf(one.transform) })) };
}

/** `fftgen`: the version that writes. */
export function printWisdomFile({ gpus, plans }: Wisdom, fftgen: string): string {
  const value = {
    version: WISDOM_FILE_VERSION,
    fftgen,
    ...(gpus.length === 0 ? {} : { gpus }),
    plans: plans.map(({ transform: one, gpu, kernels, evidence: all }) => ({
      transform: plainTransform(one),
      gpu,
      kernels,
      evidence: all.map(plainEvidence),
    })),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
