// Any legal plan of a transform, chosen by chance: sub-computations of any radices, shared out among kernels in any way, each kernel with
// any schedule that can be placed; or, where few lists of kernels are legal, one of those that the search weighs for a GPU whose blocks
// hold little, so that small arrays take several kernels, too. How fast a plan is plays no part.
import { lowerPlan, type CompiledPlan } from "../../generator/compile.js";
import { ifRight, InputError } from "../../generator/failure/errors.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { kernelDigits, memoryLayout } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { setsOf } from "../../generator/layout/leg-sets.js";
import { mirroredColumns, sideOf } from "../../generator/layout/mirrored.js";
import { possibleColumns } from "../../generator/layout/tile.js";
import { primeFactors } from "../../generator/arithmetic/factorisation.js";
import { transformedAxes } from "../../generator/plan/axes.js";
import { checkPlan } from "../../generator/plan/check.js";
import { coreOf, mayBeInPairs, realCore, type CoreTransform } from "../../generator/plan/core.js";
import { printKernel } from "../../generator/notation/print.js";
import type {
  ClusterSchedule,
  PlanKernel,
  Schedule,
  ScheduledKernel,
  SubComputation,
  TwiddleSource,
} from "../../generator/plan/plan.js";
import { isRadix } from "../../generator/plan/radices.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { elementCount, isHalfReal, type Transform } from "../../generator/plan/transform.js";
import { needsBluestein } from "../../generator/search/limits.js";
import { kernelSchedules } from "../../generator/search/schedules.js";
import { searchPlans, type SearchOptions } from "../../generator/search/search.js";
import type { Chance } from "./chance.js";

/** What the options say of the search. */
export type Wishes = Pick<SearchOptions, "algorithms" | "butterflies"> & {
  readonly twiddles: readonly TwiddleSource[];
};

/** Lists of kernels that are drawn before the search is asked for some. */
const DRAWN_LISTS = 12;
/** Plans of a search, of which one is taken. */
const SEARCHED = 24;

/**
 * @throws InputError where nothing that the search knows runs on the GPU: the request is refused
 */
export function drawnPlan(chance: Chance, transform: Transform, gpu: Gpu, wishes: Wishes): CompiledPlan {
  const mayBeDrawn = wishes.butterflies === undefined && wishes.algorithms === undefined && !needsBluestein(transform);
  if (mayBeDrawn && chance.happens(3, 4))
    for (let tried = 0; tried < DRAWN_LISTS; tried++) {
      const kernels = drawnKernels(chance, transform);
      const found = kernels === undefined ? undefined : scheduled(chance, transform, gpu, kernels, wishes);
      if (found !== undefined) return found;
    }
  return searched(chance, transform, gpu, wishes);
}

/** Bytes of shared memory that a GPU is said to have. */
const SMALL_BLOCKS = [512, 1024, 2048, 4096, 16384];

function searched(chance: Chance, transform: Transform, gpu: Gpu, wishes: Wishes): CompiledPlan {
  const sharedBytesPerBlock = chance.oneOf(SMALL_BLOCKS);
  const small = { ...gpu, sharedBytesPerBlock, ...(chance.happens(1, 2) ? { maxClusterSize: 1 } : {}) };
  const options = { ...wishes, keep: SEARCHED };
  const plans = ifRight(() => searchPlans(transform, small, options).plans) ?? [];
  for (const { plan } of chance.shuffled(plans).slice(0, 4)) {
    const own = chance.happens(2, 3) ? undefined : scheduled(chance, transform, gpu, plan.kernels, wishes);
    const found = own ?? lowered(transform, plan.kernels, gpu);
    if (found !== undefined) return found;
  }
  const { plan } = chance.oneOf(searchPlans(transform, gpu, options).plans);
  return lowerPlan("request", plan, gpu);
}

/** Kernels without schedules; undefined where those drawn are no plan. */
function drawnKernels(chance: Chance, transform: Transform): readonly PlanKernel[] | undefined {
  const core = drawnCore(chance, transform);
  const chains = core.kind === "fwht" ? [drawnSteps(chance, core)] : drawnChains(chance, core);
  const kernels = inKernels(chance, interleaved(chance, chains));
  return kernels.length > 0 && checkPlan({ transform, kernels }).length === 0 ? kernels : undefined;
}

/** What butterflies see: of real numbers either the pairs of neighbours, or complex ones without imaginary parts. */
const drawnCore = (chance: Chance, transform: Transform): CoreTransform =>
  isHalfReal(transform)
    ? realCore(transform, mayBeInPairs(transform) && (transform.spectrum === "packed" || chance.happens(1, 2)))
    : coreOf(transform);

