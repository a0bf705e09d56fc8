// Which plans a benchmark measures: for each case the plan that the project keeps, and the first choices of the search; and which
// plans replace those that spill registers.
import { compilePlan } from "../compile.js";
import type { BenchCase, Suite } from "../bench/suite.js";
import { at, ifRight } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { transformName } from "../plan/transform-name.js";
import { byRank, type RankedPlan } from "../search/ranked-plans.js";
import { jobOf, type Job } from "../tune/job.js";
import { isSamePlan, keptPlan } from "./kept-plan.js";
import { planPath } from "./packages.js";
import { withProgress } from "./progress.js";
import type { Project } from "./project.js";
import { searchAll } from "./search-pool.js";
import type { SearchAnswer } from "./searched.js";

export type PlannedCase =
  /** The best by prediction first, which is the cost model's first choice. */
  | {
      readonly kind: "planned";
      readonly benchCase: BenchCase;
      readonly plans: readonly RankedPlan[];
      readonly spares: readonly RankedPlan[];
    }
  /** fftgen or the GPU does not support the case. */
  | { readonly kind: "unsupported"; readonly benchCase: BenchCase; readonly reason: string };

/** The plans of all cases as jobs to be built and run; those that cannot be emitted are left out. */
export function benchJobs(planned: readonly PlannedCase[], gpu: Gpu): readonly Job[] {
  return planned.flatMap((one) => {
    if (one.kind === "unsupported") return [];
    const name = transformName(one.benchCase.transform);
    return [...one.plans, ...one.spares].flatMap((ranked, index): Job[] => {
      const job = ifRight(() => jobOf(ranked, index + 1, compilePlan(name, ranked.plan, gpu)));
      return job === undefined ? [] : [index < one.plans.length ? job : { ...job, spare: true }];
    });
  });
}

/** The plan in plans/, where there is one, and the first `top` plans of the search, without repetitions. */
export async function planCases(
  project: Project,
  suite: Suite,
  gpu: Gpu,
  top: number,
): Promise<readonly PlannedCase[]> {
  const { cases } = suite;
  const progress = (number: number): string => `[${number + 1}/${cases.length}] planning ${at(cases, number).label}`;
  const tasks = cases.map(({ transform }) => ({ transform, top }));
  const answers = await withProgress(progress(0), (show) => searchAll(tasks, gpu, (number) => show(progress(number))));
  return cases.map((benchCase, number) => planCase(project, benchCase, gpu, at(answers, number)));
}

function planCase(project: Project, benchCase: BenchCase, gpu: Gpu, answer: SearchAnswer): PlannedCase {
  if (!answer.ok) return { kind: "unsupported", benchCase, reason: answer.message };
  const found = answer.value;
  const { transform } = benchCase;
  const kept = keptPlan(
    project,
    planPath(project, transformName(transform), gpu, transform.batch),
    transform,
    gpu,
    true,
  )?.asked;
  const isNew = kept !== undefined && !found.plans.some((plan) => isSamePlan(plan, kept));
  const plans = isNew ? [...found.plans, kept].toSorted(byRank) : found.plans;
  const spares = found.spares.filter((spare) => kept === undefined || !isSamePlan(spare, kept));
  return { kind: "planned", benchCase, plans, spares };
}
