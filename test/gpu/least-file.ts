/** A GPU file with no more than it must have. */
export const leastFile = {
  version: 1,
  name: "NVIDIA GeForce RTX 4080",
  computeCapability: "8.9",
  multiprocessors: 76,
  clockGHz: 2.505,
  memoryBytes: 16e9,
  memoryBandwidth: 716.8,
  l2Bytes: 64 * 2 ** 20,
} as const;
