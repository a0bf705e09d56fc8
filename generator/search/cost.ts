// Predicts the time of a kernel from first principles: bytes and the contiguity of their segments, issue slots,
// shared-memory wavefronts, and the latency that resident blocks must hide. Every term is kept for `explain`.
import { at } from "../failure/errors.js";
import type { Calibration } from "../gpu/calibration.js";
import type { Gpu } from "../gpu/gpu.js";
import { occupancy, registerCap } from "../gpu/occupancy.js";
import { segmentTime } from "../gpu/segments.js";
import { digitsAcross, product, type DigitSet } from "../layout/digits.js";
import { partsOf } from "../plan/arrays.js";
import { elementsAtOnce, elementRegisters, elementTypeBytes } from "../plan/elements.js";
import type { Branches } from "../layout/branches.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { presentTiles } from "../layout/present-tiles.js";
import { presentShare } from "../layout/reach.js";
import type { Schedule } from "../plan/plan.js";
import { activeThreads, type Phase } from "../layout/phases.js";
import { isFragment } from "../layout/fragment-phases.js";
import { fragmentWavefronts } from "./matrix-instructions.js";
import { goingThere } from "./going-there.js";
import { gatheringCost } from "./gathering-cost.js";
import { askingAhead, cautiousTime } from "./asking-cost.js";
import { clusterCost } from "./cluster-cost.js";
import { factorLookups, instructionCount } from "./instructions.js";
import { registersNeeded, registerUse } from "./registers.js";
import { hasTwiddles } from "../plan/transform.js";
import { transposedReading } from "./transposing.js";
import { isTurning } from "../layout/turning.js";
import { brokenMilliseconds, raggedMilliseconds, raggedSpectra } from "./broken-segments.js";
import { farTableBytes } from "./turning-tables.js";
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import { chainMilliseconds, chainShare, withCache } from "./short-launches.js";
import { isPlain, registersSpilled, registersToFit } from "./spilling.js";
import { gapsMoved, linesStored, numbersApart, sectorsWasted, sharedLines, storedApart } from "./sector-waste.js";
import {
  distanceFactor,
  ISSUE_PER_CLOCK,
  launchMilliseconds,
  movedBytes,
  type KernelCost,
  type MovedBytes,
} from "./terms.js";

export type { KernelCost } from "./terms.js";

/** Instructions that a spilled register costs. */
const SPILL_INSTRUCTIONS = 8;

type Fitted = Calibration["blocks"];

export function kernelCost(set: DigitSet, geometry: KernelGeometry, schedule: Schedule, gpu: Gpu): KernelCost {
  if (geometry.branches !== undefined) return branchedCost(set, geometry, geometry.branches, schedule, gpu);
  return geometry.cluster === undefined
    ? plainCosts(set, geometry, schedule, gpu)(geometry.asksFor !== undefined)
    : clusterCost(set, geometry, geometry.cluster, schedule, gpu);
}

/** Of blocks that go there and back as if they were alone, as many for each transform as there are branches, and then exchange. */
function branchedCost(
  set: DigitSet,
  geometry: KernelGeometry,
  { size }: Branches,
  schedule: Schedule,
  gpu: Gpu,
): KernelCost {
  const { transform } = set;
  const { branches } = gpu.calibration.blocks;
  const elements = geometry.set.elements / size;
  const alone = plainCosts(
    { ...set, transform: { ...transform, batch: size * transform.batch } },
    { ...geometry, set: { ...geometry.set, elements } },
    schedule,
    gpu,
  )(false);
  const sent = elements * (size - 1) * transform.batch * elementTypeBytes(geometry.elements.exchanged);
  const milliseconds = branches.factor * alone.milliseconds + sent / branches.bytesPerMillisecond;
  return { ...alone, milliseconds, cautious: milliseconds };
}

/** A kernel that goes there and back writes where it has read. */
const thereAndBack = (geometry: KernelGeometry): KernelGeometry => ({
  ...geometry,
  output: geometry.input,
  writes: geometry.reads,
  storeRun: geometry.loadRun,
  storeSectors: geometry.loadSectors,
  tile: { ...geometry.tile, outputRun: geometry.tile.inputRun },
});

/** Of a product with a constant: its load, and its operations. */
const PRODUCT_INSTRUCTIONS = 8;