function drawnChains(chance: Chance, core: CoreTransform): readonly (readonly SubComputation[])[] {
  return transformedAxes(core).map(({ name, length }) => {
    if (length === 1) return [];
    const radices = drawnRadices(chance, length);
    return makeMixedChain(name, radices, chance.happens(1, 2) ? 0 : chance.integer(0, radices.length - 1));
  });
}

/** Prime factors in any order, some of them together. */
function drawnRadices(chance: Chance, length: number): readonly number[] {
  const radices: number[] = [];
  for (const factor of chance.shuffled(primeFactors(length))) {
    const joined = (radices.at(-1) ?? Infinity) * factor;
    if (isRadix(joined) && chance.happens(2, 3)) radices[radices.length - 1] = joined;
    else radices.push(factor);
  }
  return radices;
}

/** Steps of Walsh-Hadamard transforms, which commute. */
function drawnSteps(chance: Chance, core: CoreTransform): readonly SubComputation[] {
  const elements = elementCount(core);
  const steps = transformedAxes(core).flatMap(({ step, length, base }) => {
    const sizes: number[] = [];
    for (let rest = Math.log2(length / base); rest > 0;) {
      const bits = chance.integer(1, Math.min(5, rest));
      sizes.push(2 ** bits);
      rest -= bits;
    }
    let stride = step;
    return [...sizes, ...(base > 1 ? [base] : [])].map((radix): SubComputation => {
      const own = {
        dimension: "H",
        count: elements / radix,
        radix,
        stride,
        extent: radix * stride,
        twiddle: "no-tw",
      } as const;
      stride *= radix;
      return own;
    });
  });
  return chance.shuffled(steps);
}

/** One sequence that keeps the order of each chain: at times one chain after the other. */
function interleaved(chance: Chance, chains: readonly (readonly SubComputation[])[]): readonly SubComputation[] {
  const waiting = chance.shuffled(chains.filter((chain) => chain.length > 0)).map((chain) => [...chain]);
  const isMixed = chance.happens(1, 3);
  const sequence: SubComputation[] = [];
  for (;;) {
    const open = waiting.filter((chain) => chain.length > 0);
    if (open.length === 0) return sequence;
    const next = (isMixed ? chance.oneOf(open) : open[0])?.shift();
    if (next !== undefined) sequence.push(next);
  }
}

function inKernels(chance: Chance, sequence: readonly SubComputation[]): readonly PlanKernel[] {
  const groups: SubComputation[][] = [];
  const cuts = chance.integer(0, 2);
  for (const sub of sequence) {
    const open = groups.at(-1);
    if (open === undefined || chance.happens(cuts, 3)) groups.push([sub]);
    else open.push(sub);
  }
  return groups.map((subComputations) => ({ subComputations }));
}

/** With schedules by chance; undefined where none of those that were tried can run. */
function scheduled(
  chance: Chance,
  transform: Transform,
  gpu: Gpu,
  kernels: readonly PlanKernel[],
  wishes: Wishes,
): CompiledPlan | undefined {
  const bare = kernels.map(({ subComputations, through, hermitian }): PlanKernel => ({
    subComputations,
    ...(through === undefined ? {} : { through }),
    ...(hermitian === undefined ? {} : { hermitian }),
  }));
  const chosen: ScheduledKernel[] = [];
  for (const [index, kernel] of bare.entries()) {
    const schedule = drawnSchedule(chance, transform, gpu, bare, index, wishes);
    if (schedule === undefined) return undefined;
    chosen.push({ ...kernel, schedule });
  }
  const changed = chosen.map((kernel, index) => ({ ...kernel, schedule: varied(chance, kernel.schedule, index) }));
  return lowered(transform, changed, gpu) ?? lowered(transform, chosen, gpu);
}

/** Elements of a tile, and threads of a block, of schedules that no search would choose. */
const TILE_ELEMENTS = 512;
const THREADS = 128;
const TRIED = 40;

