// NVIDIA GH200, the GPU of a Grace Hopper superchip, with 96 GB of HBM3 or 144 GB of HBM3e. The driver names the first by the memory
// of the processor beside it.
import { hopper } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented, estimated } from "./sources.js";

const gh200 = (names: Pick<Gpu, "name" | "aliases">, gigabytes: number, memoryBandwidth: number): Gpu =>
  gpuOfDatasheet(hopper, {
    ...names,
    multiprocessors: 132,
    clockGHz: 1.98,
    memoryBytes: gigabytes * 1e9,
    memoryBandwidth,
    memory: "HBM",
    l2Bytes: 60 * 2 ** 20,
    sources: {
      ...cite(
        documented("NVIDIA GH200 Grace Hopper superchip datasheet: 96 GB at 4 TB/s, 144 GB at 4.9 TB/s"),
        "memoryBytes",
        "memoryBandwidth",
      ),
      multiprocessors: documented("NVIDIA Grace Hopper superchip architecture whitepaper"),
      clockGHz: estimated("that of the H100 and the H200, whose chip it is"),
      l2Bytes: documented("NVIDIA Grace Hopper superchip architecture whitepaper: 60 MB"),
    },
  });

export const gh200Hbm3: Gpu = gh200(
  { name: "NVIDIA GH200 480GB", aliases: ["GH200", "GH200 96GB", "NVIDIA GH200 120GB"] },
  96,
  4000,
);

export const gh200Hbm3e: Gpu = gh200({ name: "NVIDIA GH200 144G HBM3e", aliases: ["GH200 144GB"] }, 144, 4900);
