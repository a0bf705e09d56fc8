// One search of many: what is asked, and its answer, as plain data that threads hand to each other.
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Transform } from "../plan/transform.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { sparedCandidates } from "../tune/candidates.js";

export interface SearchTask {
  readonly transform: Transform;
  /** How many plans are wanted, beside the spares. */
  readonly top: number;
}

export type SearchAnswer =
  | { readonly kind: "found"; readonly plans: readonly RankedPlan[]; readonly spares: readonly RankedPlan[] }
  /** fftgen or the GPU cannot do it. */
  | { readonly kind: "refused"; readonly reason: string };

/** What the threads of a pool are started with. */
export interface PoolData {
  readonly gpu: Gpu;
}

export interface NumberedTask {
  readonly number: number;
  readonly task: SearchTask;
}

export interface NumberedAnswer {
  readonly number: number;
  readonly answer: SearchAnswer;
}

export function searched({ transform, top }: SearchTask, gpu: Gpu): SearchAnswer {
  try {
    const { plans, spares } = sparedCandidates(transform, gpu, top, { called: "it" });
    return { kind: "found", plans, spares };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: "refused", reason: error.message };
  }
}
