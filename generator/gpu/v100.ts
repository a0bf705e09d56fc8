// NVIDIA V100, the SXM2 module with 32 GB.
import { volta } from "./capability.js";
import { estimatedCopyBandwidth, estimatedL2Bandwidth, estimatedLaunch, estimatedMemoryLatency } from "./estimates.js";
import type { Gpu } from "./gpu.js";
import { h200SegmentTimes, noClusters, segmentsAssumed } from "./segments.js";
import { cite, documented } from "./sources.js";

const copy = estimatedCopyBandwidth("HBM", 900);
const l2 = estimatedL2Bandwidth(80, 1.53, 32);
const latency = estimatedMemoryLatency("HBM", 1.53);

export const v100: Gpu = {
  ...volta.limits,
  name: "Tesla V100-SXM2-32GB",
  aliases: ["V100", "V100 SXM2", "V100 32GB"],
  multiprocessors: 80,
  clockGHz: 1.53,
  memoryBytes: 32e9,
  memoryBandwidth: 900,
  copyBandwidth: copy.value,
  l2Bytes: 6 * 2 ** 20,
  l2Bandwidth: l2.value,
  launchMicroseconds: estimatedLaunch.value,
  memoryLatencyNanoseconds: latency.value,
  segmentTimes: h200SegmentTimes,
  clusterResidency: [],
  sources: {
    ...volta.sources,
    ...cite(documented("NVIDIA V100 datasheet, SXM2"), "memoryBytes", "memoryBandwidth"),
    ...cite(documented("NVIDIA Tesla V100 GPU architecture whitepaper"), "multiprocessors", "clockGHz", "l2Bytes"),
    copyBandwidth: copy.source,
    l2Bandwidth: l2.source,
    launchMicroseconds: estimatedLaunch.source,
    memoryLatencyNanoseconds: latency.source,
    segmentTimes: segmentsAssumed,
    clusterResidency: noClusters,
  },
};
