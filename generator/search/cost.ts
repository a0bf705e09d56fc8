// Predicts the time of a kernel from first principles: bytes and the contiguity of their segments, issue slots,
// shared-memory wavefronts, and the latency that resident blocks must hide. Every term is kept for `explain`.
import { buildCodelet, type CodeletSpec } from "../codelet/codelet.js";
import type { Gpu } from "../gpu/gpu.js";
import { occupancy } from "../gpu/occupancy.js";
import { segmentTime } from "../gpu/segments.js";
import { atomStride, product, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { registersPerThread } from "../layout/phases.js";
import { factorSource, twiddleExponent } from "../lower/twiddles.js";
import type { Schedule } from "../plan/plan.js";
import { elementBytes, elementCount } from "../plan/transform.js";
import { registersNeeded } from "./registers.js";

export interface KernelCost {
  /** Predicted time in milliseconds, all terms combined. */
  readonly milliseconds: number;
  /** The time of a plain copy of the same data. */
  readonly copyMilliseconds: number;
  /** Each term alone, in milliseconds. */
  readonly terms: {
    /** Device memory: bytes over copy bandwidth, times what short segments and wasted sectors cost. */
    readonly memory: number;
    /** Instruction issue: arithmetic, accesses and addresses over four warp instructions per clock and multiprocessor. */
    readonly issue: number;
    /** Shared-memory wavefronts, one per clock and multiprocessor. */
    readonly shared: number;
    /** Latency of a block from first load to last store, over the blocks that are resident at once. */
    readonly latency: number;
    readonly launch: number;
  };
  readonly bytes: number;
  readonly segmentFactor: number;
  readonly registers: number;
  readonly sharedBytes: number;
  readonly blocksPerSm: number;
  /** Resident threads over the most a multiprocessor can hold. */
  readonly occupancy: number;
  readonly blocks: number;
  readonly waves: number;
  readonly instructionsPerElement: number;
}

/** Warp instructions a multiprocessor starts per clock at best, and the share of it that real kernels reach. */
const ISSUE_PER_CLOCK = 4;
const ISSUE_EFFICIENCY = 0.65;
/** Bytes per clock that one multiprocessor exchanges with the L2 cache. */
const L2_BYTES_PER_CLOCK = 64;
const BARRIER_NANOSECONDS = 40;
/** Exponent of the p-norm that combines overlapping terms: a sum at 1, the largest alone at infinity. */
const OVERLAP_NORM = 6;
/** A good kernel reaches this share of copy bandwidth with perfect segments: reads and writes of many blocks interleave. */
const STREAM_EFFICIENCY = 0.98;
/** What few resident warps cost: kernels that fill a quarter of a multiprocessor ran 2 to 4 % slower than full ones (H200). */
const EMPTY_WARPS_PENALTY = 0.04;
/** What segments far apart cost, each in a memory page of its own: columns at strides above 128 KiB ran 4 % slower (H200). */
const FAR_SEGMENTS_PENALTY = 0.04;
const FAR_BYTES = 128 * 1024;
/** Registers by which the estimate may be too high, and instructions that a spilled register costs. */
const SPILL_SLACK = 8;
const SPILL_INSTRUCTIONS = 8;
/** Reading one factor from a table: the load, and its share of the L1 cache's time. */
const TABLE_LOOKUP_INSTRUCTIONS = 2;
/** Looking up one part of a product of tables: index, load, complex product. */
const PRODUCT_PART_INSTRUCTIONS = 7;

export function kernelCost(set: DigitSet, geometry: KernelGeometry, schedule: Schedule, gpu: Gpu): KernelCost {
  const { transform } = set;
  const elements = elementCount(transform) * transform.batch;
  const bytesPerElement = elementBytes(transform.precision);
  const bytes = 2 * elements * bytesPerElement;

  const tileElements = product(geometry.tile.atoms);
  const batchTiles = Math.ceil(transform.batch / geometry.tile.batchTile);
  const blocks = batchTiles * product(geometry.tile.grid);
  // Partly filled blocks do the work of full ones.
  const workElements = blocks * tileElements;

  const twiddled = geometry.digits.some((digit) => digit.subComputation.twiddle !== "no-tw");
  const needed = registersNeeded(transform.precision, geometry.registers, twiddled);
  // `__launch_bounds__` caps the registers; what does not fit is spilled to local memory.
  const cap = Math.floor(gpu.registersPerSm / (geometry.threads * schedule.blocksPerSm));
  const registers = Math.min(needed, Math.max(cap, 1));
  const spilled = Math.max(0, needed - cap - SPILL_SLACK);
  const resident = occupancy(gpu, {
    threads: geometry.threads,
    registersPerThread: registers,
    sharedBytes: geometry.sharedBytes,
  });
  const blocksPerSm = Math.max(1, resident.blocksPerSm);
  const activeSms = Math.min(gpu.multiprocessors, blocks);

  const inputBytes = geometry.tile.inputRun * bytesPerElement;
  const outputBytes = geometry.tile.outputRun * bytesPerElement;
  const sectorWaste =
    (geometry.loadSectors.sectors / geometry.loadSectors.ideal +
      geometry.storeSectors.sectors / geometry.storeSectors.ideal) /
    2;
  const far = [segmentDistance(geometry, geometry.input), segmentDistance(geometry, geometry.output)];
  const farShare = far.filter((distance) => distance * bytesPerElement >= FAR_BYTES).length / 2;
  const segmentFactor = segmentTime(gpu, inputBytes, outputBytes) * (1 + FAR_SEGMENTS_PENALTY * farShare);
  const copyMilliseconds = bytes / gpu.copyBandwidth / 1e6;
  const residentShare = Math.min(1, (blocksPerSm * geometry.threads) / gpu.maxThreadsPerSm);
  const emptyWarps = 1 + EMPTY_WARPS_PENALTY * (1 - residentShare);
  const memory =
    ((copyMilliseconds / STREAM_EFFICIENCY) * segmentFactor * sectorWaste ** 0.5 * emptyWarps * gpu.multiprocessors) /
    activeSms;

  const arithmeticCost = transform.precision === "f64" ? gpu.fp32LanesPerSm / gpu.fp64LanesPerSm : 1;
  const instructionsPerElement =
    instructionCount(set, geometry, schedule, bytesPerElement, arithmeticCost) +
    (SPILL_INSTRUCTIONS * spilled * geometry.phases.length) / geometry.registers;
  const clocksPerMillisecond = gpu.clockGHz * 1e6;
  const issueClocks = instructionsPerElement / gpu.warpSize / (ISSUE_PER_CLOCK * ISSUE_EFFICIENCY);
  const issue = (workElements * issueClocks) / activeSms / clocksPerMillisecond;

  const exchanges = Math.max(0, geometry.phases.length - 1);
  const wavefrontsPerElement = (exchanges * 2 * bytesPerElement * conflictFactor(geometry)) / 128;
  const shared = (workElements * wavefrontsPerElement) / activeSms / clocksPerMillisecond;

  const tileBytes = tileElements * bytesPerElement;
  const chainNanoseconds =
    2 * gpu.memoryLatencyNanoseconds +
    ((2 * tileBytes) / L2_BYTES_PER_CLOCK + tileElements * (issueClocks + wavefrontsPerElement)) / gpu.clockGHz +
    exchanges * BARRIER_NANOSECONDS;
  const waves = blocks / (activeSms * blocksPerSm);
  // Blocks start as others end, so only a launch of few waves feels their granularity.
  const effectiveWaves = waves < 4 ? Math.ceil(waves) : waves + 0.5;
  const latency = (effectiveWaves * chainNanoseconds) / 1e6;

  const launch = gpu.launchMicroseconds / 1e3;
  const overlapping = [memory, issue, shared, latency];
  const milliseconds = overlapping.reduce((sum, term) => sum + term ** OVERLAP_NORM, 0) ** (1 / OVERLAP_NORM) + launch;
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
    instructionsPerElement,
  };
}

