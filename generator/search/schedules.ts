// Enumerates the schedules of one kernel and keeps the best by prediction: vectors, columns, threads, registers,
// twiddle source, clusters.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { occupancy } from "../gpu/occupancy.js";
import { askedAhead } from "../layout/asked-ahead.js";
import { kernelDigits, memoryLayout, type DigitSet } from "../layout/digits.js";
import { placeKernel, type KernelGeometry } from "../layout/geometry.js";
import { foldedEnd, mirroredColumns } from "../layout/mirrored.js";
import { canPrefetch } from "../layout/possible-schedule.js";
import { possibleColumns } from "../layout/tile.js";
import { inVectors } from "../layout/vector.js";
import { elementTypeBytes, hasShortExchange, kernelElements } from "../plan/elements.js";
import type { PlanKernel, Schedule, TwiddleSource } from "../plan/plan.js";
import { computedWith, isComplex, isShort, type Transform } from "../plan/transform.js";
import { usesMatrices } from "../plan/units.js";
import { branchSchedules } from "./branch-schedules.js";
import { plainCosts, type KernelCost } from "./cost.js";
import { clusterSchedules } from "./cluster-schedules.js";
import { computableSources } from "./twiddle-sources.js";
import { registerUse } from "./registers.js";
import type { ScheduledCandidate } from "./scheduled-candidate.js";
import { shapeKey, type Shapes } from "./shapes.js";
import { registersAtEase, registersInDoubt, registersToLeave } from "./spilling.js";
import { threadCounts, threadsFor } from "./thread-counts.js";
import { undividedSchedules } from "./undivided-schedules.js";
import { promisingWidths, vectorsOf } from "./widths.js";

/** What became of the schedules that were tried: how many were legal, and why the others were not. */
export interface ScheduleSearch {
  /** The best first, as `cautious` tells. */
  readonly candidates: readonly ScheduledCandidate[];
  /** Reason -> how many candidates it ruled out. */
  readonly refused: ReadonlyMap<string, number>;
}

export interface ScheduleOptions {
  readonly twiddles: readonly TwiddleSource[];
  /** How many candidates to keep. */
  readonly keep: number;
  /** No clusters. */
  readonly plainOnly?: boolean;
  /** Blocks do not ask the L2 cache for what later ones load. */
  readonly silent?: boolean;
  /** Threads without work are better than no schedule: where the sub-computations are given, or no others would do. */
  readonly idleThreads?: boolean;
  /** Without clusters no others. Absent: all. */
  readonly shapes?: Shapes;
}

/** What a block without clusters holds at most. */
export const LARGEST_TILE_ELEMENTS = 1 << 15;
const LEAST_THREADS = 32;

export function searchSchedules(
  set: DigitSet,
  kernel: PlanKernel,
  index: number,
  gpu: Gpu,
  options: ScheduleOptions,
): ScheduleSearch {
  const refused = new Map<string, number>();
  const refuse = (reason: string): void => void refused.set(reason, (refused.get(reason) ?? 0) + 1);
  const candidates: ScheduledCandidate[] = [];
  for (const exchange of exchangesOf(set.transform, kernel)) {
    if (candidates.length > 0) break;
    for (const width of promisingWidths(set, kernel, exchange))
      candidates.push(...plainSchedules(set, kernel, index, gpu, options, refuse, { width, exchange }));
  }
  const onClusters = options.plainOnly !== true;
  for (const width of onClusters && kernel.through === undefined ? promisingWidths(set, kernel, undefined) : []) {
    candidates.push(
      ...clusterSchedules(set, kernel, index, gpu, options.twiddles, refuse, width),
      ...undividedSchedules(set, kernel, index, gpu, options.twiddles, refuse, width),
    );
  }
  if (onClusters) candidates.push(...branchSchedules(set, kernel, index, gpu, options.twiddles, refuse));
  candidates.sort((a, b) => a.cost.cautious - b.cost.cautious);
  return { candidates: candidates.slice(0, options.keep), refused };
}

