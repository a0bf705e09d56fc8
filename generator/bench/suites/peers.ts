// Complex transforms, with the times of cuFFT and VkFFT on an H200: out of place, 1 GiB of data where the batch allows it,
// medians.
import type { Precision } from "../../plan/transform.js";
import type { PeerTime, SuiteDefinition, SuiteEntry } from "../suite.js";

const GPU = "NVIDIA H200";
const DATE = "2026-11-21";

/** Size, batch, milliseconds of cuFFT 12.0, of VkFFT, and of VkFFT with its parameters tuned by hand where that was tried. */
type Row = readonly [size: string, batch: number, cufft: number, vkfft: number, tuned?: number];

const cases = (precision: Precision, rows: readonly Row[]): readonly SuiteEntry[] =>
  rows.map(([size, batch, cufft, vkfft, tuned]) => ({
    size,
    precision,
    batch,
    peers: [
      peer("cuFFT 12.0", cufft),
      peer("VkFFT", vkfft),
      ...(tuned === undefined ? [] : [peer("VkFFT, tuned", tuned)]),
    ],
  }));

const peer = (library: string, milliseconds: number): PeerTime => ({ library, milliseconds, gpu: GPU, date: DATE });

export const peers: SuiteDefinition = {
  name: "peers",
  title: "Complex transforms, compared with cuFFT and VkFFT",
  entries: [
    ...cases("f32", [
      ["256", 524288, 0.5286, 0.5298],
      ["1024", 131072, 0.5253, 0.5338],
      ["4096", 32768, 0.5246, 0.5247],
      ["8192", 16384, 0.5236, 0.5242],
    ]),
    ...cases("f32", [["2^14", 8192, 0.7495, 0.6856]]),
    ...cases("f32", [["2^15", 4096, 1.0112, 1.3936, 1.3935]]),
    ...cases("f32", [["2^16", 2048, 1.1592, 1.3923]]),
    ...cases("f32", [["2^17", 1024, 1.1807, 1.3939, 1.3927]]),
    ...cases("f32", [["2^18", 512, 1.2935, 1.396]]),
    ...cases("f32", [["2^20", 128, 1.2826, 1.4529, 1.4569]]),
    ...cases("f32", [["2^22", 32, 1.6417, 1.572]]),
    ...cases("f32", [["2^24", 8, 1.7909, 1.7021, 1.7006]]),
    ...cases("f32", [["2^27", 1, 1.9893, 2.0535, 2.0428]]),

    ...cases("f64", [
      ["256", 262144, 0.535, 0.5322],
      ["1024", 65536, 0.5282, 0.5283],
      ["4096", 16384, 0.521, 0.5285],
    ]),
    ...cases("f64", [["2^13", 8192, 0.7783, 0.7765]]),
    ...cases("f64", [
      ["2^14", 4096, 1.1157, 1.048],
      ["2^15", 2048, 1.0592, 1.0897, 1.0876],
      ["2^16", 1024, 1.0733, 1.1108],
      ["2^17", 512, 1.171, 1.1053],
    ]),
    ...cases("f64", [["2^18", 256, 1.1712, 1.4379]]),
    ...cases("f64", [
      ["2^20", 64, 1.5434, 1.6353, 1.5878],
      ["2^22", 16, 1.7343, 1.8058],
    ]),
    ...cases("f64", [
      ["2^24", 4, 1.7684, 1.7219, 1.722],
      ["2^26", 1, 1.8338, 2.0744],
    ]),

    ...cases("f32", [["256x256", 1024, 0.5854, 0.6016, 0.5413]]),
    ...cases("f32", [
      ["512x512", 256, 0.5643, 0.6427],
      ["1024x1024", 64, 0.5746, 0.6681, 0.5787],
    ]),
    ...cases("f32", [
      ["2048x2048", 16, 0.6952, 0.6732],
      ["4096x4096", 4, 0.7678, 0.7651, 0.8525],
      ["8192x8192", 1, 0.8143, 0.8611, 0.8625],
    ]),

    ...cases("f32", [
      ["64x64x64", 512, 1.6336, 1.6192, 1.5865],
      ["128x128x128", 64, 1.9189, 2.1115, 1.6492],
    ]),
    ...cases("f32", [["256x256x256", 1, 0.2396, 0.2406, 0.2139]]),
    { size: "256x256x256", precision: "f32", batch: 8 },
    ...cases("f32", [["512x512x512", 1, 1.8604, 2.3619, 1.6732]]),
    ...cases("f32", [
      ["128x512x512", 1, 0.4277, 0.5173, 0.4276],
      ["1024x256x256", 1, 0.9419, 1.1013, 0.8659],
    ]),
    ...cases("f32", [["1024x1024x1024", 1, 14.8583, 21.8025, 14.4848]]),
    ...cases("f64", [
      ["256x256x256", 1, 0.426, 0.4267, 0.4134],
      ["512x512x512", 1, 3.3157, 4.7224, 3.4038],
    ]),

    ...cases("f32", [
      ["1000", 67108, 0.2697, 0.3111],
      ["3000", 22369, 0.3165, 0.2681],
      ["5040", 13315, 0.2995, 0.357],
      ["10007", 6706, 4.6892, 1.8848],
      ["6561", 10228, 0.2747, 0.2995],
      ["15625", 4294, 0.3971, 0.5906],
      ["100000", 671, 0.8835, 0.7898],
    ]),
  ],
};
