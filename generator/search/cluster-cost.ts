// Predicts the time of a kernel on clusters. In the steady state of a pipeline loads, both roles and stores overlap, so the
// slowest of memory, issue slots and shared memory sets the pace; filling and draining it come on top, by the tile. Undivided
// blocks do one thing after the other, and only loads and stores overlap with that.
import type { Gpu } from "../gpu/gpu.js";
import { widthOf, computesPairs } from "../plan/elements.js";
import { segmentTime } from "../gpu/segments.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import { product, type DigitSet } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Phase } from "../layout/phases.js";
import type { Schedule } from "../plan/plan.js";
import { instructionCount } from "./instructions.js";
import { registersNeeded, registerUse } from "./registers.js";
import {
  distanceFactor,
  ISSUE_PER_CLOCK,
  launchMilliseconds,
  movedBytes,
  OVERLAP_NORM,
  type KernelCost,
} from "./terms.js";

/** The share of copy bandwidth that clusters reach when nothing else holds them back: each works through its tiles alone. */
const STREAM_EFFICIENCY = 0.92;
/** The share of the issue slots that both roles together reach with so many threads; 256 were not measured. */
const ISSUE_EFFICIENCY = [
  { threads: 1024, share: 0.6 },
  { threads: 512, share: 0.52 },
  { threads: 0, share: 0.4 },
] as const;
/** Bytes per clock that a multiprocessor stores into the shared memory of others (st.async, measured 12 to 20 on an H200). */
const REMOTE_BYTES_PER_CLOCK = 16;
/** Tiles that a pipeline is busy with before its first result and after its last load. */
const FILL_TILES = 1.5;
/** The same without a pipeline: the first tile's way to shared memory. */
const UNDIVIDED_FILL_TILES = 0.3;
/**
 * Clocks that undivided blocks lose in a phase because all threads meet before it and after it. With it 2^18 in f32 is predicted
 * to take 1.00 ms and 2^17 in f64 1.02 ms; an H200 took 0.96 and 1.02 ms.
 */
const MEETING_CLOCKS = 700;
/**
 * What undivided blocks lose besides when elements are real: 2^19 in f32 took 1.03 to 1.23 ms and 2^18 in f64 1.02 to 1.08 ms on an
 * H200, where the terms say 0.92 to 0.94 ms.
 */
const UNDIVIDED_REAL_PENALTY = 0.16;
/** What more than four sub-computations cost a pipeline: 0.542 ms became 0.584, 0.592 became 0.669 and 0.696 became 0.758 on an H200. */
const MANY_PHASES_PENALTY = 0.1;
const MANY_PHASES = 4;
const LINE_BYTES = 128;
/** What waiting for device memory costs clusters of more than two blocks; asking the L2 cache to fetch ahead saves it up to eight. */
const WAITING_PENALTY = 0.05;
/** What more than the portable eight blocks cost; fetching ahead adds to it. */
const WIDE_PENALTY = { fetched: 0.1, prefetched: 0.14 } as const;
/**
 * What tiles that are dealt out change, on an H200. Pairs that also fetch ahead: 0.580 -> 0.529 ms for 2^14 in f32 and 0.559 ->
 * 0.535 ms for 2^13 in f64, each against static ones that do not; neither alone gains as much, or anything in f64. Four
 * blocks: 0.589 -> 0.626 ms for 2^15; eight: no difference for 2^16; others were not measured.
 */
const DEALT_GAIN = 0.06;
const DEALT_PENALTY = 0.06;

