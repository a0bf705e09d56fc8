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

type OwnLimits = Omit<MultiprocessorLimits, keyof typeof commonLimits | "computeCapability">;

const multiprocessor = (major: number, minor: number, own: OwnLimits): Multiprocessor => ({
  limits: { ...commonLimits, computeCapability: { major, minor }, ...own },
  sources: limitSources,
});

/** Before 8.0: a block can have all of it. */
const sharedMemory = (kib: number) => ({
  sharedBytesPerSm: kib * KIB,
  sharedBytesPerBlock: kib * KIB,
  sharedAllocationUnit: 256,
  sharedReservedPerBlock: 0,
});

/** Since 8.0: of each block's the driver keeps one KiB. */
const sharedMemoryWithReserve = (kib: number) => ({
  sharedBytesPerSm: kib * KIB,
  sharedBytesPerBlock: (kib - 1) * KIB,
  sharedAllocationUnit: 128,
  sharedReservedPerBlock: KIB,
});

const noClusters = { portableClusterSize: 1, maxClusterSize: 1 } as const;
const clusters = { portableClusterSize: 8, maxClusterSize: 16 } as const;

/** V100. */
export const volta = multiprocessor(7, 0, {
  maxThreadsPerSm: 2048,
  maxBlocksPerSm: 32,
  ...sharedMemory(96),
  ...noClusters,
  fp32LanesPerSm: 64,
  fp64LanesPerSm: 32,
});

/** T4. */
export const turing = multiprocessor(7, 5, {
  maxThreadsPerSm: 1024,
  maxBlocksPerSm: 16,
  ...sharedMemory(64),
  ...noClusters,
  fp32LanesPerSm: 64,
  fp64LanesPerSm: 2,
});

/** A100. */
export const ampere = multiprocessor(8, 0, {
  maxThreadsPerSm: 2048,
  maxBlocksPerSm: 32,
  ...sharedMemoryWithReserve(164),
  ...noClusters,
  fp32LanesPerSm: 64,
  fp64LanesPerSm: 32,
});

const ampereGraphicsLimits = {
  maxThreadsPerSm: 1536,
  maxBlocksPerSm: 16,
  ...sharedMemoryWithReserve(100),
  ...noClusters,
  fp32LanesPerSm: 128,
  fp64LanesPerSm: 2,
};

/** A10, RTX 30 series. */
export const ampereGraphics = multiprocessor(8, 6, ampereGraphicsLimits);

const adaLimits = { ...ampereGraphicsLimits, maxBlocksPerSm: 24 };

/** L4, L40S, RTX 4090. */
export const ada = multiprocessor(8, 9, adaLimits);

const hopperLimits = {
  maxThreadsPerSm: 2048,
  maxBlocksPerSm: 32,
  ...sharedMemoryWithReserve(228),
  ...clusters,
  fp32LanesPerSm: 128,
  fp64LanesPerSm: 64,
};

/** H100, H200, GH200. */
export const hopper = multiprocessor(9, 0, hopperLimits);

/** B200. */
export const blackwell = multiprocessor(10, 0, hopperLimits);

/** B300: fast in single precision and shorter ones. */
export const blackwellUltra = multiprocessor(10, 3, { ...hopperLimits, fp64LanesPerSm: 2 });

/** RTX 50 series. */
export const blackwellGraphics: Multiprocessor = {
  ...multiprocessor(12, 0, { ...adaLimits, portableClusterSize: 8, maxClusterSize: 8 }),
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
