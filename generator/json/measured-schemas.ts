// What is measured, as schemas: one place for files of measurements, wisdom and what commands print. Nothing unknown is let in; who
// reads files of later versions makes loose objects of the shapes.
import { z } from "zod";
import { transformSchema } from "./transform-schema.js";

/** The name of a GPU as nvidia-smi has it: it is printed, into texts and onto terminals. */
export const GPU_NAME = /^[A-Za-z0-9][A-Za-z0-9 ._()+/-]{0,79}$/;

const positive = z.number().positive();
const notNegative = z.number().nonnegative();
const count = z.int().positive();

/** Words that are printed, into plan files and onto terminals: no controls, no ends of comments. */
export const printedWord = z
  .string()
  .regex(/^[\w .()+-]{1,80}$/, "expected up to 80 letters, digits, blanks and .()+-");
export const gpuName = z.string().regex(GPU_NAME, "expected the name of a GPU as nvidia-smi has it");
const textHash = z
  .string()
  .regex(/^sha256:[0-9a-f]{8,64}$/, 'expected a hash, "sha256:" and 8 to 64 hexadecimal digits')
  .describe("Hash of the emitted text.");
export const kernelTexts = z.array(z.string().min(1).max(20_000)).min(1).max(64);

export const platform = z.strictObject({ gpu: gpuName, driver: printedWord, toolchain: printedWord });

export const timing = z.strictObject({
  milliseconds: positive,
  copyMilliseconds: positive,
  cufftMilliseconds: positive.exactOptional(),
  repeat: count,
});

const reason = z.string().max(100_000);

const run = {
  timing,
  relativeL2Error: notNegative,
  spilledBytes: count.describe("Of registers that the compiler keeps in memory.").exactOptional(),
};

export const outcomes = {
  measured: z.strictObject({ kind: z.literal("measured"), ...run }),
  stopped: z.strictObject({ kind: z.literal("stopped"), ...run }),
  wrong: z.strictObject({
    kind: z.literal("wrong"),
    relativeL2Error: z.number().nullable(),
    bound: positive,
    reason: reason.exactOptional(),
  }),
  spills: z.strictObject({ kind: z.literal("spills"), bytes: count }),
  failed: z.strictObject({ kind: z.literal("failed"), reason }),
};

export const candidate = z.strictObject({
  name: z.string().regex(/^[A-Za-z]\w{0,200}$/, "expected a name of C, of at most 201 letters, digits and underscores"),
  transform: transformSchema,
  kernels: kernelTexts,
  text: textHash,
  plannedFor: gpuName,
  predictedMilliseconds: positive,
  rank: count,
});

export const evidence = z.strictObject({
  ...platform.shape,
  text: textHash,
  milliseconds: positive,
  ratioToCopy: positive,
  ratioToCufft: positive.exactOptional(),
  relativeL2Error: notNegative,
});
