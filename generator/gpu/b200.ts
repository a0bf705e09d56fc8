// NVIDIA B200. Nothing here was measured; a plan chosen with these numbers is a guess until it is tuned.
import { blackwell } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented, estimated } from "./sources.js";

export const b200: Gpu = gpuOfDatasheet(blackwell, {
  name: "NVIDIA B200",
  aliases: ["B200"],
  multiprocessors: 148,
  clockGHz: 1.965,
  memoryBytes: 180e9,
  memoryBandwidth: 8000,
  memory: "HBM",
  l2Bytes: 126 * 2 ** 20,
  sources: {
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
  },
});
