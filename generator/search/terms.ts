// What a predicted time is made of, and what all cost models share.
import type { Gpu } from "../gpu/gpu.js";
import type { Schedule } from "../plan/plan.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { elementTypeBytes } from "../plan/elements.js";
import { atomStride, sameAtom, type Atom, type MemoryLayout } from "../layout/digits.js";
import { rememberedOfTwo } from "../layout/remembered.js";

export interface KernelCost {
  /** Predicted time in milliseconds, all terms combined. */
  readonly milliseconds: number;
  /** What kernels are compared by: the same with most of what is predicted to be won by asking the L2 cache ahead left out. */
  readonly cautious: number;
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
  /** By element of the array, not by vector. */
  readonly instructionsPerElement: number;
}

/** Bytes of one element of a kernel. */
export interface MovedBytes {
  readonly input: number;
  /** In shared memory. */
  readonly exchanged: number;
  readonly output: number;
}

export const movedBytes = ({ elements: { input, exchanged, output } }: KernelGeometry): MovedBytes => ({
  input: elementTypeBytes(input),
  exchanged: elementTypeBytes(exchanged),
  output: elementTypeBytes(output),
});

/** Warp instructions a multiprocessor starts per clock at best. */
export const ISSUE_PER_CLOCK = 4;

/**
 * What a kernel costs on top of its traffic, of which a short kernel feels the launch alone, and a long one how slowly memory begins
 * and ends. `work`: the milliseconds that it takes without. In CUDA graphs two kernels of 1 microsecond each took 2.9 together, and
 * those of 13 took 28 (H200, 65536 points, 1 to 32 arrays).
 */
export function launchMilliseconds({ early }: Schedule, work: number, gpu: Gpu): number {
  const { launchMicroseconds, calibration } = gpu;
  const full = launchMicroseconds / 1e3;
  const share = Math.min(1, SHORT_LAUNCH + (LAUNCH_OF_WORK * work) / full);
  const saved = early === true ? calibration.terms.earlyStartMicroseconds / 1e3 : 0;
  return share * Math.max(0, full - saved);
}

/** Of the full cost of a launch that of a kernel which does nothing, and how it grows with the work until it is full. */
const SHORT_LAUNCH = 0.2;
const LAUNCH_OF_WORK = 0.1;

/** What the distances between the contiguous segments of a tile cost, as a factor to the time of its accesses. */
export function distanceFactor(geometry: KernelGeometry, { calibration }: Gpu): number {
  const { farSegments, remoteSegments } = calibration.terms;
  const bytes = movedBytes(geometry);
  const read = segmentDistance(geometry, geometry.input) * bytes.input;
  const written = segmentDistance(geometry, geometry.output) * bytes.output;
  const distances = [read, written];
  const farShare =
    (read >= farSegments.bytes ? farSegments.readShare : 0) +
    (written >= farSegments.bytes ? 1 - farSegments.readShare : 0);
  const isRemote = distances.some((distance) => distance >= remoteSegments.bytes);
  return 1 + farSegments.penalty * farShare + (isRemote ? remoteSegments.penalty : 0);
}

/**
 * Elements from one contiguous segment of a block's tile to the next; 0 if it is all one segment. Rows and their mirrors are two: of
 * 8192x8192 real numbers nine plans took 0.63 to 0.72 ms, and were predicted to take 9 % longer where these counted as far apart.
 */
const segmentDistance = ({ tile, columns }: KernelGeometry, layout: MemoryLayout): number =>
  columns.kind === "across"
    ? distanceBetween(
        tile.atoms.filter((atom) => !sameAtom(atom, columns.side)),
        layout,
      )
    : distanceBetween(tile.atoms, layout);

const distanceBetween = rememberedOfTwo((atoms: readonly Atom[], layout: MemoryLayout): number => {
  let run = 1;
  for (const atom of atoms.toSorted((a, b) => atomStride(layout, a) - atomStride(layout, b))) {
    const stride = atomStride(layout, atom);
    if (stride !== run) return stride;
    run *= atom.size;
  }
  return 0;
});
