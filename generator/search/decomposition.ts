// Cuts a transform into kernels: groupings, and for each kernel the sub-computations that its parts of the axes can be cut into. Yields
// lists of kernels without schedules.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import { invariant } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { PlanKernel, SubComputation } from "../plan/plan.js";
import { butterflyText } from "../plan/sub-computations.js";
import { elementBytes, elementCount, groupOf, type Transform, type TransformGroup } from "../plan/transform.js";
import { MATRIX_WIDTH } from "../plan/units.js";
import { clusterRadixLists } from "./cluster-teams.js";
import { chainLists, chainStep, type Butterflies } from "./chains.js";
import { enumerateGroupings, type Grouping, type RealRows } from "./groupings.js";
import { digitStep, partsKey, wholeDigits, type Part } from "./parts.js";
import { stepLists, type WalshAlgorithm } from "./walsh-steps.js";
import { widestVectors } from "./widths.js";

/** A kernel between others that are not cut yet: enough to know its addresses. */
export interface KernelInContext {
  readonly kernels: readonly PlanKernel[];
  readonly index: number;
}

/** How butterflies are computed. */
export type Algorithm = Butterflies | WalshAlgorithm;

/** How the parts of a kernel become sub-computations. */
interface Cutting {
  /** What one kernel can do with its parts. */
  readonly choices: (parts: readonly Part[]) => readonly Choice[];
  /** A digit that stands for all that is not cut yet. */
  readonly step: (digit: Part) => SubComputation;
  /** What a kernel's rating depends on of those before it: of steps, which commute, whether there are any. */
  readonly precedence: (before: readonly Part[]) => unknown;
}

/** Predicted milliseconds of a kernel; undefined if it has no legal schedule. */
export type KernelRating = (kernel: KernelInContext) => number | undefined;

/** Choices for a plan of one kernel: what a prediction puts close together, tuning can tell apart. */
const ALTERNATIVES = 6;
/**
 * Of two kernels with powers of two along one axis each, which are rated beside what is not cut yet, and before what lies between them is
 * laid out in tiles: with all of them 2^27 numbers take 1.57 ms, and 1.74 with the second alone (H200). With as many of other lengths 14
 * plans came first that had not: eight of them took up to 19 % less time, and six 2 to 17 % more.
 */
const ALTERNATIVES_OF_POWERS = 4;
const GROUPINGS: Readonly<Record<TransformGroup, number>> = { cyclic: 16, dyadic: 8 };

/** Sets of sub-computations of a kernel that say how a grouping would do. The first alone has a radix at times that doubles the time. */
const SKETCHED = 2;

/** Groupings are outlined, and then cut in every way, unless they take so many times as long as the best by a sketch, or an outline. */
const WORTH = { outlining: 3, cutting: 1.5 } as const;

/** How many are, at most. */
export interface MostGroupings {
  readonly outlined: number;
  readonly cut: number;
}

const ALL: MostGroupings = { outlined: Infinity, cut: Infinity };

/** A grouping whose kernels are not cut yet: what they take at best is known better the more of their choices are rated. */
export interface UncutGrouping {
  /** Milliseconds of each kernel, with the better of its first two sets of sub-computations that can run; Infinity where none can. */
  readonly sketch: () => readonly number[];
  /** With the best of all sets, each in the first order that can run. */
  readonly outline: () => readonly number[];
  /** The best choice for every kernel, and each list that takes another for one of them: the second best, or several. */
  readonly lists: () => readonly (readonly PlanKernel[])[];
}

/** The groupings that look best by passes and segments. */
export function groupingsOf(
  transform: Transform,
  gpu: Gpu,
  algorithm: Algorithm,
  rate: KernelRating,
  rows?: RealRows,
): readonly UncutGrouping[] {
  const mostOfBlock = gpu.sharedBytesPerBlock / elementBytes(transform);
  const { sketch, outline, ranked } = kernelChoices(cuttingOf(transform, gpu, algorithm), rate, mostOfBlock);
  return enumerateGroupings(transform, gpu, GROUPINGS[groupOf(transform)], rows).map(({ grouping }) => ({
    sketch: () => grouping.map((_, index) => sketch(grouping, index)),
    outline: () => grouping.map((_, index) => outline(grouping, index)),
    lists: () => variants(grouping, ranked).map((kernels) => kernels.map((subComputations) => ({ subComputations }))),
  }));
}