/** Products of an element with constants. */
function productsOf({ turning, turns, gathers, kernelCount }: DigitSet, index: number): number {
  if (turning.has(index)) return 3;
  if (!turns) return 0;
  const isLast = index === kernelCount - 1;
  if (gathers) return 1;
  return (isLast ? 1 : 0) + (index === 0 ? (isLast ? 2 : 1) : 0);
}

/** Of a kernel without clusters: whether its blocks ask the L2 cache ahead or not changes little of what there is to count. */
export function plainCosts(
  set: DigitSet,
  given: KernelGeometry,
  schedule: Schedule,
  gpu: Gpu,
): (asks: boolean) => KernelCost {
  const turns = isTurning(set, given.index);
  const geometry = set.turns && turns ? thereAndBack(given) : given;
  const ways = turns ? 2 : 1;
  const products = productsOf(set, given.index);
  const { batch } = set.transform;
  const {
    blocks: fitted,
    terms: { overlapNorm },
  } = gpu.calibration;
  const elements = geometry.set.elements * batch;
  const moved = movedBytes(geometry);
  const bytes = elements * (moved.input * presentShare(geometry.reads) + moved.output * presentShare(geometry.writes));

  const tileElements = product(geometry.tile.atoms);
  const batchTiles = Math.ceil(batch / geometry.tile.batchTile);
  const blocks = batchTiles * presentTiles(geometry.writes, geometry.tile);
  // Partly filled blocks do the work of full ones.
  const workElements = blocks * tileElements;

  const needed = registersNeeded(geometry.elements.held, geometry.registers, registerUse(geometry.digits));
  // `__launch_bounds__` caps the registers; what does not fit is spilled to local memory.
  const registers = Math.min(needed.comfortable, Math.max(registerCap(gpu, schedule), 1));
  const spilled = registersSpilled(geometry, schedule, gpu);
  const resident = occupancy(gpu, {
    threads: geometry.threads,
    registersPerThread: registers,
    sharedBytes: geometry.sharedBytes,
  });
  // What goes there and back, and what folds as it loads, takes all registers that its bounds leave it.
  const takesAll = turns || loadsFoldedParts(geometry);
  const blocksPerSm = Math.max(
    1,
    takesAll ? Math.min(resident.blocksPerSm, schedule.blocksPerSm) : resident.blocksPerSm,
  );
  const activeSms = Math.min(gpu.multiprocessors, blocks);

  const inputBytes = geometry.tile.inputRun * moved.input;
  const outputBytes = geometry.tile.outputRun * moved.output;
  const transposed = transposedReading(geometry, gpu, moved.input);
  const sectorWaste =
    transposed !== undefined
      ? 1
      : (sectorsWasted(geometry, "load", moved.input) * (1 + fitted.apart.load * (numbersApart(geometry.reads) - 1)) +
          sectorsWasted(geometry, "store", moved.output) * (1 + fitted.apart.store * (storedApart(geometry) - 1))) /
        2;
  const waitsForRows = transposed?.waits === true;
  const segmentFactor = transposed?.factor ?? segmentTime(gpu, inputBytes, outputBytes) * distanceFactor(geometry, gpu);
  const scattered = turns ? 1 : 1 + fitted.scatteredLines * (linesStored(geometry, moved.output) - 1);
  const copyMilliseconds = bytes / gpu.copyBandwidth / 1e6;
  const residentShare = Math.min(1, (blocksPerSm * geometry.threads) / gpu.maxThreadsPerSm);
  const loadingShare = residentShare * loading(geometry);
  const emptyWarps = 1 + fitted.emptyWarpsPenalty * (1 - fullness(geometry, moved, loadingShare, fitted));
  const mirroredBytes =
    geometry.mirrored === undefined ? 0 : (elements / geometry.tile.outputRun) * fitted.mirroredSegmentBytes;
  // Parts of other arrays that begin within sectors are in those of the figures above.
  const brokenSegments =
    geometry.writes.content?.kind === "half"
      ? brokenMilliseconds(geometry, gpu, elements, fitted.brokenSegmentBytes)
      : geometry.writes.content === undefined && transposed === undefined
        ? raggedMilliseconds(geometry, gpu, elements, fitted.brokenSegmentBytes)
        : 0;
  const memoryAlone =
    (((copyMilliseconds / fitted.streamShare) *
      (waitsForRows ? 1 : segmentFactor) *
      scattered *
      sectorWaste ** 0.5 *
      emptyWarps *
      sharedLines(geometry, gpu) *
      gapsBetween(given, moved) *
      raggedSpectra(geometry) +
      mirroredBytes / gpu.copyBandwidth / 1e6 +
      brokenSegments) *
      gpu.multiprocessors) /
    activeSms;
  const memory = withCache(memoryAlone, bytes, gpu);

  const gathering = gatheringCost(geometry, moved.exchanged, blocksPerSm);
  const across = acrossPhases(geometry);
  const instructionsPerElement =
    ways * instructionCount(set, geometry, geometry.phases, schedule, gpu) -
    (across.length === 0 ? 0 : instructionCount(set, geometry, across, schedule, gpu)) +
    gathering.instructions +
    products * PRODUCT_INSTRUCTIONS +
    (SPILL_INSTRUCTIONS * spilled * geometry.phases.length) / geometry.registers;
  const clocksPerMillisecond = gpu.clockGHz * 1e6;
  const issueClocks = instructionsPerElement / gpu.warpSize / (ISSUE_PER_CLOCK * issueEfficiency(geometry, fitted));
  const issue = (workElements * issueClocks) / activeSms / clocksPerMillisecond;

  const exchanges = ways * Math.max(0, geometry.phases.length - 1) - across.length;
  const wavefrontsPerElement =
    (exchanges * 2 * moved.exchanged * conflictFactor(geometry)) / 128 +
    gathering.wavefronts +
    fragmentWavefronts(geometry, gpu);
  const shared = (workElements * wavefrontsPerElement) / activeSms / clocksPerMillisecond;

  const chainNanoseconds =
    2 * gpu.memoryLatencyNanoseconds +
    ((tileElements * (moved.input + moved.output)) / fitted.l2BytesPerClock +
      tileElements * (issueClocks + wavefrontsPerElement)) /
      gpu.clockGHz +
    (exchanges + gathering.meetings) * fitted.barrierNanoseconds +
    ways * factorLookups(geometry, schedule) * fitted.lookupNanoseconds;
  const waves = blocks / (activeSms * blocksPerSm);
  // Blocks start as others end, so only a launch of few waves feels their granularity.
  const effectiveWaves = waves < 4 ? Math.ceil(waves) : waves + 0.5;
  const latency =
    ((effectiveWaves * chainNanoseconds) / 1e6) *
    (elementsAtOnce(geometry.elements.held) > 1 ? fitted.pairsLatencyFactor : 1);

  const { turning, uneven } = fitted;
  const isUneven = !turns && isPlainlyUneven(geometry);
  const tables = turns
    ? (workElements * farTableBytes(set, geometry, schedule, gpu, blocksPerSm)) /
      (fitted.l2BytesPerClock * activeSms * clocksPerMillisecond)
    : 0;
  const overlapping = turns
    ? [
        memory,
        turningWork(geometry, fitted) * (turning.issue * issue + turning.shared * shared + tables),
        turning.latency * latency,
      ]
    : isUneven
      ? [
          memory * (1 + uneven.loading * (1 / loading(geometry) - 1)),
          issue,
          uneven.shared * shared,
          uneven.latency * latency,
        ]
      : [memory, issue, shared, latency];
  const norm = isUneven ? uneven.overlapNorm : overlapNorm;
  const together = overlapping.reduce((sum, term) => sum + term ** norm, 0) ** (1 / norm);
  const structure = isShortFma(geometry) ? manyThreads(geometry, exchanges, fitted) : shortRows(geometry, fitted);
  const waiting = waitingForParts(geometry, moved, residentShare);
  const waste = turns
    ? turningWaste(geometry, schedule, fitted) * fewWarps(geometry, gpu)
    : isUneven
      ? unevenness(geometry, schedule, gpu, residentShare) * fewWarps(geometry, gpu)
      : idleFold(geometry, fitted) * (set.turns ? goingThere(geometry, schedule, moved, blocksPerSm, gpu) : 1);
  const waitingForRows = waitsForRows ? (segmentFactor - 1) * memory : 0;
  const inWaves = together * structure * waiting * waste + gathering.alone * memory + waitingForRows;
  const { threads } = geometry;
  const instructions = (instructionsPerElement * tileElements) / threads;
  const meetings = exchanges + gathering.meetings;
  const multiplies = hasTwiddles(set.transform);
  const chain = memory + chainMilliseconds({ instructions, multiplies, meetings, threads }, gpu);
  const unasked = inWaves + chainShare(waves) * (chain - inWaves);
  return (asks) => {
    const alone = { unasked, memory, copyMilliseconds, blocksPerSm, turns };
    const asking = asks ? askingAhead(geometry, alone, gpu) : unasked;
    const launch = launchMilliseconds(schedule, asking, gpu);
    return {
      milliseconds: asking + launch,
      cautious: cautiousTime(unasked, asking) + launch,
      copyMilliseconds,
      terms: { memory: memory + waitingForRows, issue, shared, latency, launch },
      bytes,
      segmentFactor,
      registers,
      sharedBytes: geometry.sharedBytes,
      blocksPerSm,
      occupancy: residentShare,
      blocks,
      waves,
      instructionsPerElement: instructionsPerElement / geometry.elements.held.width,
    };
  };
}

