// NVIDIA L4.
import { ada } from "./capability.js";
import { estimatedCopyBandwidth, estimatedL2Bandwidth, estimatedLaunch, estimatedMemoryLatency } from "./estimates.js";
import type { Gpu } from "./gpu.js";
import { h200SegmentTimes, noClusters, segmentsAssumed } from "./segments.js";
import { cite, documented } from "./sources.js";

const copy = estimatedCopyBandwidth("GDDR6 with ECC", 300);
const l2 = estimatedL2Bandwidth(58, 2.04, 16);
const latency = estimatedMemoryLatency("GDDR6 with ECC", 2.04);

export const l4: Gpu = {
  ...ada.limits,
  name: "NVIDIA L4",
  aliases: ["L4"],
  multiprocessors: 58,
  clockGHz: 2.04,
  memoryBytes: 24e9,
  memoryBandwidth: 300,
  copyBandwidth: copy.value,
  l2Bytes: 48 * 2 ** 20,
  l2Bandwidth: l2.value,
  launchMicroseconds: estimatedLaunch.value,
  memoryLatencyNanoseconds: latency.value,
  segmentTimes: h200SegmentTimes,
  clusterResidency: [],
  sources: {
    ...ada.sources,
    ...cite(documented("NVIDIA L4 datasheet"), "memoryBytes", "memoryBandwidth"),
    ...cite(
      documented("NVIDIA Ada GPU architecture whitepaper V2.01, L4: 7424 CUDA cores on an AD104 with 48 MB of L2"),
      "multiprocessors",
      "clockGHz",
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
