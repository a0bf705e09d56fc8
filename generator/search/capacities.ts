// How many elements a kernel can hold, for a first estimate.
import type { Gpu } from "../gpu/gpu.js";
import { transformedAxes } from "../plan/axes.js";
import { elementTypeBytes, kernelElements } from "../plan/elements.js";
import { computedWith, elementBytes, groupOf, type Transform, type TransformGroup } from "../plan/transform.js";
import { CLUSTER_BLOCK_BYTES } from "./cluster-schedules.js";
import type { Capacity } from "./coarse-cost.js";
import { undividedCapacity } from "./undivided-schedules.js";
import { heldBytes, widestVectors } from "./widths.js";

/** What pipelines hold, and what undivided blocks do. */
export interface Capacities {
  readonly pipelined: Capacity;
  readonly undivided: Capacity;
}

/** As long as one dimension of a tile is worth. */
const LARGEST_TILE_ELEMENTS = 1 << 15;
/** Clusters are offered for real elements of 8 and 16 bytes. */
const CLUSTER_ELEMENT_BYTES = 8;

export function capacitiesOf(transform: Transform, gpu: Gpu): Capacities {
  const { bytes, most } = HELD[groupOf(transform)](transform);
  const block = Math.min(most, Math.floor(gpu.sharedBytesPerBlock / bytes));
  const isOnClusters = gpu.maxClusterSize >= 2 && suitsClusters(transform);
  const pipelined = isOnClusters ? gpu.maxClusterSize * (CLUSTER_BLOCK_BYTES / bytes) : 0;
  if (pipelined === 0) return { pipelined: { block, cluster: 0 }, undivided: { block, cluster: 0 } };
  return {
    pipelined: { block, cluster: pipelined },
    undivided: { block, cluster: undividedCapacity(bytes, gpu) },
  };
}

/** Bytes of an element in shared memory, and the elements that a block holds at most. */
const HELD: Readonly<Record<TransformGroup, (transform: Transform) => { bytes: number; most: number }>> = {
  cyclic: (transform) => ({ bytes: elementBytes(transform), most: LARGEST_TILE_ELEMENTS }),
  dyadic: (transform) => ({ bytes: heldBytes(transform), most: Infinity }),
};

/** Whether bulk copies bring what is computed with, and digits of real transforms are bits. */
function suitsClusters(transform: Transform): boolean {
  const areBits = transformedAxes(transform).every(({ length }) => Number.isInteger(Math.log2(length)));
  if ((!areBits && groupOf(transform) === "dyadic") || transform.order === "sequency") return false;
  const { held, input, output } = kernelElements(transform, { width: widestVectors(transform) }, 0, 1);
  if (held.field === "complex") return computedWith(transform) === transform.precision;
  const bytes = elementTypeBytes(held);
  return bytes % CLUSTER_ELEMENT_BYTES === 0 && [input, output].every((type) => elementTypeBytes(type) === bytes);
}