/** Elements from one contiguous segment of a block's tile to the next; 0 if it is all one segment. */
function segmentDistance({ tile }: KernelGeometry, layout: MemoryLayout): number {
  let run = 1;
  for (const atom of tile.atoms.toSorted((a, b) => atomStride(layout, a) - atomStride(layout, b))) {
    const stride = atomStride(layout, atom);
    if (stride !== run) return stride;
    run *= atom.size;
  }
  return 0;
}

function conflictFactor(geometry: KernelGeometry): number {
  const { shared } = geometry;
  if (shared === undefined) return 1;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(shared.wavefronts) / sum(shared.idealWavefronts);
}

/** Thread instructions per element: global and shared accesses, butterflies, twiddle loads, and a share of address arithmetic. */
function instructionCount(
  set: DigitSet,
  geometry: KernelGeometry,
  schedule: Schedule,
  bytesPerElement: number,
  arithmeticCost: number,
): number {
  const accesses = 2 + 2 * (geometry.phases.length - 1);
  let arithmetic = 0;
  let twiddleLoads = 0;
  let overhead = 0;
  for (const phase of geometry.phases) {
    overhead += 12 / registersPerThread(phase);
    if (phase.digit === undefined) continue;
    const { radix, twiddle } = phase.digit.subComputation;
    const spec: CodeletSpec = {
      radix,
      direction: "forward",
      twiddle: twiddle === "tw" ? "post" : twiddle === "pre-tw" ? "pre" : "none",
      source: schedule.twiddles === "powers" ? "powers" : "factors",
    };
    const codelet = buildCodelet(spec);
    arithmetic += codelet.counts.instructions / radix;
    const exponent = twiddleExponent(set, phase.digit);
    if (exponent === undefined) continue;
    const source = factorSource(exponent, spec, schedule.twiddles);
    const perFactor =
      source.kind === "fast"
        ? 8
        : source.kind === "product"
          ? source.parts.length * PRODUCT_PART_INSTRUCTIONS
          : (TABLE_LOOKUP_INSTRUCTIONS * bytesPerElement) / 8;
    twiddleLoads += (codelet.factors.length * perFactor) / radix;
  }
  return accesses + arithmetic * arithmeticCost + twiddleLoads + overhead;
}