function plainSchedules(
  plan: DigitSet,
  kernel: PlanKernel,
  index: number,
  gpu: Gpu,
  { twiddles: twiddleSources, idleThreads = false, silent = false, shapes }: ScheduleOptions,
  refuse: (reason: string) => void,
  { width, exchange }: { readonly width: number; readonly exchange: Schedule["exchange"] },
): readonly ScheduledCandidate[] {
  const viewed = inVectors(plan, width);
  if (!viewed.ok) {
    refuse(viewed.reason);
    return [];
  }
  const set = viewed.value;
  const shapesPlaced: PlacedShape[] = [];
  const digits = kernelDigits(set, kernel);
  const radixProduct = digits.reduce((total, digit) => total * digit.radix, 1);
  // In a phase that is folded, threads have two butterflies.
  const end = foldedEnd(set, index);
  const folded = end === undefined ? undefined : 2 * at(digits, end === "input" ? 0 : digits.length - 1).radix;
  const radices = folded !== undefined && digits.length === 1 ? [folded] : digits.map(({ radix }) => radix);
  const matrices = usesMatrices(kernel);
  const exchanging = exchange === undefined || digits.length < 2 ? {} : { exchange };
  const { held, exchanged } = kernelElements(set.transform, { width, matrices, ...exchanging }, index, set.kernelCount);
  const bytes = elementTypeBytes(exchanged);
  const tileLimit = Math.min(LARGEST_TILE_ELEMENTS, Math.floor(gpu.sharedBytesPerBlock / bytes));
  const stores = index === set.kernelCount - 1 && set.kernelCount > 1 ? "streaming" : "default";
  const use = registerUse(digits);
  const sources = matrices
    ? isShort(set.transform.precision)
      ? SHORT_TWIDDLES
      : EXACT_TWIDDLES
    : computableSources(held, twiddleSources);

  const mirrored = mirroredColumns(set, index);
  if (!mirrored.ok) {
    refuse(mirrored.reason);
    return [];
  }
  const columnChoices = possibleColumns(
    set,
    digits,
    Math.floor(tileLimit / radixProduct),
    memoryLayout(set, index),
    memoryLayout(set, index + 1),
    mirrored.value?.side,
  );
  const scheduled = ({ base, geometry }: PlacedShape, twiddles: TwiddleSource): ScheduledCandidate | undefined => {
    const { threads, sharedBytes } = geometry;
    const registersPerThread = registersToLeave(geometry, twiddles);
    const wide = occupancy(gpu, { threads, registersPerThread, sharedBytes });
    const tight = registersPerThread - registersInDoubt(geometry, twiddles);
    const fit = wide.blocksPerSm > 0 ? wide : occupancy(gpu, { threads, registersPerThread: tight, sharedBytes });
    if (fit.blocksPerSm === 0) {
      refuse(`does not fit a multiprocessor: ${fit.limit}`);
      return undefined;
    }
    const schedule: Schedule = { ...base, blocksPerSm: Math.min(fit.blocksPerSm, MOST_BLOCKS), twiddles };
    const candidate = candidateOf(plan, geometry, schedule, gpu, silent);
    if (!plan.gathers) return candidate;
    const ease = Math.max(registersPerThread, registersAtEase(geometry));
    const { blocksPerSm } = occupancy(gpu, { threads, registersPerThread: ease, sharedBytes });
    const atEase: Schedule = { ...schedule, blocksPerSm: Math.min(blocksPerSm, MOST_BLOCKS) };
    const isSettled =
      candidate.schedule.prefetch === true || blocksPerSm === 0 || atEase.blocksPerSm === schedule.blocksPerSm;
    const chosen = isSettled ? candidate : candidateOf(plan, geometry, atEase, gpu, silent);
    return chosen.schedule.prefetch === true ? lessCrowded(plan, chosen, gpu) : chosen;
  };
  const tryThreads = (countsOf: (tile: number) => Iterable<number>): void => {
    for (const columns of columnChoices) {
      const tile = radixProduct * columns;
      for (const threads of countsOf(tile)) {
        if (shapes?.has(shapeKey({ threads, columns, width })) === false) continue;
        if (threads > gpu.maxThreadsPerBlock) {
          refuse(`more than ${gpu.maxThreadsPerBlock} threads`);
          continue;
        }
        if (threads < LEAST_THREADS && columns !== columnChoices.at(-1) && columnChoices.length > 1) {
          refuse(`fewer than ${LEAST_THREADS} threads`);
          continue;
        }
        const base: Schedule = {
          threads,
          columns,
          blocksPerSm: 1,
          twiddles: "table",
          stores,
          ...exchanging,
          ...vectorsOf(width),
        };
        const placed = placeKernel(plan, { ...kernel, schedule: base }, index, gpu);
        if (!placed.ok) {
          refuse(placed.reason);
          continue;
        }
        shapesPlaced.push({ base, geometry: placed.value });
      }
    }
  };
  const isAlone = (tile: number): boolean => 2 * tile * bytes > gpu.sharedBytesPerBlock;
  tryThreads((tile) => (matrices ? wholeWarps(tile) : threadCounts(tile, radices, held, isAlone(tile))));
  // As many as butterflies and their mirrors take: where other radices are much larger, most of them have no work then.
  if (idleThreads && shapesPlaced.length === 0 && folded !== undefined)
    tryThreads((tile) => [(tile / radixProduct) * threadsFor(radixProduct, folded)]);
  const [source = "table", ...otherSources] = use.twiddled ? sources : (["table"] as const);
  const tried = shapesPlaced.map((shape) => ({ shape, candidate: scheduled(shape, source) }));
  const candidates = tried.flatMap(({ candidate }) => candidate ?? []);
  if (otherSources.length === 0) return candidates;
  // Which does not fit with these may fit with others.
  const cautious = ({ candidate }: (typeof tried)[number]): number => candidate?.cost.cautious ?? 0;
  const promising = tried.toSorted((a, b) => cautious(a) - cautious(b)).slice(0, SHAPES_FOR_OTHER_SOURCES);
  return [
    ...candidates,
    ...promising.flatMap(({ shape }) => otherSources.flatMap((other) => scheduled(shape, other) ?? [])),
  ];
}

