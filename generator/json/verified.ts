// What is known of the transforms in a directory that were verified: verified.json, beside the files of a package or bundle.
import { z } from "zod";

/** How a transform was verified: compiled, on a GPU or under the emulator, or as the program of its kernels, by the evaluator. */
export const VERIFIERS = ["gpu", "emulator", "evaluator"] as const;
export type Verifier = (typeof VERIFIERS)[number];

export const verifiedTransformSchema = z.strictObject({
  name: z.string(),
  text: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/)
    .describe("The hash of the code that was verified, without comments: what it says holds for no other."),
  by: z.enum(VERIFIERS),
  device: z.string().describe("The GPU, or what stood for one."),
  error: z.number().nonnegative().describe("Relative, in the Euclidean norm, of random input."),
  bound: z.number().positive().describe("Of that error."),
  fftgen: z.string().describe("The version that verified it."),
});

/** One transform that was verified. */
export type VerifiedTransform = Readonly<z.output<typeof verifiedTransformSchema>>;

export const VERIFIED_SCHEMA = "fftgen/verified/1";

export const verifiedFileSchema = z
  .strictObject({ schema: z.literal(VERIFIED_SCHEMA), transforms: z.array(verifiedTransformSchema) })
  .describe("verified.json: which transforms of a package or bundle were verified.");
