// Writes the results of tuning: the fastest plan and the evidence to its plan file, edited in place, and its package.
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { transformTitle } from "../emit/contract.js";
import { linkPackage, packagePaths } from "../emit/link-package.js";
import { requirePackageDirectory } from "../output/package-directory.js";
import { placeBy, requireWritable } from "../output/writable.js";
import type { Evidence } from "../planfile/definition.js";
import { readPlanFile } from "../planfile/read.js";
import { updatePlanFile } from "../planfile/update.js";
import { writePlanFile } from "../planfile/write.js";
import { schedulePlan } from "../planfile/schedule-plan.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { completePlan } from "../search/search.js";
import { evidenceOf, renewedEvidence } from "../tune/evidence.js";
import type { Job } from "../tune/job.js";
import type { Measured } from "../tune/winner.js";
import { compilePlan } from "../compile.js";
import type { TextFile } from "../output/text-file.js";
import { writtenGpu } from "./asked-gpu.js";
import { withRanges, type RangedPlan, type RangelessPlan } from "./plan-ranges.js";
import { otherUnits } from "./emitted-package.js";
import { allowedDirectory, requirePlansInside } from "./package-place.js";
import { withRuntime } from "./package-runtime.js";
import {
  packageDirectory,
  packagePlanFiles,
  planLabel,
  readablePlans,
  servingBatch,
  writtenDirectory,
} from "./packages.js";
import { projectKey, symbolsOf, type Project } from "./project.js";
import { choiceText, publish, publishedState, type Published } from "./publish.js";
import type { TuningTarget } from "./tuning-target.js";

export interface Victory {
  readonly target: TuningTarget;
  readonly winner: Job;
  readonly measurement: Measured;
  /** The number of candidates that were right and timed. */
  readonly measured: number;
}

export interface Written {
  /** Of the plan file, and of the package. */
  readonly plan: ReturnType<typeof publishedState>;
  readonly package: Published["package"];
  readonly evidence: Evidence;
  readonly directory: string;
}

/** Throws an InputError if the results of tuning could not be written; called before measuring. */
export function requirePublishable(project: Project, { name, path }: TuningTarget, anywhere: boolean): void {
  requirePlansInside(project, anywhere);
  const directory = allowedDirectory(project, readablePlans(project, name, path), anywhere);
  requirePackageDirectory(directory, name, packagePaths(name, symbolsOf(project)));
  requireWritable([
    placeBy(projectKey(project, "plans"), dirname(path)),
    placeBy(projectKey(project, "packages"), directory),
  ]);
}

/** The winner is the plan that another file has, for other batches: nothing is written. */
export interface Served {
  readonly plan: "served";
  readonly path: string;
}

export async function writeVictory(project: Project, victory: Victory): Promise<Written | Served> {
  const { target, winner, measurement } = victory;
  const { path, name, beside, kept } = target;
  const fresh = evidenceOf(measurement);
  const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  const serving = servingBatch(beside, target.transform.batch);
  if (before === undefined && serving !== undefined && kept !== undefined && isSame(kept, winner))
    return { plan: "served", path: serving.path };
  const directory = packageDirectory(project, readablePlans(project, name, path));
  const place = writtenDirectory(project, name, path, directory);
  const ranges = before === undefined ? rangesBeside(victory) : [];
  const upToBatch =
    before === undefined ? ranges.find((one) => one.path === path)?.upToBatch : readPlanFile(path, before).upToBatch;
  const text =
    before === undefined
      ? await newPlanFile(victory, fresh, place, upToBatch)
      : await editedPlanFile(victory, before, fresh);
  const texts = [...(text === before ? [] : [{ path, text }]), ...(await rangedTexts(ranges))];
  const units = [
    { ...winner.unit, upToBatch },
    ...ranges.flatMap((one) => (one.path === path ? [] : [one.unit])),
    ...otherUnits(project, [path, ...ranges.map((one) => one.path)], name),
  ];
  const files = linkPackage(units, symbolsOf(project));
  const plans = [...new Set([path, ...packagePlanFiles(project, name)])].map((one) => planLabel(project, one)).sort();
  const contents = { name, plans, files: withRuntime(directory, files) };
  const published = publish({ texts, directory, contents });
  return { plan: publishedState(published, path), package: published.package, evidence: fresh, directory };
}

