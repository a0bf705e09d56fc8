// Walsh-Hadamard transforms: rows of the sizes in neural networks, compared with the fastest public kernels for those; single
// vectors, compared with a copy; and the cost of other orders and stabilisation. 2^28 numbers per call where the batch allows it.
import { storageBytes, type NumberFormat } from "../../plan/transform.js";
import type { PeerTime, SuiteDefinition, SuiteEntry } from "../suite.js";

const POINTS = 2 ** 28;
const GPU = "NVIDIA H200";
const DATE = "2026-11-21";

/** Libraries that were measured out of place, with the data read once and written once in so many GB/s. */
const DAO = "fast-hadamard-transform";
const HADACORE = "HadaCore";

/** Length, then GB/s: of Dao's fast-hadamard-transform in f16, bf16 and f32, of HadaCore in f16 and bf16. */
type Row = readonly [length: number, dao: readonly [number, number, number], hadacore: readonly [number, number]];

const ROWS: readonly Row[] = [
  [64, [426, 426, 851], [3381, 3379]],
  [128, [851, 851, 1698], [3380, 3379]],
  [256, [1700, 1698, 3383], [3381, 3380]],
  [512, [3368, 3366, 4229], [3360, 3364]],
  [1024, [2167, 2166, 3900], [4188, 3815]],
  [2048, [2344, 2339, 4022], [3979, 3916]],
  [4096, [2350, 2373, 3742], [3782, 3643]],
  [8192, [2350, 2343, 3992], [2961, 2816]],
  [16384, [2218, 2129, 3656], [2735, 2692]],
  [32768, [1376, 1527, 2355], [2040, 1931]],
];

const rows = (precision: NumberFormat, peersOf: (row: Row) => readonly PeerTime[]): readonly SuiteEntry[] =>
  ROWS.map((row): SuiteEntry => ({
    kind: "fwht",
    size: String(row[0]),
    precision,
    points: POINTS,
    peers: peersOf(row),
  }));

/** The time at this bandwidth, with all data read once and written once. */
const peer = (library: string, precision: NumberFormat, gigabytesPerSecond: number): PeerTime => {
  const bytes = 2 * POINTS * storageBytes(precision);
  const milliseconds = Number((bytes / gigabytesPerSecond / 1e6).toPrecision(4));
  return { library, milliseconds, gpu: GPU, date: DATE };
};

const POWERS = [20, 22, 24, 26, 28, 30].map((exponent) => `2^${exponent}`);

export const fwht: SuiteDefinition = {
  name: "fwht",
  title: "Walsh-Hadamard transforms, compared with Dao's and HadaCore's",
  entries: [
    ...rows("f16", ([, [dao], [hadacore]]) => [peer(DAO, "f16", dao), peer(HADACORE, "f16", hadacore)]),
    ...rows("bf16", ([, [, dao], [, hadacore]]) => [peer(DAO, "bf16", dao), peer(HADACORE, "bf16", hadacore)]),
    ...rows("f32", ([, [, , dao]]) => [peer(DAO, "f32", dao)]),
    { kind: "fwht", size: ROWS.map(([length]) => String(length)), precision: "f64", points: POINTS / 2 },
    { kind: "fwht", size: POWERS, precision: ["f32", "f64"] },
    { kind: "fwht", size: "4096", precision: ["f32", "bf16"], points: POINTS, order: "sequency" },
    ...(["kahan", "neumaier", "semi-kahan", "semi-neumaier"] as const).map((stabilisation): SuiteEntry => ({
      kind: "fwht",
      size: "2^24",
      precision: "f32",
      stabilisation,
    })),
  ],
};
