// Turns one scheduled kernel into its geometry: tile, phases, shared-memory map. Everything that lowering needs to write
// addresses, and everything that the cost model counts. Illegal schedules come back with a reason.
import type { Gpu } from "../gpu/gpu.js";
import { at, invariant } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import { placeBranches } from "./branches.js";
import { clusterRegisters, placeOnCluster, type ClusterPlacement } from "./cluster.js";
import { isOnCluster, type OnCluster, type Schedule, type ScheduledKernel } from "../plan/plan.js";
import {
  elementRegisters,
  elementTypeBytes,
  hasShortExchange,
  kernelElements,
  type ElementType,
  type KernelElements,
} from "../plan/elements.js";
import { isComplex } from "../plan/transform.js";
import { usesMatrices } from "../plan/units.js";
import {
  arrayAfter,
  kernelDigits,
  product,
  type Atom,
  type DigitSet,
  type MemoryLayout,
  type TransformedDigit,
} from "./digits.js";
import { placeFragmentPhases, type FragmentPhases } from "./fragment-phases.js";
import { placeGathered, rowsFirst } from "./gathered.js";
import { bytesWith, loadingPhase, storesRows, storingPhase, type Entry, type Exit } from "./exchange.js";
import { orderedStores, type OrderedStores } from "./ordered-stores.js";
import { activeThreads, choosePhases, registersPerThread, type FoldRequest, type Phase } from "./phases.js";
import { ACCESS_BYTES, longestRun, runLength, stridesAround } from "./runs.js";
import { alignedSectors, sectorsOfAccess, sectorsPerRequest } from "./coalescing.js";
import { foldOf, foldOnCluster, loadsByThreads } from "./hermitian-step.js";
import { NONE, type Columns } from "./mirrored.js";
import type { Stretch } from "./stretch.js";
import { reachAfter, reachAlike, type Reach } from "./reach.js";
import { bulkCopyProblem } from "./tensor-box.js";
import { askedAhead, type AskedAhead } from "./asked-ahead.js";
import { checkSchedule } from "./possible-schedule.js";
import type { Tile } from "./tile.js";
import { isBlockLocal, isTileLocal } from "./in-place.js";
import { checkTurning, isTurning } from "./turning.js";
import { scheduledLayout, scheduledTile } from "./tiled.js";
import { checkVectorKernel, inVectors, placeVectors } from "./vector.js";

export interface KernelGeometry extends Stretch {
  /** The columns of its tiles, which come with their mirrors. */
  readonly columns: Columns;
  readonly entry: Entry | undefined;
  readonly exit: Exit | undefined;
  /** How blocks work on a tile: each alone, or those of a cluster together, or each on a branch of its own up to the exit. */
  readonly team: Team;
  /** What blocks prefetch to the L2 cache, if they do. */
  readonly prefetched: AskedAhead | undefined;
  /** What placing decided on this GPU where the schedule says nothing. */
  readonly said: Pick<Schedule, "distance" | "storing" | "shared">;
  readonly threads: number;
  /** Elements a thread holds at most. */
  readonly registers: number;
  readonly sharedBytes: number;
  /** Every block writes exactly the elements it reads, so input and output may be the same memory. */
  readonly blockLocal: boolean;
  /** 32-byte sectors per warp request, and the fewest possible. */
  readonly loadSectors: { readonly sectors: number; readonly ideal: number };
  readonly storeSectors: { readonly sectors: number; readonly ideal: number };
}

export type Team =
  | { readonly kind: "block" }
  | { readonly kind: "branches"; readonly size: number }
  | ({ readonly kind: "cluster" } & ClusterPlacement);

/** Registers of 32 bits in an array beyond which ptxas would certainly spill. */
const ARRAY_REGISTERS = 128;

/** More where a base order, whose butterfly lets its inputs pass by, has no less; in bits of 32. */
const MOST_ARRAY_REGISTERS = 216;
const arrayRegisters = (digits: readonly TransformedDigit[], { held }: KernelElements): number => {
  const largest = Math.max(1, ...digits.map(({ radix }) => radix)) * elementRegisters(held);
  return largest > ARRAY_REGISTERS ? Math.min(largest, MOST_ARRAY_REGISTERS) : ARRAY_REGISTERS;
};

