// Predicts the time of a kernel from first principles: bytes and the contiguity of their segments, issue slots,
// shared-memory wavefronts, and the latency that resident blocks must hide. Every term is kept for `explain`.
import type { Gpu } from "../gpu/gpu.js";
import { occupancy, registerCap } from "../gpu/occupancy.js";
import { segmentTime } from "../gpu/segments.js";
import { product, type DigitSet } from "../layout/digits.js";
import { elementRegisters, widthOf, computesPairs } from "../plan/elements.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Schedule } from "../plan/plan.js";
import { isFragment } from "../layout/fragment-phases.js";
import { fragmentWavefronts } from "./matrix-instructions.js";
import { clusterCost } from "./cluster-cost.js";
import { factorLookups, instructionCount } from "./instructions.js";
import { registersNeeded, registerUse } from "./registers.js";
import { registersSpilled } from "./spilling.js";
import { sectorsWasted } from "./sector-waste.js";
import {
  distanceFactor,
  ISSUE_PER_CLOCK,
  launchMilliseconds,
  movedBytes,
  OVERLAP_NORM,
  type KernelCost,
  type MovedBytes,
} from "./terms.js";

export type { KernelCost } from "./terms.js";

/** The share of the issue slots that real kernels reach. */
const ISSUE_EFFICIENCY = 0.65;
/** The same of those that exchange 16-bit numbers: f16 of 4096 points took 0.545 ms where 0.65 would make it 0.67 (H200). */
const SHORT_ISSUE_EFFICIENCY = 0.82;
/** Bytes per clock that one multiprocessor exchanges with the L2 cache. */
const L2_BYTES_PER_CLOCK = 64;
const BARRIER_NANOSECONDS = 40;
/** What looking up one twiddle factor adds to the latency of a block. */
const LOOKUP_NANOSECONDS = 25;
/** A good kernel reaches this share of copy bandwidth with perfect segments: reads and writes of many blocks interleave. */
const STREAM_EFFICIENCY = 0.98;
/** What few resident warps cost: kernels that fill a quarter of a multiprocessor ran 2 to 4 % slower than full ones (H200). */
const EMPTY_WARPS_PENALTY = 0.04;
/** The bytes of one access in the kernels that were measured for this; wider ones have more data on its way with fewer warps. */
const USUAL_ACCESS_BYTES = 8;
/** Instructions that a spilled register costs. */
const SPILL_INSTRUCTIONS = 8;

export function kernelCost(set: DigitSet, geometry: KernelGeometry, schedule: Schedule, gpu: Gpu): KernelCost {
  return geometry.cluster === undefined
    ? plainCost(set, geometry, schedule, gpu)
    : clusterCost(set, geometry, geometry.cluster, schedule, gpu);
}

