// Plans that nvcc is to compile besides the checked-in ones: every kind of kernel, and many that nobody would check in.
import fc from "fast-check";
import { scheduledMatrixPlans } from "../arbitrary/matrices.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { walshMatrixPlans } from "../arbitrary/walsh-matrices.js";
import { walshPlans } from "../arbitrary/walsh.js";
import { computedConstants, namedPlan, namedRealPlan, namedTrigonometricPlan, type NamedPlan } from "./named-plan.js";
import { searchedPlan } from "./searched-plan.js";

const odd: readonly NamedPlan[] = [
  namedPlan("odd_radices", [31 * 29, 27], "f32", [
    "{ X(1,27,1,27,no-tw) } on 29 threads, 29 columns, table",
    "{ Y(29,31,29,899,tw) } on 27 threads, 27 columns, powers",
    "{ Y(31,29,1,29,no-tw) } on 27 threads, 27 columns, fast-sincos, streaming stores",
  ]),
  namedPlan("one_less", [67], "f64", [
    "{ rader X(6,11,6,66,no-tw) X(11,6,1,6,pre-tw) } on 88 threads, 16 columns, 4 blocks/SM, table",
  ]),
  namedPlan("beside", [1616], "f32", [
    "{ rader Y(4,4,4,16,no-tw) Y(4,4,1,4,pre-tw) X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) } on 160 threads, 7 blocks/SM, powers",
  ]),
  namedRealPlan("mirrored_rows", "r2c", [8, 16, 64], "f32", [
    "{ Y(4,4,4,16,no-tw) Y(4,4,1,4,pre-tw) Z(4,2,4,8,no-tw) } on 64 threads, 16 columns, powers",
    "{ Z(2,4,1,4,pre-tw) X(8,4,8,32,no-tw) X(4,8,1,8,pre-tw) } on 32 threads, 4 columns, powers, streaming stores",
  ]),
  namedPlan("asking", [64], "f32", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 32 threads, prefetch, 4 columns, 5 blocks/SM, table",
  ]),
  namedRealPlan("mirrors_sent", "r2c", [4096], "f32", [
    "{ X(128,16,128,2048,no-tw) X(256,8,16,128,pre-tw) X(1024,2,8,16,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 2, powers",
  ]),
  namedRealPlan("mirrors_loaded", "c2r", [4096], "f64", [
    "{ X(256,8,256,2048,no-tw) X(128,16,16,256,pre-tw) X(128,16,1,16,pre-tw) } on 128 threads, cluster 2 after 1, prefetch, ticket, powers",
  ]),
  namedRealPlan("rows_loaded", "c2r", [64, 64], "f32", [
    "{ X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 256 threads, cluster 2 after 2, prefetch, powers",
  ]),
  namedRealPlan("shared_rows_sent", "r2c", [8, 64, 128], "f32", [
    "{ Z(2,4,2,8,no-tw) Z(4,2,1,2,pre-tw) Y(16,4,16,64,no-tw) } on 128 threads, cluster 2 after 1, 32 columns, powers",
    "{ Y(4,16,1,16,pre-tw) X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, 2 columns, powers",
  ]),
  namedRealPlan("shared_rows_loaded", "c2r", [8, 64, 64], "f64", [
    "{ X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) Y(16,4,16,64,no-tw) Y(16,4,4,16,pre-tw) } on 256 threads, cluster 2 after 2, 4 columns, table",
    "{ Y(16,4,1,4,pre-tw) Z(1,8,1,8,no-tw) } on 16 threads, 8 columns, table",
  ]),
  ...(["dct-2", "dct-3", "dct-4"] as const).map((kind) =>
    namedTrigonometricPlan(`${kind.replace("-", "_")}_on_clusters`, kind, [4096], "f32", [
      "{ X(256,8,256,2048,no-tw) X(128,16,16,256,pre-tw) X(128,16,1,16,pre-tw) } on 128 threads, cluster 2 after 1, prefetch, powers",
    ]),
  ),
  namedTrigonometricPlan("odd_sequence", "dst-1", [1023], "f32", [
    "{ X(64,16,64,1024,no-tw) X(128,8,8,64,pre-tw) X(128,8,1,8,pre-tw) } on 64 threads, prefetch, 16 blocks/SM, powers",
  ]),
  namedTrigonometricPlan("cosine_legs", "dct-2", [128, 256], "f64", [
    "{ X(16,8,16,128,no-tw) X(8,16,1,16,pre-tw) } on 32 threads, 4 columns, table",
    "{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 64 threads, 16 columns, powers",
  ]),
  namedRealPlan(
    "packed",
    "c2r",
    [256],
    "f64",
    ["{ X(16,8,16,128,no-tw) X(8,16,1,16,pre-tw) } on 32 threads, 4 columns"],
    {
      spectrum: "packed",
    },
  ),
  namedPlan("legs", [37, 4, 67], "f32", [
    "{ Y(1,4,1,4,no-tw) } on 16 threads, 16 columns, powers",
    "{ rader X(6,11,6,66,no-tw) X(11,6,1,6,pre-tw) } on 44 threads, 4 columns, powers, streaming stores",
    "{ rader Z(6,6,6,36,no-tw) Z(6,6,1,6,pre-tw) } on 96 threads, 16 columns",
  ]),
  namedPlan("several_there_and_back", [6, 101], "f64", [
    "{ Y(1,6,1,6,no-tw) } on 16 threads, 16 columns",
    "{ bluestein X(14,15,14,210,no-tw) } on 14 threads, 14 columns, powers",
    "{ bluestein X(105,2,7,14,pre-tw) X(30,7,1,7,pre-tw) } on 15 threads, 15 columns, streaming stores",
  ]),
  namedPlan("rows_of_37", [296], "f32", [
    "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 24 threads, 4 columns, powers",
    "{ Y(2,4,2,8,pre-tw) } on 16 threads, 16 columns, powers",
    "{ Y(4,2,1,2,pre-tw) } on 16 threads, 16 columns, streaming stores",
  ]),
  namedPlan("branches", [229], "f32", [
    "{ bluestein X(240,2,240,480,no-tw) X(40,12,20,240,pre-tw) X(96,5,4,20,pre-tw) X(120,4,1,4,pre-tw) } on 60 threads, cluster 2 after 1, undivided, powers",
  ]),
  computedConstants,
  // A chirp of 800 MB and its spectrum, of 1.6 GB.
  namedPlan("allocated_constants", [100_000_007], "f32", [
    "{ bluestein X(16777216,12,16777216,201326592,no-tw) X(25165824,8,2097152,16777216,pre-tw) X(25165824,8,262144,2097152,pre-tw) } on 512 threads, 16 columns, 2 blocks/SM, table",
    "{ bluestein X(12582912,16,16384,262144,pre-tw) X(12582912,16,1024,16384,pre-tw) } on 512 threads, 32 columns, 2 blocks/SM, powers",
    "{ bluestein X(6291456,32,32,1024,pre-tw) X(6291456,32,1,32,pre-tw) } on 32 threads, 16 blocks/SM, powers, streaming stores",
  ]),
  namedPlan("large_offsets", [2 ** 33], "f64", [
    "{ X(268435456,32,268435456,8589934592,tw) } on 32 threads, 32 columns, table",
    "{ X(536870912,16,16777216,268435456,tw) } on 32 threads, 32 columns, powers",
    "{ X(268435456,32,524288,16777216,tw) X(536870912,16,32768,524288,tw) } on 32 threads, 2 columns, table",
    "{ X(536870912,16,2048,32768,tw) X(536870912,16,128,2048,tw) } on 32 threads, 2 columns, fast-sincos",
    "{ X(536870912,16,8,128,tw) X(1073741824,8,1,8,no-tw) } on 32 threads, 4 columns, powers",
  ]),
  namedPlan(
    "all_dimensions",
    [2, 3, 2, 5, 2, 3, 2, 7],
    "f32",
    [
      "{ X(1,7,1,7,no-tw) Y(1,2,1,2,no-tw) Z(1,3,1,3,no-tw) W(1,2,1,2,no-tw) } on 42 threads, table",
      "{ V(1,5,1,5,no-tw) U(1,2,1,2,no-tw) T(1,3,1,3,no-tw) S(1,2,1,2,no-tw) } on 84 threads, 14 columns, table",
    ],
    { order: "digit-reversed", direction: "inverse", scale: 1 / 5040 },
  ),
  ...fc
    .sample(scheduledPlans({ maxElements: 3000, maxRank: 8 }), { seed: 20260104, numRuns: 30 })
    .map((plan, index): NamedPlan => ({ name: `drawn_${index + 1}`, plan })),
  ...fc
    .sample(walshPlans(), { seed: 20261123, numRuns: 16 })
    .map((plan, index): NamedPlan => ({ name: `walsh_${index + 1}`, plan })),
  ...walshMatrixPlans()
    .filter((_, index) => index % 8 === 0)
    .map((plan, index): NamedPlan => ({ name: `walsh_matrix_${index + 1}`, plan })),
];