const isSame = ({ plan }: RankedPlan, { unit }: Job): boolean =>
  JSON.stringify(plan.kernels) === JSON.stringify(unit.plan.kernels);

/** The ranges of the plan files beside a new one, and its own, by prediction. */
function rangesBeside({ target, winner: { unit } }: Victory): readonly RangedPlan[] {
  const { gpu } = unit;
  const plans = target.beside.map((loaded): RangelessPlan => {
    const ranked = schedulePlan(loaded, gpu);
    const { path, name, upToBatch } = loaded;
    return { path, ranked, unit: compilePlan(name, ranked.plan, gpu), kept: { upToBatch } };
  });
  const own: RangelessPlan = { path: target.path, ranked: completePlan(unit.plan, gpu), unit, kept: undefined };
  return withRanges([...plans, own], gpu);
}

/** The files whose range changes. */
const rangedTexts = (ranges: readonly RangedPlan[]): Promise<readonly TextFile[]> =>
  Promise.all(
    ranges
      .filter(({ kept, upToBatch }) => kept !== undefined && kept.upToBatch !== upToBatch)
      .map(async ({ path, upToBatch = null }) => ({
        path,
        text: await updatePlanFile(path, readFileSync(path, "utf8"), { upToBatch }),
      })),
  );

function newPlanFile(
  { target, winner, measurement, measured }: Victory,
  fresh: Evidence,
  directory: string | null,
  upToBatch: number | undefined,
): Promise<string> {
  const comment = choiceText(winner.unit.plan.kernels.length, whyFastest(measurement, measured));
  const { kernels } = winner.candidate;
  return writePlanFile(
    {
      transform: target.transform,
      gpu: writtenGpu(winner.unit.gpu, target.path),
      ...(upToBatch === undefined ? {} : { upToBatch }),
      ...(directory === null ? {} : { directory }),
      kernels,
      evidence: [fresh],
    },
    `${transformTitle(target.transform)}.\n${comment}`,
  );
}

async function editedPlanFile(victory: Victory, before: string, fresh: Evidence): Promise<string> {
  const { target, winner, measurement, measured } = victory;
  const { path, transform, kept } = target;
  const contents = readPlanFile(path, before);
  // A plan that stays is left in its written form, open schedules included.
  const stays = kept !== undefined && JSON.stringify(kept.plan.kernels) === JSON.stringify(winner.unit.plan.kernels);
  const sameBatch = contents.transform.batch === transform.batch;
  const why = whyFastest(measurement, measured);
  return updatePlanFile(path, before, {
    ...(stays ? {} : { kernels: winner.candidate.kernels }),
    // Times hold for one batch: a change of the batch discards earlier measurements.
    ...(sameBatch ? {} : { transform }),
    evidence: renewedEvidence(sameBatch ? contents.evidence : [], fresh),
    docComment: commentSaying(contents.docComment, choiceText(winner.unit.plan.kernels.length, why)),
  });
}

const whyFastest = ({ platform }: Measured, measured: number): string =>
  `fastest of ${measured} ${measured === 1 ? "plan" : "plans"} measured on ${platform.gpu}`;

/** Updates the sentence that fftgen has written, anywhere in the comment; other text stays. */
export const commentSaying = (comment: string, sentence: string): string =>
  comment.replace(
    /(?:One pass|\d+ passes) over memory; (?:chosen by prediction for .*, not measured|fastest of .* measured on .*|measured on .*)\./,
    () => sentence,
  );
