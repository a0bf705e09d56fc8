// NVIDIA GeForce RTX 4090.
import { ada } from "./capability.js";
import { estimatedCopyBandwidth, estimatedL2Bandwidth, estimatedLaunch, estimatedMemoryLatency } from "./estimates.js";
import type { Gpu } from "./gpu.js";
import { h200SegmentTimes, noClusters, segmentsAssumed } from "./segments.js";
import { cite, documented } from "./sources.js";

const copy = estimatedCopyBandwidth("GDDR6X", 1008);
const l2 = estimatedL2Bandwidth(128, 2.52, 16);
const latency = estimatedMemoryLatency("GDDR6X", 2.52);

export const rtx4090: Gpu = {
  ...ada.limits,
  name: "NVIDIA GeForce RTX 4090",
  aliases: ["RTX 4090", "4090"],
  multiprocessors: 128,
  clockGHz: 2.52,
  memoryBytes: 24e9,
  memoryBandwidth: 1008,
  copyBandwidth: copy.value,
  l2Bytes: 72 * 2 ** 20,
  l2Bandwidth: l2.value,
  launchMicroseconds: estimatedLaunch.value,
  memoryLatencyNanoseconds: latency.value,
  segmentTimes: h200SegmentTimes,
  clusterResidency: [],
  sources: {
    ...ada.sources,
    ...cite(
      documented("NVIDIA Ada GPU architecture whitepaper V2.01, GeForce RTX 4090"),
      "multiprocessors",
      "clockGHz",
      "memoryBytes",
    ),
    ...cite(
      documented("NVIDIA Ada GPU architecture whitepaper V2.01, GeForce RTX 4090: 384 bits at 21 Gbps, 73728 KB of L2"),
      "memoryBandwidth",
      "l2Bytes",
    ),
    copyBandwidth: copy.source,
    l2Bandwidth: l2.source,
    launchMicroseconds: estimatedLaunch.source,
    memoryLatencyNanoseconds: latency.source,
    segmentTimes: segmentsAssumed,
    clusterResidency: noClusters,
  },
};
