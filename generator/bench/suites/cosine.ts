// Cosine transforms, with the times of VkFFT on an H200; cuFFT has none. 2^27 real numbers; ours are out of place, VkFFT's in
// place, the only form that it has.
import type { TrigonometricKind } from "../../plan/transform.js";
import type { SuiteDefinition, SuiteEntry } from "../suite.js";

/** Size, batch, VkFFT 1.3.4. */
type Row = readonly [size: string, batch: number, milliseconds: number];

const cases = (kind: TrigonometricKind, rows: readonly Row[]): readonly SuiteEntry[] =>
  rows.map(([size, batch, milliseconds]) => ({
    kind,
    size,
    precision: "f32",
    batch,
    peers: [{ library: "VkFFT 1.3.4", milliseconds, gpu: "NVIDIA H200", date: "2026-11-22" }],
  }));

export const cosine: SuiteDefinition = {
  name: "cosine",
  title: "Cosine transforms, compared with VkFFT",
  entries: [
    ...cases("dct-2", [
      ["256", 524288, 0.3106],
      ["1024", 131072, 0.4111],
      ["4096", 32768, 0.3712],
      ["8192", 16384, 0.5691],
      ["65536", 2048, 1.1444],
      ["1024x1024", 128, 1.282],
      ["256x256x256", 8, 1.2496],
      ["8x8", 2097152, 2.7482],
    ]),
    ...cases("dct-3", [
      ["256", 524288, 0.3246],
      ["1024", 131072, 0.4116],
      ["4096", 32768, 0.3504],
      ["8192", 16384, 0.5543],
      ["65536", 2048, 1.3596],
    ]),
    ...cases("dct-4", [
      ["256", 524288, 0.4819],
      ["1024", 131072, 0.4286],
      ["4096", 32768, 0.4769],
      ["8192", 16384, 0.5304],
      ["65536", 2048, 0.8446],
    ]),
    // VkFFT's transforms have one point less.
    ...cases("dct-1", [
      ["257", 522247, 0.651],
      ["1025", 130944, 1.146],
      ["4097", 32760, 1.0108],
    ]),
  ],
};
