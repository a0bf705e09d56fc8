// Measures which batches each of the plans of a package serves: two plans, of which one is for larger batches, at batches between those
// that they are for. Writes what it finds to the plan file of the first, and the package.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { compilePlan } from "../compile.js";
import { linkPackage } from "../emit/link-package.js";
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { schedulePlan } from "../planfile/schedule-plan.js";
import { updatePlanFile } from "../planfile/update.js";
import { jobOf, type Job } from "../tune/job.js";
import type { Measurement } from "../tune/measurement.js";
import { measuredCrossover, timedBatches } from "../tune/ranges.js";
import { unitOf } from "./emitted-package.js";
import { loadPlan, type LoadedPlan } from "./loaded-plan.js";
import { part, type SchemaValue } from "./output.js";
import { withRuntime } from "./package-runtime.js";
import { gpuPlanFiles, packageDirectory, packagePlanFiles, planLabel, readablePlans } from "./packages.js";
import { symbolsOf, type Project } from "./project.js";
import { publish } from "./publish.js";
import { plural } from "./terminal.js";

export const rangesMeasured = z
  .array(
    z.strictObject({
      path: part.path,
      upToBatch: z.int(),
      batches: z
        .array(
          z.strictObject({ batch: z.int(), milliseconds: z.number(), next: z.number().describe("By the next plan.") }),
        )
        .describe("The times from which it follows."),
    }),
  )
  .describe(
    "The plans that others follow for larger batches, and the largest batch for which each was measured to be faster.",
  );

/** What was measured of a plan and of the next one. */
export interface MeasuredRange {
  readonly path: string;
  readonly upToBatch: number;
  readonly batches: SchemaValue<typeof rangesMeasured>[number]["batches"];
}

type Measure = (jobs: readonly Job[]) => Promise<{ readonly measurements: readonly (Measurement | undefined)[] }>;

/** Of each package the plan files that others follow; empty where each has one plan. */
export async function measuredRanges(
  project: Project,
  names: readonly string[],
  gpu: Gpu,
  measure: Measure,
): Promise<readonly MeasuredRange[]> {
  const ranges: MeasuredRange[] = [];
  for (const name of new Set(names)) {
    const plans = gpuPlanFiles(project, name, gpu).map((path) => loadPlan(project, path));
    const found: MeasuredRange[] = [];
    for (const [index, high] of plans.slice(1).entries()) {
      const range = await rangeBetween(at(plans, index), high, gpu, measure);
      if (range !== undefined) found.push(range);
    }
    if (found.length > 0) await writeRanges(project, name, found);
    ranges.push(...found);
  }
  return ranges;
}

/** Undefined where nothing lies between the batches that they are for, or one of them cannot be measured. */
async function rangeBetween(
  low: LoadedPlan,
  high: LoadedPlan,
  gpu: Gpu,
  measure: Measure,
): Promise<MeasuredRange | undefined> {
  const batches = timedBatches(low.plan.transform.batch, high.plan.transform.batch);
  if (batches.length === 0) return undefined;
  const jobs = batches.flatMap((batch) => [low, high].map((loaded, index) => jobAt(loaded, batch, index + 1, gpu)));
  const { measurements } = await measure(jobs);
  const times = jobs.map((_, index) => {
    const one = measurements[index];
    // One that takes much longer than the other is timed briefly.
    return one !== undefined && "timing" in one.outcome ? one.outcome.timing.milliseconds : undefined;
  });
  const timed = batches.flatMap((batch, index) => {
    const [milliseconds, next] = [times[2 * index], times[2 * index + 1]];
    return milliseconds === undefined || next === undefined ? [] : [{ batch, milliseconds, next }];
  });
  if (timed.length === 0) return undefined;
  const ends = { low: low.plan.transform.batch, high: high.plan.transform.batch };
  return { path: low.path, upToBatch: measuredCrossover(ends, timed), batches: timed };
}

/** `rank`: 1 for the plan, 2 for the next one: jobs of one transform and batch differ in it. */
function jobAt(loaded: LoadedPlan, batch: number, rank: number, gpu: Gpu): Job {
  const { plan } = loaded;
  const ranked = schedulePlan({ ...loaded, plan: { ...plan, transform: { ...plan.transform, batch } } }, gpu);
  return jobOf(ranked, rank, compilePlan(loaded.name, ranked.plan, gpu));
}

async function writeRanges(project: Project, name: string, ranges: readonly MeasuredRange[]): Promise<void> {
  const texts = await Promise.all(
    ranges.map(async ({ path, upToBatch }) => ({
      path,
      text: await updatePlanFile(path, readFileSync(path, "utf8"), { upToBatch }),
    })),
  );
  const paths = packagePlanFiles(project, name);
  const units = paths.map((path) => {
    const range = ranges.find((one) => one.path === path);
    const unit = unitOf(name, loadPlan(project, path));
    return range === undefined ? unit : { ...unit, upToBatch: range.upToBatch };
  });
  const directory = packageDirectory(project, readablePlans(project, name));
  const files = linkPackage(units, symbolsOf(project));
  const plans = paths.map((path) => planLabel(project, path));
  publish({ texts, directory, contents: { name, plans, files: withRuntime(directory, files) } });
}

export const rangeValue = (range: MeasuredRange): SchemaValue<typeof rangesMeasured>[number] => ({
  path: range.path,
  upToBatch: range.upToBatch,
  batches: range.batches,
});

/** `range     plans/x.batch_4.plan.ts serves up to 31 arrays, measured at 8, 16, 32 and 64` */
export const rangeLine = ({ path, upToBatch, batches }: MeasuredRange): string =>
  `range     ${path}  (up to ${plural(upToBatch, "array")}, measured at batch ${batches.map(({ batch }) => batch).join(", ")})`;