/** Those that are worth cutting, the best first. `together`: what kernels take that take so long each. */
export function worthCutting(
  groupings: readonly UncutGrouping[],
  { outlined, cut }: MostGroupings = ALL,
  together: (milliseconds: readonly number[]) => number = sum,
): readonly UncutGrouping[] {
  if (groupings.length < 2) return groupings;
  const sketched = bestBy(groupings, outlined, WORTH.outlining, ({ sketch }) => together(sketch()));
  return bestBy(sketched, cut, WORTH.cutting, ({ outline }) => together(outline()));
}

const sum = (milliseconds: readonly number[]): number => milliseconds.reduce((total, own) => total + own, 0);

/** Of those that can run. */
function bestBy<T>(all: readonly T[], most: number, times: number, milliseconds: (one: T) => number): readonly T[] {
  const timed = all
    .map((one) => ({ one, milliseconds: milliseconds(one) }))
    .filter((one) => one.milliseconds < Infinity)
    .sort((a, b) => a.milliseconds - b.milliseconds);
  const limit = times * (timed[0]?.milliseconds ?? 0);
  return timed.flatMap((one, place) => (place < most && one.milliseconds <= limit ? [one.one] : []));
}

/** The lists of those that are worth it, of transforms for which every list makes a plan: where others are told apart later, a best may be none. */
export function* promisingLists(
  transform: Transform,
  gpu: Gpu,
  algorithm: Algorithm,
  rate: KernelRating,
): Iterable<readonly PlanKernel[]> {
  for (const { lists } of worthCutting(groupingsOf(transform, gpu, algorithm, rate))) yield* lists();
}

/** The lists of each. */
export function* kernelLists(
  transform: Transform,
  gpu: Gpu,
  algorithm: Algorithm,
  rate: KernelRating,
  rows?: RealRows,
): Iterable<readonly PlanKernel[]> {
  for (const { lists } of groupingsOf(transform, gpu, algorithm, rate, rows)) yield* lists();
}

function cuttingOf(transform: Transform, gpu: Gpu, algorithm: Algorithm): Cutting {
  const elements = elementCount(transform);
  const chain = (butterflies: Butterflies): Cutting =>
    chainCutting(elements, butterflies, (length) => clusterRadixLists(length, elementBytes(transform), gpu));
  switch (algorithm) {
    case "fma":
    case "split":
      return chain(algorithm);
    case "mma":
      return groupOf(transform) === "cyclic" ? chain(algorithm) : stepCutting(transform, algorithm);
    case "folklore":
    case "alman-rao":
      return stepCutting(transform, algorithm);
  }
}

const chainCutting = (
  elements: number,
  butterflies: Butterflies,
  onClusters: (length: number) => readonly (readonly number[])[],
): Cutting => ({
  choices: (parts) => chainLists(parts, elements, butterflies, onClusters),
  step: (digit) => chainStep(digit, elements, butterflies),
  precedence: partsKey,
});

function stepCutting(transform: Transform, algorithm: WalshAlgorithm): Cutting {
  const elements = elementCount(transform);
  const widest = algorithm === "mma" ? MATRIX_WIDTH : widestVectors(transform);
  return {
    choices: (parts) => stepLists(parts, { elements, widest, algorithm }),
    step: (digit) => digitStep(digit, elements, "pre-tw"),
    precedence: (before) => before.length > 0,
  };
}

/** For one kernel of a grouping: its choices, or what some of them take. */
type OfKernel<T> = (grouping: Grouping, index: number) => T;

/** What a kernel of a grouping may be. */
interface KernelChoices {
  /** The best by prediction first. */
  readonly ranked: OfKernel<readonly Choice[]>;
  /** Milliseconds of the better of the first two sets of sub-computations that can run, each in the first order that can; Infinity if none can. */
  readonly sketch: OfKernel<number>;
  /** Of the best of all sets. */
  readonly outline: OfKernel<number>;
}

