import { knownGpus } from "../../generator/gpu/registry.js";

/** GPUs of one compute capability have the same limits. */
export const oneOfEachCapability = knownGpus.filter(
  ({ computeCapability: own }, index) =>
    knownGpus.findIndex(({ computeCapability: { major, minor } }) => major === own.major && minor === own.minor) ===
    index,
);
