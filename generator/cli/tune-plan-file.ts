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
import { evidenceOf, renewedEvidence } from "../tune/evidence.js";
import type { Job } from "../tune/job.js";
import type { Measured } from "../tune/winner.js";
import { writtenGpu } from "./asked-gpu.js";
import { otherVariants } from "./emitted-package.js";
import { allowedDirectory, requirePlansInside } from "./package-place.js";
import { withRuntime } from "./package-runtime.js";
import { packageDirectory, packagePlanFiles, planLabel, readablePlans, writtenDirectory } from "./packages.js";
import { projectKey, symbolsOf, type Project } from "./project.js";
import { choiceText, publish, type Published } from "./publish.js";
import type { TuningTarget } from "./tuning-target.js";

export interface Victory {
  readonly target: TuningTarget;
  readonly winner: Job;
  readonly measurement: Measured;
  /** The number of candidates that were right and timed. */
  readonly measured: number;
}

export interface Written extends Published {
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

export async function writeVictory(project: Project, victory: Victory): Promise<Written> {
  const { target, winner, measurement } = victory;
  const { path, name } = target;
  const fresh = evidenceOf(measurement);
  const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  const directory = packageDirectory(project, readablePlans(project, name, path));
  const place = writtenDirectory(project, name, path, directory);
  const text =
    before === undefined ? await newPlanFile(victory, fresh, place) : await editedPlanFile(victory, before, fresh);
  const files = linkPackage([winner.unit, ...otherVariants(project, path, name)], symbolsOf(project));
  const plans = [...new Set([path, ...packagePlanFiles(project, name)])].map((one) => planLabel(project, one)).sort();
  const published = publish({
    path,
    plan: text === before ? undefined : text,
    directory,
    contents: { name, plans, files: withRuntime(directory, files) },
  });
  return { ...published, evidence: fresh, directory };
}

function newPlanFile(
  { target, winner, measurement, measured }: Victory,
  fresh: Evidence,
  directory: string | null,
): Promise<string> {
  const comment = choiceText(winner.unit.plan.kernels.length, whyFastest(measurement, measured));
  const { kernels } = winner.candidate;
  return writePlanFile(
    {
      transform: target.transform,
      gpu: writtenGpu(winner.unit.gpu, target.path),
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
