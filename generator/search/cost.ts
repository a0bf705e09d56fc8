// Predicts the time of a kernel from first principles: bytes and the contiguity of their segments, issue slots,
// shared-memory wavefronts, and the latency that resident blocks must hide. Every term is kept for `explain`.
import type { Gpu } from "../gpu/gpu.js";
import { occupancy, registerCap } from "../gpu/occupancy.js";
import { segmentTime } from "../gpu/segments.js";
import { product, type DigitSet } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { presentTiles } from "../layout/present-tiles.js";
import { presentShare } from "../layout/reach.js";
import { isTurning } from "../layout/turning.js";
import { elementsAtOnce, elementTypeBytes } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import { hasTwiddles } from "../plan/transform.js";
import { askingAhead, cautiousTime } from "./asking-cost.js";
import {
  acrossPhases,
  conflictFactor,
  fewWarps,
  fullness,
  gapsBetween,
  idleFold,
  isPlainlyUneven,
  isShortFma,
  issueEfficiency,
  loading,
  loadsFoldedParts,
  manyThreads,
  shortRows,
  turningWaste,
  turningWork,
  unevenness,
  waitingForParts,
} from "./block-factors.js";
import { brokenMilliseconds, raggedMilliseconds, raggedSpectra } from "./broken-segments.js";
import { clusterCosts } from "./cluster-cost.js";
import { gatheringCost } from "./gathering-cost.js";
import { goingThere } from "./going-there.js";
import { factorLookups, instructionCount } from "./instructions.js";
import { fragmentWavefronts } from "./matrix-instructions.js";
import { registersNeeded, registerUse } from "./registers.js";
import { linesStored, numbersApart, sectorsWasted, sharedLines, storedApart } from "./sector-waste.js";
import { chainMilliseconds, chainShare, withCache } from "./short-launches.js";
import { registersSpilled } from "./spilling.js";
import { distanceFactor, ISSUE_PER_CLOCK, launchMilliseconds, movedBytes, type KernelCost } from "./terms.js";
import { transposedReading } from "./transposing.js";
import { farTableBytes } from "./turning-tables.js";

export type { KernelCost } from "./terms.js";

/** Instructions that a spilled register costs. */
const SPILL_INSTRUCTIONS = 8;

/** In the batch of its transform. */
export const kernelCost = (set: DigitSet, geometry: KernelGeometry, schedule: Schedule, gpu: Gpu): KernelCost =>
  kernelCosts(set, geometry, schedule, gpu)(set.transform.batch);

/** In any batch: nearly all that there is to count depends on none. */
export function kernelCosts(
  set: DigitSet,
  geometry: KernelGeometry,
  schedule: Schedule,
  gpu: Gpu,
): (batch: number) => KernelCost {
  const { team } = geometry;
  switch (team.kind) {
    case "block": {
      const plain = plainCosts(set, geometry, schedule, gpu);
      return (batch) => plain(batch)(geometry.prefetched !== undefined);
    }
    case "branches":
      return branchedCosts(set, geometry, team.size, schedule, gpu);
    case "cluster":
      return clusterCosts(set, geometry, team, schedule, gpu);
  }
}

