// Chooses the plans of a transform that are worth measuring: the first choices of the search, and other schedules for the best of
// them. Does not measure.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { printKernel, printPlan } from "../notation/print.js";
import type { TwiddleSource } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import { byRank, type RankedPlan } from "../search/ranked-plans.js";
import { DEFAULT_TWIDDLES, searchPlans, type SearchOptions } from "../search/search.js";
import { scheduleVariants } from "../search/variants.js";

export interface CandidateOptions extends Pick<SearchOptions, "algorithms" | "butterflies" | "called"> {
  readonly twiddles?: readonly TwiddleSource[];
  /** The existing plan: always a candidate, whatever its prediction. */
  readonly kept?: RankedPlan | undefined;
}

/** The number of plans whose schedules are varied: later ones would have to gain too much. */
const VARIED_PLANS = 3;
/** Nine predictions of ten are within 11 %, lengths held out (test/fit): plans predicted to be slower than this come last. */
const HOPELESS = 1.35;

/**
 * At most `count` distinct plans: the best by prediction first, then those that may be the fastest, were they as much faster than predicted as
 * predictions are uncertain. Half of them differ in their butterflies or in their grouping; the others are variants of the best, taken in turn
 * from every parameter of schedules.
 * @throws InputError for a transform that the GPU or the codelets do not support
 */
export function tuningCandidates(
  transform: Transform,
  gpu: Gpu,
  count: number,
  { twiddles = DEFAULT_TWIDDLES, kept, ...wishes }: CandidateOptions = {},
): readonly RankedPlan[] {
  const found = searchPlans(transform, gpu, { twiddles, keep: count, ...wishes }).plans;
  return chosenFrom(found, gpu, count, twiddles, kept);
}

export interface SparedCandidates {
  readonly plans: readonly RankedPlan[];
  /** Plans measured in place of plans that spill registers, in this order. */
  readonly spares: readonly RankedPlan[];
}

/** The candidates, and a few spare plans in case that the compiler spills registers of some. */
export function sparedCandidates(
  transform: Transform,
  gpu: Gpu,
  count: number,
  called: Pick<SearchOptions, "called"> = {},
): SparedCandidates {
  const found = searchPlans(transform, gpu, { keep: count + SEARCHED_SPARES, ...called }).plans;
  const plans = chosenFrom(found.slice(0, count), gpu, count, DEFAULT_TWIDDLES, undefined);
  const first = at(found, 0);
  // Fewer blocks leave more registers to each thread.
  const [withFewerBlocks = []] = scheduleVariants(first, gpu, DEFAULT_TWIDDLES);
  const spilling = new Set(first.plan.kernels.map(printKernel));
  const unlike = found.filter(({ plan }) => !plan.kernels.some((kernel) => spilling.has(printKernel(kernel))));
  const taken = new Set(plans.map(planKey));
  const wanted = [...withFewerBlocks.slice(0, 1), ...unlike, ...found].filter((ranked) => !taken.has(planKey(ranked)));
  return { plans, spares: distinctPlans(wanted).slice(0, SPARES) };
}

/** The second is needed if the first spills, too. */
const SPARES = 2;
/** Among this number of plans one mostly shares no kernel with the first. */
const SEARCHED_SPARES = 8;

function chosenFrom(
  found: readonly RankedPlan[],
  gpu: Gpu,
  count: number,
  twiddles: readonly TwiddleSource[],
  kept: RankedPlan | undefined,
): readonly RankedPlan[] {
  const isHopeful = ({ milliseconds }: RankedPlan): boolean => milliseconds <= HOPELESS * at(found, 0).milliseconds;
  const plans = firstThenPromising(found.filter(isHopeful));
  const best = plans.slice(0, Math.ceil(count / 2));
  const varied = inTurns(best.slice(0, VARIED_PLANS).map((plan) => inTurns(scheduleVariants(plan, gpu, twiddles))));
  const wanted = [...(kept === undefined ? [] : [kept]), ...best, ...varied.filter(isHopeful), ...plans, ...found];
  return firstThenPromising(distinctPlans(wanted).slice(0, count).toSorted(byRank));
}

/**
 * What a plan takes if it is as much faster than predicted as one standard deviation: where nothing like it was measured, measuring tells most. In
 * numbers: 1.05 ms that are uncertain by 15 % promise more than 1 ms uncertain by 5 %.
 */
const promised = ({ kernels }: RankedPlan): number =>
  kernels.reduce((sum, { cost }) => sum + cost.milliseconds * Math.exp(-cost.uncertainty), 0);

const firstThenPromising = ([first, ...others]: readonly RankedPlan[]): readonly RankedPlan[] =>
  first === undefined ? [] : [first, ...others.toSorted((a, b) => promised(a) - promised(b))];

/** The plans of different text, each at its first place. */
const distinctPlans = (plans: readonly RankedPlan[]): readonly RankedPlan[] => [
  ...new Map(plans.map((ranked) => [planKey(ranked), ranked] as const)).values(),
];

/** The key of plans with the same text. */
const planKey = ({ plan }: RankedPlan): string => printPlan(plan);

/** The first of each list, then the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}
