// What `fftgen plan` is asked for, one task for each GPU; all mistakes are found before the first search.
import { dirname } from "node:path";
import { gigabytesText } from "../arithmetic/bytes-text.js";
import { packagePaths } from "../emit/link-package.js";
import type { Symbols } from "../emit/symbols.js";
import { at, InputError, invariant } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { requirePackageDirectory } from "../output/package-directory.js";
import { placeBy, requireWritable } from "../output/writable.js";
import { hasTwiddles, type Transform } from "../plan/transform.js";
import { transformName } from "../plan/transform-name.js";
import { bytesOf, needsText, sideNeeds, type MemoryNeed } from "../search/limits.js";
import type { Batches } from "../search/batch-ranges.js";
import type { ArgumentsOf } from "./command.js";
import type { planForm } from "./commands/plan.js";
import { askedSizes, askedTransform } from "./asked-transform.js";
import { keptPlan, type KeptFile } from "./kept-plan.js";
import { batchesFrom } from "./option-values.js";
import { allowedDirectory, requirePlace, requirePlansInside } from "./package-place.js";
import {
  firstPlanPath,
  gpuPlanFiles,
  newPlanPath,
  packageDirectory,
  packagePlanFiles,
  planPath,
  readablePlans,
  servingBatch,
} from "./packages.js";
import { projectKey, symbolsOf, type Project } from "./project.js";
import { askedGpus } from "./asked-gpu.js";
import { wiseBatch } from "./wisdom-choice.js";

export type PlanArguments = ArgumentsOf<typeof planForm>;

/** A request, checked before the search begins. */
export interface Task {
  /** Its batch is the largest that is asked for, or that of the plan file that serves it. */
  readonly transform: Transform;
  /** The batches to plan for. */
  readonly batches: Batches;
  /** Whether the user gave them. */
  readonly batchIsAsked: boolean;
  /** The size as it was typed. */
  readonly size: string;
  readonly gpu: Gpu;
  readonly name: string;
  /** The path of the plan file for the largest batches. */
  readonly path: string;
  /** The directory of the package. */
  readonly directory: string;
  /** The former directory of the package. */
  readonly formerDirectory: string;
  readonly symbols: Symbols;
  /** The plan files for this GPU, the one for the smallest batches first; with --replan they are not kept, but replaced. */
  readonly kept: readonly KeptFile[];
  readonly replaced: readonly string[];
}

/** Whether a plan of wisdom may be taken: options about the search request a search. */
export const usesWisdom = ({ replan, fastTwiddles, unit, algorithm }: PlanArguments): boolean =>
  !replan && !fastTwiddles && unit === undefined && algorithm === undefined;

export function tasksOf(project: Project, parameters: PlanArguments): readonly Task[] {
  const gpus = askedGpus(project, parameters.gpu);
  const [asked] = askedSizes(parameters.transform);
  invariant(asked !== undefined, () => "plan: no size");
  const batches = parameters.batch === undefined ? undefined : batchesFrom(parameters.batch);
  const largest = batches === undefined ? {} : { batch: String(batches.to) };
  const transform = askedTransform({ ...parameters, ...asked, ...largest });
  if (!hasTwiddles(transform) && parameters.fastTwiddles)
    throw new InputError(
      "--fast-twiddles requires a Fourier transform: a Walsh-Hadamard transform has no twiddle factors",
    );
  for (const gpu of gpus) requireMemory(transform, gpu, parameters.batch);
  const name = transformName(transform);
  const { out, anywhere } = parameters;
  const former = readablePlans(project, name);
  const formerDirectory = packageDirectory(project, former);
  requirePlansInside(project, anywhere);
  const directory = out ?? allowedDirectory(project, former, anywhere);
  // The plan file will record the directory.
  if (out !== undefined) requirePlace(project, out, { kind: "file", text: "--out" }, anywhere);
  const symbols = symbolsOf(project);
  const isNew = packagePlanFiles(project, name).length === 0;
  const paths = gpus.map((gpu, index) =>
    isNew
      ? newPlanPath(project, name, gpu, index === 0)
      : parameters.replan
        ? firstPlanPath(project, name, gpu)
        : planPath(project, name, gpu),
  );
  if (!parameters.dryRun) {
    requirePackageDirectory(directory, name, packagePaths(name, symbols));
    requireWritable([
      ...paths.map((path) => placeBy(projectKey(project, "plans"), dirname(path))),
      placeBy("--out", directory),
    ]);
  }
  return gpus.map((gpu, index): Task => {
    const files = gpuPlanFiles(project, name, gpu);
    const kept = parameters.replan
      ? []
      : files.flatMap((path) => keptPlan(project, path, transform, gpu, batches !== undefined) ?? []);
    const serving = servingBatch(kept, batches?.to ?? Infinity);
    if (serving !== undefined && parameters.fastTwiddles)
      throw new InputError(
        `${serving.path} is kept, so --fast-twiddles would change nothing: add --replan, which replaces it, or leave it out`,
      );
    // Without --batch, the batch of the existing plan is used.
    const batch =
      serving?.asked.plan.transform.batch ??
      (batches !== undefined || !usesWisdom(parameters) ? undefined : wiseBatch(project, transform, gpu));
    const meant = batch === undefined ? transform : { ...transform, batch };
    return {
      transform: meant,
      batches: batches ?? { from: 1, to: meant.batch },
      batchIsAsked: batches !== undefined,
      size: asked.size,
      gpu,
      name,
      path: at(paths, index),
      directory,
      formerDirectory,
      symbols,
      kept,
      replaced: parameters.replan ? files : [],
    };
  });
}

/** The memory that a given --batch would need is checked here; without one the search chooses a batch that fits. */
function requireMemory(transform: Transform, gpu: Gpu, batch: string | undefined): void {
  const needs = sideNeeds(transform);
  const fits = (all: readonly MemoryNeed[]): boolean => bytesOf(all) <= gpu.memoryBytes;
  if (batch === undefined || fits(needs) || !fits(sideNeeds({ ...transform, batch: 1 }))) return;
  throw new InputError(
    `--batch ${batch}: input and output need ${needsText(needs)}, ${gpu.name} has ${gigabytesText(gpu.memoryBytes)}`,
  );
}
