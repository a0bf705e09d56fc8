// The schedules that searches have found of their kernels, each looked for once.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { setsOf } from "../layout/leg-sets.js";
import { remembered } from "../layout/remembered.js";
import { contentsOf } from "../plan/arrays.js";
import type { PlanKernel, SubComputation } from "../plan/plan.js";
import { butterflyText, subComputationText } from "../plan/sub-computations.js";
import { pairedAxis } from "../plan/trigonometric-core.js";
import { isTrigonometric, type Transform, type TrigonometricTransform } from "../plan/transform.js";
import type { KernelInContext } from "./decomposition.js";
import type { ScheduleOptions } from "./schedule-options.js";
import { kernelSchedules, type KernelSchedules, type ScheduleSearch } from "./schedules.js";
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

/**
 * Kernels by what they are and what they stand among. Searches of one transform in one batch after another, on one GPU, have them in common:
 * what is known of a kernel's schedules holds for all batches.
 */
export type KnownKernels = Map<string, KernelSchedules>;

/** Schedules of each kernel that are worth a closer look. */
const SCHEDULES_KEPT = 3;

/**
 * The same kernel is rated for several lists, and again where it stands in the plan itself. `known` is for several batches: kept for one, what
 * is known of each kernel is in the way, and searches of it take a tenth longer.
 */
export function schedulesIn(
  transform: Transform,
  gpu: Gpu,
  options: Asked,
  known: KnownKernels | undefined,
): Schedules {
  const { batch, ...ofAnyBatch } = transform;
  const { maxClusterSize } = gpu;
  const among = JSON.stringify({ ...ofAnyBatch, maxClusterSize, idleThreads: options.idleThreads === true });
  const search = (context: KernelInContext, name: string, shapes?: Shapes): ScheduleSearch => {
    const key = `${among} ${name}`;
    const schedules = known?.get(key) ?? placed(context);
    known?.set(key, schedules);
    return schedules(batch, shapes);
  };
  const placed = ({ kernels, index }: KernelInContext): KernelSchedules => {
    const { set, index: own } = setsOf(transform, kernels)(index);
    return kernelSchedules(set, at(kernels, index), own, gpu, {
      ...options,
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
  const best = knownByContext((context, name) => {
    const found = search(context, name);
    const ofAnyOrder = nameOfAnyOrder(transform, context);
    if (found.candidates.length > 0 && !shapesKnown.has(ofAnyOrder))
      shapesKnown.set(ofAnyOrder, shapesOf(found.candidates));
    return kept(found);
  });
  const promising = knownByContext((context, name) => {
    const shapes = shapesKnown.get(nameOfAnyOrder(transform, context));
    const found = shapes === undefined ? undefined : search(context, name, shapes);
    return found === undefined || found.candidates.length === 0 ? best(context) : kept(found);
  });
  return { best, promising };
}

/** The function, which looks for the schedules of a kernel once. */
function knownByContext(
  search: (context: KernelInContext, name: string) => ScheduleSearch,
): (context: KernelInContext) => ScheduleSearch {
  const known = new Map<string, ScheduleSearch>();
  return (context) => {
    const name = nameOf(context);
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = search(context, name);
    known.set(name, found);
    return found;
  };
}

const textOf = remembered((subComputations: readonly SubComputation[]) =>
  subComputations.map(subComputationText).join(),
);

/** All that there is to say of a kernel. */
const kernelName = ({ subComputations, ...more }: PlanKernel): string =>
  `${textOf(subComputations)} ${JSON.stringify(more)}`;

const nameOf = ({ kernels, index }: KernelInContext): string => `${index} of ${kernels.map(kernelName).join("; ")}`;

/**
 * What kernels have in common whose sub-computations follow each other in different orders. A Hermitian step, before the first ones or
 * after the last, has two butterflies of these in each thread, so that other shapes suit other ones; what goes through longer lengths has
 * none.
 */
const nameOfAnyOrder = (transform: Transform, { kernels, index }: KernelInContext): string => {
  const { subComputations, through } = at(kernels, index);
  const own = subComputations.map(butterflyText);
  const { input } = through === undefined ? contentsOf(transform) : {};
  const ends =
    input === undefined ? [] : [index === 0 ? own.at(0) : "", index === kernels.length - 1 ? own.at(-1) : ""];
  const inAnyOrder = { ...at(kernels, index), subComputations: [] };
  return [nameOf({ kernels: kernels.with(index, inAnyOrder), index }), ends.join(), own.toSorted().join()].join("; ");
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
