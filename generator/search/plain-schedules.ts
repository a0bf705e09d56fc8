// Enumerates the schedules of one kernel without clusters: columns, threads, registers, twiddle source.
import { at } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import type { Gpu } from "../gpu/gpu.js";
import { occupancy } from "../gpu/occupancy.js";
import { askedAhead } from "../layout/asked-ahead.js";
import { kernelDigits, memoryLayout, type DigitSet } from "../layout/digits.js";
import { placeKernel, type KernelGeometry, prefetching } from "../layout/geometry.js";
import { foldedEnd, mirroredColumns, sideOf } from "../layout/mirrored.js";
import { canPrefetch } from "../layout/possible-schedule.js";
import { onceWanted, rememberedByValue } from "../layout/remembered.js";
import { possibleColumns } from "../layout/tile.js";
import { inVectors } from "../layout/vector.js";
import { elementTypeBytes, kernelElements } from "../plan/elements.js";
import type { PlanKernel, Schedule, TwiddleSource } from "../plan/plan.js";
import { isShort } from "../plan/transform.js";
import { usesMatrices } from "../plan/units.js";
import { kernelCosts } from "./cost.js";
import { registerUse } from "./registers.js";
import type { ScheduledCandidate } from "./scheduled-candidate.js";
import type { ScheduleOptions } from "./schedule-options.js";
import { shapeKey, type Shapes } from "./shapes.js";
import { registersAtEase, registersToLeave, registersToTry } from "./spilling.js";
import { threadCounts, threadsFor } from "./thread-counts.js";
import { computableSources } from "./twiddle-sources.js";
import { vectorsOf } from "./widths.js";

/** What a block without clusters holds. */
export const LARGEST_TILE_ELEMENTS = 1 << 15;
const LEAST_THREADS = 32;

/** Those for a batch; where there are none `refuse` is told why. */
export type PlainSchedules = (
  batch: number,
  refuse: (reason: string) => void,
  shapes?: Shapes,
) => readonly ScheduledCandidate[];

export function plainSchedules(
  plan: DigitSet,
  kernel: PlanKernel,
  index: number,
  gpu: Gpu,
  { twiddles: twiddleSources, idleThreads = false, silent = false }: ScheduleOptions,
  { width, exchange }: { readonly width: number; readonly exchange: Schedule["exchange"] },
): PlainSchedules {
  const viewed = inVectors(plan, width);
  if (!viewed.ok) return none(viewed.reason);
  const set = viewed.value;
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
  const sources = matrices
    ? isShort(set.transform.precision)
      ? SHORT_TWIDDLES
      : EXACT_TWIDDLES
    : computableSources(held, twiddleSources);
  const [source = "table", ...otherSources] = registerUse(digits).twiddled ? sources : (["table"] as const);

  const mirrored = mirroredColumns(set, index);
  if (!mirrored.ok) return none(mirrored.reason);
  const columnChoices = possibleColumns(
    set,
    digits,
    Math.floor(tileLimit / radixProduct),
    memoryLayout(set, index),
    memoryLayout(set, index + 1),
    sideOf(mirrored.value),
  );
  const placed = (columns: number, threads: number): Result<PlacedShape> => {
    if (threads > gpu.maxThreadsPerBlock) return failure(`more than ${gpu.maxThreadsPerBlock} threads`);
    if (threads < LEAST_THREADS && columns !== columnChoices.at(-1) && columnChoices.length > 1)
      return failure(`fewer than ${LEAST_THREADS} threads`);
    const base: Schedule = {
      threads,
      columns,
      blocksPerSm: 1,
      twiddles: "table",
      stores,
      ...exchanging,
      ...vectorsOf(width),
    };
    const geometry = placeKernel(plan, { ...kernel, schedule: base }, index, gpu);
    if (!geometry.ok) return geometry;
    const inBlocks = (twiddles: TwiddleSource): Result<Rated> =>
      resident({ plan, geometry: geometry.value, schedule: { ...base, twiddles }, gpu, silent });
    return success({ by: rememberedByValue(inBlocks) });
  };
  const shapesOf = (countsOf: (tile: number) => Iterable<number>): readonly Shape[] =>
    columnChoices.flatMap((columns) =>
      [...countsOf(radixProduct * columns)].map((threads) => ({
        key: shapeKey({ threads, columns, width }),
        placed: onceWanted(() => placed(columns, threads)),
      })),
    );
  const isAlone = (tile: number): boolean => 2 * tile * bytes > gpu.sharedBytesPerBlock;
  const usual = shapesOf((tile) => (matrices ? wholeWarps(tile) : threadCounts(tile, radices, held, isAlone(tile))));
  // As many as butterflies and their mirrors take: where other radices are much larger, most of them have no work then.
  const idle =
    !idleThreads || folded === undefined
      ? []
      : shapesOf((tile) => [(tile / radixProduct) * threadsFor(radixProduct, folded)]);

  return (batch, refuse, shapes) => {
    const found = <T>(result: Result<T>): T | undefined => {
      if (result.ok) return result.value;
      refuse(result.reason);
      return undefined;
    };
    const among = (all: readonly Shape[]): readonly PlacedShape[] =>
      all.flatMap((shape) => (shapes?.has(shape.key) === false ? [] : (found(shape.placed()) ?? [])));
    const ofUsual = among(usual);
    const tried = (ofUsual.length > 0 ? ofUsual : among(idle)).map((shape) => ({
      shape,
      candidate: found(shape.by(source))?.(batch),
    }));
    const candidates = tried.flatMap(({ candidate }) => candidate ?? []);
    if (otherSources.length === 0) return candidates;
    // Which does not fit with these may fit with others.
    const time = ({ candidate }: (typeof tried)[number]): number => candidate?.cost.milliseconds ?? 0;
    const promising = tried.toSorted((a, b) => time(a) - time(b)).slice(0, SHAPES_FOR_OTHER_SOURCES);
    return [
      ...candidates,
      ...promising.flatMap(({ shape }) => otherSources.flatMap((other) => found(shape.by(other))?.(batch) ?? [])),
    ];
  };
}

