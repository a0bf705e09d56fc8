// NVIDIA B300. Nothing here was measured; a plan chosen with these numbers is a guess until it is tuned.
import { blackwellUltra } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented, estimated } from "./sources.js";

export const b300: Gpu = gpuOfDatasheet(blackwellUltra, {
  name: "NVIDIA B300 SXM6 AC",
  aliases: ["B300", "B300 SXM6"],
  multiprocessors: 148,
  clockGHz: 1.92,
  memoryBytes: 288e9,
  memoryBandwidth: 8000,
  memory: "HBM",
  l2Bytes: 126 * 2 ** 20,
  sources: {
    ...cite(
      documented("NVIDIA DGX B300 datasheet: 2.3 TB over eight GPUs; NVIDIA, Inside Blackwell Ultra: 288 GB, 8 TB/s"),
      "memoryBytes",
      "memoryBandwidth",
    ),
    multiprocessors: estimated("as many as a B200 has, as published device listings have it too; a full chip has 160"),
    clockGHz: estimated("highest clock as reported by the driver on published device listings"),
    l2Bytes: estimated("that of the B200, as published device listings have it too"),
  },
});
