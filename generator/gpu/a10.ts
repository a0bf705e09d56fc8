// NVIDIA A10.
import { ampereGraphics } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, derived, documented } from "./sources.js";

export const a10: Gpu = gpuOfDatasheet(ampereGraphics, {
  name: "NVIDIA A10",
  aliases: ["A10"],
  multiprocessors: 72,
  clockGHz: 1.695,
  memoryBytes: 24e9,
  memoryBandwidth: 600,
  memory: "GDDR6 with ECC",
  l2Bytes: 6 * 2 ** 20,
  sources: {
    ...cite(documented("NVIDIA A10 datasheet"), "memoryBytes", "memoryBandwidth"),
    clockGHz: documented("NVIDIA A10 product brief PB-10415-001"),
    multiprocessors: derived("31.2 TFLOPS of the NVIDIA A10 datasheet, of 128 cores at 1.695 GHz each"),
    l2Bytes: documented("NVIDIA Ampere GA102 GPU architecture whitepaper V2.1: a full memory interface has 6144 KB"),
  },
});