function plainCost(set: DigitSet, geometry: KernelGeometry, schedule: Schedule, gpu: Gpu): KernelCost {
  const { batch } = set.transform;
  const elements = geometry.set.elements * batch;
  const moved = movedBytes(geometry);
  const bytes = elements * (moved.input + moved.output);

  const tileElements = product(geometry.tile.atoms);
  const batchTiles = Math.ceil(batch / geometry.tile.batchTile);
  const blocks = batchTiles * product(geometry.tile.grid);
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
  const blocksPerSm = Math.max(1, resident.blocksPerSm);
  const activeSms = Math.min(gpu.multiprocessors, blocks);

  const inputBytes = geometry.tile.inputRun * moved.input;
  const outputBytes = geometry.tile.outputRun * moved.output;
  const sectorWaste =
    (sectorsWasted(geometry, "load", moved.input) + sectorsWasted(geometry, "store", moved.output)) / 2;
  const segmentFactor = segmentTime(gpu, inputBytes, outputBytes) * distanceFactor(geometry);
  const copyMilliseconds = bytes / gpu.copyBandwidth / 1e6;
  const residentShare = Math.min(1, (blocksPerSm * geometry.threads) / gpu.maxThreadsPerSm);
  const emptyWarps = 1 + EMPTY_WARPS_PENALTY * (1 - fullness(geometry, moved, residentShare));
  const memory =
    ((copyMilliseconds / STREAM_EFFICIENCY) * segmentFactor * sectorWaste ** 0.5 * emptyWarps * gpu.multiprocessors) /
    activeSms;

  const instructionsPerElement =
    instructionCount(set, geometry, geometry.phases, schedule, gpu) +
    (SPILL_INSTRUCTIONS * spilled * geometry.phases.length) / geometry.registers;
  const clocksPerMillisecond = gpu.clockGHz * 1e6;
  const issueClocks = instructionsPerElement / gpu.warpSize / (ISSUE_PER_CLOCK * issueEfficiency(geometry));
  const issue = (workElements * issueClocks) / activeSms / clocksPerMillisecond;

  const exchanges = Math.max(0, geometry.phases.length - 1);
  const wavefrontsPerElement =
    (exchanges * 2 * moved.exchanged * conflictFactor(geometry)) / 128 + fragmentWavefronts(geometry);
  const shared = (workElements * wavefrontsPerElement) / activeSms / clocksPerMillisecond;

  const chainNanoseconds =
    2 * gpu.memoryLatencyNanoseconds +
    ((tileElements * (moved.input + moved.output)) / L2_BYTES_PER_CLOCK +
      tileElements * (issueClocks + wavefrontsPerElement)) /
      gpu.clockGHz +
    exchanges * BARRIER_NANOSECONDS +
    factorLookups(geometry, schedule) * LOOKUP_NANOSECONDS;
  const waves = blocks / (activeSms * blocksPerSm);
  // Blocks start as others end, so only a launch of few waves feels their granularity.
  const effectiveWaves = waves < 4 ? Math.ceil(waves) : waves + 0.5;
  const latency = ((effectiveWaves * chainNanoseconds) / 1e6) * (computesPairs(geometry.elements) ? PAIRS_LATENCY : 1);

  const launch = launchMilliseconds(schedule, gpu);
  const overlapping = [memory, issue, shared, latency];
  const together = overlapping.reduce((sum, term) => sum + term ** OVERLAP_NORM, 0) ** (1 / OVERLAP_NORM);
  const structure = isShortFma(geometry) ? manyThreads(geometry, exchanges) : shortRows(geometry);
  const milliseconds = together * structure + launch;
  return {
    milliseconds,
    copyMilliseconds,
    terms: { memory, issue, shared, latency, launch },
    bytes,
    segmentFactor,
    registers,
    sharedBytes: geometry.sharedBytes,
    blocksPerSm,
    occupancy: residentShare,
    blocks,
    waves,
    instructionsPerElement: instructionsPerElement / widthOf(geometry.elements.held),
  };
}

/** The share of a full multiprocessor's data that is on its way: by warps, and for real elements by how much each moves. */
function fullness({ elements: { held } }: KernelGeometry, { input, output }: MovedBytes, warps: number): number {
  return held.kind === "complex" || held.kind === "neighbours"
    ? warps
    : Math.min(1, (warps * (input + output)) / 2 / USUAL_ACCESS_BYTES);
}

/**
 * Rows of 64 to 16384 numbers of 16 bits, computed with in single precision, took as long as a copy where they were exchanged as
 * memory holds them, and up to 1.16 copies where in full: shared memory moves twice as much then. With 128 registers of data in
 * each thread instead of 64 they took 1.2 to 1.6 copies (f16, H200).
 */
function shortRows({ elements: { held, exchanged, input }, phases, registers }: KernelGeometry): number {
  if (held.kind !== "real" || input.storage === held.storage || phases.length < 2) return 1;
  const inFull = exchanged.storage === held.storage ? FULL_EXCHANGE_PENALTY : 1;
  return inFull * (registers * elementRegisters(held) > SHORT_DATA_REGISTERS ? CROWDED_PENALTY : 1);
}
const FULL_EXCHANGE_PENALTY = 1.03;
const SHORT_DATA_REGISTERS = 64;
const CROWDED_PENALTY = 1.15;

/** Whether a kernel computes with single precision what it exchanges in 16 bits. */
const isShortFma = ({ elements: { held, exchanged }, phases }: KernelGeometry): boolean =>
  held.kind === "complex" && held.storage !== exchanged.storage && !phases.some(isFragment);

/**
 * Such kernels want many elements in few threads: with 16 instead of 32 in each, f16 took 3 % longer where blocks exchange once
 * (columns of 256) and 8 % where they do twice (4096 points; H200).
 */
const manyThreads = ({ registers }: KernelGeometry, exchanges: number): number =>
  1 + MANY_THREADS_PENALTY * exchanges * Math.max(0, Math.log2(ENOUGH_ELEMENTS / registers));
const MANY_THREADS_PENALTY = 0.035;
const ENOUGH_ELEMENTS = 32;

/** Pairs of butterflies wait for each other: where few blocks fit, 2^20 points of f16 took up to 1.17 of what was expected (H200). */
const PAIRS_LATENCY = 1.25;

const issueEfficiency = (geometry: KernelGeometry): number =>
  isShortFma(geometry) ? SHORT_ISSUE_EFFICIENCY : ISSUE_EFFICIENCY;

function conflictFactor(geometry: KernelGeometry): number {
  const { shared } = geometry;
  if (shared === undefined) return 1;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(shared.wavefronts) / sum(shared.idealWavefronts);
}