/** What memory moves beyond what is there, where kernels read and write rows with room behind each. */
function gapsBetween({ set, index }: KernelGeometry, { input, output }: MovedBytes): number {
  const [read, written] = [gapsMoved(set, index, input), gapsMoved(set, index + 1, output)];
  return (input * read + output * written) / (input + output);
}

/** Whether it has a radix that is no power of two, reads and writes complex numbers, and no way back follows. */
const isPlainlyUneven = ({ set, digits, reads, writes }: KernelGeometry): boolean =>
  !set.turns &&
  [reads, writes].every((reach) => isPlain(set, reach)) &&
  digits.some(({ radix }) => !isPowerOfTwo(radix));

/** Registers that bounds take away, where ptxas puts loads off instead of spilling; factors that are looked up; large blocks, and few. */
function unevenness(geometry: KernelGeometry, schedule: Schedule, gpu: Gpu, residentShare: number): number {
  const { squeezed, tables, threads, occupancy, usual } = gpu.calibration.blocks.uneven;
  const missing = registersToFit(geometry) / Math.max(1, registerCap(gpu, schedule)) - 1;
  return (
    usual.share *
    (1 + squeezed * Math.max(0, missing)) *
    (schedule.twiddles === "table" ? 1 + tables : 1) *
    withoutCache(geometry, gpu) *
    (geometry.threads / usual.threads) ** threads *
    (residentShare / usual.occupancy) ** occupancy
  );
}

