// A plan: which butterflies compute a transform, which of them share a kernel, and how each kernel uses the machine.
// It holds decisions only; layouts, addresses, kernels and text are derived from it.
import type { Transform } from "./transform.js";

/**
 * Where a sub-computation's twiddle factors are applied.
 * - `tw`: after the butterfly, to its outputs (decimation in frequency; Wu & JaJa)
 * - `pre-tw`: before the butterfly, to its inputs (decimation in time): the factors for every earlier sub-computation of
 *   the dimension that is `no-tw` or `pre-tw`
 * - `no-tw`: none
 */
export type TwiddlePosition = "tw" | "pre-tw" | "no-tw";

/**
 * How a butterfly is computed where it is not in the usual way, by the fused multiply-adds of one thread.
 * - `alman-rao`: the Walsh-Hadamard transform of 8 points in 22 instructions instead of 24 (Alman & Rao: 23 operations and
 *   shifts, which fused multiply-adds take in)
 * - `mma`: as a product of matrices on tensor cores, of 16-bit numbers, added up in single precision (Li, Cheng & Lin 2021)
 * - `mma.f16`: the same added up in half precision, as tcFFT does; for f16
 * - `mma.m16n8k8`: as `mma`, by the instruction of that shape alone, which takes half as much at a time as the largest one; on an
 *   H200 2 % slower at 4096 in f16
 * - `mma.m8n8k4`: as `mma.f16`, by the instruction of that shape, which has a whole butterfly in each lane; made for compute
 *   capability 7.0: on an H200 13 times as slow
 * - `split`: as `mma`, but of single-precision numbers, each the scaled sum of two halves, and so is the matrix: three products.
 *   Scales are powers of two, one for each butterfly
 * - `sorna`: as Sorna et al. (2018) split numbers, with a power of two as the scale of either half; radix 4, whose matrix is
 *   exact in halves
 * - `kang`: as Kang et al. (2019) do, with the largest magnitude as the scale; radices 2, 4 and 8, whose matrix is rounded
 */
export type Unit = "alman-rao" | MatrixUnit;

/** Units that multiply by a matrix. */
export type MatrixUnit = "mma" | "mma.f16" | "mma.m16n8k8" | "mma.m8n8k4" | "split" | "sorna" | "kang";

/** What a Walsh-Hadamard step `H(count, radix, stride, extent)` has in place of a dimension: it sees the array as one. */
export const WALSH = "H";

/**
 * Wu & JaJa's `X(count, radix, stride, extent, tw)` (section 4.1): along one dimension, `count` butterflies of size
 * `radix` whose members lie `stride` apart inside blocks of `extent` elements. One digit of the dimension is transformed.
 */
export interface SubComputation {
  readonly dimension: string;
  readonly count: number;
  readonly radix: number;
  readonly stride: number;
  readonly extent: number;
  /** `no-tw` for Walsh-Hadamard steps, which the notation leaves out. */
  readonly twiddle: TwiddlePosition;
  readonly unit?: Unit;
}

/**
 * Where twiddle factors come from.
 * - `table`: every factor correctly rounded, read from a table
 * - `powers`: one to three correctly rounded factors from a table, the others as products of them; the codelet states
 *   the error, 3 to 12 roundoffs per factor at worst
 * - `fast-sincos`: the `__sincosf` intrinsic on the fly, as Wu & JaJa did; about 2^-21 absolute error per factor
 */
export type TwiddleSource = "table" | "powers" | "fast-sincos";

/** Store cache policy: `streaming` marks the lines as not to be read again soon (`st.global.cs`). */
export type StorePolicy = "default" | "streaming";

/**
 * Which tiles a cluster works on.
 * - `static`: its share, known from the start: every nth tile for n clusters
 * - `ticket`: whichever comes next, as a counter in global memory says, so that fast clusters do more than slow ones
 */
export type TileOrder = "static" | "ticket";

/**
 * A pipelined kernel on thread-block clusters, which hold a tile in the shared memory of several blocks: half the threads of
 * each block do the first sub-computations and send the tile through the cluster, the other half do the rest.
 */
export interface ClusterSchedule {
  /** Blocks of a cluster, a power of two, at least 2. */
  readonly size: number;
  /** The tile crosses the cluster after so many sub-computations. */
  readonly after: number;
  readonly order: TileOrder;
  /**
   * All threads of a block do the first sub-computations, then all of them the rest, in one buffer: no pipeline, but three times
   * the tile. Absent: half of them do the one while the other half do the other.
   */
  readonly undivided?: true;
  /**
   * Parts of the front that fetch and transform on their own, a power of two. Absent: 2; on an H200 four took 1 % more time at 2^14
   * in f32 (1.086 times a copy's, not 1.076), and 11 % more at 2^16.
   */
  readonly groups?: number;
  /**
   * Buffers that receive, which rounds use in turn. Absent: 2, one is filled while the other is read; on an H200 one alone took 15 %
   * more time at 2^14 in f32, with the same cluster.
   */
  readonly buffers?: number;
  /**
   * Of tickets: rounds from the one that deals out a tile to the one that does it. It is fetched one round before, asked for two
   * rounds before. Absent: 3. Without asking ahead two would do, but on an H200 three took 3 to 4 % less time at 2^14 in f32, if
   * 1 % more at 2^13 in f64; four, with asking ahead, saved nothing more.
   */
  readonly ahead?: number;
}

