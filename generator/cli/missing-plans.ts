// Plans for transforms that a bundle needs: those that the project has, and for the others first choices of a search, which are written.
import { dirname } from "node:path";
import type { Gpu } from "../gpu/gpu.js";
import { at, InputError } from "../failure/errors.js";
import { makeDirectory } from "../output/directories.js";
import { writeNewTextFile, type TextFile } from "../output/text-file.js";
import { placeBy, requireWritable } from "../output/writable.js";
import { transformName } from "../plan/transform-name.js";
import type { Transform } from "../plan/transform.js";
import { crossover, type Batches } from "../search/batch-ranges.js";
import { batchPlanPath, gpuPlanFiles, planPath } from "./packages.js";
import { withProgress } from "./progress.js";
import { projectKey, type Project } from "./project.js";
import { planFileText } from "./publish.js";
import { searchAll } from "./search-pool.js";

export interface WantedPlan {
  readonly transform: Transform;
  readonly batches: Batches;
}

/** A transform with its plan files, one for each range of batches, or with the reason why there are none. */
export interface PlanThere {
  readonly name: string;
  readonly plan: { readonly paths: readonly string[]; readonly isNew: boolean } | { readonly reason: string };
}

/** What is done where plans are missing. `flag`: the option that wants them. */
export type IfMissing = { readonly kind: "make" } | { readonly kind: "refuse"; readonly flag: string };

/**
 * The plans of these transforms, in their order. Missing ones are searched on all cores.
 * @throws InputError where plans are missing and must not be made, for commands that write nothing
 */
export async function plansThere(
  project: Project,
  wanted: readonly WantedPlan[],
  gpu: Gpu,
  ifMissing: IfMissing,
): Promise<readonly PlanThere[]> {
  const asked = wanted.map((one) => {
    const name = transformName(one.transform);
    const isThere = gpuPlanFiles(project, name, gpu).length > 0;
    return { ...one, name, path: planPath(project, name, gpu), isThere };
  });
  const missing = asked.filter(({ isThere }) => !isThere);
  if (ifMissing.kind === "refuse" && missing.length > 0)
    throw new InputError(
      `${ifMissing.flag}: the project has no plan for ${missing.map(({ name }) => name).join(", ")}: without --check, --list-outputs and --list-architectures they are made`,
    );
  requireWritable(missing.map(({ path }) => placeBy(projectKey(project, "plans"), dirname(path))));
  const found = await searchedPlans(missing, gpu);
  const written: TextFile[] = [];
  const reasons = new Map<string, string>();
  for (const [index, { name, path }] of missing.entries()) {
    const answer = at(found, index);
    if (!answer.ok) {
      reasons.set(name, answer.message);
      continue;
    }
    const { plans } = answer.value;
    for (const [place, ranked] of plans.entries()) {
      const next = plans[place + 1];
      const own = next === undefined ? path : batchPlanPath(path, ranked.plan.transform.batch, []);
      const upToBatch = next === undefined ? undefined : crossover(ranked, next, gpu);
      const why = `chosen by prediction for ${gpu.name}, not measured`;
      written.push({ path: own, text: await planFileText(ranked, gpu, own, null, { why, evidence: [], upToBatch }) });
    }
  }
  for (const { path, text } of written) {
    makeDirectory(dirname(path));
    writeNewTextFile(path, text);
  }
  return asked.map(({ name, isThere }): PlanThere => {
    const reason = reasons.get(name);
    const plan = reason === undefined ? { paths: gpuPlanFiles(project, name, gpu), isNew: !isThere } : { reason };
    return { name, plan };
  });
}

/** For their batches. */
async function searchedPlans(
  missing: readonly (WantedPlan & { readonly name: string })[],
  gpu: Gpu,
): ReturnType<typeof searchAll> {
  if (missing.length === 0) return [];
  const tasks = missing.map(({ transform, batches }) => ({ transform, top: 1, batches }));
  const progress = (number: number): string => `[${number + 1}/${missing.length}] planning ${at(missing, number).name}`;
  return withProgress(progress(0), (show) => searchAll(tasks, gpu, (number) => show(progress(number))));
}