/** Of blocks that go there and back as if they were alone, as many for each transform as there are branches, and then exchange. */
function branchedCosts(
  set: DigitSet,
  geometry: KernelGeometry,
  size: number,
  schedule: Schedule,
  gpu: Gpu,
): (batch: number) => KernelCost {
  const { branches } = gpu.calibration.blocks;
  const elements = geometry.set.elements / size;
  const ofBlock = plainCosts(set, geometry, schedule, gpu, elements);
  return (batch) => {
    const alone = ofBlock(size * batch)(false);
    const sent = elements * (size - 1) * batch * elementTypeBytes(geometry.elements.exchanged);
    const milliseconds = branches.factor * alone.milliseconds + sent / branches.bytesPerMillisecond;
    return { ...alone, milliseconds, cautious: milliseconds };
  };
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

/** Of a kernel without clusters, `ofOne` elements of each member of the batch: whether its blocks ask the L2 cache ahead or not changes little of what there is to count. */
export function plainCosts(
  set: DigitSet,
  given: KernelGeometry,
  schedule: Schedule,
  gpu: Gpu,
  ofOne = given.set.elements,
): (batch: number) => (asks: boolean) => KernelCost {
  const turns = isTurning(set, given.index);
  const geometry = set.turns && turns ? thereAndBack(given) : given;
  const { reads, writes, tile, threads } = geometry;
  const ways = turns ? 2 : 1;
  const products = productsOf(set, given.index);
  const {
    blocks: fitted,
    terms: { overlapNorm },
  } = gpu.calibration;
  const moved = movedBytes(geometry);
  const bytesPerElement = moved.input * presentShare(reads) + moved.output * presentShare(writes);
  const tileElements = product(tile.atoms);
  const tilesOfOne = presentTiles(writes, tile);

  const needed = registersNeeded(geometry.elements.held, geometry.registers, registerUse(geometry.digits));
  // `__launch_bounds__` caps the registers; what does not fit is spilled to local memory.
  const registers = Math.min(needed.comfortable, Math.max(registerCap(gpu, schedule), 1));
  const spilled = registersSpilled(geometry, schedule, gpu);
  const { sharedBytes } = geometry;
  const resident = occupancy(gpu, { threads, registersPerThread: registers, sharedBytes });
  // What goes there and back, and what folds as it loads, takes all registers that its bounds leave it.
  const takesAll = turns || loadsFoldedParts(geometry);
  const blocksPerSm = Math.max(
    1,
    takesAll ? Math.min(resident.blocksPerSm, schedule.blocksPerSm) : resident.blocksPerSm,
  );

  const inputBytes = tile.inputRun * moved.input;
  const outputBytes = tile.outputRun * moved.output;
  const transposed = transposedReading(geometry, gpu, moved.input);
  const sectorWaste =
    transposed !== undefined
      ? 1
      : (sectorsWasted(geometry, "load", moved.input) * (1 + fitted.apart.load * (numbersApart(reads) - 1)) +
          sectorsWasted(geometry, "store", moved.output) * (1 + fitted.apart.store * (storedApart(geometry) - 1))) /
        2;
  const wasted = sectorWaste ** 0.5;
  const waitsForRows = transposed?.waits === true;
  const segmentFactor = transposed?.factor ?? segmentTime(gpu, inputBytes, outputBytes) * distanceFactor(geometry, gpu);
  const scattered = turns ? 1 : 1 + fitted.scatteredLines * (linesStored(geometry, moved.output) - 1);
  const residentShare = Math.min(1, (blocksPerSm * threads) / gpu.maxThreadsPerSm);
  const loadingShare = residentShare * loading(geometry);
  const emptyWarps = 1 + fitted.emptyWarpsPenalty * (1 - fullness(geometry, moved, loadingShare, fitted));
  const shares = sharedLines(geometry, gpu);
  const gaps = gapsBetween(given, moved);
  const spectra = raggedSpectra(geometry);
  // Parts of other arrays that begin within sectors are in those of the figures above.
  const brokenSegments =
    writes.content?.kind === "half"
      ? brokenMilliseconds(geometry, gpu, fitted.brokenSegmentBytes)
      : writes.content === undefined && transposed === undefined
        ? raggedMilliseconds(geometry, gpu, fitted.brokenSegmentBytes)
        : () => 0;

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

  const exchanges = ways * Math.max(0, geometry.phases.length - 1) - across.length;
  const wavefrontsPerElement =
    (exchanges * 2 * moved.exchanged * conflictFactor(geometry)) / 128 +
    gathering.wavefronts +
    fragmentWavefronts(geometry, gpu);

  const chainNanoseconds =
    2 * gpu.memoryLatencyNanoseconds +
    ((tileElements * (moved.input + moved.output)) / fitted.l2BytesPerClock +
      tileElements * (issueClocks + wavefrontsPerElement)) /
      gpu.clockGHz +
    (exchanges + gathering.meetings) * fitted.barrierNanoseconds +
    ways * factorLookups(geometry, schedule) * fitted.lookupNanoseconds;
  const pairs = elementsAtOnce(geometry.elements.held) > 1 ? fitted.pairsLatencyFactor : 1;

  const { turning, uneven } = fitted;
  const isUneven = !turns && isPlainlyUneven(geometry);
  const farBytes = turns ? farTableBytes(set, geometry, schedule, gpu, blocksPerSm) : 0;
  const turningFactor = turns ? turningWork(geometry, fitted) : 1;
  const unevenLoading = 1 + uneven.loading * (1 / loading(geometry) - 1);
  const norm = isUneven ? uneven.overlapNorm : overlapNorm;
  const structure = isShortFma(geometry) ? manyThreads(geometry, exchanges, fitted) : shortRows(geometry, fitted);
  const waiting = waitingForParts(geometry, moved, residentShare);
  const waste = turns
    ? turningWaste(geometry, schedule, fitted) * fewWarps(geometry, gpu)
    : isUneven
      ? unevenness(geometry, schedule, gpu, residentShare) * fewWarps(geometry, gpu)
      : idleFold(geometry, fitted) * (set.turns ? goingThere(geometry, schedule, moved, blocksPerSm, gpu) : 1);
  const instructions = (instructionsPerElement * tileElements) / threads;
  const meetings = exchanges + gathering.meetings;
  const multiplies = hasTwiddles(set.transform);
  const oneChain = chainMilliseconds({ instructions, multiplies, meetings, threads }, gpu);

  return (batch) => {
    const elements = ofOne * batch;
    const bytes = elements * bytesPerElement;
    const blocks = Math.ceil(batch / tile.batchTile) * tilesOfOne;
    // Partly filled blocks do the work of full ones.
    const workElements = blocks * tileElements;
    const activeSms = Math.min(gpu.multiprocessors, blocks);
    const copyMilliseconds = bytes / gpu.copyBandwidth / 1e6;
    const mirroredBytes =
      geometry.columns.kind === "none" ? 0 : (elements / tile.outputRun) * fitted.mirroredSegmentBytes;
    const memoryAlone =
      (((copyMilliseconds / fitted.streamShare) *
        (waitsForRows ? 1 : segmentFactor) *
        scattered *
        wasted *
        emptyWarps *
        shares *
        gaps *
        spectra +
        mirroredBytes / gpu.copyBandwidth / 1e6 +
        brokenSegments(elements)) *
        gpu.multiprocessors) /
      activeSms;
    const memory = withCache(memoryAlone, bytes, gpu);
    const issue = (workElements * issueClocks) / activeSms / clocksPerMillisecond;
    const shared = (workElements * wavefrontsPerElement) / activeSms / clocksPerMillisecond;
    const waves = blocks / (activeSms * blocksPerSm);
    // Blocks start as others end, so only a launch of few waves feels their granularity.
    const effectiveWaves = waves < 4 ? Math.ceil(waves) : waves + 0.5;
    const latency = ((effectiveWaves * chainNanoseconds) / 1e6) * pairs;
    const tables = turns ? (workElements * farBytes) / (fitted.l2BytesPerClock * activeSms * clocksPerMillisecond) : 0;
    const overlapping = turns
      ? [memory, turningFactor * (turning.issue * issue + turning.shared * shared + tables), turning.latency * latency]
      : isUneven
        ? [memory * unevenLoading, issue, uneven.shared * shared, uneven.latency * latency]
        : [memory, issue, shared, latency];
    const together = overlapping.reduce((sum, term) => sum + term ** norm, 0) ** (1 / norm);
    const waitingForRows = waitsForRows ? (segmentFactor - 1) * memory : 0;
    const inWaves = together * structure * waiting * waste + gathering.alone * memory + waitingForRows;
    const unasked = inWaves + chainShare(waves) * (memory + oneChain - inWaves);
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
        sharedBytes,
        blocksPerSm,
        occupancy: residentShare,
        blocks,
        waves,
        instructionsPerElement: instructionsPerElement / geometry.elements.held.width,
      };
    };
  };
}
