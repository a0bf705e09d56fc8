// Complex transforms of 16-bit numbers, with the times of cuFFT and VkFFT on an H200; among them those of the measurements of
// tcFFT (Li, Cheng & Lin 2021, Figures 4 to 7). 2^28 points per call except for one array of 256^3.
import type { Arithmetic, NumberFormat } from "../../plan/transform.js";
import type { PeerTime, SuiteDefinition, SuiteEntry } from "../suite.js";

const POINTS = 2 ** 28;
const GPU = "NVIDIA H200";
const DATE = "2026-11-21";

/** Size, then milliseconds: of cuFFT 13.0, and of VkFFT 1.3.4 with its best settings, which has no bf16. */
type Row = readonly [size: string, cufft: number, vkfft?: number];

const cases = (precision: NumberFormat, rows: readonly Row[], arithmetic: Arithmetic): readonly SuiteEntry[] =>
  rows.map(([size, cufft, vkfft]) => ({
    size,
    precision,
    arithmetic,
    ...(size === "256x256x256" ? { batch: 1 } : { points: POINTS }),
    peers: [peer("cuFFT 13.0", cufft), ...(vkfft === undefined ? [] : [peer("VkFFT 1.3.4", vkfft)])],
  }));

const peer = (library: string, milliseconds: number): PeerTime => ({ library, milliseconds, gpu: GPU, date: DATE });

const HALF: readonly Row[] = [
  ["256", 0.5702, 0.7424],
  ["1024", 0.6199, 0.6114],
  ["4096", 0.5955, 0.7565],
  ["8192", 0.7682, 0.7481],
  ["2^14", 1.4188, 1.1674],
  ["2^15", 1.5278, 2.0234],
  ["2^16", 1.8349, 2.1086],
  ["2^17", 2.8308, 2.0804],
  ["2^18", 2.5076, 2.3533],
  ["2^20", 2.2958, 2.1634],
  ["256x256", 1.5732],
  ["512x256", 5.6993],
  ["512x512", 5.7094],
  ["256x256x256", 0.1748, 0.1351],
];

const BFLOAT: readonly Row[] = [
  ["1024", 0.6471],
  ["4096", 0.7089],
  ["2^16", 1.7874],
  ["2^20", 2.7277],
  ["256x256x256", 0.1503],
];

/** Arithmetic in single precision, and in the storage format. */
const bothArithmetics = (precision: NumberFormat, rows: readonly Row[]): readonly SuiteEntry[] =>
  (["f32", "native"] as const).flatMap((arithmetic) => cases(precision, rows, arithmetic));

export const halves: SuiteDefinition = {
  name: "halves",
  title: "16-bit complex transforms, compared with cuFFT and VkFFT",
  entries: [
    ...bothArithmetics("f16", HALF),
    ...bothArithmetics("bf16", BFLOAT),
    {
      size: ["512", "2048", "2^22", "2^24", "2^27", "256x512", "256x1024", "512x1024"],
      precision: "f16",
      points: POINTS,
    },
  ],
};
