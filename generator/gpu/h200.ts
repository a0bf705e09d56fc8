// NVIDIA H200: the GPU that fftgen's plans were measured on first.
import { hopper } from "./capability.js";
import { estimatedMemoryLatency } from "./estimates.js";
import type { Gpu } from "./gpu.js";
import { h200SegmentTimes, segmentsMeasured } from "./segments.js";
import { h200Weights } from "./shipped-weights.js";
import { cite, derived, documented, measured } from "./sources.js";

const name = "NVIDIA H200";

const latency = estimatedMemoryLatency("HBM", 1.98);

export const h200: Gpu = {
  ...hopper.limits,
  name,
  aliases: ["H200", "H200 SXM"],
  multiprocessors: 132,
  clockGHz: 1.98,
  memoryBytes: 141e9,
  memoryBandwidth: 4800,
  copyBandwidth: 4253,
  l2Bytes: 60 * 2 ** 20,
  l2Bandwidth: 8500,
  launchMicroseconds: 4.5,
  memoryLatencyNanoseconds: latency.value,
  segmentTimes: h200SegmentTimes,
  clusterResidency: [
    { clusterSize: 2, multiprocessors: 132 },
    { clusterSize: 3, multiprocessors: 117 },
    { clusterSize: 4, multiprocessors: 120 },
    { clusterSize: 5, multiprocessors: 110 },
    { clusterSize: 6, multiprocessors: 102 },
    { clusterSize: 7, multiprocessors: 105 },
    { clusterSize: 8, multiprocessors: 120 },
    { clusterSize: 9, multiprocessors: 81 },
    { clusterSize: 10, multiprocessors: 70 },
    { clusterSize: 11, multiprocessors: 77 },
    { clusterSize: 12, multiprocessors: 84 },
    { clusterSize: 13, multiprocessors: 91 },
    { clusterSize: 14, multiprocessors: 98 },
    { clusterSize: 15, multiprocessors: 105 },
    { clusterSize: 16, multiprocessors: 112 },
  ],
  weights: h200Weights,
  sources: {
    ...hopper.sources,
    ...cite(documented("NVIDIA H200 datasheet"), "memoryBytes", "memoryBandwidth"),
    ...cite(measured("cudaDeviceProp on an H200"), "multiprocessors", "l2Bytes"),
    clockGHz: documented(
      "NVIDIA H100 architecture in depth: SXM5 boost clock; 1.95 GHz seen under an FFT load on an H200",
    ),
    copyBandwidth: measured("device-to-device copy of 2 GiB in 1.0099 ms, CUDA 13.0; 1 GiB takes 0.504 ms"),
    l2Bandwidth: measured("L2-resident copy, CUDA 13.0; holds up to 16 MB read and 16 MB written, lost at 24 and 24"),
    launchMicroseconds: derived("a copy of 128 MiB takes 67.6 us, its traffic at 4253 GB/s 63.1 us"),
    memoryLatencyNanoseconds: latency.source,
    segmentTimes: segmentsMeasured,
    clusterResidency: measured("cudaOccupancyMaxActiveClusters on an H200, one block per multiprocessor"),
  },
};
