// The plans of a package for one GPU: those that its files have, and those that are missing for the batches that are asked for.
import { promiseSame } from "../emit/promise.js";
import { compilePlan } from "../compile.js";
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { atBatch, isNearly, searchRange, type RangeOptions } from "../search/batch-ranges.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { searchPlans, type SearchResult } from "../search/search.js";
import type { Compiler } from "../toolchain/compilers.js";
import type { KeptFile } from "./kept-plan.js";
import { batchPlanPath, servingBatch } from "./packages.js";
import type { PlanOrigin } from "./plan-origin.js";
import type { RangedPlan, RangelessPlan } from "./plan-ranges.js";
import type { Task } from "./plan-task.js";
import type { Project } from "./project.js";
import { firstThatFits } from "./spill-check.js";
import { wisdomVerdict } from "./wisdom-choice.js";

/** A plan of the package, and the file that has it or will have it. */
export interface OriginalPlan extends RangelessPlan {
  readonly origin: PlanOrigin;
  /** The file, where it is there already. */
  readonly kept: KeptFile | undefined;
}

export type BatchPlan = RangedPlan<OriginalPlan>;

/** What the search found. */
export interface Searched {
  /** At the largest batch that is asked for. */
  readonly largest: SearchResult;
  /** One for each range of batches, the smallest first; the last is for the largest. */
  readonly plans: readonly RankedPlan[];
  /** Of each itself, and what may be taken if it spills registers. */
  readonly choices: readonly (readonly RankedPlan[])[];
}

/** Searches what is asked for: a range unless plan files are there, which are kept whatever other batches would want. */
export function searchedFor({ transform, gpu, batches, batchIsAsked, kept }: Task, options: RangeOptions): Searched {
  if (kept.length === 0 || (batchIsAsked && batches.from < batches.to))
    return searchRange(transform, gpu, { ...batches, to: transform.batch }, { ...options, mayJoin: promiseSame });
  const largest = searchPlans(transform, gpu, options);
  const plans = [at(largest.plans, 0)];
  return { largest, plans, choices: [plans] };
}

/**
 * The plan file that serves the task's own batch, unless it was made for another batch and is predicted to take longer there than a
 * plan of its own: then that is added.
 */
export function keptForBatch({ kept, transform, batchIsAsked }: Task, first: RankedPlan): KeptFile | undefined {
  const serving = servingBatch(kept, batchIsAsked ? transform.batch : Infinity);
  return serving === undefined || (batchIsAsked && isWanted(kept, first)) ? undefined : serving;
}

/** Whether a plan is worth a file of its own beside those that are there, and may be one: in digit-reversed order radices are part of the result. */
function isWanted(kept: readonly KeptFile[], ranked: RankedPlan): boolean {
  const { batch } = ranked.plan.transform;
  if (kept.some(({ own }) => own.plan.transform.batch === batch || !promiseSame(own.plan, ranked.plan))) return false;
  const serving = servingBatch(kept, batch);
  return serving === undefined || !isNearly(serving.asked.cautious, ranked.cautious);
}

/** The plans besides `main`, the one for the task's own batch: of files, and of ranges that none of them serves well. */
export async function otherPlans(
  project: Project,
  task: Task,
  { plans, choices }: Searched,
  main: Pick<OriginalPlan, "path" | "kept">,
  options: { readonly usesWisdom: boolean; readonly nvcc: Compiler | undefined },
): Promise<readonly OriginalPlan[]> {
  const { name, gpu, kept, replaced } = task;
  const own = kept
    .filter((file) => file !== main.kept)
    .map((file): OriginalPlan => {
      const origin: PlanOrigin = { kind: "kept", path: file.path, plan: file };
      return { path: file.path, ranked: file.own, origin, unit: compilePlan(name, file.own.plan, gpu), kept: file };
    });
  const added: OriginalPlan[] = [];
  for (const [index, ranked] of plans.slice(0, -1).entries()) {
    const { batch } = ranked.plan.transform;
    const servedHere = kept.map((file) => ({ ...file, asked: atBatch(file.own, batch, gpu) }));
    if (!isWanted(servedHere, ranked)) continue;
    const origin = options.usesWisdom ? originAt(project, ranked, gpu) : { kind: "search" as const };
    const wise = origin.kind === "wisdom" ? origin.plan.own : undefined;
    const { chosen, unit } = await firstThatFits(name, at(choices, index), wise, gpu, options.nvcc, undefined);
    added.push({
      path: batchPlanPath(main.path, batch, replaced),
      ranked: wise ?? chosen,
      origin,
      unit,
      kept: undefined,
    });
  }
  return [...own, ...added];
}

/** The plan of wisdom for a batch, where it is measured there or predicted to be as fast as the search's. */
function originAt(project: Project, ranked: RankedPlan, gpu: Gpu): PlanOrigin {
  const verdict = wisdomVerdict(project, ranked.plan.transform, gpu, ranked, false);
  if (verdict.kind !== "taken") return { kind: "search" };
  const { wise, plan, basis } = verdict;
  return promiseSame(plan.own.plan, ranked.plan) ? { kind: "wisdom", wise, plan, basis } : { kind: "search" };
}
