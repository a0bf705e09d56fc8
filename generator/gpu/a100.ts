// NVIDIA A100 with 40 and 80 GB, as SXM4 module and as PCIe card. They differ in their memory only.
import { ampere } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented } from "./sources.js";

const a100 = (
  names: Pick<Gpu, "name" | "aliases">,
  gigabytes: number,
  memoryBandwidth: number,
  datasheet: string,
): Gpu =>
  gpuOfDatasheet(ampere, {
    ...names,
    multiprocessors: 108,
    clockGHz: 1.41,
    memoryBytes: gigabytes * 1e9,
    memoryBandwidth,
    memory: "HBM",
    l2Bytes: 40 * 2 ** 20,
    sources: {
      ...cite(documented(datasheet), "memoryBytes", "memoryBandwidth"),
      ...cite(
        documented("NVIDIA A100 Tensor Core GPU architecture whitepaper"),
        "multiprocessors",
        "clockGHz",
        "l2Bytes",
      ),
    },
  });

export const a100Sxm80: Gpu = a100(
  { name: "NVIDIA A100-SXM4-80GB", aliases: ["A100", "A100 80GB", "A100 SXM 80GB"] },
  80,
  2039,
  "NVIDIA A100 datasheet, 80 GB SXM",
);

export const a100Pcie80: Gpu = a100(
  { name: "NVIDIA A100 80GB PCIe", aliases: ["A100 PCIe", "A100 PCIe 80GB"] },
  80,
  1935,
  "NVIDIA A100 datasheet, 80 GB PCIe",
);

export const a100Sxm40: Gpu = a100(
  { name: "NVIDIA A100-SXM4-40GB", aliases: ["A100 40GB", "A100 SXM 40GB"] },
  40,
  1555,
  "NVIDIA A100 datasheet, 40 GB SXM",
);

export const a100Pcie40: Gpu = a100(
  { name: "NVIDIA A100-PCIE-40GB", aliases: ["A100 40GB PCIe"] },
  40,
  1555,
  "NVIDIA A100 40GB PCIe product brief PB-10137-001",
);
