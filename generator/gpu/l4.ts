// NVIDIA L4.
import { ada } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented } from "./sources.js";

export const l4: Gpu = gpuOfDatasheet(ada, {
  name: "NVIDIA L4",
  aliases: ["L4"],
  multiprocessors: 58,
  clockGHz: 2.04,
  memoryBytes: 24e9,
  memoryBandwidth: 300,
  memory: "GDDR6 with ECC",
  l2Bytes: 48 * 2 ** 20,
  sources: {
    ...cite(documented("NVIDIA L4 datasheet"), "memoryBytes", "memoryBandwidth"),
    ...cite(
      documented("NVIDIA Ada GPU architecture whitepaper V2.01, L4: 7424 CUDA cores on an AD104 with 48 MB of L2"),
      "multiprocessors",
      "clockGHz",
      "l2Bytes",
    ),
  },
});