const none =
  (reason: string): PlainSchedules =>
  (_, refuse) => {
    refuse(reason);
    return [];
  };

/** Threads and columns. */
interface Shape {
  readonly key: string;
  readonly placed: () => Result<PlacedShape>;
}

/** The same, of which it is known where they are, with factors of each source. */
interface PlacedShape {
  readonly by: (source: TwiddleSource) => Result<Rated>;
}

type Rated = (batch: number) => ScheduledCandidate;

/** A schedule of which all is decided but how many blocks a multiprocessor has. */
interface Weighed {
  readonly plan: DigitSet;
  readonly geometry: KernelGeometry;
  readonly schedule: Schedule;
  readonly gpu: Gpu;
  /** Whether blocks never ask the L2 cache ahead. */
  readonly silent: boolean;
}

/** That are asked for: blocks of one warp are more where there is room. */
const MOST_BLOCKS = 16;

/** What is slow with factors of one source is so with those of others; with the best eight alone the best shapes of some kernels are missed. */
const SHAPES_FOR_OTHER_SOURCES = 24;

/** With as many blocks as fit. */
function resident(weighed: Weighed): Result<Rated> {
  const { plan, geometry, schedule, gpu } = weighed;
  const { threads, sharedBytes } = geometry;
  const { twiddles } = schedule;
  const registersPerThread = registersToLeave(geometry, twiddles);
  const wide = occupancy(gpu, { threads, registersPerThread, sharedBytes });
  const tight = registersToTry(geometry, twiddles);
  const fit = wide.blocksPerSm > 0 ? wide : occupancy(gpu, { threads, registersPerThread: tight, sharedBytes });
  if (fit.blocksPerSm === 0) return failure(`does not fit a multiprocessor: ${fit.limit}`);
  const blocks = Math.min(fit.blocksPerSm, MOST_BLOCKS);
  const ratedWith = rememberedByValue((blocksPerSm: number) => askingIfWorth(weighed, blocksPerSm));
  if (!plan.gathers) return success((batch) => ratedWith(blocks)(batch).chosen);
  const ease = registersAtEase(geometry, twiddles);
  const atEase = Math.min(occupancy(gpu, { threads, registersPerThread: ease, sharedBytes }).blocksPerSm, MOST_BLOCKS);
  return success((batch) => {
    const { chosen: usual } = ratedWith(blocks)(batch);
    const isSettled = usual.schedule.prefetch === true || atEase === 0;
    const chosen = isSettled ? usual : ratedWith(atEase)(batch).chosen;
    if (chosen.schedule.prefetch !== true) return chosen;
    return lessCrowded(chosen, (best, blocksPerSm) => ratedWith(blocksPerSm)(batch).ifFaster(best));
  });
}

