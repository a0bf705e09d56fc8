// NVIDIA T4.
import { turing } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented } from "./sources.js";

export const t4: Gpu = gpuOfDatasheet(turing, {
  name: "Tesla T4",
  aliases: ["T4"],
  multiprocessors: 40,
  clockGHz: 1.59,
  memoryBytes: 16e9,
  memoryBandwidth: 320,
  memory: "GDDR6 with ECC",
  l2Bytes: 4 * 2 ** 20,
  sources: {
    ...cite(
      documented("NVIDIA T4 product brief PB-09256-001: 1590 MHz, 16 GB of 256 bits at 320 GB/s"),
      "clockGHz",
      "memoryBytes",
      "memoryBandwidth",
    ),
    ...cite(
      documented("NVIDIA Turing GPU architecture whitepaper WP-09183-001, Tesla T4: 2560 CUDA cores, 4096 KB of L2"),
      "multiprocessors",
      "l2Bytes",
    ),
  },
});
