// What a GPU is, as numbers: the limits that make a kernel legal and the speeds that make it fast. Facts only: nothing here
// computes with them (occupancy.ts, segments.ts), and no pass of the compiler may know a GPU by name.

import type { Weights } from "./weights.js";

/**
 * How far a number can be trusted.
 * - `documented`: the vendor says so, in a datasheet, a guide or a header
 * - `measured`: timed on this very GPU
 * - `derived`: computed from documented or measured numbers; the text says how
 * - `estimated`: carried over from another GPU or from a rule of thumb; the text says which. Measure before relying on it.
 */
export type Certainty = "documented" | "measured" | "derived" | "estimated";

export interface Source {
  readonly certainty: Certainty;
  /** Where the number comes from, so that a reader can look it up or repeat it. */
  readonly text: string;
}

export interface ComputeCapability {
  readonly major: number;
  readonly minor: number;
}

/** What every GPU of one compute capability shares: the multiprocessor. */
export interface MultiprocessorLimits {
  readonly computeCapability: ComputeCapability;
  readonly warpSize: number;
  readonly maxThreadsPerBlock: number;
  readonly maxThreadsPerSm: number;
  readonly maxBlocksPerSm: number;
  /** 32-bit registers. */
  readonly registersPerSm: number;
  readonly maxRegistersPerThread: number;
  /** A warp's registers are rounded up to a multiple of this many 32-bit registers. */
  readonly registerAllocationUnit: number;
  /** Equal parts of a multiprocessor, each with its own share of the registers; a warp lives in one of them. */
  readonly subPartitions: number;
  /** Bytes of shared memory at the largest carve-out. */
  readonly sharedBytesPerSm: number;
  /** Bytes one block may ask for, after opting in (`cudaFuncAttributeMaxDynamicSharedMemorySize`). */
  readonly sharedBytesPerBlock: number;
  /** A block's shared memory is rounded up to a multiple of this many bytes. */
  readonly sharedAllocationUnit: number;
  /** Bytes that the driver takes from the multiprocessor for each block, on top of what the block asks for. */
  readonly sharedReservedPerBlock: number;
  readonly sharedBanks: number;
  /** Bytes that one bank delivers per clock. */
  readonly sharedBankBytes: number;
  /** Fused multiply-adds that one multiprocessor starts per clock, single precision. */
  readonly fp32LanesPerSm: number;
  /** The same in double precision. */
  readonly fp64LanesPerSm: number;
  /** Blocks that may form a thread-block cluster without opting in; 1 where there are no clusters. */
  readonly portableClusterSize: number;
  /** The same after opting in (`cudaFuncAttributeNonPortableClusterSizeAllowed`); 1 where there are no clusters. */
  readonly maxClusterSize: number;
}

/** One point of the curve "how much longer does a copy take whose accesses are contiguous for so many bytes only". */
export interface SegmentTime {
  readonly bytes: number;
  /** Time relative to a contiguous copy when only the reads or only the writes are so short. At least 1. */
  readonly oneSide: number;
  /** The same when both are. */
  readonly bothSides: number;
}

/** Clusters of one size leave some multiprocessors without work, because a cluster lives inside one group of them. */
export interface ClusterResidency {
  readonly clusterSize: number;
  /** Multiprocessors in use when clusters of one block per multiprocessor fill the GPU. */
  readonly multiprocessors: number;
}

/** What one product adds to its multiprocessor. */
export interface Product {
  readonly multiprocessors: number;
  /** Highest clock of the multiprocessors, in GHz. */
  readonly clockGHz: number;
  /** Bytes of device memory as sold (decimal gigabytes); what a program can allocate differs by a few percent. */
  readonly memoryBytes: number;
  /** Peak of the memory interface, in GB/s (10^9 bytes per second). */
  readonly memoryBandwidth: number;
  /** What a large contiguous copy achieves, reads plus writes, in GB/s: the speed a one-pass kernel cannot beat. */
  readonly copyBandwidth: number;
  readonly l2Bytes: number;
  /** What a copy whose data stays in L2 achieves, reads plus writes, in GB/s. */
  readonly l2Bandwidth: number;
  /** Microseconds that a kernel costs on top of its traffic: launch, first wave, last wave. */
  readonly launchMicroseconds: number;
  /** Nanoseconds from a load to its data when device memory is idle. */
  readonly memoryLatencyNanoseconds: number;
  /** Shortest segments first. */
  readonly segmentTimes: readonly SegmentTime[];
  /** Empty where nobody has measured it: ask `cudaOccupancyMaxActiveClusters`. */
  readonly clusterResidency: readonly ClusterResidency[];
}

export type GpuFacts = MultiprocessorLimits & Product;

export interface Gpu extends MultiprocessorLimits, Product {
  /** What the CUDA runtime reports (`cudaDeviceProp::name`). Measurements are filed under it. */
  readonly name: string;
  /** Other names people type. Case, spaces, dashes and the words NVIDIA, Tesla and GeForce do not matter. */
  readonly aliases: readonly string[];
  /** The path of the GPU file that says all this; absent for GPUs that fftgen knows. */
  readonly file?: string;
  /** Of the cost model: its own, or those of another GPU. */
  readonly weights: Weights;
  /** Where each number comes from. The type makes forgetting one an error. */
  readonly sources: { readonly [fact in keyof GpuFacts]: Source };
}

/** The name nvcc knows the architecture by: `sm_90`. */
export const architectureName = ({ major, minor }: ComputeCapability): string => `sm_${major}${minor}`;

/** Whether its tensor cores multiply matrices of such numbers by `mma.sync` in fragments of 16 by 8 by 16. */
export const multipliesMatrices = ({ computeCapability: { major, minor } }: Gpu, storage: "f16" | "bf16"): boolean =>
  storage === "bf16" ? major >= 8 : major >= 8 || (major === 7 && minor >= 5);