/** A candidate that asks the L2 cache ahead or not, as is predicted to be worth it; and the one that does, if it can and is faster than another. */
interface AskingOrNot {
  readonly chosen: ScheduledCandidate;
  readonly ifFaster: (than: ScheduledCandidate) => ScheduledCandidate;
}

/** Asking the L2 cache for what later blocks load, where that is predicted to be worth it, unless it is to be silent. */
function askingIfWorth(
  { plan, geometry, schedule: base, gpu, silent }: Weighed,
  blocksPerSm: number,
): (batch: number) => AskingOrNot {
  const schedule: Schedule = { ...base, blocksPerSm };
  const costs = kernelCosts(plan, geometry, schedule, gpu);
  const asked = onceWanted(() => askingAhead(geometry, schedule, gpu));
  const worth = plan.gathers ? 1 : WORTH_ASKING;
  return (batch) => {
    const quiet = { schedule, geometry, cost: costs(batch, false) };
    if (silent || !canPrefetch(gpu)) return { chosen: quiet, ifFaster: (than) => than };
    const cost = costs(batch, true);
    const ifFaster = (than: ScheduledCandidate, share = 1): ScheduledCandidate => {
      const asking = cost.milliseconds < share * than.cost.milliseconds ? asked() : undefined;
      return asking === undefined ? than : { ...asking, cost };
    };
    return { chosen: ifFaster(quiet, worth), ifFaster };
  };
}

/** Undefined where what it loads cannot be asked for. */
function askingAhead(
  geometry: KernelGeometry,
  schedule: Schedule,
  gpu: Gpu,
): Omit<ScheduledCandidate, "cost"> | undefined {
  const { index, set, tile, reads } = geometry;
  const asking: Schedule = { ...schedule, prefetch: true };
  const asked = askedAhead(set, index, tile, reads, asking, gpu);
  return asked.ok ? { schedule: asking, geometry: prefetching(geometry, asked.value) } : undefined;
}

/**
 * Of a kernel that gathers and asks the L2 cache ahead, the best with as many blocks to a multiprocessor as fit and with somewhat fewer, which have
 * less on its way: 67 points took 0.301 ms with 10 blocks, 0.302 with 11, 0.309 with 12 and 0.313 with 13.
 */
function lessCrowded(
  most: ScheduledCandidate,
  orFewer: (best: ScheduledCandidate, blocksPerSm: number) => ScheduledCandidate,
): ScheduledCandidate {
  const blocks = most.schedule.blocksPerSm;
  let best = most;
  for (let fewer = blocks - 1; fewer > LEAST_SHARE * blocks; fewer--) best = orFewer(best, fewer);
  return best;
}

const LEAST_SHARE = 0.7;

/**
 * Predictions are not better than that. Of kernels that gather 23 which were predicted to gain less took 2 % less time, and 54 that were to lose
 * as long as without.
 */
const WORTH_ASKING = 0.98;

/** Where the factors of short numbers come from: the intrinsics are exact enough for them. */
const SHORT_TWIDDLES: readonly TwiddleSource[] = ["table", "fast-sincos"];
const EXACT_TWIDDLES: readonly TwiddleSource[] = ["table"];
/** Elements of a thread that are worth trying on tensor cores. */
const MATRIX_ELEMENTS = [4, 8, 16, 32] as const;

/** Numbers of threads that share a tile evenly. */
const wholeWarps = (tile: number): readonly number[] =>
  MATRIX_ELEMENTS.map((elements) => tile / elements).filter((threads) => Number.isInteger(threads / LEAST_THREADS));
