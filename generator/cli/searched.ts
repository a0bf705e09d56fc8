// One search of many: what is asked, and its answer, as plain data that threads hand to each other.
import { attempted, type Attempted } from "../failure/errors.js";
import { promiseSame } from "../emit/promise.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Transform } from "../plan/transform.js";
import { searchRange, type Batches } from "../search/batch-ranges.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { sparedCandidates } from "../tune/candidates.js";

export interface SearchTask {
  readonly transform: Transform;
  /** How many plans are wanted, beside the spares. */
  readonly top: number;
  /** Instead: a plan for each range of these batches, each in its own batch, and no spares. */
  readonly batches?: Batches;
}

/** The plans, or why fftgen or the GPU cannot do it. */
export type SearchAnswer = Attempted<{ readonly plans: readonly RankedPlan[]; readonly spares: readonly RankedPlan[] }>;

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

export const searched = ({ transform, top, batches }: SearchTask, gpu: Gpu): SearchAnswer =>
  attempted(() =>
    batches === undefined
      ? sparedCandidates(transform, gpu, top, { called: "it" })
      : { plans: searchRange(transform, gpu, batches, { called: "it", mayJoin: promiseSame }).plans, spares: [] },
  );
