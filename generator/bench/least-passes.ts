// The fewest passes over device memory that a transform needs on a given GPU: the limit to which a plan is compared.
import type { Gpu } from "../gpu/gpu.js";
import { elementBytes, transformedCount, type Transform } from "../plan/transform.js";

/**
 * A pass reads and writes every element once, and in between mixes what is on chip together. With room for S elements where
 * the threads of a kernel can exchange them, an element's value depends on at most S others after one pass and on S^p after
 * p; a transform of N points makes each output depend on all N inputs, so p >= log N / log S (Hong & Kung, I/O
 * complexity: the red-blue pebble game, 1981). S: registers and shared memory of the largest cluster, or of one block where
 * there are no clusters. A bound, not a promise: real plans also need whole memory segments and room to overlap.
 */
export function leastPasses(transform: Transform, gpu: Gpu): number {
  const bytesPerSm = gpu.sharedBytesPerSm + 4 * gpu.registersPerSm;
  const onChip = (gpu.maxClusterSize * bytesPerSm) / elementBytes(transform);
  return Math.max(1, Math.ceil(Math.log(transformedCount(transform)) / Math.log(onChip) - 1e-9));
}
