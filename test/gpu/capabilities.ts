// Which of the known GPUs stand for others: those of one compute capability have the same limits.
import type { Gpu } from "../../generator/gpu/gpu.js";
import { knownGpus } from "../../generator/gpu/registry.js";

export const isFirstOfItsCapability = (gpu: Gpu, index: number): boolean =>
  knownGpus.findIndex(
    ({ computeCapability: { major, minor } }) =>
      major === gpu.computeCapability.major && minor === gpu.computeCapability.minor,
  ) === index;