/** Kernels on clusters, one of the largest tiles, one beside a plain kernel; compute capability 9.0 and later only. */
export const onClusters: readonly NamedPlan[] = [
  // Tiles of other factors than two, tiles of several members of the batch, and data that is sent in another format than memory's.
  namedPlan("threes", [32, 48], "f32", [
    "{ X(4,12,4,48,no-tw) X(12,4,1,4,pre-tw) Y(8,4,8,32,no-tw) Y(8,4,2,8,pre-tw) Y(16,2,1,2,pre-tw) } on 128 threads, cluster 2 after 2, table",
  ]),
  namedPlan("members", [32, 32], "f32", [
    "{ X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) Y(4,8,4,32,no-tw) Y(8,4,1,4,pre-tw) } on 128 threads, cluster 2 after 2, 4 columns, ticket, powers",
  ]),
  namedPlan("matrices_on_clusters", [2048], "f16", [
    "{ X(128,16@mma,128,2048,tw) X(256,8@mma,16,128,tw) X(128,16@mma,1,16,no-tw) } on 256 threads, cluster 2 after 1, table",
  ]),
  namedPlan("between_formats", [64, 64], "f16", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 8 after 2, prefetch, powers",
  ]),
  namedPlan("one_pass", [65536], "f32", [
    "{ X(4096,16,4096,65536,no-tw) X(4096,16,256,4096,pre-tw) X(4096,16,16,256,pre-tw) X(4096,16,1,16,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, powers",
  ]),
  namedPlan("planes", [128, 128], "f64", [
    "{ X(16,8,16,128,no-tw) X(8,16,1,16,pre-tw) Y(8,16,8,128,no-tw) Y(16,8,1,8,pre-tw) } on 512 threads, cluster 4 after 2, prefetch, table",
  ]),
  namedPlan(
    "mixed",
    [3, 2 ** 14, 4],
    "f32",
    [
      "{ Y(2048,8,2048,16384,no-tw) Y(4096,4,512,2048,pre-tw) Y(2048,8,64,512,pre-tw) } on 512 threads, cluster 2 after 1, 64 columns, powers",
      "{ Y(2048,8,8,64,pre-tw) Y(2048,8,1,8,pre-tw) X(1,4,1,4,no-tw) } on 256 threads, 16 columns, table, streaming stores",
      "{ Z(1,3,1,3,no-tw) } on 64 threads, 64 columns, table",
    ],
    { direction: "inverse", scale: 1 / 64, placement: "in-place" },
  ),
  // Tiles that are dealt out, and kernels that start early.
  namedPlan("dealt", [2 ** 14], "f32", [
    "{ X(1024,16,1024,16384,no-tw) X(2048,8,128,1024,pre-tw) X(2048,8,16,128,pre-tw) X(1024,16,1,16,pre-tw) } on 1024 threads, cluster 2 after 2, prefetch, ticket, powers",
  ]),
  namedPlan("early", [256, 256, 256], "f64", [
    "{ Z(16,16,16,256,no-tw) Z(16,16,1,16,pre-tw) } on 512 threads, 32 columns, table",
    "{ Y(16,16,16,256,no-tw) X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 512 threads, cluster 2 after 1, ticket, 2 columns, powers, early",
    "{ Y(16,16,1,16,pre-tw) } on 32 threads, 32 columns, 16 blocks/SM, table, early",
  ]),
];

