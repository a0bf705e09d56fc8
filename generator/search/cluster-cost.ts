// Predicts the time of a kernel on clusters. In the steady state of a pipeline loads, both roles and stores overlap, so the
// slowest of memory, issue slots and shared memory sets the pace; filling and draining it come on top, by the tile. Undivided
// blocks do one thing after the other, and only loads and stores overlap with that.
import type { Calibration } from "../gpu/calibration.js";
import type { Gpu } from "../gpu/gpu.js";
import { LINE_BYTES } from "../gpu/hardware.js";
import { elementsAtOnce, elementTypeBytes } from "../plan/elements.js";
import { segmentTime } from "../gpu/segments.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import { atomStride, product, type DigitSet } from "../layout/digits.js";
import { columnsInBlock, sharesRows, type MirroredColumns } from "../layout/mirrored.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Phase } from "../layout/phases.js";
import { presentTiles } from "../layout/present-tiles.js";
import { presentShare } from "../layout/reach.js";
import type { Schedule } from "../plan/plan.js";
import { brokenMilliseconds } from "./broken-segments.js";
import { instructionCount } from "./instructions.js";
import { registersNeeded, registerUse } from "./registers.js";
import { numbersApart, partlyFilled, sharedLines, storedApart } from "./sector-waste.js";
import { withCache } from "./short-launches.js";
import { distanceFactor, ISSUE_PER_CLOCK, launchMilliseconds, movedBytes, type KernelCost } from "./terms.js";

const SECTOR_BYTES = 32;

type Fitted = Calibration["clusters"];

/** Rows of a tile: one for each column, or so many in each of those that all blocks have in common. */
const rowsOf = (columns: MirroredColumns, near: number): number =>
  sharesRows(columns) ? 2 * near * product(columns.inside) : product(columns.atoms);

