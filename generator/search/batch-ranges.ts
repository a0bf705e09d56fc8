// The plans of a transform for a range of batches: as few as are nearly the fastest at every batch of it. One array leaves most of a
// GPU idle, and many fill it: 65536 points take two kernels of many blocks for one array, and one kernel of clusters for hundreds.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { printPlan } from "../notation/print.js";
import type { ScheduledPlan } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import { byRank, type RankedPlan } from "./ranked-plans.js";
import { completePlan, searchesInBatches, searchPlans, type SearchOptions, type SearchResult } from "./search.js";

/** The batches of a package, both ends included. */
export interface Batches {
  readonly from: number;
  readonly to: number;
}

/**
 * More time than the best plan at that batch that a plan is predicted to take, as a share, or in milliseconds. Predictions are off by
 * 16 % in the mean here: of 35 transforms packages of 1.8 plans chosen so took 3.6 % more than the best plan at every batch in the
 * mean, those of 2.2 plans chosen within 5 % as much, and a single plan 28 (test/search/measured/h200-batches.jsonl).
 */
const SLACK = { share: 0.15, milliseconds: 0.0005 };

/** Whether a plan that takes so long needs no other beside it. */
export const isNearly = (time: number, best: number, share = SLACK.share): boolean =>
  time <= (1 + share) * best || time <= best + SLACK.milliseconds;

/** The same at the largest batch, where the GPU is full and every byte counts. */
const LARGEST_SLACK = 0.01;

/** Searches are at batches no further apart than this factor, unless the plan of the larger one is as good at the smaller. */
const APART = 8;

/** The first plans of each search that may serve other batches, too. */
const SERVING = 3;

export interface RangeOptions extends SearchOptions {
  /** Whether a package may have both plans: they promise the same results. Default: any. */
  readonly mayJoin?: (one: ScheduledPlan, other: ScheduledPlan) => boolean;
  /** The plan that is taken for the largest batch, given the search's first. Default: that. */
  readonly settled?: (first: RankedPlan) => RankedPlan;
}

export interface RangeResult {
  /** Each for the batch that its transform says, the smallest first. */
  readonly plans: readonly RankedPlan[];
  /** Of each of these itself, and behind it the other plans that were found, by what they take in its batch: one may spill registers. */
  readonly choices: readonly (readonly RankedPlan[])[];
  /** The search at the largest batch. */
  readonly largest: SearchResult;
}

/** A plan that was found, with its times at the batches of the grid. */
interface Serving {
  readonly ranked: RankedPlan;
  readonly times: readonly number[];
}

/**
 * Searches plans for all batches from `from` to `to`.
 * @throws InputError as `searchPlans` does, for the largest batch
 */
export function searchRange(
  transform: Transform,
  gpu: Gpu,
  { from, to }: Batches,
  { mayJoin = () => true, settled = (first) => first, ...options }: RangeOptions = {},
): RangeResult {
  if (from === to) {
    const largest = searchPlans({ ...transform, batch: to }, gpu, options);
    const last = settled(at(largest.plans, 0));
    return { plans: [last], choices: [[last]], largest };
  }
  const searchIn = searchesInBatches(transform, gpu, options);
  const largest = searchIn(to);
  const last = settled(at(largest.plans, 0));
  const results = new Map<number, SearchResult>([[to, largest]]);
  const searched = (batch: number): RankedPlan => {
    const known = results.get(batch) ?? searchIn(batch, SERVING);
    results.set(batch, known);
    return batch === to ? last : at(known.plans, 0);
  };
  explore(from, to, searched, gpu);
  const found = [...results].toSorted(([a], [b]) => b - a).flatMap(([, { plans }]) => plans.slice(0, SERVING));
  const candidates = [last, ...found].filter(({ plan }) => mayJoin(plan, last.plan));
  const isSettled = textOf(last) !== textOf(at(largest.plans, 0));
  const plans = servingPlans(candidates, { from, to }, gpu, isSettled);
  const choices = plans.map((chosen) => {
    const others = distinct(candidates).filter((one) => textOf(one) !== textOf(chosen));
    const { batch } = chosen.plan.transform;
    return [chosen, ...others.map((one) => atBatch(one, batch, gpu)).toSorted(byRank)];
  });
  return { plans, choices, largest };
}

/**
 * The fewest of the candidates that are nearly the fastest at every batch, each in the batch that it is for, the smallest first.
 * `isSettled`: the first candidate is taken for the largest batch.
 */
export function servingPlans(
  candidates: readonly RankedPlan[],
  { from, to }: Batches,
  gpu: Gpu,
  isSettled = false,
): readonly RankedPlan[] {
  const grid = gridOf(from, to);
  const predicted = distinct(candidates).map((ranked): Serving => ({
    ranked,
    times: grid.map((batch) => timeAt(ranked, batch, gpu)),
  }));
  const serving = isSettled ? withSettled(predicted) : predicted;
  return chosenFor(grid, serving, isSettled).map(({ ranked, batch }) => atBatch(ranked, batch, gpu));
}