/** What clusters have that do not say. */
export const CLUSTER_DEFAULTS = { groups: 2, buffers: 2, ahead: 3 } as const;

/** How one kernel uses the GPU. */
export type Storing = "ordered" | "direct";

export interface Schedule {
  /** Threads of a block. */
  readonly threads: number;
  /** Absent: a plain kernel, whose blocks do not know of each other. */
  readonly cluster?: ClusterSchedule;
  /**
   * Independent transforms that share a tile, which has `columns` times the product of the kernel's radices elements. A tile is
   * held by a block or, if there are clusters, by a cluster.
   */
  readonly columns: number;
  /** Blocks that should fit on a multiprocessor at once: the second argument of `__launch_bounds__`, a register cap. */
  readonly blocksPerSm: number;
  readonly twiddles: TwiddleSource;
  /**
   * Entries of a table of twiddle factors at most; a larger one is replaced by a product of smaller ones, because it would push
   * the data out of the L1 cache. Absent: 8192; on clusters, where each block reads its own small part again and again, 65536: with
   * 2048, on an H200, 2^16 in f32 took 11 % more time.
   */
  readonly entries?: number;
  /**
   * Percent of the fewest sectors that the first butterfly may touch when it loads, and the last when it stores; beyond that the
   * kernel loads or stores in an extra phase, if that touches fewer. Absent: 125.
   */
  readonly sectors?: number;
  readonly stores: StorePolicy;
  /**
   * The L2 cache is asked for a tile before it is loaded. Of clusters for the tile after next, while the next one is fetched from there;
   * of blocks, and of clusters with branches, for that of whoever comes next where they run, behind all that are under way. Absent: it is not. On an H200
   * that took 12 % off rows of 12000, one block to a multiprocessor, which waits and computes in turns, and added 14 % to rows of 4096,
   * four of them, whose loads never end.
   */
  readonly prefetch?: true;
  /**
   * With `prefetch`, where each block has a tile of its own: how many blocks further that block is whose tile is asked for. Absent: as
   * many as the GPU runs at once, one wave, by its multiprocessors and `blocksPerSm`.
   */
  readonly distance?: number;
  /**
   * Neighbouring numbers of a real array that are moved and computed with together, a power of two; or 2 of complex numbers in single
   * precision, which one access moves. Absent: 1. Of complex numbers on an H200 three passes of 256x256x256 took 2 % less time with
   * 2 (1.640 and 1.674 ms, batch 8; the last pass on half the threads), 4096 in one 1 % more (0.520 and 0.515 ms).
   */
  readonly width?: number;
  /**
   * Shared memory holds 16-bit data as global memory does, rounded, instead of the single-precision numbers that it is computed
   * with: half the traffic for another rounding. Kernels that multiply by matrices do so anyway. Absent: it does not.
   */
  readonly exchange?: "short";
  /**
   * The kernel may start while the one before it drains, and waits for its end before it touches global memory (programmatic
   * dependent launch). Absent: it starts when that one has ended.
   */
  readonly early?: true;
  /**
   * How a block stores results that lie next to each other in memory and not in its last butterflies: rows of half a spectrum, which begin
   * anywhere in a line, and numbers of cosine transforms. `ordered`: it puts them into shared memory and stores them in the order of
   * memory; `direct`: threads store what their butterflies have. Absent: as layout/ordered-stores.ts says, where there is a choice.
   */
  readonly storing?: Storing;
  /** Bytes of shared memory that the padded tile takes at most. Absent: as many as a block of any GPU has, if it fits this one. */
  readonly shared?: number;
  /** What the first of two kernels writes lies tile by tile, which no other kernel's does. Absent: rows lie as in the input. */
  readonly tiled?: true;
}

/** The schedule of a kernel on clusters. */
export type OnCluster = Schedule & { readonly cluster: ClusterSchedule };

export const isOnCluster = (schedule: Schedule): schedule is OnCluster => schedule.cluster !== undefined;

/**
 * Why a transform goes through another one, there and back: a convolution.
 * - `bluestein`: any length, through a longer one (bluestein.ts). All kernels of one dimension are such, or none
 * - `rader`: a prime length, through one less (rader.ts)
 * - `pairs`: of a real transform the Hermitian step beside a complex one of half its length (hermitian-kernel.ts)
 */
export type Through = "bluestein" | "rader" | "pairs";

/** One pair of braces: everything inside happens between one read and one write of global memory. */
export interface PlanKernel {
  readonly subComputations: readonly SubComputation[];
  /** Of another transform, there and back, through which the plan's goes. */
  readonly through?: Through;
  /** Of a real transform along one axis: the Hermitian step that its blocks end with, or begin with (hermitian-kernel.ts). */
  readonly hermitian?: SubComputation | undefined;
  /** Absent in a plan as the papers print it: the search then chooses. */
  readonly schedule?: Schedule;
}

export interface Plan {
  readonly transform: Transform;
  readonly kernels: readonly PlanKernel[];
}

export interface ScheduledKernel extends PlanKernel {
  readonly schedule: Schedule;
}

/** A plan with every decision made: what lowering needs. */
export interface ScheduledPlan {
  readonly transform: Transform;
  readonly kernels: readonly ScheduledKernel[];
}
