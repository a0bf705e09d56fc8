// Wisdom as one JSON file that moves between machines: plans with what was measured of them, and the GPUs that fftgen does not know
// by itself. One schema reads it and describes it. Whether a plan is legal is not known here.
import { z } from "zod";
import { VERSION } from "../emit/read-template.js";
import { evidence as measuredEvidence, gpuName, kernelTexts, printedWord } from "../json/measured-schemas.js";
import { checkedJson, parseJson } from "../json/read-json.js";
import { storedTransformSchema } from "../json/transform-schema.js";
import type { Transform } from "../plan/transform.js";
import { plainEvidence } from "./contents.js";
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

const evidence = z.strictObject({
  ...measuredEvidence.shape,
  toolchain: printedWord.regex(/^nvcc /, "expected nvcc and its version: times of the emulator mean nothing"),
});

const plan = z
  .strictObject({
    transform: storedTransformSchema,
    gpu: gpuName.describe("That the plan was measured on and is for: one that fftgen knows, or one of `gpus`."),
    kernels: kernelTexts,
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
  return { gpus, plans };
}

/** The file's text: wisdom as JSON, with the schema's version. */
export function printWisdomFile({ gpus, plans }: Wisdom): string {
  const value = {
    version: WISDOM_FILE_VERSION,
    fftgen: VERSION,
    ...(gpus.length === 0 ? {} : { gpus }),
    plans: plans.map(({ transform, gpu, kernels, evidence: all }) => ({
      transform,
      gpu,
      kernels,
      evidence: all.map(plainEvidence),
    })),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