/** The geometry up to the choice of shared-memory addresses, which is the costly part. */
export function placeKernel(plan: DigitSet, kernel: ScheduledKernel, index: number, gpu: Gpu): Result<KernelGeometry> {
  const sound = checkSchedule(kernel.schedule, index, gpu);
  if (!sound.ok) return sound;
  if (kernel.schedule.exchange === "short" && !hasShortExchange(plan.transform))
    return failure("a short exchange is for numbers of 16 bits, and for none that carry rounding errors");
  const { threads, columns, width = 1 } = kernel.schedule;
  const viewed = inVectors(plan, width);
  if (!viewed.ok) return viewed;
  const set = viewed.value;
  const matrices = usesMatrices(kernel);
  const reads = reachAfter(set, index);
  const writes = reachAfter(set, index + 1);
  const elements = kernelElements(set.transform, { ...kernel.schedule, matrices }, index, set.kernelCount, {
    input: arrayAfter(set, index),
    output: arrayAfter(set, index + 1),
  });
  const sizes = checkBytes(elements.input, elements.output);
  if (!sizes.ok) return sizes;
  const longest = longestRun(elementTypeBytes(elements.exchanged), stridesAround(set, index));
  const computable = checkVectorKernel(elements, kernel, { longest, planar: reads.planar || writes.planar });
  if (!computable.ok) return computable;
  const turns = isTurning(plan, index);
  const turnable = plan.turns || turns ? checkTurning(elements, kernel, matrices) : success(true);
  if (!turnable.ok) return turnable;
  const digits = kernelDigits(set, kernel);
  const input = scheduledLayout(set, index);
  const output = scheduledLayout(set, index + 1);
  const tile = scheduledTile(set, index, columns);
  if (!tile.ok) return tile;
  const { schedule } = kernel;
  const onCluster = isOnCluster(schedule);
  const folded = foldOf(set, { reads, writes }, elements, { matrices, onCluster }, index);
  if (!folded.ok) return folded;
  const whole = { tile: tile.value, digits, input, reads };
  const elementBytes = elementTypeBytes(elements.exchanged);
  const parted =
    onCluster && turns
      ? placeBranches(set, whole, schedule, { folded: folded.value, elementBytes }, gpu)
      : success({ ...whole, exit: undefined });
  if (!parted.ok) return parted;
  const { exit: branchExit, ...own } = parted.value;
  if (onCluster && !turns) {
    const common = { index, set, elements, digits, reads, writes, tile: tile.value, input, output };
    return placeClusterKernel({ ...common, schedule, folded: folded.value }, gpu);
  }
  const inputBytes = elementTypeBytes(elements.input);
  const outputBytes = elementTypeBytes(elements.output);
  // Real vectors are elements; of complex numbers an access moves so many.
  const vectors = isComplex(set.transform) ? width : 1;
  const columnsOfTile = folded.value?.columns ?? NONE;
  const request = { tile: own.tile, threads, input: own.input, output, longestRun: matrices ? longest : vectors };
  const { sectors } = kernel.schedule;
  const order = set.gathers ? { input: rowsFirst(set, own.input), output: rowsFirst(set, output), gathers: true } : {};
  const storing = { index, digits: own.digits, tile: own.tile, writes, output, elements };
  const ordering = orderedStores(set, storing, kernel.schedule, gpu);
  if (!ordering.ok) return ordering;
  const exit = branchExit ?? ordering.value.exit;
  const chosen = matrices
    ? placeFragmentPhases(request, own.digits)
    : withoutRun(
        choosePhases({
          ...request,
          ...order,
          digits: own.digits,
          inputBytes,
          outputBytes,
          sectors,
          folded: folded.value,
          turns: turns || exit !== undefined,
        }),
      );
  if (!chosen.ok) return chosen;
  const { run } = chosen.value;
  const placed = placeVectors(set, index, elements, chosen.value.phases, threads);
  if (!placed.ok) return placed;
  const phases = placed.value;
  const gathering = entryOf(set, { tile: own.tile, threads, layout: own.input }, phases, elements);
  if (!gathering.ok) return gathering;
  const entry = gathering.value;
  const all = branchExit === undefined ? phases : [...phases, branchExit.phase];
  const registers = Math.max(...all.map(registersPerThread));
  const limit = Math.floor(arrayRegisters(digits, elements) / elementRegisters(elements.held));
  if (registers > limit) return failure(`${registers} elements per thread exceed the ${limit} that registers hold`);
  const busiest = Math.max(...all.map(activeThreads));
  if (busiest < threads) return failure(`only ${busiest} of ${threads} threads have work`);
  const exchangedBytes = elementTypeBytes(elements.exchanged);
  const exchange = phases.length > 1 ? checkBytes(elements.exchanged) : success(true);
  if (!exchange.ok) return exchange;
  if (phases.length > 1 && exchangedBytes < WORD_BYTES)
    return failure(`elements of ${exchangedBytes} bytes would share words of shared memory: take vectors`);
  const held = phases.length > 1 ? product(own.tile.atoms) : 0;
  const sharedBytes = bytesWith(held * exchangedBytes, { entry, exit });
  if (sharedBytes > gpu.sharedBytesPerBlock) {
    return failure(
      `a tile of ${sharedBytes} bytes exceeds the ${gpu.sharedBytesPerBlock} bytes of shared memory per block`,
    );
  }
  const prefetched = askedAhead(set, index, own.tile, own.reads, kernel.schedule, gpu);
  if (!prefetched.ok) return prefetched;
  const [first, last] = [phases[0], phases.at(-1)];
  if (first === undefined || last === undefined) return failure("a kernel needs at least one sub-computation");
  const loadRun = set.gathers ? 1 : runLength(withoutParts(first, own.reads), own.input, request.longestRun);
  const storeRun = exit?.through === "block" ? 1 : runLength(withoutParts(last, writes), output, request.longestRun);
  return success({
    index,
    set,
    elements,
    digits,
    input: own.input,
    output,
    reads: own.reads,
    writes,
    tile: own.tile,
    columns: columnsOfTile,
    phases,
    entry,
    exit,
    run,
    loadRun,
    storeRun,
    prefetched: prefetched.value,
    said: { ...distanceOf(prefetched.value), ...storingOf(ordering.value) },
    exchanges: [],
    team: branchExit === undefined ? { kind: "block" } : { kind: "branches", size: product(branchExit.rank) },
    loaded: branchExit === undefined ? undefined : digits[0],
    threads,
    registers,
    sharedBytes,
    blockLocal:
      columnsOfTile.kind === "none" &&
      reachAlike(reads, writes) &&
      isBlockLocal(set, [reads, writes], own.tile, phases, input, output),
    loadSectors: sectorsOfAccess(loadingPhase({ phases, entry }), own.input, reads, inputBytes, loadRun),
    storeSectors: storesRows(exit, "lines")
      ? alignedSectors(threads, outputBytes)
      : sectorsOfAccess(storingPhase({ phases, exit }), output, writes, outputBytes, storeRun),
  });
}

