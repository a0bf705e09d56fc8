// NVIDIA V100 with 16 and 32 GB, as SXM2 module and as PCIe card.
import { volta } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented } from "./sources.js";

const v100 = (names: Pick<Gpu, "name" | "aliases">, gigabytes: number, clockGHz: number): Gpu =>
  gpuOfDatasheet(volta, {
    ...names,
    multiprocessors: 80,
    clockGHz,
    memoryBytes: gigabytes * 1e9,
    memoryBandwidth: 900,
    memory: "HBM",
    l2Bytes: 6 * 2 ** 20,
    sources: {
      ...cite(documented("NVIDIA V100 datasheet"), "memoryBytes", "memoryBandwidth"),
      ...cite(documented("NVIDIA Tesla V100 GPU architecture whitepaper"), "multiprocessors", "l2Bytes"),
      clockGHz: documented(
        "NVIDIA Tesla V100 GPU architecture whitepaper, SXM2; NVIDIA Tesla V100 PCIe product brief PB-08744-001",
      ),
    },
  });

export const v100Sxm16: Gpu = v100(
  { name: "Tesla V100-SXM2-16GB", aliases: ["V100 16GB", "V100 SXM2 16GB"] },
  16,
  1.53,
);

export const v100Sxm32: Gpu = v100(
  { name: "Tesla V100-SXM2-32GB", aliases: ["V100", "V100 SXM2", "V100 32GB"] },
  32,
  1.53,
);

export const v100Pcie16: Gpu = v100({ name: "Tesla V100-PCIE-16GB", aliases: ["V100 PCIe 16GB"] }, 16, 1.38);

export const v100Pcie32: Gpu = v100({ name: "Tesla V100-PCIE-32GB", aliases: ["V100 PCIe"] }, 32, 1.38);