/** Butterflies on tensor cores, with as many blocks to a multiprocessor as plans have; and 16 bits without them. */
export const halves: readonly NamedPlan[] = [
  namedPlan("half_4096", [4096], "f16", [
    "{ X(256,16@mma,256,4096,tw) X(256,16@mma,16,256,tw) X(256,16@mma,1,16,no-tw) } on 256 threads, 3 blocks/SM, table",
  ]),
  namedPlan(
    "bfloat_1024",
    [1024],
    "bf16",
    [
      "{ X(64,16@mma,64,1024,tw) X(128,8@mma,8,64,tw) X(128,8@mma,1,8,no-tw) } on 128 threads, 2 columns, 8 blocks/SM, fast-sincos",
    ],
    { direction: "inverse", scale: 1 / 32, placement: "in-place" },
  ),
  namedPlan("half_planes", [256, 256], "f16", [
    "{ Y(16,16@mma,16,256,tw) Y(16,16@mma,1,16,no-tw) } on 256 threads, 16 columns, 2 blocks/SM, table",
    "{ X(16,16@mma,16,256,no-tw) X(16,16@mma,1,16,pre-tw) } on 256 threads, 16 columns, 2 blocks/SM, table, streaming stores",
  ]),
  namedPlan("half_products", [2 ** 20], "f16", [
    "{ X(65536,16@mma,65536,1048576,tw) X(65536,16@mma,4096,65536,tw) } on 256 threads, 16 columns, 2 blocks/SM, table",
    "{ X(65536,16@mma,256,4096,tw) X(65536,16@mma,16,256,tw) X(65536,16@mma,1,16,no-tw) } on 256 threads, 2 blocks/SM, table",
  ]),
  namedPlan("half_beside", [2 ** 14], "f16", [
    "{ X(8192,2,8192,16384,tw) X(2048,8@mma,1024,8192,tw) X(4096,4@mma,256,1024,tw) X(1024,16@mma,16,256,tw) X(1024,16@mma,1,16,no-tw) } on 512 threads, table",
  ]),
  namedPlan("half_1000", [1000], "bf16", [
    "{ X(100,10,100,1000,no-tw) X(100,10,10,100,pre-tw) X(100,10,1,10,pre-tw) } on 100 threads, 4 blocks/SM, powers",
  ]),
];

