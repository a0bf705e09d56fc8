import { knownGpus } from "../../generator/gpu/registry.js";
import { sweep } from "../effort.js";

/** GPUs of one compute capability have the same limits. */
const oneOfEachCapability = knownGpus.filter(
  ({ computeCapability: own }, index) =>
    knownGpus.findIndex(({ computeCapability: { major, minor } }) => major === own.major && minor === own.minor) ===
    index,
);

/** Beside the H200, which other tests plan for: the oldest, the one with the least shared memory, and the newest with clusters. */
export const differentGpus = sweep(oneOfEachCapability, ({ computeCapability: { major, minor } }) =>
  [70, 75, 120].includes(10 * major + minor),
);