function drawnSchedule(
  chance: Chance,
  transform: Transform,
  gpu: Gpu,
  kernels: readonly PlanKernel[],
  index: number,
  { twiddles }: Wishes,
): Schedule | undefined {
  const seen = ifRight(() => setsOf(transform, kernels)(index));
  const kernel = kernels[index];
  if (seen === undefined || kernel === undefined) return undefined;
  const { set, index: own } = seen;
  if (chance.happens(1, 3)) {
    const options = { twiddles, keep: Infinity, idleThreads: true, plainOnly: chance.happens(1, 2) };
    const { candidates } = kernelSchedules(set, kernel, own, gpu, options)(transform.batch);
    if (candidates.length > 0) return chance.oneOf(candidates).schedule;
  }
  const digits = kernelDigits(set, kernel);
  const radices = digits.reduce((total, digit) => total * digit.radix, 1);
  const mirrored = mirroredColumns(set, own);
  if (!mirrored.ok) return undefined;
  const columnsOf = (elements: number): readonly number[] => {
    const layouts = [memoryLayout(set, own), memoryLayout(set, own + 1)] as const;
    return possibleColumns(
      set,
      digits,
      Math.max(1, Math.floor(elements / radices)),
      ...layouts,
      sideOf(mirrored.value),
    );
  };
  const firstThatFits = (draw: () => Schedule): Schedule | undefined => {
    for (let tried = 0; tried < TRIED; tried++) {
      const schedule = draw();
      if (placeKernel(set, { ...kernel, schedule }, own, gpu).ok) return schedule;
    }
    return undefined;
  };
  const twiddlesOf = chance.oneOf(twiddles);
  const usual = { blocksPerSm: 1, twiddles: twiddlesOf, stores: "default" } as const;
  const isLarge = digits.length > 1 && set.elements >= LEAST_ON_CLUSTERS && gpu.maxClusterSize > 1;
  if (isLarge && kernel.through === undefined && chance.happens(1, 2)) {
    const columns = columnsOf(CLUSTER_ELEMENTS);
    const found = firstThatFits(() => ({
      ...usual,
      columns: chance.oneOf(columns),
      threads: chance.oneOf(CLUSTER_THREADS),
      cluster: drawnCluster(chance, digits.length),
      ...(chance.happens(1, 2) ? { prefetch: true as const } : {}),
    }));
    if (found !== undefined) return found;
  }
  const columns = columnsOf(TILE_ELEMENTS);
  if (columns.length === 0) return undefined;
  return firstThatFits(() => ({
    ...usual,
    threads: drawnThreads(chance, radices),
    columns: chance.oneOf(columns),
    ...(set.transform.kind === "fwht" && chance.happens(1, 3) ? { width: chance.oneOf([2, 4, 8]) } : {}),
  }));
}

/** On clusters: elements of a transform from which on, and of a tile up to which, they are tried. */
const LEAST_ON_CLUSTERS = 256;
const CLUSTER_ELEMENTS = 4096;
const CLUSTER_THREADS = [64, 96, 128, 192, 256, 512];

const drawnCluster = (chance: Chance, digits: number): ClusterSchedule => ({
  size: chance.oneOf([2, 2, 4, 8]),
  after: chance.integer(1, digits - 1),
  order: chance.oneOf(["static", "ticket"] as const),
  ...(chance.happens(1, 3) ? { undivided: true as const } : {}),
});

/** Most often a divisor of what the radices make, which others seldom suit. */
const drawnThreads = (chance: Chance, radices: number): number => {
  const divisor = chance.oneOf(
    Array.from({ length: THREADS }, (_, one) => one + 1).filter((one) => radices % one === 0),
  );
  return chance.happens(1, 4)
    ? chance.integer(1, THREADS)
    : Math.min(THREADS, divisor * chance.oneOf([1, 1, 2, 4, 8, 16]));
};

/** With what changes no place: which lines stay in the caches, which kernels start early, what lies between two in tiles. */
function varied(chance: Chance, schedule: Schedule, index: number): Schedule {
  return {
    ...schedule,
    ...(chance.happens(1, 4) ? { stores: "streaming" as const } : {}),
    ...(index > 0 && chance.happens(1, 4) ? { early: true as const } : {}),
    ...(chance.happens(1, 6) ? { prefetch: true as const } : {}),
    ...(index === 0 && chance.happens(1, 4) ? { tiled: true as const } : {}),
  };
}

/** A failed invariant, and the kernels that it failed on. */
export class PlanError extends Error {
  override readonly name = "PlanError";
  readonly kernels: readonly string[];

  constructor(kernels: readonly PlanKernel[], cause: unknown) {
    super("a plan that is legal cannot be lowered", { cause });
    this.kernels = kernels.map(printKernel);
  }
}

/** Undefined where the GPU cannot run it. */
function lowered(transform: Transform, kernels: readonly ScheduledKernel[], gpu: Gpu): CompiledPlan | undefined {
  try {
    return lowerPlan("request", { transform, kernels }, gpu);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw new PlanError(kernels, error);
  }
}