/** By other shapes of mma.sync: digits on lanes and in registers, in registers alone, and both in one kernel. */
export const shapes: readonly NamedPlan[] = [
  namedPlan("shape_m16n8k8", [1024], "f16", [
    "{ X(64,16@mma.m16n8k8,64,1024,tw) X(128,8@mma.m16n8k8,8,64,tw) X(128,8@mma,1,8,no-tw) } on 64 threads, 8 blocks/SM, table",
  ]),
  namedPlan(
    "shape_m16n8k8_bfloat",
    [256],
    "bf16",
    [
      "{ X(64,4@mma.m16n8k8,64,256,no-tw) X(64,4@mma,16,64,pre-tw) X(16,16@mma.m16n8k8,1,16,pre-tw) } on 64 threads, 4 columns, table",
    ],
    { direction: "inverse", scale: 1 / 256 },
  ),
  namedPlan("shape_m8n8k4", [512], "f16", [
    "{ X(64,8@mma.m8n8k4,64,512,tw) X(64,8@mma.m8n8k4,8,64,tw) X(64,8@mma.m8n8k4,1,8,no-tw) } on 64 threads, 2 columns, 4 blocks/SM, table",
  ]),
  namedPlan(
    "shape_several",
    [512],
    "f16",
    [
      "{ X(128,4@mma.m8n8k4,128,512,no-tw) X(32,16@mma.m16n8k8,8,128,pre-tw) X(64,8@mma.m8n8k4,1,8,pre-tw) } on 128 threads, 4 columns, table, streaming stores",
    ],
    { direction: "inverse", scale: 1 / 512 },
  ),
];