export function clusterCost(
  set: DigitSet,
  geometry: KernelGeometry,
  cluster: ClusterPlacement,
  schedule: Schedule,
  gpu: Gpu,
): KernelCost {
  const { batch } = set.transform;
  const { input, output, exchanged: bytesPerElement } = movedBytes(geometry);
  const elements = geometry.set.elements * batch;
  const bytes = elements * (input + output);
  const tiles = Math.ceil(batch / geometry.tile.batchTile) * product(geometry.tile.grid);
  const resident = Math.max(1, Math.floor(residentSms(gpu, cluster.size) / cluster.size));
  const clusters = Math.min(resident, tiles);
  const activeSms = clusters * cluster.size;

  const boxBytes = (cluster.box[0]?.box ?? 1) * input;
  // Groups and blocks beside each other fetch the parts of a line at about the same time.
  const inputBytes = Math.max(boxBytes, Math.min(LINE_BYTES, geometry.tile.inputRun * input));
  const outputBytes = geometry.tile.outputRun * output;
  const segmentFactor = segmentTime(gpu, inputBytes, outputBytes) * distanceFactor(geometry);
  const copyMilliseconds = bytes / gpu.copyBandwidth / 1e6;
  const sectorWaste = geometry.storeSectors.sectors / geometry.storeSectors.ideal;
  const busyShare = Math.min(1, (2 * activeSms) / gpu.multiprocessors);
  const memory = ((copyMilliseconds / STREAM_EFFICIENCY) * segmentFactor * sectorWaste ** 0.5) / busyShare;

  const clocksPerMillisecond = gpu.clockGHz * 1e6;
  const undivided = schedule.cluster?.undivided === true;
  const instructionsPerElement = instructionCount(set, geometry, geometry.phases, schedule, gpu);
  const efficiency = undivided ? 1 : (ISSUE_EFFICIENCY.find(({ threads }) => geometry.threads >= threads)?.share ?? 1);
  const issueClocks = instructionsPerElement / gpu.warpSize / (ISSUE_PER_CLOCK * efficiency);
  // The slower role sets the pace: warps of the other cannot do its work.
  const work = (phases: readonly Phase[]): number => instructionCount(set, geometry, phases, schedule, gpu);
  const [front, back] = [work(cluster.front), work(cluster.back)];
  const imbalance = undivided ? 1 : (2 * Math.max(front, back)) / (front + back);
  const issue = (elements * issueClocks * imbalance) / activeSms / clocksPerMillisecond;

  // Written by copies or other blocks and read, for each phase.
  const wavefronts = (2 * geometry.phases.length * bytesPerElement * cluster.conflicts) / 128;
  const remote = (bytesPerElement * (cluster.size - 1)) / cluster.size / REMOTE_BYTES_PER_CLOCK;
  const sharedClocks = undivided ? wavefronts + remote : Math.max(wavefronts, remote);
  const shared = (elements * sharedClocks) / activeSms / clocksPerMillisecond;

  // With one tile at a time there is nothing that the threads could do while it crosses the cluster, or they meet.
  const meetings = (tiles * geometry.phases.length * MEETING_CLOCKS) / clusters / clocksPerMillisecond;
  const overlapping = undivided ? [memory, issue + shared + meetings] : [memory, issue, shared];
  const pace = overlapping.reduce((sum, term) => sum + term ** OVERLAP_NORM, 0) ** (1 / OVERLAP_NORM);
  const prefetch = schedule.cluster?.prefetch === true;
  const dealt = schedule.cluster?.order === "ticket" ? dealtChange(cluster.size, prefetch) : 0;
  const waiting =
    1 +
    (undivided
      ? undividedPenalty(geometry)
      : waitingPenalty(cluster.size, prefetch, gpu) +
        dealt +
        (geometry.phases.length > MANY_PHASES ? MANY_PHASES_PENALTY : 0) +
        (computesPairs(geometry.elements) ? PAIRS_PENALTY : 0));
  const rounds = tiles / clusters;
  const perTile = (pace * waiting) / rounds;
  const latency = (Math.ceil(rounds) - rounds + (undivided ? UNDIVIDED_FILL_TILES : FILL_TILES)) * perTile;
  const launch = launchMilliseconds(schedule, gpu);
  return {
    milliseconds: pace * waiting + latency + launch,
    copyMilliseconds,
    terms: { memory, issue, shared, latency, launch },
    bytes,
    segmentFactor,
    registers: Math.min(
      registersNeeded(geometry.elements.held, geometry.registers, registerUse(geometry.digits)).comfortable,
      Math.floor(gpu.registersPerSm / geometry.threads),
    ),
    sharedBytes: geometry.sharedBytes,
    blocksPerSm: 1,
    occupancy: geometry.threads / gpu.maxThreadsPerSm,
    blocks: activeSms,
    waves: rounds,
    instructionsPerElement: instructionsPerElement / widthOf(geometry.elements.held),
  };
}

/** Tables of factors lie in the little that is left of the L1 cache: 2^15 to 2^17 points of f16 in 16-bit arithmetic (H200). */
const PAIRS_PENALTY = 0.14;

const undividedPenalty = ({ elements }: KernelGeometry): number =>
  elements.held.kind === "complex" ? 0 : UNDIVIDED_REAL_PENALTY;

function waitingPenalty(size: number, prefetch: boolean, gpu: Gpu): number {
  if (size > gpu.portableClusterSize) return prefetch ? WIDE_PENALTY.prefetched : WIDE_PENALTY.fetched;
  return size <= 2 || prefetch ? 0 : WAITING_PENALTY;
}

function dealtChange(size: number, prefetch: boolean): number {
  if (size === 2) return prefetch ? -DEALT_GAIN : 0;
  return size === 4 ? DEALT_PENALTY : 0;
}

/** Multiprocessors that clusters of this size can use; a guess where nobody has measured it. */
function residentSms(gpu: Gpu, size: number): number {
  const known = gpu.clusterResidency.find((entry) => entry.clusterSize === size);
  return known?.multiprocessors ?? Math.floor((0.9 * gpu.multiprocessors) / size) * size;
}