export function clusterCosts(
  set: DigitSet,
  geometry: KernelGeometry,
  cluster: ClusterPlacement,
  schedule: Schedule,
  gpu: Gpu,
): (batch: number) => KernelCost {
  const {
    clusters: fitted,
    terms: { overlapNorm },
  } = gpu.calibration;
  const { input, output, exchanged: bytesPerElement } = movedBytes(geometry);
  const bytesMoved = input * presentShare(geometry.reads) + output * presentShare(geometry.writes);
  const tilesOfOne = presentTiles(geometry.writes, geometry.tile);
  const resident = Math.max(1, Math.floor(residentSms(gpu, cluster.size) / cluster.size));

  const { undivided } = cluster;
  const isOneGroup = schedule.cluster?.groups === 1;
  const { columns, tile } = geometry;
  const loads = cluster.fetchedBy === "threads";
  const elsewhere = cluster.foldedBy === "front" ? cluster.rankBefore : cluster.rankAfter;
  const near = columns.kind === "none" ? 0 : product(columnsInBlock(columns, tile, elsewhere).near);
  // Across other dimensions rows are whole.
  const segment = columns.kind === "across" ? product(tile.atoms) / rowsOf(columns, near) : near;
  const shares = sharesRows(columns);
  // Columns that all blocks have in common may be those of a buffer of tiles.
  const loaded = shares ? geometry.tile.inputRun : segment;
  const boxBytes = (loads ? loaded : (cluster.box[0]?.box ?? 1)) * input;
  // Groups and blocks beside each other fetch the parts of a line at about the same time.
  const inputBytes = Math.max(boxBytes, Math.min(LINE_BYTES, geometry.tile.inputRun * input));
  const outputBytes = geometry.tile.outputRun * output;
  const segmentFactor = segmentTime(gpu, inputBytes, outputBytes) * distanceFactor(geometry, gpu);
  const sectorWaste = geometry.storeSectors.sectors / geometry.storeSectors.ideal;
  const wasted = sectorWaste ** 0.5;
  const isRagged =
    boxBytes % SECTOR_BYTES !== 0 ||
    boxBytes < 2 * SECTOR_BYTES ||
    (outputBytes % LINE_BYTES !== 0 && LINE_BYTES % outputBytes !== 0);
  const { twoColumns } = fitted;
  const narrow =
    output === twoColumns.elementBytes && geometry.tile.outputRun <= 2 && !undivided ? twoColumns.factor : 1;
  const { first, lastAndLate } = fitted.sharedRows;
  const loading = !shares ? 1 : cluster.foldedBy === "front" ? first : cluster.front.length > 1 ? lastAndLate : 1;
  const ragged = 1 + (isRagged && !undivided ? fitted.raggedPenalty : 0);
  const parts = Math.max(
    partsStored(geometry, cluster, output),
    loads ? 1 : SECTOR_BYTES / Math.min(SECTOR_BYTES, boxBytes),
  );
  const partly = parts ** fitted.partsOfSectors;
  const sharing = sharedLines(geometry, gpu);
  // Ragged ones have paid.
  const broken = isRagged ? () => 0 : brokenMilliseconds(geometry, gpu, fitted.brokenSegmentBytes);

  const clocksPerMillisecond = gpu.clockGHz * 1e6;
  const instructionsPerElement = instructionCount(set, geometry, geometry.phases, schedule, gpu);
  const efficiency = undivided
    ? 1
    : isOneGroup
      ? fitted.oneGroup.issueShare
      : (fitted.issueShares.find(({ threads }) => geometry.threads >= threads)?.share ?? 1);
  const issueClocks = instructionsPerElement / gpu.warpSize / (ISSUE_PER_CLOCK * efficiency);
  // The slower role sets the pace: warps of the other cannot do its work.
  const work = (phases: readonly Phase[]): number => instructionCount(set, geometry, phases, schedule, gpu);
  const [front, back] = [work(cluster.front), work(cluster.back)];
  const slower = (2 * Math.max(front, back)) / (front + back);
  // While threads wait for what they load the other role has their issue slots.
  const imbalance = undivided ? 1 : loads ? Math.sqrt(slower) : slower;

  // Written by copies or other blocks and read, for each phase.
  const conflicts = 1 + (cluster.conflicts - 1) * (undivided ? 1 : fitted.conflictWavefronts);
  const wavefronts = (2 * geometry.phases.length * bytesPerElement * conflicts) / 128;
  const remote =
    (cluster.scattering * bytesPerElement * (cluster.size - 1)) / cluster.size / fitted.remoteBytesPerClock;
  const sharedClocks = undivided
    ? wavefronts + remote
    : Math.max(wavefronts, remote) * (isOneGroup ? fitted.oneGroup.sharedFactor : 1);

  const prefetch = schedule.prefetch === true;
  const dealt = cluster.order === "ticket" ? dealtChange(cluster.size, prefetch, fitted) : 0;
  const waiting =
    1 +
    (undivided
      ? undividedPenalty(geometry, fitted)
      : (isOneGroup ? fitted.oneGroup.penalty : 0) +
        waitingPenalty(cluster.size, prefetch || isOneGroup, gpu) +
        dealt +
        (loads && cluster.front.length > 1 ? fitted.loadingPenalty : 0) +
        partsPenalty(geometry, cluster, fitted) +
        (geometry.phases.length > fitted.manyPhases.phases ? fitted.manyPhases.penalty : 0) +
        (elementsAtOnce(geometry.elements.held) > 1 ? fitted.pairsPenalty : 0));
  const registers = Math.min(
    registersNeeded(geometry.elements.held, geometry.registers, registerUse(geometry.digits)).comfortable,
    Math.floor(gpu.registersPerSm / geometry.threads),
  );

  /** What memory takes, of which more is in segments that are short or begin anywhere. */
  const inSegments = (milliseconds: number): number =>
    isOneGroup
      ? milliseconds *
        (segmentFactor * wasted * ragged * partly * narrow * loading * sharing) ** fitted.oneGroup.segments
      : milliseconds * segmentFactor * wasted * ragged * partly * narrow * loading * sharing;

  return (batch) => {
    const elements = geometry.set.elements * batch;
    const bytes = elements * bytesMoved;
    const tiles = Math.ceil(batch / geometry.tile.batchTile) * tilesOfOne;
    const clusters = Math.min(resident, tiles);
    const activeSms = clusters * cluster.size;
    const copyMilliseconds = bytes / gpu.copyBandwidth / 1e6;
    const busyShare = Math.min(1, (2 * activeSms) / gpu.multiprocessors);
    const mirroredBytes = near === 0 ? 0 : (elements / segment) * gpu.calibration.blocks.mirroredSegmentBytes;
    const memoryAlone =
      (inSegments(copyMilliseconds / fitted.streamShare) + mirroredBytes / gpu.copyBandwidth / 1e6 + broken(elements)) /
      busyShare;
    const memory = withCache(memoryAlone, bytes, gpu);
    const issue = (elements * issueClocks * imbalance) / activeSms / clocksPerMillisecond;
    const shared = (elements * sharedClocks) / activeSms / clocksPerMillisecond;
    // With one tile at a time there is nothing that the threads could do while it crosses the cluster, or they meet.
    const meetings = (tiles * geometry.phases.length * fitted.meetingClocks) / clusters / clocksPerMillisecond;
    const overlapping = undivided ? [memory, issue + shared + meetings] : [memory, issue, shared];
    const pace = overlapping.reduce((sum, term) => sum + term ** overlapNorm, 0) ** (1 / overlapNorm);
    const rounds = tiles / clusters;
    const perTile = (pace * waiting) / rounds;
    const latency = (Math.ceil(rounds) - rounds + (undivided ? fitted.undividedFillTiles : fitted.fillTiles)) * perTile;
    const launch = launchMilliseconds(schedule, pace * waiting + latency, gpu);
    const milliseconds = pace * waiting + latency + launch;
    return {
      milliseconds,
      cautious: milliseconds,
      copyMilliseconds,
      terms: { memory, issue, shared, latency, launch },
      bytes,
      segmentFactor,
      registers,
      sharedBytes: geometry.sharedBytes,
      blocksPerSm: 1,
      occupancy: geometry.threads / gpu.maxThreadsPerSm,
      blocks: activeSms,
      waves: rounds,
      instructionsPerElement: instructionsPerElement / geometry.elements.held.width,
    };
  };
}

