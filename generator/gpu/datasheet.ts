// A GPU from what its vendor prints: the rest, which nobody has measured on it, is estimated, and says so.
import type { Multiprocessor } from "./capability.js";
import {
  estimatedCopyBandwidth,
  estimatedL2Bandwidth,
  estimatedLaunch,
  estimatedMemoryLatency,
  type MemoryKind,
} from "./estimates.js";
import { mostSimilar } from "./shipped-weights.js";
import type { Gpu, Product, Source } from "./gpu.js";
import { clustersNotMeasured, h200SegmentTimes, noClusters, segmentsAssumed } from "./segments.js";

/** What datasheets and whitepapers say. */
export type Printed = Pick<Product, "multiprocessors" | "clockGHz" | "memoryBytes" | "memoryBandwidth" | "l2Bytes">;

export interface Datasheet extends Pick<Gpu, "name" | "aliases">, Printed {
  readonly memory: MemoryKind;
  readonly sources: { readonly [fact in keyof Printed]: Source };
}

export function gpuOfDatasheet({ limits, sources }: Multiprocessor, sheet: Datasheet): Gpu {
  const { memory, sources: printed, ...facts } = sheet;
  const { multiprocessors, clockGHz, memoryBandwidth } = facts;
  const copy = estimatedCopyBandwidth(memory, memoryBandwidth);
  const l2 = estimatedL2Bandwidth(multiprocessors, clockGHz, memory === "HBM" ? 32 : 16);
  const latency = estimatedMemoryLatency(memory, clockGHz);
  const known = { ...limits, ...facts, copyBandwidth: copy.value };
  return {
    ...known,
    l2Bandwidth: l2.value,
    launchMicroseconds: estimatedLaunch.value,
    memoryLatencyNanoseconds: latency.value,
    segmentTimes: h200SegmentTimes,
    clusterResidency: [],
    weights: mostSimilar(known),
    sources: {
      ...sources,
      ...printed,
      copyBandwidth: copy.source,
      l2Bandwidth: l2.source,
      launchMicroseconds: estimatedLaunch.source,
      memoryLatencyNanoseconds: latency.source,
      segmentTimes: segmentsAssumed,
      clusterResidency: limits.maxClusterSize > 1 ? clustersNotMeasured : noClusters,
    },
  };
}
