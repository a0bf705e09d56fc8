// Which plans a benchmark measures: for each case the plan that the project keeps, and the first choices of the search; and which
// plans replace those that spill registers.
import { compilePlan } from "../compile.js";
import type { BenchCase, Suite } from "../bench/suite.js";
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { transformName } from "../plan/transform-name.js";
import { byRank, type RankedPlan } from "../search/ranked-plans.js";
import { sparedCandidates } from "../tune/candidates.js";
import { jobOf, type Job } from "../tune/job.js";
import { isSamePlan, keptPlan } from "./kept-plan.js";
import { planPath } from "./packages.js";
import { withProgress } from "./progress.js";
import type { Project } from "./project.js";

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
      try {
        const job = jobOf(ranked, index + 1, compilePlan(name, ranked.plan, gpu));
        return [index < one.plans.length ? job : { ...job, spare: true }];
      } catch (error) {
        if (error instanceof InputError) return [];
        throw error;
      }
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
  const planned: PlannedCase[] = [];
  for (const [index, benchCase] of suite.cases.entries()) {
    const progress = `[${index + 1}/${suite.cases.length}] planning ${benchCase.label}`;
    planned.push(await withProgress(progress, () => planCase(project, benchCase, gpu, top)));
  }
  return planned;
}

function planCase(project: Project, benchCase: BenchCase, gpu: Gpu, top: number): PlannedCase {
  const { transform } = benchCase;
  const kept = keptPlan(project, planPath(project, transformName(transform), gpu), transform, gpu, true)?.asked;
  try {
    const found = sparedCandidates(transform, gpu, top, { called: "it" });
    const isNew = kept !== undefined && !found.plans.some((plan) => isSamePlan(plan, kept));
    const plans = isNew ? [...found.plans, kept].toSorted(byRank) : found.plans;
    const spares = found.spares.filter((spare) => kept === undefined || !isSamePlan(spare, kept));
    return { kind: "planned", benchCase, plans, spares };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: "unsupported", benchCase, reason: error.message };
  }
}
