// NVIDIA GeForce RTX 30 series, as desktop cards. Cards of one name were sold with other memory too (a 3060 with 8 GB, a 3060 Ti
// with GDDR6X, a 3080 with 12 GB); these are the first of each name.
import { ampereGraphics } from "./capability.js";
import { gpuOfDatasheet, type Printed } from "./datasheet.js";
import type { MemoryKind } from "./estimates.js";
import type { Gpu } from "./gpu.js";
import { cite, documented, estimated } from "./sources.js";

const whitepaper = documented("NVIDIA Ampere GA102 GPU architecture whitepaper V2.0, its appendix A included");
const productPage = documented("NVIDIA GeForce graphics cards compared: CUDA cores in 128s, boost clock, memory");
const listings = estimated("as printed on published device listings");

/** What the whitepaper has is all documented there; of later cards NVIDIA's page says less. */
const SOURCES = {
  whitepaper: cite(whitepaper, "multiprocessors", "clockGHz", "memoryBytes", "memoryBandwidth", "l2Bytes"),
  page: {
    ...cite(productPage, "multiprocessors", "clockGHz", "memoryBytes"),
    ...cite(listings, "memoryBandwidth", "l2Bytes"),
  },
} as const;

const rtx30 = (model: string, memory: MemoryKind, where: keyof typeof SOURCES, facts: Printed): Gpu =>
  gpuOfDatasheet(ampereGraphics, {
    name: `NVIDIA GeForce RTX ${model}`,
    aliases: [`RTX ${model}`, model],
    ...facts,
    memory,
    sources: SOURCES[where],
  });

const MIB = 2 ** 20;

/** The smallest first. */
export const rtx30Series: readonly Gpu[] = [
  rtx30("3060", "GDDR6", "page", {
    multiprocessors: 28,
    clockGHz: 1.78,
    memoryBytes: 12e9,
    memoryBandwidth: 360,
    l2Bytes: 3 * MIB,
  }),
  rtx30("3060 Ti", "GDDR6", "page", {
    multiprocessors: 38,
    clockGHz: 1.67,
    memoryBytes: 8e9,
    memoryBandwidth: 448,
    l2Bytes: 4 * MIB,
  }),
  rtx30("3070", "GDDR6", "whitepaper", {
    multiprocessors: 46,
    clockGHz: 1.725,
    memoryBytes: 8e9,
    memoryBandwidth: 448,
    l2Bytes: 4 * MIB,
  }),
  rtx30("3070 Ti", "GDDR6X", "page", {
    multiprocessors: 48,
    clockGHz: 1.77,
    memoryBytes: 8e9,
    memoryBandwidth: 608,
    l2Bytes: 4 * MIB,
  }),
  rtx30("3080", "GDDR6X", "whitepaper", {
    multiprocessors: 68,
    clockGHz: 1.71,
    memoryBytes: 10e9,
    memoryBandwidth: 760,
    l2Bytes: 5 * MIB,
  }),
  rtx30("3080 Ti", "GDDR6X", "page", {
    multiprocessors: 80,
    clockGHz: 1.67,
    memoryBytes: 12e9,
    memoryBandwidth: 912,
    l2Bytes: 6 * MIB,
  }),
  rtx30("3090", "GDDR6X", "whitepaper", {
    multiprocessors: 82,
    clockGHz: 1.695,
    memoryBytes: 24e9,
    memoryBandwidth: 936,
    l2Bytes: 6 * MIB,
  }),
  rtx30("3090 Ti", "GDDR6X", "page", {
    multiprocessors: 84,
    clockGHz: 1.86,
    memoryBytes: 24e9,
    memoryBandwidth: 1008,
    l2Bytes: 6 * MIB,
  }),
];
