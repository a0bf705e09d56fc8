// Kernels of transforms that go through others, there and back (plan/bluestein.ts, plan/rader.ts), of one dimension. In numbers: 101 points
// go through 100 by way of powers of 2, or through 202 and more by way of a chirp; what is predicted to be faster is taken.
import type { Gpu } from "../gpu/gpu.js";
import { arraysOf } from "../plan/arrays.js";
import { axisThrough, bluesteinProblem, paddedTransform } from "../plan/bluestein.js";
import { coreOf } from "../plan/core.js";
import { mayBeCut } from "../plan/cut-axis.js";
import type { PlanKernel, Through } from "../plan/plan.js";
import { mayGoBesideFactor, mayGoThroughOneLess, raderTransform, withoutButterflies } from "../plan/rader.js";
import { makeChain } from "../plan/sub-computations.js";
import { elementCount, isTrigonometric, type Transform } from "../plan/transform.js";
import { listTime, type KernelList } from "./best-lists.js";
import { kernelLists, type KernelRating } from "./decomposition.js";
import { BRANCHES } from "./branch-schedules.js";
import { lengthsFrom, paddedLengths } from "./padded-lengths.js";
import { LARGEST_TILE_ELEMENTS } from "./schedules.js";

/** One kernel moves data once; where none fits, several do. `inRows`: lists of those that cut the axis into rows. */
export function* listsThereAndBack(
  transform: Transform,
  gpu: Gpu,
  rate: KernelRating,
  inRows: Iterable<KernelList> = [],
): Iterable<readonly PlanKernel[]> {
  let found = 0;
  // Each is tried where those before it found nothing.
  const ways = [
    [raderLists(transform, gpu, rate), bluesteinLists(transform, gpu, rate, 1)],
    [branchLists(transform, gpu, rate)],
    [bluesteinLists(transform, gpu, rate, Infinity), inRows],
  ];
  for (const way of ways) {
    if (found > 0) return;
    for (const lists of way)
      for (const kernels of lists) {
        found += 1;
        yield kernels;
      }
  }
}

/** Rows that an axis may be cut into, of which one kernel does each: as many as it has factors beside its large primes; 1 if it may not. */
export function rowCount(transform: Transform): number {
  if (!mayBeCut(transform, arraysOf(transform))) return 1;
  const { prime, factor } = withoutButterflies(elementCount(transform), transform);
  return prime > LARGEST_TILE_ELEMENTS ? 1 : factor;
}

/**
 * Whether there are longer transforms to go through: of 2 * 37 * 43 points no threads share out the butterflies evenly enough, and of
 * 2 * 37 * 37 real numbers neither those of their pairs nor those of all.
 */
export const mayTurn = (transform: Transform): boolean =>
  transform.dimensions.length === 1 && !isTrigonometric(transform) && bluesteinProblem(transform) === undefined;

/** Kernels of the ways there, along the one axis, through the longer transforms that look best: `most` of them. */
export function* bluesteinLists(
  transform: Transform,
  gpu: Gpu,
  rate: KernelRating,
  most: number,
): Iterable<readonly PlanKernel[]> {
  const rateThrough: KernelRating = ({ kernels, index }) =>
    kernels.length > most ? undefined : rate({ kernels: going(kernels, "bluestein"), index });
  const core = coreOf(transform);
  const lengths = paddedLengths(axisThrough(isTrigonometric(transform) ? core : transform).length);
  // What no block holds takes several.
  const ways = lengths
    .filter((length) => most > 1 || length <= LARGEST_TILE_ELEMENTS)
    .map((length) => kernelLists(paddedTransform(core, length), withoutClusters(gpu), "fma", rateThrough));
  for (const lists of most === 1 ? ways : mostPromising(ways, rateThrough))
    for (const kernels of lists) yield going(kernels, "bluestein");
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

/** Lengths that are worth all of their lists, of which there are many where they take several kernels. */
const PROMISING = 2;

/** By the first list of each length, whose groups of factors look best. */
const mostPromising = (
  ways: readonly Iterable<readonly PlanKernel[]>[],
  rate: KernelRating,
): readonly Iterable<readonly PlanKernel[]>[] =>
  ways
    .flatMap((lists) => {
      const rest = lists[Symbol.iterator]();
      const first = rest.next();
      if (first.done === true) return [];
      return [{ lists: followedBy(first.value, rest), milliseconds: listTime(first.value, rate) }];
    })
    .sort((a, b) => a.milliseconds - b.milliseconds)
    .slice(0, PROMISING)
    .map(({ lists }) => lists);

function* followedBy<T>(first: T, rest: Iterator<T>): Iterable<T> {
  yield first;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

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
