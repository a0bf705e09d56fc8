// NVIDIA L40S.
import { ada } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented, estimated } from "./sources.js";

export const l40s: Gpu = gpuOfDatasheet(ada, {
  name: "NVIDIA L40S",
  aliases: ["L40S"],
  multiprocessors: 142,
  clockGHz: 2.52,
  memoryBytes: 48e9,
  memoryBandwidth: 864,
  memory: "GDDR6 with ECC",
  l2Bytes: 96 * 2 ** 20,
  sources: {
    ...cite(
      documented("NVIDIA L40S datasheet: 18176 CUDA cores, 48 GB, 864 GB/s"),
      "multiprocessors",
      "memoryBytes",
      "memoryBandwidth",
    ),
    clockGHz: estimated("boost clock as printed on published listings"),
    l2Bytes: documented("NVIDIA Ada GPU architecture whitepaper V2.01: a full AD102 has 98304 KB"),
  },
});
