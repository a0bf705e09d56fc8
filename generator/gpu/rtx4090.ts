// NVIDIA GeForce RTX 4090.
import { ada } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented } from "./sources.js";

export const rtx4090: Gpu = gpuOfDatasheet(ada, {
  name: "NVIDIA GeForce RTX 4090",
  aliases: ["RTX 4090", "4090"],
  multiprocessors: 128,
  clockGHz: 2.52,
  memoryBytes: 24e9,
  memoryBandwidth: 1008,
  memory: "GDDR6X",
  l2Bytes: 72 * 2 ** 20,
  sources: {
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
  },
});
