// NVIDIA H100 as SXM5 module and as PCIe card.
import { hopper } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented } from "./sources.js";

const h100 = (
  names: Pick<Gpu, "name" | "aliases">,
  multiprocessors: number,
  clockGHz: number,
  memoryBandwidth: number,
  datasheet: string,
): Gpu =>
  gpuOfDatasheet(hopper, {
    ...names,
    multiprocessors,
    clockGHz,
    memoryBytes: 80e9,
    memoryBandwidth,
    memory: "HBM",
    l2Bytes: 50 * 2 ** 20,
    sources: {
      ...cite(documented(datasheet), "memoryBytes", "memoryBandwidth"),
      ...cite(
        documented("NVIDIA H100 Tensor Core GPU architecture whitepaper"),
        "multiprocessors",
        "clockGHz",
        "l2Bytes",
      ),
    },
  });

export const h100Sxm: Gpu = h100(
  { name: "NVIDIA H100 80GB HBM3", aliases: ["H100", "H100 SXM", "H100 SXM5"] },
  132,
  1.98,
  3350,
  "NVIDIA H100 datasheet, SXM: 3.35 TB/s",
);

export const h100Pcie: Gpu = h100(
  { name: "NVIDIA H100 PCIe", aliases: ["H100 PCIe 80GB"] },
  114,
  1.755,
  2000,
  "NVIDIA H100 PCIe product brief PB-11133-001: 80 GB, more than 2000 GB/s",
);