/** Elements that a block stores together: those between are other blocks' of its cluster. */
const ownRun = ({ tile, output }: KernelGeometry, { rankAfter }: ClusterPlacement): number =>
  Math.min(tile.outputRun, ...rankAfter.map((atom) => atomStride(output, atom)));

/** What is stored of sectors beyond what fills them; of numbers that lie apart see below. */
function partsStored(geometry: KernelGeometry, cluster: ClusterPlacement, bytes: number): number {
  const own = ownRun(geometry, cluster);
  return own === geometry.tile.outputRun || storedApart(geometry) > 1 ? 1 : partlyFilled(own * bytes);
}

const undividedPenalty = ({ elements }: KernelGeometry, fitted: Fitted): number =>
  elements.held.field === "complex" ? 0 : fitted.undividedRealPenalty;

/**
 * What it costs where complex numbers are made of numbers that lie so far apart, and so a sector has parts of others, too: those of
 * columns that the cluster's blocks do not store together with these.
 */
function partsPenalty(geometry: KernelGeometry, cluster: ClusterPlacement, { parts }: Fitted): number {
  const { elements } = geometry;
  const read = (numbersApart(geometry.reads) - 1) / (FURTHEST_APART - 1);
  const written = (storedApart(geometry) - 1) / (FURTHEST_APART - 1);
  const own = ownRun(geometry, cluster);
  const shared = written === 0 ? 0 : parts.sharedBytes / (own * elementTypeBytes(elements.held));
  return parts.read * read ** 2 + parts.written * written ** 2 + shared;
}

/** As cosine transforms have them that are taken in pairs. */
const FURTHEST_APART = 4;

function waitingPenalty(size: number, prefetch: boolean, { portableClusterSize, calibration }: Gpu): number {
  const { widePenalty, waitingPenalty: penalty } = calibration.clusters;
  if (size > portableClusterSize) return prefetch ? widePenalty.prefetched : widePenalty.fetched;
  return size <= 2 || prefetch ? 0 : penalty;
}

function dealtChange(size: number, prefetch: boolean, { dealtGain, dealtPenalty }: Fitted): number {
  if (size === 2) return prefetch ? -dealtGain : 0;
  return size === 4 ? dealtPenalty : 0;
}

/** Multiprocessors that clusters of this size can use; a guess where nobody has measured it. */
function residentSms(gpu: Gpu, size: number): number {
  const known = gpu.clusterResidency.find((entry) => entry.clusterSize === size);
  return known?.multiprocessors ?? Math.floor((0.9 * gpu.multiprocessors) / size) * size;
}