function fewWarps({ threads, set }: KernelGeometry, { warpSize, calibration }: Gpu): number {
  const { one, partOfTwo } = calibration.blocks.fewWarps;
  // What goes there and back on one warp needs no others to wait for.
  if (threads <= warpSize) return set.turns ? 1 : one;
  return threads < 2 * warpSize ? partOfTwo : 1;
}

/** Where shared memory leaves the L1 cache hardly anything, sectors that are touched twice come from the L2 cache twice. */
function withoutCache({ sharedBytes, loadSectors, storeSectors }: KernelGeometry, gpu: Gpu): number {
  const { bytes, factor, again, most } = gpu.calibration.blocks.uneven.smallCache;
  if (sharedBytes + gpu.sharedReservedPerBlock <= gpu.sharedBytesPerSm - bytes) return 1;
  const touched = (loadSectors.sectors / loadSectors.ideal) * (storeSectors.sectors / storeSectors.ideal);
  return factor * Math.min(most, 1 + again * (touched - 1));
}

/** Powers of two find their places by shifts; threads with many elements are few. */
function turningWork({ digits, elements, registers }: KernelGeometry, { turning }: Fitted): number {
  const isEven = digits.every(({ radix }) => isPowerOfTwo(radix));
  const isCrowded = elementRegisters(elements.held) * registers > turning.crowded.registers;
  return (isEven ? turning.even : 1) * (isCrowded ? turning.crowded.factor : 1);
}

