// The multiprocessors of the compute capabilities that fftgen knows. Products (h200.ts, l4.ts ...) build on these.
import type { MultiprocessorLimits, Source } from "./gpu.js";
import { cite, documented } from "./sources.js";

export interface Multiprocessor {
  readonly limits: MultiprocessorLimits;
  readonly sources: { readonly [fact in keyof MultiprocessorLimits]: Source };
}

const KIB = 1024;

export const limitSources: Multiprocessor["sources"] = {
  ...cite(
    documented(
      "CUDA C++ Programming Guide 13.0, Compute Capabilities, technical specifications per compute capability",
    ),
    "computeCapability",
    "warpSize",
    "maxThreadsPerBlock",
    "maxThreadsPerSm",
    "maxBlocksPerSm",
    "registersPerSm",
    "maxRegistersPerThread",
    "sharedBytesPerSm",
    "sharedBytesPerBlock",
    "sharedBanks",
  ),
  ...cite(
    documented("cuda_occupancy.h of CUDA 13.0"),
    "registerAllocationUnit",
    "subPartitions",
    "sharedAllocationUnit",
    "sharedReservedPerBlock",
  ),
  ...cite(
    documented("CUDA C++ Programming Guide 13.0, Shared Memory: 32 bits per bank and clock cycle"),
    "sharedBankBytes",
  ),
  ...cite(
    documented("CUDA C++ Programming Guide 13.0, Arithmetic Instructions, throughput of native operations"),
    "fp32LanesPerSm",
    "fp64LanesPerSm",
  ),
  ...cite(
    documented(
      "CUDA C++ Programming Guide 13.0, Thread Block Clusters; Hopper and Blackwell tuning guides (16 by opt-in)",
    ),
    "portableClusterSize",
    "maxClusterSize",
  ),
};

/** The same on every capability listed here. */
export const commonLimits = {
  warpSize: 32,
  maxThreadsPerBlock: 1024,
  registersPerSm: 65536,
  maxRegistersPerThread: 255,
  registerAllocationUnit: 256,
  subPartitions: 4,
  sharedBanks: 32,
  sharedBankBytes: 4,
} as const;

const noClusters = { portableClusterSize: 1, maxClusterSize: 1 } as const;
const clusters = { portableClusterSize: 8, maxClusterSize: 16 } as const;

/** V100. */
export const volta: Multiprocessor = {
  limits: {
    ...commonLimits,
    ...noClusters,
    computeCapability: { major: 7, minor: 0 },
    maxThreadsPerSm: 2048,
    maxBlocksPerSm: 32,
    sharedBytesPerSm: 96 * KIB,
    sharedBytesPerBlock: 96 * KIB,
    sharedAllocationUnit: 256,
    sharedReservedPerBlock: 0,
    fp32LanesPerSm: 64,
    fp64LanesPerSm: 32,
  },
  sources: limitSources,
};

/** T4. */
export const turing: Multiprocessor = {
  limits: {
    ...commonLimits,
    ...noClusters,
    computeCapability: { major: 7, minor: 5 },
    maxThreadsPerSm: 1024,
    maxBlocksPerSm: 16,
    sharedBytesPerSm: 64 * KIB,
    sharedBytesPerBlock: 64 * KIB,
    sharedAllocationUnit: 256,
    sharedReservedPerBlock: 0,
    fp32LanesPerSm: 64,
    fp64LanesPerSm: 2,
  },
  sources: limitSources,
};

/** A100. */
export const ampere: Multiprocessor = {
  limits: {
    ...commonLimits,
    ...noClusters,
    computeCapability: { major: 8, minor: 0 },
    maxThreadsPerSm: 2048,
    maxBlocksPerSm: 32,
    sharedBytesPerSm: 164 * KIB,
    sharedBytesPerBlock: 163 * KIB,
    sharedAllocationUnit: 128,
    sharedReservedPerBlock: 1 * KIB,
    fp32LanesPerSm: 64,
    fp64LanesPerSm: 32,
  },
  sources: limitSources,
};

/** A10, RTX 30 series. */
export const ampereGraphics: Multiprocessor = {
  limits: {
    ...commonLimits,
    ...noClusters,
    computeCapability: { major: 8, minor: 6 },
    maxThreadsPerSm: 1536,
    maxBlocksPerSm: 16,
    sharedBytesPerSm: 100 * KIB,
    sharedBytesPerBlock: 99 * KIB,
    sharedAllocationUnit: 128,
    sharedReservedPerBlock: 1 * KIB,
    fp32LanesPerSm: 128,
    fp64LanesPerSm: 2,
  },
  sources: limitSources,
};

/** L4, L40S, RTX 4090. */
export const ada: Multiprocessor = {
  limits: {
    ...commonLimits,
    ...noClusters,
    computeCapability: { major: 8, minor: 9 },
    maxThreadsPerSm: 1536,
    maxBlocksPerSm: 24,
    sharedBytesPerSm: 100 * KIB,
    sharedBytesPerBlock: 99 * KIB,
    sharedAllocationUnit: 128,
    sharedReservedPerBlock: 1 * KIB,
    fp32LanesPerSm: 128,
    fp64LanesPerSm: 2,
  },
  sources: limitSources,
};

/** H100, H200, GH200. */
export const hopper: Multiprocessor = {
  limits: {
    ...commonLimits,
    ...clusters,
    computeCapability: { major: 9, minor: 0 },
    maxThreadsPerSm: 2048,
    maxBlocksPerSm: 32,
    sharedBytesPerSm: 228 * KIB,
    sharedBytesPerBlock: 227 * KIB,
    sharedAllocationUnit: 128,
    sharedReservedPerBlock: 1 * KIB,
    fp32LanesPerSm: 128,
    fp64LanesPerSm: 64,
  },
  sources: limitSources,
};

/** B200. */
export const blackwell: Multiprocessor = {
  limits: {
    ...hopper.limits,
    computeCapability: { major: 10, minor: 0 },
  },
  sources: limitSources,
};

/** B300: fast in single precision and shorter ones. */
export const blackwellUltra: Multiprocessor = {
  limits: {
    ...blackwell.limits,
    computeCapability: { major: 10, minor: 3 },
    fp64LanesPerSm: 2,
  },
  sources: limitSources,
};

/** RTX 50 series. */
export const blackwellGraphics: Multiprocessor = {
  limits: {
    ...ada.limits,
    computeCapability: { major: 12, minor: 0 },
    portableClusterSize: 8,
    maxClusterSize: 8,
  },
  sources: {
    ...limitSources,
    ...cite(
      documented("CUDA C++ Programming Guide 13.0, Thread Block Clusters: 8 blocks; more by opt-in is not documented"),
      "portableClusterSize",
      "maxClusterSize",
    ),
  },
};

/** By compute capability, the oldest first. */
export const multiprocessors: readonly Multiprocessor[] = [
  volta,
  turing,
  ampere,
  ampereGraphics,
  ada,
  hopper,
  blackwell,
  blackwellUltra,
  blackwellGraphics,
];