/** Searches between two batches, unless the plan of the larger one is nearly as fast at the smaller. */
function explore(from: number, to: number, searched: (batch: number) => RankedPlan, gpu: Gpu): void {
  const [low, high] = [searched(from), searched(to)];
  if (to <= APART * from || textOf(low) === textOf(high)) return;
  if (isNearly(timeAt(high, from, gpu), timeAt(low, from, gpu), SLACK.share / 2)) return;
  const middle = 2 ** Math.round(Math.log2(from * to) / 2);
  explore(from, middle, searched, gpu);
  explore(middle, to, searched, gpu);
}

/** Powers of two and both ends: 1, 2, 4, 8, 10. */
function gridOf(from: number, to: number): readonly number[] {
  const grid = [from];
  for (let batch = 2 ** Math.floor(Math.log2(from) + 1); batch < to; batch *= 2) grid.push(batch);
  return [...grid, to];
}

/**
 * The first is taken to be as fast as any at the largest batch, where it may have been measured: predictions that say otherwise are off
 * by as much at other batches.
 */
function withSettled([first, ...others]: readonly Serving[]): readonly Serving[] {
  if (first === undefined) return [];
  const largest = ({ times }: Serving): number => times.at(-1) ?? Infinity;
  const share = Math.min(1, ...others.map((one) => largest(one) / largest(first)));
  return [{ ...first, times: first.times.map((time) => share * time) }, ...others];
}

/** From the largest batch down, the plan that is good the furthest. `isSettled`: the first candidate is taken for the largest batch. */
function chosenFor(
  grid: readonly number[],
  candidates: readonly Serving[],
  isSettled: boolean,
): readonly { readonly ranked: RankedPlan; readonly batch: number }[] {
  const best = grid.map((_, index) => Math.min(...candidates.map(({ times }) => at(times, index))));
  const isGood = ({ times }: Serving, index: number): boolean =>
    isNearly(at(times, index), at(best, index), index === grid.length - 1 ? LARGEST_SLACK : SLACK.share);
  /** The first index of those up to `last` at which a plan is good. */
  const reach = (one: Serving, last: number): number => {
    let index = last;
    while (index >= 0 && isGood(one, index)) index -= 1;
    return index + 1;
  };
  const chosen: { readonly ranked: RankedPlan; readonly batch: number }[] = [];
  for (let last = grid.length - 1; last >= 0;) {
    const sorted = candidates.toSorted(
      (a, b) => reach(a, last) - reach(b, last) || at(a.times, last) - at(b.times, last),
    );
    const taken = at(isSettled && last === grid.length - 1 ? candidates : sorted, 0);
    const low = Math.min(last, reach(taken, last));
    const { batch } = taken.ranked.plan.transform;
    // The largest batch is what the package is for; other plans are for the batch at which they were found, if they serve it.
    const isServed = batch >= at(grid, low) && batch <= at(grid, last);
    chosen.unshift({
      ranked: taken.ranked,
      batch: last === grid.length - 1 || !isServed ? at(grid, last) : batch,
    });
    last = low - 1;
  }
  return chosen;
}

const textOf = ({ plan }: RankedPlan): string => printPlan(plan);

const distinct = (plans: readonly RankedPlan[]): readonly RankedPlan[] =>
  plans.filter((one, index) => plans.findIndex((other) => textOf(other) === textOf(one)) === index);

/** The same plan with the times of another batch. */
export const atBatch = ({ plan }: RankedPlan, batch: number, gpu: Gpu): RankedPlan =>
  completePlan({ ...plan, transform: { ...plan.transform, batch } }, gpu);

const timeAt = (ranked: RankedPlan, batch: number, gpu: Gpu): number =>
  ranked.plan.transform.batch === batch ? ranked.cautious : atBatch(ranked, batch, gpu).cautious;

/**
 * The largest batch for which the first of two plans is predicted to be as fast as the second, which is for larger batches: at
 * least the batch that the first is for, and below that of the second. The second is the better one at its own batch, which may have
 * been measured: where predictions say otherwise they are off by as much at other batches.
 */
export function crossover(low: RankedPlan, high: RankedPlan, gpu: Gpu): number {
  const ratio = (batch: number): number => timeAt(low, batch, gpu) / timeAt(high, batch, gpu);
  const [from, to] = [low.plan.transform.batch, high.plan.transform.batch];
  const limit = Math.min(1, (1 - LARGEST_SLACK) * ratio(to));
  const isFaster = (batch: number): boolean => ratio(batch) <= limit;
  const grid = gridOf(from, to);
  let index = grid.length - 2;
  while (index > 0 && !isFaster(at(grid, index))) index -= 1;
  let [least, most] = [at(grid, index), at(grid, index + 1)];
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (isFaster(middle)) least = middle;
    else most = middle;
  }
  return least;
}
