// Parts of outputs about measurements: outcomes, judged evidence, reports of suites.
import { z } from "zod";
import { candidate, evidence, outcomes } from "../json/measured-schemas.js";

export const outcome = z.discriminatedUnion("kind", [
  outcomes.measured,
  outcomes.stopped,
  outcomes.wrong,
  outcomes.spills,
  outcomes.failed,
]);

export const judgedEvidence = z.strictObject({ ...evidence.shape, stale: z.boolean() });

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