function kernelChoices({ choices, step, precedence }: Cutting, rate: KernelRating, mostOfBlock: number): KernelChoices {
  const whole = (digits: readonly Part[]): readonly PlanKernel[] =>
    digits.length === 0 ? [] : [{ subComputations: digits.map(step) }];
  /** Memoised by context: kernels of equal parts in equal places have the same choices. */
  const inPlace = <T>(
    choose: (of: readonly Choice[], timeOf: (choice: readonly SubComputation[]) => number) => T,
  ): OfKernel<T> => {
    const memory = new Map<string, T>();
    return (grouping, index) => {
      const parts = grouping[index];
      invariant(parts !== undefined, () => "search: no such kernel");
      const before = wholeDigits(grouping.slice(0, index).flat());
      const after = wholeDigits(grouping.slice(index + 1).flat());
      const key = JSON.stringify([partsKey(parts), precedence(before), after.length > 0]);
      const known = memory.get(key);
      if (known !== undefined) return known;
      const chosen = choose(choices(parts), (subComputations) => {
        const kernels = [...whole(before), { subComputations }, ...whole(after)];
        return rate({ kernels, index: whole(before).length }) ?? Infinity;
      });
      memory.set(key, chosen);
      return chosen;
    };
  };
  return {
    ranked: inPlace((of, timeOf) =>
      of
        .map((subComputations) => ({ subComputations, milliseconds: timeOf(subComputations) }))
        .filter(({ milliseconds }) => milliseconds < Infinity)
        .sort((a, b) => a.milliseconds - b.milliseconds)
        .map(({ subComputations }) => subComputations),
    ),
    sketch: inPlace((of, timeOf) => bestOfSets(sets(of), timeOf, mostOfBlock, SKETCHED)),
    outline: inPlace((of, timeOf) => bestOfSets(sets(of), timeOf, mostOfBlock)),
  };
}

type Choice = readonly SubComputation[];

/** Those that have the same sub-computations, in their orders. */
function sets(choices: readonly Choice[]): readonly (readonly Choice[])[] {
  const orders = new Map<string, Choice[]>();
  for (const choice of choices) {
    const key = choice.map(butterflyText).toSorted().join();
    const known = orders.get(key);
    if (known === undefined) orders.set(key, [choice]);
    else known.push(choice);
  }
  return [...orders.values()];
}

/** Of so many sets that can run. */
function bestOfSets(
  of: readonly (readonly Choice[])[],
  timeOf: (choice: Choice) => number,
  mostOfBlock: number,
  most = Infinity,
): number {
  let [best, running] = [Infinity, 0];
  for (const orders of of) {
    if (running === most) break;
    const milliseconds = timeOfSet(orders, timeOf, mostOfBlock);
    if (milliseconds < Infinity) running += 1;
    best = Math.min(best, milliseconds);
  }
  return best;
}

/**
 * In the first order that can run, which says little of clusters, whose blocks share some radices: of what no block holds in the best of all orders.
 * With the first alone 512x512 in one kernel is not among the eight best by its outline, and is then predicted to be 9 % faster than what is.
 */
function timeOfSet(orders: readonly Choice[], timeOf: (choice: Choice) => number, mostOfBlock: number): number {
  let best = Infinity;
  for (const order of orders) {
    best = Math.min(best, timeOf(order));
    if (best < Infinity && order.reduce((points, { radix }) => points * radix, 1) <= mostOfBlock) break;
  }
  return best;
}

function variants(grouping: Grouping, ranked: KernelChoices["ranked"]): readonly (readonly Choice[])[] {
  const perKernel = grouping.map((_, index) => ranked(grouping, index));
  const best = perKernel.flatMap((choices) => choices.slice(0, 1));
  if (best.length < grouping.length) return [];
  const areTwo =
    grouping.length === 2 && grouping.every(([part, ...more]) => more.length === 0 && isPowerOfTwo(part?.size ?? 0));
  const most = grouping.length === 1 ? ALTERNATIVES : areTwo ? ALTERNATIVES_OF_POWERS : 2;
  const others = perKernel.flatMap((choices, index) => choices.slice(1, most).map((other) => best.with(index, other)));
  return [best, ...others];
}
