// Kernels of transforms that go through others, there and back (plan/bluestein.ts, plan/rader.ts), of one dimension. In numbers: 101 points
// go through 100 by way of powers of 2, or through 202 and more by way of a chirp; what is predicted to be faster is taken.
import type { Gpu } from "../gpu/gpu.js";
import { arraysOf } from "../plan/arrays.js";
import { axisThrough, bluesteinProblem, paddedTransform, thereAndBack } from "../plan/bluestein.js";
import { ownCore, type CoreTransform } from "../plan/core.js";
import { mayBeCut } from "../plan/cut-axis.js";
import type { PlanKernel, Through } from "../plan/plan.js";
import { mayGoBesideFactor, mayGoThroughOneLess, raderTransform, withoutButterflies } from "../plan/rader.js";
import { makeChain } from "../plan/sub-computations.js";
import { elementCount, isTrigonometric, type Transform } from "../plan/transform.js";
import type { KernelList } from "./best-lists.js";
import {
  groupingsOf,
  kernelLists,
  worthCutting,
  type KernelRating,
  type MostGroupings,
  type UncutGrouping,
} from "./decomposition.js";
import { BRANCHES } from "./branch-schedules.js";
import { lengthsFrom, paddedLengths } from "./padded-lengths.js";
import { LARGEST_TILE_ELEMENTS } from "./plain-schedules.js";

/** Lists that cut an axis into rows, along which there are so many kernels at most. */
type ListsInRows = (most: number) => Iterable<KernelList>;

/** One kernel moves data once; where none fits, clusters or several do. Rows are worth it where they take fewer than the whole. */
export const listsThereAndBack = (
  transform: Transform,
  gpu: Gpu,
  rate: KernelRating,
  inRows: ListsInRows = () => [],
): Iterable<KernelList> =>
  firstFound([
    listsInOneKernel(transform, gpu, rate),
    inTurn(branchLists(transform, gpu, rate), listsInSeveral(transform, gpu, rate, inRows)),
  ]);

/** Along rows: no clusters, and no rows of rows. */
export const listsAlongRows = (
  transform: Transform,
  gpu: Gpu,
  rate: KernelRating,
  most: number,
): Iterable<KernelList> =>
  firstFound([
    listsInOneKernel(transform, gpu, rate),
    ...(most > 1 ? [bluesteinLists(transform, gpu, rate, most)] : []),
  ]);

export function* listsInOneKernel(transform: Transform, gpu: Gpu, rate: KernelRating): Iterable<KernelList> {
  yield* raderLists(transform, gpu, rate);
  yield* bluesteinLists(transform, gpu, rate, 1);
}

function* listsInSeveral(
  transform: Transform,
  gpu: Gpu,
  rate: KernelRating,
  inRows: ListsInRows,
): Iterable<KernelList> {
  let fewest = Infinity;
  for (const kernels of bluesteinLists(transform, gpu, rate, Infinity)) {
    fewest = Math.min(fewest, kernels.length);
    yield kernels;
  }
  yield* inRows(fewest - 1);
}

function* inTurn(...ways: readonly Iterable<KernelList>[]): Iterable<KernelList> {
  for (const lists of ways) yield* lists;
}

/** The lists of the first way that has any. */
function* firstFound(ways: readonly Iterable<KernelList>[]): Iterable<KernelList> {
  let found = 0;
  for (const lists of ways) {
    if (found > 0) return;
    for (const kernels of lists) {
      found += 1;
      yield kernels;
    }
  }
}

/** Rows that an axis may be cut into: as many as it has factors beside its large primes; 1 if it may not. */
export function rowCount(transform: Transform): number {
  if (!mayBeCut(transform, arraysOf(transform))) return 1;
  const { prime, factor } = withoutButterflies(elementCount(transform), transform);
  return prime > LARGEST_TILE_ELEMENTS ? 1 : factor;
}

/**
 * Whether there are longer transforms to go through: of 2 * 37 * 43 points no threads share out the butterflies evenly enough, of
 * 2 * 37 * 37 real numbers neither those of their pairs nor those of all, and of dct-2 of 3 * 29 * 47 neither.
 */
export const mayTurn = (transform: Transform): boolean =>
  transform.axes.length === 1 && bluesteinProblem(transform) === undefined;

/** The complex transform that kernels do which go through others: of real numbers not that of pairs. */
export const turningCore = (transform: Transform): CoreTransform =>
  ownCore(transform, [{ through: "bluestein", subComputations: [] }]);