/** Two complex numbers of single precision by each access to global memory. */
export const vectors: readonly NamedPlan[] = [
  namedPlan("vectors_row", [4096], "f32", [
    "{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) } on 128 threads, 4 blocks/SM, vectors of 2, table",
  ]),
  namedPlan(
    "vectors_planes",
    [64, 64],
    "f32",
    [
      "{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 64 threads, 16 columns, vectors of 2, table, streaming stores",
      "{ X(16,4,16,64,no-tw) X(4,16,1,16,pre-tw) } on 64 threads, 16 columns, vectors of 2, fast-sincos",
    ],
    { direction: "inverse", scale: 1 / 4096, placement: "in-place" },
  ),
];

/** In 16-bit arithmetic: one block, clusters of both kinds, and factors that are products. */
const native: readonly NamedPlan[] = [
  namedPlan(
    "native_4096",
    [4096],
    "f16",
    ["{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) } on 128 threads, 8 blocks/SM, table"],
    { arithmetic: "native", direction: "inverse", scale: 1 / 3000 },
  ),
  namedPlan(
    "native_65536",
    [2 ** 16],
    "bf16",
    [
      "{ X(4096,16,4096,65536,no-tw) X(4096,16,256,4096,pre-tw) X(4096,16,16,256,pre-tw) X(4096,16,1,16,pre-tw) } on 1024 threads, cluster 4 after 2, prefetch, table",
    ],
    { arithmetic: "native" },
  ),
  namedPlan(
    "native_products",
    [2 ** 22],
    "f16",
    [
      "{ X(131072,32,131072,4194304,no-tw) X(262144,16,8192,131072,pre-tw) X(262144,16,512,8192,pre-tw) } on 512 threads, cluster 8 after 2, undivided, 32 columns, table",
      "{ X(131072,32,16,512,pre-tw) X(262144,16,1,16,pre-tw) } on 128 threads, 16 columns, 2 blocks/SM, table, streaming stores",
    ],
    { arithmetic: "native" },
  ),
];

const drawnHalves: readonly NamedPlan[] = fc
  .sample(scheduledMatrixPlans({ maxElements: 3000 }), { seed: 20261124, numRuns: 16 })
  .map((plan, index): NamedPlan => ({ name: `halves_${index + 1}`, plan }));

/** As a user gets them. */
export const searchedHalves: readonly NamedPlan[] = [
  { size: "4096", precision: "f16", twiddles: "table" } as const,
  { size: "1000", precision: "f16", twiddles: "table" } as const,
  { size: "256x256", precision: "f16", twiddles: "fast-sincos" } as const,
  { size: "2^20", precision: "bf16", twiddles: "table" } as const,
].map(searchedPlan);

/** All of them. */
export const made: readonly NamedPlan[] = [
  ...odd,
  ...onClusters,
  ...halves,
  ...shapes,
  ...vectors,
  ...native,
  ...drawnHalves,
  ...searchedHalves,
];
