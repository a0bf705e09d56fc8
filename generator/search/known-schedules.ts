// The schedules that a search has found of its kernels, each looked for once.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { setsOf } from "../layout/leg-sets.js";
import { contentsOf } from "../plan/arrays.js";
import type { PlanKernel } from "../plan/plan.js";
import { butterflyText } from "../plan/sub-computations.js";
import { pairedAxis } from "../plan/trigonometric-core.js";
import { isTrigonometric, type Transform, type TrigonometricTransform } from "../plan/transform.js";
import type { KernelInContext } from "./decomposition.js";
import { searchSchedules, type ScheduleOptions, type ScheduleSearch } from "./schedules.js";
import { SCHEDULES_OF_SHAPES, shapesOf, type Shapes } from "./shapes.js";

/** The best schedules of a kernel among others. */
export interface Schedules {
  /** Of all. */
  readonly best: (context: KernelInContext) => ScheduleSearch;
  /** Where the same sub-computations are known in another order, of the best shapes of that alone. */
  readonly promising: (context: KernelInContext) => ScheduleSearch;
}

/** What is asked of all schedules of a search. */
type Asked = Pick<ScheduleOptions, "twiddles" | "plainOnly" | "idleThreads">;

/** Schedules of each kernel that are worth a closer look. */
const SCHEDULES_KEPT = 3;

/** Remembers what it found: the same kernel is rated for several lists, and again where it stands in the plan itself. */
export function schedulesIn(transform: Transform, gpu: Gpu, options: Asked): Schedules {
  const search = ({ kernels, index }: KernelInContext, shapes?: Shapes): ScheduleSearch => {
    const seen = setsOf(transform, kernels)(index);
    return searchSchedules(seen.set, at(kernels, index), seen.index, gpu, {
      ...options,
      ...(shapes === undefined ? {} : { shapes }),
      silent: options.plainOnly === true,
      ...kernelOptions(transform, at(kernels, index)),
      keep: SCHEDULES_OF_SHAPES,
    });
  };
  const kept = ({ candidates, refused }: ScheduleSearch): ScheduleSearch => ({
    candidates: candidates.slice(0, SCHEDULES_KEPT),
    refused,
  });
  const shapesKnown = new Map<string, Shapes>();
  const best = knownByContext((context) => {
    const found = search(context);
    const ofAnyOrder = keyOfAnyOrder(transform, context);
    if (found.candidates.length > 0 && !shapesKnown.has(ofAnyOrder))
      shapesKnown.set(ofAnyOrder, shapesOf(found.candidates));
    return kept(found);
  });
  const promising = knownByContext((context) => {
    const shapes = shapesKnown.get(keyOfAnyOrder(transform, context));
    const found = shapes === undefined ? undefined : search(context, shapes);
    return found === undefined || found.candidates.length === 0 ? best(context) : kept(found);
  });
  return { best, promising };
}

/** The function, which looks for the schedules of a kernel once. */
function knownByContext(search: (context: KernelInContext) => ScheduleSearch): typeof search {
  const known = new Map<string, ScheduleSearch>();
  return (context) => {
    const key = JSON.stringify([context.kernels, context.index]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = search(context);
    known.set(key, found);
    return found;
  };
}

/**
 * A key that kernels have in common whose sub-computations follow each other in different orders. A Hermitian step, before the first ones or
 * after the last, has two butterflies of these in each thread, so that other shapes suit other ones; what goes through longer lengths has
 * none.
 */
const keyOfAnyOrder = (transform: Transform, { kernels, index }: KernelInContext): string => {
  const { subComputations, through, hermitian } = at(kernels, index);
  const own = subComputations.map(butterflyText);
  const ends = contentsOf(transform).input !== undefined && through === undefined ? [own.at(0), own.at(-1)] : [];
  return JSON.stringify([
    kernels.with(index, { subComputations: [] }),
    index,
    through,
    hermitian,
    ends,
    own.toSorted(),
  ]);
};

/**
 * What goes through one less has no clusters. Of cosine transforms whole rows in pairs have: parts of rows that are stored number by number
 * took 1.03 ms on them for `dct-4` of 2^20, and 0.91 without.
 */
export function kernelOptions(
  transform: Transform,
  { through, subComputations, hermitian }: PlanKernel,
): Pick<ScheduleOptions, "plainOnly" | "silent"> {
  // What begins with a Hermitian step, or is one, loads otherwise than an L2 prefetch would.
  if (hermitian !== undefined) return { plainOnly: true, ...(hermitian.twiddle === "tw" ? { silent: true } : {}) };
  if (through === "pairs") return { plainOnly: true, silent: true };
  const points = subComputations.reduce((product, { radix }) => product * radix, 1);
  const isWhole = (trigonometric: TrigonometricTransform): boolean =>
    points === pairedAxis(trigonometric)?.parts.points;
  return through === "rader" || (isTrigonometric(transform) && !isWhole(transform)) ? { plainOnly: true } : {};
}
