// NVIDIA B200. Nothing here was measured; a plan chosen with these numbers is a guess until it is tuned.
import { blackwell } from "./capability.js";
import { estimatedCopyBandwidth, estimatedL2Bandwidth, estimatedLaunch, estimatedMemoryLatency } from "./estimates.js";
import type { Gpu } from "./gpu.js";
import { clustersNotMeasured, h200SegmentTimes, segmentsAssumed } from "./segments.js";
import { cite, documented, estimated } from "./sources.js";

const copy = estimatedCopyBandwidth("HBM", 8000);
const l2 = estimatedL2Bandwidth(148, 1.965, 32);
const latency = estimatedMemoryLatency("HBM", 1.965);

export const b200: Gpu = {
  ...blackwell.limits,
  name: "NVIDIA B200",
  aliases: ["B200"],
  multiprocessors: 148,
  clockGHz: 1.965,
  memoryBytes: 180e9,
  memoryBandwidth: 8000,
  copyBandwidth: copy.value,
  l2Bytes: 126 * 2 ** 20,
  l2Bandwidth: l2.value,
  launchMicroseconds: estimatedLaunch.value,
  memoryLatencyNanoseconds: latency.value,
  segmentTimes: h200SegmentTimes,
  clusterResidency: [],
  sources: {
    ...blackwell.sources,
    ...cite(
      documented("NVIDIA DGX B200 datasheet: 1440 GB and 64 TB/s over eight GPUs"),
      "memoryBytes",
      "memoryBandwidth",
    ),
    ...cite(
      documented("NVIDIA Blackwell tuning guide for CUDA 13.0 (126 MB of L2); 74 multiprocessors on each of two dies"),
      "multiprocessors",
      "l2Bytes",
    ),
    clockGHz: estimated("boost clock as reported by the driver on published device listings"),
    copyBandwidth: copy.source,
    l2Bandwidth: l2.source,
    launchMicroseconds: estimatedLaunch.source,
    memoryLatencyNanoseconds: latency.source,
    segmentTimes: segmentsAssumed,
    clusterResidency: clustersNotMeasured,
  },
};