/** Kernels of the ways there, along the one axis, through the longer transforms that look best: lists of `most` kernels at most. */
export function* bluesteinLists(
  transform: Transform,
  gpu: Gpu,
  rate: KernelRating,
  most: number,
): Iterable<readonly PlanKernel[]> {
  const rateThrough: KernelRating = ({ kernels, index }) =>
    kernels.length > most ? undefined : rate({ kernels: going(kernels, "bluestein"), index });
  const core = turningCore(transform);
  const lengths = paddedLengths(axisThrough(core).length);
  // What no block holds takes several.
  const ways = lengths
    .filter((length) => most > 1 || length <= LARGEST_TILE_ELEMENTS)
    .map((length) => groupingsOf(paddedTransform(core, length), withoutClusters(gpu), "fma", rateThrough));
  const lists = most === 1 ? ways.flat().flatMap((grouping) => grouping.lists()) : listsOfBest(ways.flat());
  for (const kernels of lists) yield going(kernels, "bluestein");
}

/** Those of several kernels. */
export function* listsOfSeveral(transform: Transform, gpu: Gpu, rate: KernelRating): Iterable<readonly PlanKernel[]> {
  for (const kernels of bluesteinLists(transform, gpu, rate, Infinity)) if (kernels.length > 1) yield kernels;
}

/** The same by one kernel on clusters whose blocks have branches of their own: what no block holds that works alone, and twice what it is. */
function* branchLists(transform: Transform, gpu: Gpu, rate: KernelRating): Iterable<readonly PlanKernel[]> {
  if (isTrigonometric(transform) || transform.dimensions.length > 1) return;
  const rateThrough: KernelRating = ({ kernels, index }) => {
    const own = onBranches(kernels);
    return own === undefined ? undefined : rate({ kernels: own, index });
  };
  const lengths = lengthsFrom(axisThrough(transform).length).filter((length) => length <= LARGEST_TILE_ELEMENTS);
  for (const length of lengths)
    for (const kernels of kernelLists(paddedTransform(transform, length), withoutClusters(gpu), "fma", rateThrough)) {
      const own = onBranches(kernels);
      if (own !== undefined) yield own;
    }
}

/** One kernel, of one branch, behind butterflies that make the branches. */
function onBranches(kernels: readonly PlanKernel[]): readonly PlanKernel[] | undefined {
  const [kernel, ...others] = kernels;
  const [first] = kernel?.subComputations ?? [];
  if (kernel === undefined || first === undefined || others.length > 0) return undefined;
  const radices = [BRANCHES, ...kernel.subComputations.map(({ radix }) => radix)];
  return going([{ ...kernel, subComputations: makeChain(first.dimension, radices, "pre-tw") }], "bluestein");
}

/**
 * Of some eighty groupings of five lengths, which lie closer together than others: where the two best lengths were cut in every way searches took
 * twice as long, for plans that were no faster.
 */
const MOST: MostGroupings = { outlined: 24, cut: 6 };

/** The lists of the best of all. */
function* listsOfBest(groupings: readonly UncutGrouping[]): Iterable<KernelList> {
  for (const { lists } of worthCutting(groupings, MOST, timeThereAndBack)) yield* lists();
}

/** Of kernels that take so long. */
const timeThereAndBack = (milliseconds: readonly number[]): number =>
  thereAndBack(milliseconds).reduce((sum, own) => sum + own, 0);

/** Along an axis of a prime number of points one kernel there and back through one less; of one dimension beside a factor, too. */
export function* raderLists(transform: Transform, gpu: Gpu, rate: KernelRating): Iterable<readonly PlanKernel[]> {
  const [axis, ...others] = transform.axes;
  if (axis === undefined || others.length > 0) return;
  const rateThrough: KernelRating = ({ kernels, index }) => {
    const own = throughOneLess(kernels, axis);
    return own === undefined ? undefined : rate({ kernels: own, index });
  };
  const isAlone = mayGoThroughOneLess(transform, axis);
  if (!isAlone && !mayGoBesideFactor(transform)) return;
  const factor = isAlone ? 1 : withoutButterflies(axisThrough(transform).length, transform).factor;
  for (const kernels of kernelLists(raderTransform(transform, factor), withoutClusters(gpu), "fma", rateThrough)) {
    const own = throughOneLess(kernels, axis);
    if (own !== undefined) yield own;
  }
}

/** One kernel, butterflies of another dimension in front. */
function throughOneLess(kernels: readonly PlanKernel[], own: string): readonly PlanKernel[] | undefined {
  const [kernel, ...others] = kernels;
  if (kernel === undefined || others.length > 0) return undefined;
  const along = kernel.subComputations.filter(({ dimension }) => dimension === own);
  const across = kernel.subComputations.filter(({ dimension }) => dimension !== own);
  return going([{ ...kernel, subComputations: [...across, ...along] }], "rader");
}

export const withoutClusters = (gpu: Gpu): Gpu => ({ ...gpu, maxClusterSize: 1 });

const going = (kernels: readonly PlanKernel[], through: Through): readonly PlanKernel[] =>
  kernels.map((kernel) => ({ ...kernel, through }));
