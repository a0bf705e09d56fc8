// Real transforms, r2c and c2r, with the times of cuFFT and VkFFT on an H200. Out of place, 2^27 real numbers in single precision, 2^26 in double, unless one array is given.
import type { Precision } from "../../plan/transform.js";
import type { PeerTime, SuiteDefinition, SuiteEntry } from "../suite.js";

const GPU = "NVIDIA H200";
const DATE = "2026-11-22";

/** Milliseconds of r2c, to half a spectrum, and of c2r, from it. */
type Both = readonly [forward: number, back: number];

/** Size, batch, then cuFFT 13.0 and VkFFT 1.3.4. */
type Row = readonly [size: string, batch: number, cufft: Both, vkfft: Both];

const cases = (precision: Precision, rows: readonly Row[]): readonly SuiteEntry[] => {
  const entry = (kind: "r2c" | "c2r", size: string, batch: number, peers: readonly PeerTime[]): SuiteEntry => ({
    kind,
    size,
    precision,
    batch,
    peers,
  });
  const peers = (cufft: number, vkfft: number): readonly PeerTime[] => [
    peer("cuFFT 13.0", cufft),
    peer("VkFFT 1.3.4", vkfft),
  ];
  return rows.flatMap(([size, batch, [there, back], [vkfftThere, vkfftBack]]) => [
    entry("r2c", size, batch, peers(there, vkfftThere)),
    entry("c2r", size, batch, peers(back, vkfftBack)),
  ]);
};

const peer = (library: string, milliseconds: number): PeerTime => ({ library, milliseconds, gpu: GPU, date: DATE });

export const real: SuiteDefinition = {
  name: "real",
  title: "Real transforms, compared with cuFFT and VkFFT",
  entries: [
    ...cases("f32", [["256", 524288, [0.2977, 0.298], [0.2806, 0.2818]]]),
    ...cases("f32", [
      ["1024", 131072, [0.2619, 0.2633], [0.3734, 0.2725]],
      ["4096", 32768, [0.2669, 0.2681], [0.3105, 0.2811]],
      ["8192", 16384, [0.2788, 0.2737], [0.3227, 0.304]],
    ]),
    ...cases("f32", [["2^14", 8192, [0.34, 0.2934], [0.4437, 0.4196]]]),
    ...cases("f32", [["2^15", 4096, [0.4634, 0.4681], [0.7438, 0.6891]]]),
    ...cases("f32", [["2^16", 2048, [0.632, 0.5537], [1.1947, 1.046]]]),
    ...cases("f32", [["2^17", 1024, [0.842, 0.8705], [1.1807, 1.012]]]),
    ...cases("f32", [["2^18", 512, [0.8603, 0.8845], [1.1945, 0.9926]]]),
    ...cases("f32", [
      ["2^20", 128, [0.9023, 0.9229], [1.3815, 1.0132]],
      ["2^22", 32, [0.9519, 0.9572], [1.5455, 1.074]],
    ]),
    ...cases("f32", [["2^24", 8, [1.1097, 1.1181], [1.6083, 1.2517]]]),
    ...cases("f32", [["2^27", 1, [1.2799, 1.2707], [1.4353, 1.2967]]]),
    ...cases("f32", [["1000", 134217, [0.4001, 0.4107], [0.3621, 0.3732]]]),
    ...cases("f32", [
      ["1001", 134083, [0.9958, 1.0425], [0.3583, 0.3406]],
      ["3375", 39768, [0.8282, 0.8779], [0.331, 0.3181]],
    ]),
    ...cases("f32", [["12000", 11184, [0.6321, 0.6385], [0.5206, 0.4568]]]),
    ...cases("f32", [["256x256", 2048, [0.6474, 0.6457], [0.6222, 0.6473]]]),
    ...cases("f32", [["512x512", 512, [0.6951, 0.7041], [0.7714, 0.757]]]),
    ...cases("f32", [["1024x1024", 128, [0.6264, 0.6286], [0.8629, 0.8941]]]),
    ...cases("f32", [["2048x2048", 32, [0.7537, 0.7513], [0.793, 0.7745]]]),
    ...cases("f32", [
      ["4096x4096", 8, [0.8396, 0.8382], [0.924, 0.898]],
      ["8192x8192", 2, [0.834, 0.8254], [1.0986, 0.9387]],
    ]),
    ...cases("f32", [["1080x1920", 64, [1.7458, 1.7526], [0.8273, 0.8201]]]),
    ...cases("f32", [["64x64x64", 512, [0.9532, 0.9711], [1.0983, 1.0956]]]),
    ...cases("f32", [["128x128x128", 64, [0.8786, 0.8667], [1.0708, 1.1006]]]),
    ...cases("f32", [["256x256x256", 8, [1.0167, 1.0128], [0.9822, 1.0049]]]),
    ...cases("f32", [["512x512x512", 1, [1.0727, 1.0861], [1.2843, 1.2709]]]),
    ...cases("f32", [["256x256x256", 1, [0.1345, 0.137], [0.1317, 0.1383]]]),
    ...cases("f32", [["1024x1024x1024", 1, [7.8242, 7.8319], [11.8352, 13.5357]]]),

    ...cases("f64", [["1024", 65536, [0.2665, 0.2727], [0.298, 0.2618]]]),
    ...cases("f64", [["4096", 16384, [0.3004, 0.3082], [0.3111, 0.3146]]]),
    ...cases("f64", [["2^14", 4096, [0.6236, 0.6245], [0.6992, 0.6876]]]),
    ...cases("f64", [["2^16", 1024, [0.7934, 0.7941], [0.8895, 0.8315]]]),
    ...cases("f64", [["2^20", 64, [0.9347, 0.9393], [1.1946, 1.2099]]]),
    ...cases("f64", [
      ["2^24", 4, [1.1152, 1.1121], [1.4642, 1.2532]],
      ["1024x1024", 64, [0.6827, 0.6926], [0.6828, 0.6423]],
      ["4096x4096", 4, [0.8432, 0.853], [0.8691, 0.8625]],
      ["128x128x128", 32, [0.8798, 0.8808], [0.8882, 0.8883]],
    ]),
    ...cases("f64", [["256x256x256", 4, [0.8927, 0.913], [0.9293, 0.9308]]]),
    ...cases("f64", [["400x400x400", 1, [1.674, 1.6887], [1.1179, 1.1019]]]),
    ...cases("f64", [["512x512x512", 1, [1.7939, 1.8295], [2.3158, 2.3203]]]),
  ],
};
