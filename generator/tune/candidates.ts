// Chooses which plans of a transform are worth measuring: the first choices of the search, and other schedules for the best of
// them. Does not measure.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { printKernel } from "../notation/print.js";
import type { TwiddleSource } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import { DEFAULT_TWIDDLES, searchPlans, type RankedPlan, type SearchOptions } from "../search/search.js";
import { scheduleVariants } from "../search/variants.js";

export interface CandidateOptions extends Pick<SearchOptions, "algorithms" | "butterflies"> {
  readonly twiddles?: readonly TwiddleSource[];
  /** The plan that is there already: always a candidate, whatever is predicted for it. */
  readonly kept?: RankedPlan | undefined;
}

/** Plans whose schedules are varied: those behind them would have to gain too much. */
const VARIED_PLANS = 3;
/** Nine predictions of ten are within 25 % (test/search/cost.test.ts): what is predicted to be slower than this comes last. */
const HOPELESS = 1.35;

/**
 * At most `count` distinct plans, the fastest by prediction first. Half of them differ in their butterflies or in how these are
 * grouped; the others are variants of the best, taken in turns from every respect in which schedules differ.
 * @throws InputError for a transform that the GPU or the codelets cannot do
 */
export function tuningCandidates(
  transform: Transform,
  gpu: Gpu,
  count: number,
  { twiddles = DEFAULT_TWIDDLES, kept, ...wishes }: CandidateOptions = {},
): readonly RankedPlan[] {
  const found = searchPlans(transform, gpu, { twiddles, keep: count, ...wishes }).plans;
  const isHopeful = ({ milliseconds }: RankedPlan): boolean => milliseconds <= HOPELESS * at(found, 0).milliseconds;
  const plans = found.filter(isHopeful);
  const best = plans.slice(0, Math.ceil(count / 2));
  const varied = inTurns(best.slice(0, VARIED_PLANS).map((plan) => inTurns(scheduleVariants(plan, gpu, twiddles))));
  const wanted = [...(kept === undefined ? [] : [kept]), ...best, ...varied.filter(isHopeful), ...plans, ...found];
  const distinct = new Map(wanted.map((ranked) => [planKey(ranked), ranked] as const));
  return [...distinct.values()].slice(0, count).toSorted((a, b) => a.milliseconds - b.milliseconds);
}

/** What makes two plans the same text. */
const planKey = ({ plan }: RankedPlan): string => plan.kernels.map(printKernel).join("\n");

/** The first of each list, then the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}
