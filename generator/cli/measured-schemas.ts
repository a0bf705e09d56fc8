// Parts of outputs that are about measurements: candidates, outcomes, evidence, reports of suites.
import { z } from "zod";
import { transformSchema } from "../json/transform-schema.js";

export const platform = z.strictObject({ gpu: z.string(), driver: z.string(), toolchain: z.string() });

const timing = z.strictObject({
  milliseconds: z.number(),
  copyMilliseconds: z.number(),
  cufftMilliseconds: z.number().optional(),
  repeat: z.int(),
});

export const outcome = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("measured"), timing, relativeL2Error: z.number() }),
  z.strictObject({ kind: z.literal("stopped"), timing, relativeL2Error: z.number() }),
  z.strictObject({
    kind: z.literal("wrong"),
    relativeL2Error: z.number().nullable(),
    bound: z.number(),
    reason: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal("spills"), bytes: z.int() }),
  z.strictObject({ kind: z.literal("failed"), reason: z.string() }),
]);

export const candidate = z.strictObject({
  name: z.string(),
  transform: transformSchema,
  kernels: z.array(z.string()),
  text: z.string(),
  plannedFor: z.string(),
  predictedMilliseconds: z.number(),
  rank: z.int(),
});

const evidenceShape = {
  ...platform.shape,
  text: z.string().describe("Hash of the emitted text."),
  milliseconds: z.number(),
  ratioToCopy: z.number(),
  ratioToCufft: z.number().optional(),
  relativeL2Error: z.number(),
};
export const evidence = z.strictObject(evidenceShape);
export const judgedEvidence = z.strictObject({ ...evidenceShape, stale: z.boolean() });

const target = z.strictObject({ atLeast: z.number(), aim: z.number().optional() });

export const suiteHead = z.strictObject({
  name: z.string(),
  title: z.string(),
  floor: z.number().nullable(),
  geometricMean: target.nullable(),
});

const caseHead = { case: z.string(), name: z.string(), batch: z.int(), target: target.nullable() };

export const benchCase = z.discriminatedUnion("state", [
  z.strictObject({
    ...caseHead,
    state: z.literal("measured"),
    milliseconds: z.number(),
    copyMilliseconds: z.number(),
    cufftMilliseconds: z.number().nullable(),
    bestPeer: z.strictObject({ library: z.string(), milliseconds: z.number(), sameRun: z.boolean() }).nullable(),
    ratio: z.number().nullable().describe("The best peer's time over ours."),
    verdict: z.enum(["aim", "met", "short", "loses", "ahead", "behind", "no peer"]),
    relativeL2Error: z.number(),
    passes: z.int(),
    leastPasses: z.int(),
    bandwidth: z.number().describe("GB/s."),
    bandwidthLimit: z.number(),
    buildSeconds: z.number(),
    binaryBytes: z.number(),
    plan: candidate,
  }),
  z.strictObject({ ...caseHead, state: z.literal("failed"), reasons: z.array(z.string()) }),
  z.strictObject({ ...caseHead, state: z.literal("unsupported"), reason: z.string() }),
  z.strictObject({ ...caseHead, state: z.literal("missing") }),
]);

export const suiteSummary = z.strictObject({
  geometricMean: z.number().nullable(),
  worst: z.strictObject({ label: z.string(), ratio: z.number() }).nullable(),
  measured: z.int(),
  failed: z.int(),
  unsupported: z.int(),
  missing: z.int(),
  withTarget: z.int(),
  targetsMet: z.int(),
  aimsReached: z.int(),
  belowFloor: z.int(),
  medianShareOfLimit: z.number().nullable(),
});

export const costModel = z.strictObject({
  cases: z.array(
    z.strictObject({
      label: z.string(),
      plans: z.int(),
      spearman: z.number().nullable(),
      loss: z.number().nullable(),
    }),
  ),
  meanSpearman: z.number().nullable(),
  pooledSpearman: z.number().nullable(),
  medianLoss: z.number().nullable(),
  worst: z.strictObject({ label: z.string(), loss: z.number() }).nullable(),
  shareWithinTolerance: z.number().nullable(),
});
