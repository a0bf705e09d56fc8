// Kernels of transforms that go through longer ones along some of several dimensions (plan/bluestein.ts): each such dimension in one
// kernel, there and back, or where none holds it in several; the others as they are cut without it. In numbers: of 101 x 64 the 64 are
// transformed as those of any 101 x 64, and the 101 through 225 or 256, whichever kernel is predicted to be faster.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { transformedAxes, type Axis } from "../plan/axes.js";
import { withPaddedAxes } from "../plan/bluestein.js";
import type { CoreTransform } from "../plan/core.js";
import { realEnd } from "../plan/legs.js";
import type { PlanKernel } from "../plan/plan.js";
import { hasButterflies } from "../plan/radices.js";
import { mayGoBesideFactor, mayGoThroughOneLess } from "../plan/rader.js";
import type { Transform } from "../plan/transform.js";
import { ALTERNATIVES, bestLists, choices, type KernelList } from "./best-lists.js";
import { kernelLists, type KernelRating } from "./decomposition.js";
import type { RealRows } from "./groupings.js";
import { listsOfSeveral, raderLists, turningCore } from "./lists-there-and-back.js";
import { paddedLengths } from "./padded-lengths.js";

/** Rates kernels of a transform. */
export type RatingOf = (transform: Transform) => KernelRating;

/** Which axes go through others because they have to. */
export const hasNoButterflies =
  (transform: Transform) =>
  ({ length }: Axis): boolean =>
    !hasButterflies(length, transform);

/**
 * The best lists of one kernel for each dimension that is long, and behind them the best of another way; none where no kernel holds it.
 */
export function kernelsThereAndBack(
  transform: Transform,
  gpu: Gpu,
  ratingOf: RatingOf,
  isLong: (axis: Axis) => boolean,
): ReadonlyMap<string, readonly KernelList[]> {
  const core = turningCore(transform);
  const long = transformedAxes(core).filter(isLong);
  return new Map(
    long.map((axis) => {
      const mayPermute =
        mayGoThroughOneLess(transform, axis.name) || mayGoBesideFactor({ ...transform, axes: [axis.name] });
      return [axis.name, turningKernels(core, axis, gpu, ratingOf, mayPermute)];
    }),
  );
}

/** `long`: of each dimension without butterflies the lists of one kernel; of complex numbers several do it where there are none. */
export function* kernelListsAlongAxes(
  transform: Transform,
  gpu: Gpu,
  ratingOf: RatingOf,
  long: ReadonlyMap<string, readonly KernelList[]>,
): Iterable<readonly PlanKernel[]> {
  const core = turningCore(transform);
  const axes = transformedAxes(core);
  const rest = axes.map(({ name }) => name).filter((name) => !long.has(name));
  const rate = ratingOf(transform);
  const end = realEnd(transform);
  const listsOf = [...long].map(([name, one]) => (one.length > 0 ? one : severalKernels(core, name, gpu, ratingOf)));
  // What each way takes at best is worth knowing, and one list of all dimensions says it.
  const another = listsOf.map((lists) => lists.slice(ALTERNATIVES).concat(lists)[0] ?? []);
  const best = choices(listsOf.map((lists) => lists.slice(0, ALTERNATIVES)));
  const all = listsOf.some((lists) => lists.length > ALTERNATIVES) ? [...best, another] : best;
  for (const lists of all) {
    const turning = lists.flat();
    if (rest.length === 0) {
      yield ordered(transform, [], turning, end);
      continue;
    }
    const rows: RealRows | undefined =
      end !== undefined && rest.includes(at(axes, 0).name) ? { end, whole: true } : undefined;
    const rateAmong: KernelRating = ({ kernels, index }) => {
      const all = ordered(transform, kernels, turning, end);
      return rate({ kernels: all, index: all.indexOf(at(kernels, index)) });
    };
    for (const kernels of kernelLists({ ...core, axes: rest }, gpu, "fma", rateAmong, rows))
      yield ordered(transform, kernels, turning, end);
  }
}

/** The best kernels that do one dimension there and back, among others that are not transformed. */
function turningKernels(
  core: CoreTransform,
  { name, length }: Axis,
  gpu: Gpu,
  ratingOf: RatingOf,
  mayPermute: boolean,
): readonly KernelList[] {
  const alone: CoreTransform = { ...core, axes: [name] };
  const rate = ratingOf(alone);
  const found = paddedLengths(length).flatMap((padded) => {
    const through = withLength(alone, name, padded);
    const rateTurning: KernelRating = ({ kernels, index }) =>
      kernels.length > 1 ? undefined : rate({ kernels: kernels.map(there), index });
    return [...kernelLists(through, gpu, "fma", rateTurning)].flatMap((kernels) => {
      const [kernel, ...others] = kernels.map(there);
      const milliseconds =
        kernel === undefined || others.length > 0 ? undefined : rate({ kernels: [kernel], index: 0 });
      return kernel === undefined || milliseconds === undefined ? [] : [{ kernel, milliseconds }];
    });
  });
  const ranked = [...found, ...(mayPermute ? throughOneLess(alone, gpu, rate) : [])]
    .sort((a, b) => a.milliseconds - b.milliseconds)
    .map(({ kernel }) => kernel);
  const best = ranked.slice(0, ALTERNATIVES);
  const another = ranked.find(({ through }) => best.every((kernel) => kernel.through !== through));
  return [...best, ...(another === undefined ? [] : [another])].map((kernel) => [kernel]);
}

/** The best ones of several that do one dimension there and back together. */
function severalKernels(core: CoreTransform, name: string, gpu: Gpu, ratingOf: RatingOf): readonly KernelList[] {
  const alone: CoreTransform = { ...core, axes: [name] };
  const rate = ratingOf(alone);
  return bestLists(listsOfSeveral(alone, gpu, rate), rate);
}

/** Kernels of one dimension that go through one point less, if they can. */
function throughOneLess(
  alone: CoreTransform,
  gpu: Gpu,
  rate: KernelRating,
): readonly { readonly kernel: PlanKernel; readonly milliseconds: number }[] {
  return [...raderLists(alone, gpu, rate)].flatMap((kernels) => {
    const [kernel] = kernels;
    const milliseconds = rate({ kernels, index: 0 });
    return kernel === undefined || milliseconds === undefined ? [] : [{ kernel, milliseconds }];
  });
}

const there = (kernel: PlanKernel): PlanKernel => ({ ...kernel, through: "bluestein" });

/** Longer along one dimension. */
function withLength(transform: CoreTransform, name: string, length: number): CoreTransform {
  const [sub] = [{ dimension: name, count: 1, radix: length, stride: 1, extent: length, twiddle: "no-tw" } as const];
  return withPaddedAxes(transform, [{ through: "bluestein", subComputations: [sub] }]);
}

/** Rows of real numbers are transformed first, and made last. */
function ordered(
  transform: Transform,
  kernels: readonly PlanKernel[],
  turning: readonly PlanKernel[],
  end: RealRows["end"] | undefined,
): readonly PlanKernel[] {
  if (end === undefined) return [...kernels, ...turning];
  const isReal = ({ subComputations }: PlanKernel): boolean =>
    subComputations.some(({ dimension }) => dimension === transform.axes[0]);
  const [rows, others] = [turning.filter(isReal), turning.filter((kernel) => !isReal(kernel))];
  return end === "first" ? [...rows, ...kernels, ...others] : [...others, ...kernels, ...rows];
}
