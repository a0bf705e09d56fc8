// The report of `fftgen plan` on a search: the ranking, which plan of it is emitted and why, and its value for JSON.
import { z } from "zod";
import { transformSchema } from "../json/transform-schema.js";
import { VERIFIERS } from "../json/verified.js";
import { verificationReportSchema } from "../json/verification-report-schema.js";
import type { Gpu } from "../gpu/gpu.js";
import { measuredPlans } from "../gpu/weights.js";
import { printKernels } from "../notation/print.js";
import { layoutCosts } from "../search/layout-costs.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import type { SearchResult } from "../search/search.js";
import type { RatedCost } from "../search/rated-cost.js";
import { rankOf, type KeptPlan } from "./kept-plan.js";
import { rangesSchema } from "./batch-report.js";
import { oneOrMore, part, type OutputValue } from "./output.js";
import { rankedTable, resourceTable, whyBest, type TableEntry } from "./ranking.js";
import { compiled } from "./spill-check.js";
import { paragraph } from "./table.js";
import { outputWidth } from "./terminal.js";

export const cost = z.strictObject({
  milliseconds: part.milliseconds,
  cautious: z.number().describe("Ranking score of the kernels: the predicted time, longer by half of its uncertainty."),
  uncertainty: z.number().describe("Standard deviation of the logarithm of the time, as the model judges it."),
  copyMilliseconds: z.number().describe("A device-to-device copy of the same data, in milliseconds."),
  terms: z
    .strictObject({
      memory: z.number(),
      issue: z.number(),
      shared: z.number(),
      latency: z.number(),
      launch: z.number(),
    })
    .describe("Each term of the cost model alone, in milliseconds."),
  bytes: z.number(),
  segmentFactor: z.number(),
  registers: z.number(),
  sharedBytes: z.number(),
  blocksPerSm: z.number(),
  occupancy: z.number(),
  blocks: z.number(),
  waves: z.number(),
  instructionsPerElement: z.number(),
});

const plan = {
  kernels: part.kernels,
  milliseconds: part.milliseconds,
  fractionOfCopy: z.number(),
  costs: z.array(cost),
};

const planned = {
  name: z.string().describe("Name of the package and its functions."),
  transform: transformSchema,
  gpu: z.string(),
  weights: z
    .strictObject({
      gpu: z.string().describe("That was measured."),
      plans: z.int().describe("That were measured."),
      path: part.path.nullable().describe("Null: they come with fftgen."),
    })
    .describe("What predictions are fitted to."),
  origin: z
    .strictObject({
      kind: z.enum(["project", "user", "shipped", "search"]),
      path: part.path.nullable().describe("Of the plan file that it is from."),
      measuredOn: z.string().nullable(),
      basis: z.enum(["kept", "measured", "predicted"]).describe("Why it was chosen."),
    })
    .describe("Where the plan is from."),
  emitted: z
    .strictObject({ rank: z.int().nullable(), ...plan })
    .describe(
      "The plan that is emitted; rank null: a kept one that the search did not find, or one of the ranking with fewer blocks.",
    ),
  ranking: z
    .array(z.strictObject(plan))
    .describe("The best plan first, by a score that counts only part of the gain that is predicted for L2 prefetch."),
  ranges: rangesSchema,
  layout: part.layout,
  candidatesTried: z.int(),
  refused: z.record(z.string(), z.int()).describe("Number of candidates that each reason ruled out."),
  compiled: compiled.nullable().describe("Result of nvcc; null: not compiled."),
  plan: z.strictObject({ path: part.path, state: z.enum(["kept", "replaced", "written"]).nullable() }),
  package: z.strictObject({
    directory: part.path,
    state: part.written.nullable(),
    files: part.files,
    verified: part.verified,
  }),
  verification: z
    .strictObject({
      passed: z.boolean(),
      target: z.enum(VERIFIERS),
      report: verificationReportSchema.optional(),
    })
    .nullable()
    .describe("Null: nothing was verified."),
};

export const planOutput = oneOrMore("plan", planned, "plans", "plan; plans: one for each GPU of the project.");

/**
 * The ranking; a star marks a plan that is emitted independently of the search. `chosen`: the plan emitted otherwise, the first
 * unless it spills registers. `remark`: a sentence on the settled plan, or why there is none.
 */
export function rankingText(
  { plans, otherWays }: SearchResult,
  gpu: Gpu,
  settled: KeptPlan | undefined,
  chosen: RankedPlan,
  remark: string | undefined,
): string {
  const rank = settled === undefined ? 0 : rankOf(plans, settled.asked);
  const entries: TableEntry[] = plans.map((ranked, index) => ({
    label: settled !== undefined && index === rank ? `* ${index + 1}` : String(index + 1),
    ranked,
  }));
  if (settled !== undefined && rank === undefined) entries.push({ label: "*", ranked: settled.asked });
  const emitted = settled?.asked ?? chosen;
  return [
    rankedTable(entries),
    whyBest(plans, otherWays, gpu),
    ...(remark === undefined ? [] : [paragraph(remark, outputWidth())]),
    resourceTable(emitted),
    ...layoutText(emitted, gpu),
  ].join("\n\n");
}

/** The cost of the strides of the arrays. */
function layoutText({ plan: emitted }: RankedPlan, gpu: Gpu): readonly string[] {
  const costs = layoutCosts(emitted, gpu);
  return costs.length === 0 ? [] : [costs.map((cost) => paragraph(`Layout: ${cost}.`, outputWidth())).join("\n")];
}

export const weightsValue = ({ weights }: Gpu): PlannedValue["weights"] => ({
  gpu: weights.gpu,
  plans: measuredPlans(weights),
  path: weights.file ?? null,
});

/** The JSON value of one GPU. */
export type PlannedValue = Extract<OutputValue<typeof planOutput>, { readonly ranking: unknown }>;

/** The part of it that comes from the search. */
type RankingValue = Pick<PlannedValue, "emitted" | "ranking" | "candidatesTried" | "refused">;

export function rankingValue(result: SearchResult, emitted: RankedPlan, settled: KeptPlan | undefined): RankingValue {
  const compared = settled?.asked ?? emitted;
  const rank = rankOf(result.plans, compared);
  return {
    emitted: { rank: rank === undefined ? null : rank + 1, ...planValue(compared) },
    ranking: result.plans.map(planValue),
    candidatesTried: result.candidatesTried,
    refused: Object.fromEntries(result.refused),
  };
}

const planValue = ({ plan, milliseconds, copyMilliseconds, kernels }: RankedPlan): PlannedValue["ranking"][number] => ({
  kernels: printKernels(plan),
  milliseconds,
  fractionOfCopy: copyMilliseconds / milliseconds,
  costs: kernels.map(({ cost }) => costValue(cost)),
});

/** What programs are told of a cost: its features are the model's own affair. */
export const costValue = ({
  features: _,
  resources: __,
  launchMilliseconds: ___,
  ...rest
}: RatedCost): z.infer<typeof cost> => rest;
