// NVIDIA L40S.
import { ada } from "./capability.js";
import { estimatedCopyBandwidth, estimatedL2Bandwidth, estimatedLaunch, estimatedMemoryLatency } from "./estimates.js";
import type { Gpu } from "./gpu.js";
import { h200SegmentTimes, noClusters, segmentsAssumed } from "./segments.js";
import { cite, documented, estimated } from "./sources.js";

const copy = estimatedCopyBandwidth("GDDR6 with ECC", 864);
const l2 = estimatedL2Bandwidth(142, 2.52, 16);
const latency = estimatedMemoryLatency("GDDR6 with ECC", 2.52);

export const l40s: Gpu = {
  ...ada.limits,
  name: "NVIDIA L40S",
  aliases: ["L40S"],
  multiprocessors: 142,
  clockGHz: 2.52,
  memoryBytes: 48e9,
  memoryBandwidth: 864,
  copyBandwidth: copy.value,
  l2Bytes: 96 * 2 ** 20,
  l2Bandwidth: l2.value,
  launchMicroseconds: estimatedLaunch.value,
  memoryLatencyNanoseconds: latency.value,
  segmentTimes: h200SegmentTimes,
  clusterResidency: [],
  sources: {
    ...ada.sources,
    ...cite(
      documented("NVIDIA L40S datasheet: 18176 CUDA cores, 48 GB, 864 GB/s"),
      "multiprocessors",
      "memoryBytes",
      "memoryBandwidth",
    ),
    clockGHz: estimated("boost clock as printed on published listings"),
    l2Bytes: documented("NVIDIA Ada GPU architecture whitepaper V2.01: a full AD102 has 98304 KB"),
    copyBandwidth: copy.source,
    l2Bandwidth: l2.source,
    launchMicroseconds: estimatedLaunch.source,
    memoryLatencyNanoseconds: latency.source,
    segmentTimes: segmentsAssumed,
    clusterResidency: noClusters,
  },
};
