// The report of `fftgen plan` on the plans for other batches than the one that the search was about.
import { z } from "zod";
import { rangeText, servedBatches } from "../plan/served-batches.js";
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { printKernels } from "../notation/print.js";
import { atBatch } from "../search/batch-ranges.js";
import type { BatchPlan } from "./batch-plans.js";
import { part, type SchemaValue } from "./output.js";
import { publishedState, type Published } from "./publish.js";
import { paragraph } from "./table.js";
import { outputWidth, percent, plural, short } from "./terminal.js";

export const rangesSchema = z
  .array(
    z.strictObject({
      path: part.path,
      state: z.enum(["kept", "replaced", "written"]).nullable(),
      from: z.int(),
      upTo: z.int().nullable().describe("Null: for the largest batches, too."),
      batch: z.int().describe("That the plan was chosen for."),
      kernels: part.kernels,
      milliseconds: part.milliseconds,
    }),
  )
  .describe("The plans of the package for this GPU, and the batches for which execute takes each.");

/** `up to 7 arrays` */
export function servedText(plan: BatchPlan, all: readonly BatchPlan[]): string {
  return rangeText(at(servedBatches(all), all.indexOf(plan)));
}

/** A sentence for each plan but `main`; undefined where there is only that. */
export function rangesText(plans: readonly BatchPlan[], main: BatchPlan, gpu: Gpu): string | undefined {
  if (plans.length === 1) return undefined;
  const lines = plans
    .filter((one) => one !== main)
    .map((one) => {
      const { batch } = one.ranked.plan.transform;
      const longer = atBatch(main.ranked, batch, gpu).cautious / one.ranked.cautious - 1;
      return `${servedText(one, plans)}: ${plural(one.ranked.plan.kernels.length, "kernel")}, ${short(one.ranked.milliseconds)} ms at batch ${batch}, where the plan above would take ${longer < 0 ? `${percent(-longer)} less` : `${percent(longer)} more`}`;
    });
  const text = `Execute takes the plan above for ${servedText(main, plans)}, and other plans for other batches, by prediction: ${lines.join("; ")}.`;
  return paragraph(text, outputWidth());
}

export const rangesValue = (
  plans: readonly BatchPlan[],
  published: Published | undefined,
): SchemaValue<typeof rangesSchema> =>
  plans.map((one, index) => ({
    path: one.path,
    state: published === undefined ? null : publishedState(published, one.path),
    from: at(servedBatches(plans), index).from,
    upTo: one.upToBatch ?? null,
    batch: one.ranked.plan.transform.batch,
    kernels: printKernels(one.ranked.plan),
    milliseconds: one.ranked.milliseconds,
  }));
