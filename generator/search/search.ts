// Searches plans for a transform: groupings into kernels, radices within kernels, schedules for kernels; ranks them by
// predicted time. Pure: measuring is somebody else's work.
import { at, InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { findGpu, USUAL_GPU } from "../gpu/registry.js";
import { requireTransform } from "../json/transform-schema.js";
import type { Result } from "../failure/result.js";
import type { DigitSet } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { fittedGeometry, wholeGeometry } from "../layout/whole-geometry.js";
import { setsOf, type Seen } from "../layout/leg-sets.js";
import { checkPlan, problemText } from "../plan/check.js";
import { legsOf } from "../plan/legs.js";
import type { Plan, PlanKernel, Schedule, TwiddleSource } from "../plan/plan.js";
import { subComputationText } from "../plan/sub-computations.js";
import { hasTwiddles, sizeText, type Transform } from "../plan/transform.js";
import type { Butterflies } from "./chains.js";
import { kernelCost } from "./cost.js";
import { withEarlyStarts, type CostedKernel } from "./early-starts.js";
import { schedulesIn, type KnownKernels, type Schedules } from "./known-schedules.js";
import { checkTransform, memoryProblem } from "./limits.js";
import { kernelListsOf } from "./plan-lists.js";
import { byRank, otherWaysThan, rankedPlan, type RankedPlan } from "./ranked-plans.js";
import type { ScheduleOptions } from "./schedule-options.js";
import type { ScheduleSearch } from "./schedules.js";
import { Tally } from "./tally.js";
import { withTiledBuffer } from "./tiled-buffers.js";
import type { WalshAlgorithm } from "./walsh-steps.js";

export interface SearchResult {
  /** The best first, as `cautious` tells. */
  readonly plans: readonly RankedPlan[];
  /** Of plans that go through other transforms than all of these, or through none, the best of each way. */
  readonly otherWays: readonly RankedPlan[];
  readonly candidatesTried: number;
  /** Reason -> how many candidates it ruled out. */
  readonly refused: ReadonlyMap<string, number>;
}

export interface SearchOptions {
  /** Where twiddle factors may come from. Default: the sources that are exact to rounding. */
  readonly twiddles?: readonly TwiddleSource[];
  /** How many plans to return. Default 5. */
  readonly keep?: number;
  /** What messages call the transform, such as `2^20`. Default: its lengths in digits. */
  readonly called?: string;
  /** No clusters and no early starts: kernels that any GPU since 2017 can run. */
  readonly plainOnly?: boolean;
  /** How the butterflies of Fourier transforms may be computed. Absent: in every way that suits the precision and the GPU. */
  readonly butterflies?: readonly Butterflies[];
  /** The same of Walsh-Hadamard transforms. */
  readonly algorithms?: readonly WalshAlgorithm[];
}

/** Where twiddle factors may come from unless something else is asked for: both are exact to rounding. */
export const DEFAULT_TWIDDLES: readonly TwiddleSource[] = ["table", "powers"];

/** The options with what holds where nothing is said: as many plans as `fftgen plan` shows. */
const asked = (options: SearchOptions): Asked => ({
  ...options,
  twiddles: options.twiddles ?? DEFAULT_TWIDDLES,
  keep: options.keep ?? 5,
});

/**
 * The best plans for a transform, with every schedule decided; times are predictions, in milliseconds for the whole batch.
 * @param transform as {@link makeTransform} and its sisters give it
 * @param gpu as {@link findGpu} gives it; default: the H200
 * @param options how many plans, and of which kinds; default: the five best
 * @throws InputError for what is no transform, for one that this GPU or the codelets cannot do, and for options that leave no choice
 */
export function searchPlans(
  transform: Transform,
  gpu: Gpu = findGpu(USUAL_GPU),
  options: SearchOptions = {},
): SearchResult {
  return foundPlans(transform, gpu, options, undefined);
}

/**
 * The same search in one batch after another. What it finds out of kernels in the first holds for the others, which take a fraction of its
 * time.
 */
export function searchesInBatches(
  transform: Transform,
  gpu: Gpu,
  options: SearchOptions,
): (batch: number, keep?: number) => SearchResult {
  const known: KnownKernels = new Map();
  return (batch, keep) =>
    foundPlans({ ...transform, batch }, gpu, keep === undefined ? options : { ...options, keep }, known);
}

function foundPlans(
  transform: Transform,
  gpu: Gpu,
  options: SearchOptions,
  known: KnownKernels | undefined,
): SearchResult {
  const settled = asked(options);
  const { called = sizeText(transform) } = settled;
  checkTransform(transform, gpu, called);
  requireChoice(transform, settled);
  const tally = new Tally();
  const busy = plansFound(transform, gpu, settled, known, tally);
  const plans = busy.length > 0 ? busy : plansFound(transform, gpu, { ...settled, idleThreads: true }, known, tally);
  if (plans.length === 0) {
    throw new InputError(`no legal plan for ${called} on ${gpu.name}: ${tally.summary()}`);
  }
  const best = plans
    .slice(0, Math.max(settled.keep, PLANS_TILED))
    .map((ranked) => (settled.plainOnly === true ? ranked : tiledIfFaster(ranked, gpu)))
    .sort(byRank)
    .slice(0, settled.keep);
  return {
    plans: best,
    otherWays: otherWaysThan(best, plans),
    candidatesTried: tally.tried,
    refused: tally.refused,
  };
}

/**
 * Plans of which what lies between their kernels may be laid out in tiles. The best of 1,000,000 real numbers, and of 30,030 complex ones,
 * are not among the first five before it is: measured on an H200 they took 10 and 11 % less time than the best of those did.
 */
const PLANS_TILED = 20;

/** What is asked for, defaults filled in. */
type Asked = SearchOptions & Required<Pick<SearchOptions, "twiddles" | "keep">>;

/** What is asked of schedules besides. */
type Settled = Asked & Pick<ScheduleOptions, "idleThreads">;

/** All, the fastest first. */
function plansFound(
  transform: Transform,
  gpu: Gpu,
  options: Settled,
  known: KnownKernels | undefined,
  tally: Tally,
): readonly RankedPlan[] {
  const plans: RankedPlan[] = [];
  const seen = new Set<string>();
  const schedules = schedulesIn(transform, gpu, options, known);
  for (const kernels of kernelListsOf({ transform, gpu, options, known, schedules, tally })) {
    // Dimensions of one kernel commute, as Walsh-Hadamard steps do: the order that was predicted faster comes first and
    // stands for the others.
    const key = JSON.stringify(
      kernels.map(({ subComputations, hermitian }) => [
        hermitian,
        ...subComputations.map(subComputationText).toSorted(),
      ]),
    );
    if (seen.has(key)) continue;
    seen.add(key);
    const ranked = schedulePlan({ transform, kernels }, gpu, options, schedules, tally);
    if (ranked !== undefined) plans.push(ranked);
  }
  return plans.sort(byRank);
}

function tiledIfFaster(ranked: RankedPlan, gpu: Gpu): RankedPlan {
  const { transform, kernels } = ranked.plan;
  if (kernels.some(({ through }) => through !== undefined) || legsOf(ranked.plan).length > 1) return ranked;
  const costed = kernels.map((kernel, index): CostedKernel => ({ kernel, ...at(ranked.kernels, index) }));
  const tiled = withTiledBuffer(transform, costed, gpu);
  return tiled === costed ? ranked : rankedPlan(transform, tiled, gpu);
}

/**
 * Fills in the schedules that a plan leaves open, such as a paper's, with plain kernels unless told otherwise: what its author
 * could have run. Kernels that have a schedule keep it.
 * @throws InputError for a transform that is none, an illegal plan, or one that this GPU cannot run
 */
export function completePlan(plan: Plan, gpu: Gpu = findGpu(USUAL_GPU), options: SearchOptions = {}): RankedPlan {
  requireTransform("completePlan", plan.transform);
  const [problem] = checkPlan(plan);
  if (problem !== undefined) throw new InputError(`completePlan: ${problemText(problem)}`);
  const tally = new Tally();
  const settled = { plainOnly: true, idleThreads: true, ...asked(options) };
  const schedules = schedulesIn(plan.transform, gpu, settled, undefined);
  const ranked = schedulePlan(plan, gpu, settled, schedules, tally);
  if (ranked === undefined) {
    throw new InputError(`the plan for ${sizeText(plan.transform)} cannot run on ${gpu.name}: ${tally.summary()}`);
  }
  return ranked;
}

function requireChoice(transform: Transform, { keep, twiddles }: Asked): void {
  if (!Number.isSafeInteger(keep) || keep < 1)
    throw new InputError(`searchPlans: keep: expected a positive integer, found ${keep}`);
  if (hasTwiddles(transform) && twiddles.length === 0)
    throw new InputError(`searchPlans: twiddles: name at least one source, such as ${DEFAULT_TWIDDLES.join(" or ")}`);
}

function schedulePlan(
  plan: Plan,
  gpu: Gpu,
  options: SearchOptions,
  schedules: Schedules,
  tally: Tally,
): RankedPlan | undefined {
  const seenBy = setsOf(plan.transform, plan.kernels);
  const chosen: CostedKernel[] = [];
  for (const [index, kernel] of plan.kernels.entries()) {
    const open = (): ScheduleSearch => schedules.best({ kernels: plan.kernels, index });
    const scheduled = scheduleKernel(seenBy(index), kernel, gpu, open, tally);
    if (scheduled === undefined) return undefined;
    chosen.push(scheduled);
  }
  const isOpen = (index: number): boolean => options.plainOnly !== true && plan.kernels[index]?.schedule === undefined;
  const details = withEarlyStarts(seenBy, chosen, isOpen, gpu);
  const problem = memoryProblem(
    plan.transform,
    details.map(({ geometry }) => geometry),
    gpu,
  );
  if (problem !== undefined) {
    tally.addWhole(problem);
    return undefined;
  }
  return rankedPlan(plan.transform, details, gpu);
}

/** Of the schedules that it may have the best: its own, or those of a search. */
function scheduleKernel(
  { set, index }: Seen,
  kernel: PlanKernel,
  gpu: Gpu,
  open: () => ScheduleSearch,
  tally: Tally,
): CostedKernel | undefined {
  const { schedule: own } = kernel;
  if (own !== undefined)
    return bestOf(set, kernel, [[own, fittedGeometry(set, { ...kernel, schedule: own }, index, gpu)]], gpu, tally);
  const { candidates, refused } = open();
  // Where there are none, the tally says why.
  if (candidates.length === 0) for (const [reason, count] of refused) tally.add(reason, count);
  return bestOf(
    set,
    kernel,
    candidates.map(({ schedule, geometry }) => [schedule, wholeGeometry(geometry, gpu)]),
    gpu,
    tally,
  );
}

function bestOf(
  set: DigitSet,
  kernel: PlanKernel,
  placed: readonly (readonly [Schedule, Result<KernelGeometry>])[],
  gpu: Gpu,
  tally: Tally,
): CostedKernel | undefined {
  let best: CostedKernel | undefined;
  for (const [schedule, geometry] of placed) {
    tally.tried += 1;
    if (!geometry.ok) {
      tally.add(geometry.reason, 1);
      continue;
    }
    const cost = kernelCost(set, geometry.value, schedule, gpu);
    if (best === undefined || cost.milliseconds < best.cost.milliseconds)
      best = { kernel: { ...kernel, schedule }, geometry: inBatch(geometry.value, set.transform.batch), cost };
  }
  return best;
}

/** A geometry, which holds for any batch, as one of this. */
function inBatch(geometry: KernelGeometry, batch: number): KernelGeometry {
  const { set } = geometry;
  return set.transform.batch === batch
    ? geometry
    : { ...geometry, set: { ...set, transform: { ...set.transform, batch } } };
}