/** Whether a kernel loads numbers one by one for a Hermitian step, as dct-3 does. */
const loadsFoldedParts = ({ reads: { content } }: KernelGeometry): boolean =>
  content?.kind === "folded" && content.parts !== undefined;

/**
 * What folds as it loads has both frequencies of a pair to wait for, one of them backwards, and one thread of each row has others: how much
 * longer that takes, of warps that fill a share of the multiprocessor. Fitted to 82 kernels of dct-3 and dst-3 on an H200.
 */
const waitingForParts = (geometry: KernelGeometry, { input }: MovedBytes, share: number): number =>
  loadsFoldedParts(geometry) ? Math.max(1, PARTS.factor * ((share * input) / PARTS.bytes) ** -PARTS.exponent) : 1;

const PARTS = { factor: 0.95, bytes: 8, exponent: 0.42 } as const;

/** What it costs that threads have no work in the Hermitian step of numbers that lie apart. */
function idleFold({ reads, writes, phases, threads, registers }: KernelGeometry, { idleFold: fitted }: Fitted): number {
  const isApart = [reads, writes].some(({ content }) => partsOf(content) !== undefined);
  const isIdle = [at(phases, 0), at(phases, phases.length - 1)].some((phase) => activeThreads(phase) < threads);
  if (!isApart || !isIdle || registers <= fitted.elements) return 1;
  return 1 + fitted.doubling * Math.log2(registers / fitted.elements);
}

/** Of a kernel that goes there and back what has no way back: butterflies across rows. */
function acrossPhases({ set, phases, gathered }: KernelGeometry): readonly Phase[] {
  const digits = gathered === undefined ? [] : digitsAcross(set);
  return phases.filter(({ digit }) => digits.some(({ name }) => name === digit?.name));
}

/** What phases waste that leave threads without work, which wait for the others or do what these do; and factors that are not looked up. */
function turningWaste({ phases, threads }: KernelGeometry, { twiddles }: Schedule, { turning }: Fitted): number {
  const idle = phases.reduce((sum, phase) => sum + threads / activeThreads(phase) - 1, 0) / phases.length;
  return (1 + turning.idle * idle) * (twiddles === "powers" ? turning.powers : 1);
}

/** The share of a block's threads that load: of 125 threads with 300 butterflies of 10 these are 100. */
const loading = ({ phases, gathered, threads }: KernelGeometry): number =>
  activeThreads(gathered?.load ?? at(phases, 0)) / threads;

/** The share of a full multiprocessor's data that is on its way: by warps, and for real elements by how much each moves. */
function fullness(
  { elements: { held } }: KernelGeometry,
  { input, output }: MovedBytes,
  warps: number,
  { usualAccessBytes }: Fitted,
): number {
  return held.field === "complex" || held.asPair === true
    ? warps
    : Math.min(1, (warps * (input + output)) / 2 / usualAccessBytes);
}

/** Of short rows of 16-bit numbers, computed with in single precision. */
function shortRows(
  { elements: { held, exchanged, input }, phases, registers }: KernelGeometry,
  { fullExchangeFactor, crowded }: Fitted,
): number {
  if (held.field === "complex" || held.compensation !== undefined || held.asPair === true) return 1;
  if (input.storage === held.storage || phases.length < 2) return 1;
  const inFull = exchanged.storage === held.storage ? fullExchangeFactor : 1;
  return inFull * (registers * elementRegisters(held) > crowded.registers ? crowded.factor : 1);
}

/** Whether a kernel computes with single precision what it exchanges in 16 bits. */
const isShortFma = ({ elements: { held, exchanged }, phases }: KernelGeometry): boolean =>
  held.field === "complex" && held.storage !== exchanged.storage && !phases.some(isFragment);

/** Such kernels want many elements in few threads. */
const manyThreads = ({ registers }: KernelGeometry, exchanges: number, { manyThreads: many }: Fitted): number =>
  1 + many.penalty * exchanges * Math.max(0, Math.log2(many.elements / registers));

const issueEfficiency = (geometry: KernelGeometry, { issueShare, shortIssueShare }: Fitted): number =>
  isShortFma(geometry) ? shortIssueShare : issueShare;

function conflictFactor(geometry: KernelGeometry): number {
  const { shared } = geometry;
  if (shared === undefined) return 1;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(shared.wavefronts) / sum(shared.idealWavefronts);
}
