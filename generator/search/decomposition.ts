// Cuts a transform into kernels: groupings, and for each kernel the sub-computations that its parts of the axes can be cut into. Yields
// lists of kernels without schedules.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import { at, invariant } from "../failure/errors.js";
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

/**
 * Groupings are cut in every way unless others are better by a sketch, and then by an outline. Of 130 drawn transforms five have another
 * first choice than with all groupings, which are predicted to take 0.05 % more in the mean and 3.4 % at most.
 */
const WORTH_AN_OUTLINE: Worth = { most: 24, times: 2 };
const WORTH_CUTTING: Worth = { most: 8, times: 1.35 };

/** How many of them, and how many times the best one's time each may take. */
interface Worth {
  readonly most: number;
  readonly times: number;
}

/** A grouping whose kernels are not cut yet: what they take at best is known better the more of their choices are rated. */
export interface UncutGrouping {
  /** Milliseconds of each kernel, with the better of its first two sets of sub-computations; Infinity where neither can run. */
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
  const { sketch, outline, ranked } = kernelChoices(cuttingOf(transform, gpu, algorithm), rate);
  return enumerateGroupings(transform, gpu, GROUPINGS[groupOf(transform)], rows).map(({ grouping }) => ({
    sketch: () => grouping.map((_, index) => sketch(grouping, index)),
    outline: () => grouping.map((_, index) => outline(grouping, index)),
    lists: () => variants(grouping, ranked).map((kernels) => kernels.map((subComputations) => ({ subComputations }))),
  }));
}

/** Those that are worth cutting. `together`: what kernels take that take so long each. */
export function worthCutting(
  groupings: readonly UncutGrouping[],
  together: (milliseconds: readonly number[]) => number = sum,
): readonly UncutGrouping[] {
  const outlined = bestBy(groupings, WORTH_AN_OUTLINE, ({ sketch }) => together(sketch()));
  return bestBy(outlined, WORTH_CUTTING, ({ outline }) => together(outline()));
}

const sum = (milliseconds: readonly number[]): number => milliseconds.reduce((total, own) => total + own, 0);

/** The best first. */
function bestBy<T>(all: readonly T[], { most, times }: Worth, milliseconds: (one: T) => number): readonly T[] {
  if (all.length < 2) return all;
  const timed = all
    .map((one) => ({ one, milliseconds: milliseconds(one) }))
    .sort((a, b) => a.milliseconds - b.milliseconds);
  const limit = times * at(timed, 0).milliseconds;
  return timed
    .slice(0, most)
    .filter((one) => one.milliseconds <= limit)
    .map(({ one }) => one);
}

/** The lists of each that is worth it. */
export function* kernelLists(
  transform: Transform,
  gpu: Gpu,
  algorithm: Algorithm,
  rate: KernelRating,
  rows?: RealRows,
): Iterable<readonly PlanKernel[]> {
  for (const { lists } of worthCutting(groupingsOf(transform, gpu, algorithm, rate, rows))) yield* lists();
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
  /** Milliseconds of the better of the first two sets of sub-computations, each in the first order that can run; Infinity if none can. */
  readonly sketch: OfKernel<number>;
  /** Of the best of all sets. */
  readonly outline: OfKernel<number>;
}

function kernelChoices({ choices, step, precedence }: Cutting, rate: KernelRating): KernelChoices {
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
    sketch: inPlace((of, timeOf) => bestOfSets(sets(of).slice(0, SKETCHED), timeOf)),
    outline: inPlace((of, timeOf) => bestOfSets(sets(of), timeOf)),
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

/** Clusters share only some radices, so of a set they take some orders alone. */
const bestOfSets = (of: readonly (readonly Choice[])[], timeOf: (choice: Choice) => number): number =>
  Math.min(...of.map((orders) => firstFinite(orders, timeOf)));

function firstFinite(orders: readonly Choice[], timeOf: (choice: Choice) => number): number {
  for (const order of orders) {
    const milliseconds = timeOf(order);
    if (milliseconds < Infinity) return milliseconds;
  }
  return Infinity;
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
