// NVIDIA GeForce RTX 50 series, as desktop cards. Nothing here was measured.
import { blackwellGraphics } from "./capability.js";
import { gpuOfDatasheet, type Printed } from "./datasheet.js";
import type { Gpu } from "./gpu.js";
import { cite, documented } from "./sources.js";

const sources = cite(
  documented("NVIDIA RTX Blackwell GPU architecture whitepaper V1.1, its appendices included"),
  "multiprocessors",
  "clockGHz",
  "memoryBytes",
  "memoryBandwidth",
  "l2Bytes",
);

const rtx50 = (model: string, facts: Printed): Gpu =>
  gpuOfDatasheet(blackwellGraphics, {
    name: `NVIDIA GeForce RTX ${model}`,
    aliases: [`RTX ${model}`, model],
    ...facts,
    memory: "GDDR7",
    sources,
  });

const MIB = 2 ** 20;

/** The smallest first. */
export const rtx50Series: readonly Gpu[] = [
  rtx50("5070", {
    multiprocessors: 48,
    clockGHz: 2.512,
    memoryBytes: 12e9,
    memoryBandwidth: 672,
    l2Bytes: 48 * MIB,
  }),
  rtx50("5070 Ti", {
    multiprocessors: 70,
    clockGHz: 2.452,
    memoryBytes: 16e9,
    memoryBandwidth: 896,
    l2Bytes: 48 * MIB,
  }),
  rtx50("5080", {
    multiprocessors: 84,
    clockGHz: 2.617,
    memoryBytes: 16e9,
    memoryBandwidth: 960,
    l2Bytes: 64 * MIB,
  }),
  rtx50("5090", {
    multiprocessors: 170,
    clockGHz: 2.407,
    memoryBytes: 32e9,
    memoryBandwidth: 1792,
    l2Bytes: 96 * MIB,
  }),
];