/** Threads and columns, of which it is known where they are. */
interface PlacedShape {
  readonly base: Schedule;
  readonly geometry: KernelGeometry;
}

/** That are asked for: blocks of one warp are more where there is room. */
const MOST_BLOCKS = 16;

/** What is slow with factors of one source is so with those of others; with the best eight alone the best shapes of some kernels are missed. */
const SHAPES_FOR_OTHER_SOURCES = 24;

/** Asking the L2 cache for what later blocks load, where that is predicted to be worth it, unless it is to be silent. */
function candidateOf(
  plan: DigitSet,
  geometry: KernelGeometry,
  schedule: Schedule,
  gpu: Gpu,
  silent: boolean,
): ScheduledCandidate {
  const costs = plainCosts(plan, geometry, schedule, gpu);
  const quiet = { schedule, geometry, cost: costs(false) };
  if (silent || !canPrefetch(gpu)) return quiet;
  const cost = costs(true);
  const worth = plan.gathers ? 1 : WORTH_ASKING;
  if (cost.milliseconds >= worth * quiet.cost.milliseconds) return quiet;
  return askingCandidate(geometry, schedule, cost, gpu) ?? quiet;
}

/** Undefined where what it loads cannot be asked for. */
function askingCandidate(
  geometry: KernelGeometry,
  schedule: Schedule,
  cost: KernelCost,
  gpu: Gpu,
): ScheduledCandidate | undefined {
  const { index, set, tile, reads } = geometry;
  const asking: Schedule = { ...schedule, prefetch: true };
  const asked = askedAhead(set, index, tile, reads, asking, gpu);
  return asked.ok ? { schedule: asking, geometry: { ...geometry, asksFor: asked.value }, cost } : undefined;
}

/**
 * Of a kernel that gathers and asks the L2 cache ahead, the best with as many blocks to a multiprocessor as fit and with somewhat fewer, which have
 * less on its way: 67 points took 0.301 ms with 10 blocks, 0.302 with 11, 0.309 with 12 and 0.313 with 13.
 */
function lessCrowded(plan: DigitSet, most: ScheduledCandidate, gpu: Gpu): ScheduledCandidate {
  const { schedule, geometry } = most;
  let best = most;
  for (let blocksPerSm = schedule.blocksPerSm - 1; blocksPerSm > LEAST_SHARE * schedule.blocksPerSm; blocksPerSm--) {
    const fewer: Schedule = { ...schedule, blocksPerSm };
    const cost = plainCosts(plan, geometry, fewer, gpu)(true);
    if (cost.milliseconds < best.cost.milliseconds) best = askingCandidate(geometry, fewer, cost, gpu) ?? best;
  }
  return best;
}

const LEAST_SHARE = 0.7;

/**
 * Predictions are not better than that. Of kernels that gather 23 which were predicted to gain less took 2 % less time, and 54 that were to lose
 * as long as without.
 */
const WORTH_ASKING = 0.98;

/**
 * How numbers of 16 bits that are computed with in single precision are exchanged, the best first: as they are stored. Measured, one
 * more rounding for each exchange raises the error of Fourier transforms by a third and takes 5 to 15 % less time (f16, 256 to 4096
 * points, H200), and Walsh-Hadamard transforms take up to 15 % less. In full where there are no vectors to exchange.
 */
function exchangesOf(transform: Transform, kernel: PlanKernel): readonly Schedule["exchange"][] {
  // What goes there and back is larger on its way than 16 bits hold.
  const isLarge = kernel.through !== undefined || kernel.hermitian !== undefined;
  if (
    isLarge ||
    usesMatrices(kernel) ||
    !hasShortExchange(transform) ||
    computedWith(transform) === transform.precision
  )
    return [undefined];
  return isComplex(transform) ? ["short"] : ["short", undefined];
}

/** Where the factors of short numbers come from: the intrinsics are exact enough for them. */
const SHORT_TWIDDLES: readonly TwiddleSource[] = ["table", "fast-sincos"];
const EXACT_TWIDDLES: readonly TwiddleSource[] = ["table"];
/** Elements of a thread that are worth trying on tensor cores. */
const MATRIX_ELEMENTS = [4, 8, 16, 32] as const;

/** Numbers of threads that share a tile evenly. */
const wholeWarps = (tile: number): readonly number[] =>
  MATRIX_ELEMENTS.map((elements) => tile / elements).filter((threads) => Number.isInteger(threads / LEAST_THREADS));