/** Registers that are there together or not at all, which one access may move; none where it moves one part of a number. */
const withoutParts = ({ registers }: Phase, { ranges, planar }: Reach): readonly Atom[] =>
  registers.filter(({ digit }) => !planar && !ranges.some(({ weights }) => weights.has(digit)));

const withoutRun = (phases: Result<readonly Phase[]>): Result<FragmentPhases> =>
  phases.ok ? success({ phases: phases.value, run: [] }) : phases;

/** Bytes of a word of shared memory. */
const WORD_BYTES = 4;

function checkBytes(...types: readonly ElementType[]): Result<true> {
  const largest = Math.max(...types.map(elementTypeBytes));
  if (largest > ACCESS_BYTES)
    return failure(`elements of ${largest} bytes: an access moves ${ACCESS_BYTES} at most, so take narrower vectors`);
  return success(true);
}

interface ClusterKernel extends Pick<
  KernelGeometry,
  "index" | "set" | "elements" | "digits" | "reads" | "writes" | "tile" | "input" | "output"
> {
  readonly schedule: OnCluster;
  readonly folded: FoldRequest | undefined;
}

function placeClusterKernel(kernel: ClusterKernel, gpu: Gpu): Result<KernelGeometry> {
  const { set, elements, tile, schedule, input, output, reads, writes, digits, index } = kernel;
  const sizes = checkBytes(elements.exchanged);
  if (!sizes.ok) return sizes;
  if (schedule.distance !== undefined)
    return failure("distance: each cluster prefetches its own next tile: leave it out");
  if (schedule.storing === "ordered")
    return failure("ordered stores: blocks of clusters store what their butterflies have: leave it out");
  const folded = foldOnCluster({ ...kernel, cluster: schedule.cluster });
  if (!folded.ok) return folded;
  const hasColumns = kernel.folded !== undefined && kernel.folded.columns.kind !== "none";
  const loads = loadsByThreads(folded.value && { ...folded.value, hasColumns }, reads);
  const moved = loads ? [elements.exchanged] : [elements.input, elements.exchanged];
  const short = moved.map(elementTypeBytes).find((bytes) => bytes < WORD_BYTES);
  if (short !== undefined)
    return failure(
      `stores to a cluster, and bulk copies, move 4, 8 or 16 bytes, not elements of ${short}: take vectors`,
    );
  if (!loads && reads.content?.kind === "reals")
    return failure("bulk copies of real numbers land as such, and butterflies of a cluster's front take complex ones");
  if (!loads && elements.input.by !== undefined && reads.ranges.length > 0)
    return failure(
      "bulk copies bring zeros for what is not there, of which an expression may make others: leave out the cluster",
    );
  const unfetchable = loads ? undefined : bulkCopyProblem(arrayAfter(set, index), elementTypeBytes(elements.input));
  if (unfetchable !== undefined) return failure(unfetchable);
  const request = {
    set,
    schedule,
    digits,
    tile,
    input,
    output,
    reads,
    elements,
    folded: folded.value,
    fetchedBy: loads ? "threads" : "bulk copies",
  } as const;
  const placed = placeOnCluster(request, gpu);
  if (!placed.ok) return placed;
  const { front, back } = placed.value;
  const all = placeVectors(set, index, elements, [...front, ...back], schedule.threads);
  if (!all.ok) return all;
  const phases = all.value;
  const cluster = { ...placed.value, front: phases.slice(0, front.length), back: phases.slice(front.length) };
  const registers = clusterRegisters(cluster);
  const limit = ARRAY_REGISTERS / elementRegisters(elements.held);
  if (registers > limit) return failure(`${registers} elements per thread exceed the ${limit} that registers hold`);
  if (cluster.sharedBytes > gpu.sharedBytesPerBlock) {
    return failure(
      `the buffers of a block have ${cluster.sharedBytes} bytes and exceed the ${gpu.sharedBytesPerBlock} bytes of shared memory per block`,
    );
  }
  const last = cluster.back.at(-1);
  invariant(last !== undefined, () => "layout: a cluster without a phase after the exchange");
  return success({
    index,
    set,
    elements,
    digits,
    input,
    output,
    reads,
    writes,
    tile,
    columns: folded.value?.columns ?? NONE,
    phases,
    entry: undefined,
    exit: undefined,
    run: [],
    loadRun: 1,
    storeRun: 1,
    prefetched: undefined,
    said: {},
    exchanges: cluster.exchanges,
    team: { kind: "cluster", ...cluster },
    loaded: undefined,
    threads: schedule.threads,
    registers,
    sharedBytes: cluster.sharedBytes,
    // A tile is stored when all of it has been fetched.
    blockLocal: isTileLocal(set, [reads, writes], tile, input, output),
    loadSectors: loads
      ? sectorsPerRequest(at(cluster.front, 0), input, elementTypeBytes(elements.input))
      : { sectors: 1, ideal: 1 },
    storeSectors: sectorsPerRequest(last, output, elementTypeBytes(elements.output)),
  });
}

function entryOf(
  set: DigitSet,
  placed: { readonly tile: Tile; readonly threads: number; readonly layout: MemoryLayout },
  phases: readonly Phase[],
  { exchanged }: KernelElements,
): Result<Entry | undefined> {
  return set.gathers
    ? placeGathered(set, { ...placed, bytes: elementTypeBytes(exchanged) }, phases)
    : success(undefined);
}

const distanceOf = (prefetched: AskedAhead | undefined): Pick<Schedule, "distance"> =>
  prefetched === undefined ? {} : { distance: prefetched.blocks };

const storingOf = ({ storing }: OrderedStores): Pick<Schedule, "storing"> => (storing === undefined ? {} : { storing });

/** The geometry with a prefetch; all else is as it is. */
export const prefetching = (geometry: KernelGeometry, prefetched: AskedAhead | undefined): KernelGeometry => ({
  ...geometry,
  prefetched,
  said: { ...geometry.said, ...distanceOf(prefetched) },
});
