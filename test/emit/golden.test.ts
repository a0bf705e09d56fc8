// Generated text for people to read and review: a few small plans that between them show everything that is printed.
// After a wanted change, `npm run golden` rewrites the files; look at the difference.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { printKernel } from "../../generator/emit/print-kernel.js";
import { at } from "../../generator/failure/errors.js";
import {
  computedConstants,
  emitted,
  gpu,
  lowered,
  namedPlan,
  namedRealPlan,
  namedWalshPlan,
  ownFiles,
  type NamedPlan,
} from "./named-plan.js";

/** A butterfly between a load and a store phase, because its members are contiguous; batch parts in registers. */
const loadAndStore = namedPlan("load_and_store", [4], "f32", [
  "{ X(1,4,1,4,no-tw) } on 32 threads, 64 columns, 16 blocks/SM, table",
]);

/** A batch tile with guards, inverse and scaled, powers of one factor. */
const batched = namedPlan(
  "batched",
  [16],
  "f32",
  ["{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 32 threads, 8 columns, 16 blocks/SM, powers"],
  { direction: "inverse", scale: 1 / 16, batch: 1000 },
);

/** A kernel of one phase without an exchange, and one whose lanes run along another dimension; radices 3 and 5. */
const twoDimensions = namedPlan("two_dimensions", [6, 45], "f64", [
  "{ Y(1,6,1,6,no-tw) } on 45 threads, 45 columns, table",
  "{ X(9,5,9,45,tw) X(15,3,3,9,tw) X(15,3,1,3,no-tw) } on 90 threads, 6 columns, table, streaming stores",
]);

/** Three phases, digit-reversed, a transform to a block. */
const threePhases = namedPlan(
  "three_phases",
  [512],
  "f32",
  ["{ X(64,8,64,512,no-tw) X(64,8,8,64,pre-tw) X(64,8,1,8,pre-tw) } on 64 threads, 8 blocks/SM, powers"],
  { order: "digit-reversed" },
);

/** Radices that are not powers of two leave some threads without work in some phases. */
const mixedRadices = namedPlan("mixed_radices", [210], "f32", [
  "{ X(35,6,35,210,no-tw) X(42,5,7,35,pre-tw) X(30,7,1,7,pre-tw) } on 42 threads, table",
]);

/** One point less, there and back; rows are gathered from shared memory and scattered into it, the elements at 0 go beside them. */
const oneLess = namedPlan(
  "one_less",
  [37],
  "f32",
  ["{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 96 threads, 16 columns, 8 blocks/SM, table"],
  { scale: 1 / 37 },
);

/** The same of rows that are transformed together before. */
const beside = namedPlan(
  "beside",
  [21],
  "f32",
  ["{ rader Y(1,3,1,3,no-tw) X(2,3,2,6,no-tw) X(3,2,1,2,pre-tw) } on 12 threads, 4 columns, 8 blocks/SM, table"],
  { direction: "inverse" },
);

/** Two passes in place through a workspace, factors from the intrinsic. */
const inPlace = namedPlan(
  "in_place",
  [1024],
  "f32",
  [
    "{ X(128,8,128,1024,tw) X(256,4,32,128,tw) } on 64 threads, 8 columns, fast-sincos",
    "{ X(128,8,4,32,tw) X(256,4,1,4,no-tw) } on 64 threads, 16 columns, fast-sincos, streaming stores",
  ],
  { placement: "in-place" },
);

/** A length whose factors are products of table entries. */
const large = namedPlan("large", [2 ** 20], "f32", [
  "{ X(32768,32,32768,1048576,no-tw) X(65536,16,2048,32768,pre-tw) } on 256 threads, 16 columns, 2 blocks/SM, table",
  "{ X(131072,8,256,2048,pre-tw) X(65536,16,16,256,pre-tw) X(65536,16,1,16,pre-tw) } on 512 threads, 4 columns, 2 blocks/SM, powers, streaming stores",
]);

/** A pipeline on clusters, two butterflies per thread, in the two roles as many phases; a plain kernel before it. */
const clusters = namedPlan("clusters", [4, 64, 64], "f32", [
  "{ Z(1,4,1,4,no-tw) } on 64 threads, 64 columns, 2 blocks/SM, table",
  "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 4 after 2, prefetch, powers, streaming stores",
]);

/** Undivided blocks of a cluster, which scale what they store. */
const undivided = namedPlan(
  "undivided",
  [64, 64],
  "f32",
  [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 64 threads, cluster 4 after 2, undivided, prefetch, powers",
  ],
  { direction: "inverse", scale: 1 / 4096 },
);

/** Butterflies on tensor cores, whose runs of neighbours one access moves; scaled before they are rounded. */
const matrices = namedPlan(
  "matrices",
  [4096],
  "f16",
  ["{ X(256,16@mma,256,4096,tw) X(256,16@mma,16,256,tw) X(256,16@mma,1,16,no-tw) } on 256 threads, 3 blocks/SM, table"],
  { scale: 1 / 64 },
);

/** Beside an ordinary butterfly, which shared memory keeps in 16 bits too; factors from the intrinsic, before and after. */
const matricesBeside = namedPlan("matrices_beside", [16, 128], "bf16", [
  "{ X(64,2,64,128,tw) X(16,8@mma,8,64,no-tw) X(16,8@mma,1,8,pre-tw) } on 32 threads, 4 columns, 8 blocks/SM, fast-sincos",
  "{ Y(4,4@mma,4,16,tw) Y(4,4@mma,1,4,no-tw) } on 64 threads, 32 columns, 8 blocks/SM, fast-sincos, streaming stores",
]);

/** Factors that are products of two tables' entries. Too many for a golden file. */
const matricesOfProducts = namedPlan("matrices_of_products", [2 ** 15], "f16", [
  "{ X(2048,16@mma,2048,32768,tw) X(2048,16@mma,128,2048,tw) } on 128 threads, 16 columns, 2 blocks/SM, table",
  "{ X(4096,8@mma,16,128,tw) X(2048,16@mma,1,16,no-tw) } on 128 threads, 16 columns, 2 blocks/SM, table",
]);

/** Rows of pairs and their mirrors: those of 4 rows along Z, in columns along Y and Z. */
const mirroredRows = namedRealPlan("mirrored_rows", "r2c", [8, 16, 64], "f32", [
  "{ Y(4,4,4,16,no-tw) Y(4,4,1,4,pre-tw) Z(4,2,4,8,no-tw) } on 64 threads, 16 columns, powers",
  "{ Z(2,4,1,4,pre-tw) X(8,4,8,32,no-tw) X(4,8,1,8,pre-tw) } on 32 threads, 4 columns, powers, streaming stores",
]);

/** Rows of real numbers on a cluster: columns are sent to the blocks of their mirrors, and from spectra threads load both. */
/** A Hermitian step behind a convolution: rows in shared memory, of which each thread takes a few frequencies and their mirrors. */
const behindConvolution = namedRealPlan("behind_convolution", "r2c", [134], "f32", [
  "{ bluestein X(12,12,12,144,no-tw) X(12,12,1,12,pre-tw) pairs X(67,2,1,2,pre-tw) } on 12 threads, 8 blocks/SM, table",
]);

const mirrorsSent = namedRealPlan("mirrors_sent", "r2c", [4096], "f32", [
  "{ X(128,16,128,2048,no-tw) X(256,8,16,128,pre-tw) X(1024,2,8,16,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 2, powers",
]);
const mirrorsLoaded = namedRealPlan("mirrors_loaded", "c2r", [4096], "f32", [
  "{ X(256,8,256,2048,no-tw) X(128,16,16,256,pre-tw) X(128,16,1,16,pre-tw) } on 128 threads, cluster 2 after 1, prefetch, powers",
]);

/** 16 bits without tensor cores: computed with in single precision. */
const halfNumbers = namedPlan("half_numbers", [15, 8], "f16", [
  "{ X(1,8,1,8,no-tw) Y(5,3,5,15,no-tw) Y(3,5,1,5,pre-tw) } on 24 threads, powers",
]);

/** Computed with as they are stored, two butterflies at once: factors from a table and from a product, scaled on the way. */
const halfPairs = namedPlan(
  "half_pairs",
  [64],
  "f16",
  ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 32 threads, 8 columns, table"],
  { arithmetic: "native", direction: "inverse", scale: 1 / 48 },
);

/** Walsh-Hadamard steps on vectors, one of them by Alman and Rao; the lightest digit partly within each vector. */
const walshVectors = namedWalshPlan("walsh_vectors", [1024], "f32", [
  "{ H(128,8@alman-rao,128,1024) H(64,16,1,16) H(128,8,16,128) } on 32 threads, 16 blocks/SM, vectors of 4",
]);

/** 16-bit numbers computed with in single precision; 12 as the heaviest digit; rows that lie apart; scaled kernel by kernel. */
const walshHalf = namedWalshPlan(
  "walsh_half",
  [192],
  "bf16",
  [
    "{ H(16,12,16,192) } on 32 threads, 32 columns, vectors of 2",
    "{ H(12,16,1,16) } on 24 threads, 24 columns, vectors of 2, streaming stores",
  ],
  { scale: 1 / 16, distance: 200 },
);

/** Steps on tensor cores: runs of four vectors, a scale in the matrices and one beside them, the lightest bit within vectors. */
const walshMatrices = namedWalshPlan(
  "walsh_matrices",
  [2048],
  "f16",
  ["{ H(256,8@mma,256,2048) H(64,32@mma,1,32) H(256,8@mma,32,256) } on 64 threads, 14 blocks/SM, vectors of 2"],
  { scale: 3 / 128 },
);

/** Exchanged as memory holds them, in vectors of 8, and scaled on the way. */
const walshShort = namedWalshPlan(
  "walsh_short",
  [512],
  "bf16",
  ["{ H(64,8,64,512) H(64,8,8,64) H(64,8,1,8) } on 64 threads, 8 columns, vectors of 8, short exchange"],
  { scale: 1 / 24 },
);

/** Rounding errors that go from kernel to kernel beside their vectors. */
const walshKahan = namedWalshPlan(
  "walsh_kahan",
  [4096],
  "f64",
  [
    "{ H(256,16,256,4096) } on 64 threads, 64 columns, 8 blocks/SM",
    "{ H(256,16,1,16) H(256,16,16,256) } on 64 threads, 4 columns, 4 blocks/SM, streaming stores",
  ],
  { stabilisation: "kahan" },
);

/** Sequency order along the slower of two dimensions. */
const walshSequency = namedWalshPlan(
  "walsh_sequency",
  [64, 16],
  "f32",
  ["{ H(128,8,128,1024) H(128,8,16,128) } on 128 threads, 16 columns, 8 blocks/SM"],
  { axes: ["Y"], order: "sequency" },
);

/** As much to say as there can be: a long title, a long kernel, many factors. Too long for a golden file. */
const crowded = namedPlan(
  "crowded",
  [6, 6, 6, 128],
  "f32",
  [
    "{ X(4,32,4,128,no-tw) X(32,4,1,4,pre-tw) Y(3,2,3,6,tw) Y(2,3,1,3,no-tw) Z(3,2,3,6,tw) Z(2,3,1,3,no-tw) W(3,2,3,6,tw) W(2,3,1,3,no-tw) } on 864 threads, table, streaming stores",
  ],
  { direction: "inverse", order: "digit-reversed", placement: "in-place", scale: 1 / 27648 },
);

const small: readonly NamedPlan[] = [
  loadAndStore,
  batched,
  twoDimensions,
  threePhases,
  mixedRadices,
  inPlace,
  clusters,
  matrices,
  matricesBeside,
  halfNumbers,
  halfPairs,
  walshVectors,
  walshHalf,
  walshMatrices,
  walshShort,
  walshKahan,
  walshSequency,
];
const everything: readonly NamedPlan[] = [
  ...small,
  large,
  oneLess,
  behindConvolution,
  undivided,
  matricesOfProducts,
  computedConstants,
  crowded,
];

describe("golden files", () => {
  test.each(small.map((named) => [named.name, named] as const))("%s", async (name, named) => {
    for (const { path, text } of ownFiles(emitted(named))) {
      // What hardly differs between packages is read in one.
      if (named !== batched && !/\.(cu|h)$|_kernels\.cuh$/.test(path)) continue;
      if (named !== batched && path === "verify.cu") continue;
      await expect(text).toMatchFileSnapshot(join("golden", name, path));
    }
  });

  test("large: the kernel with factors that are products", async () => {
    const { kernel } = at(lowered(large).host.launches, 1);
    await expect(`${printKernel(kernel)}\n`).toMatchFileSnapshot("golden/large/kernel_2.cuh");
  });

  test("kernels of convolutions: of one point less, which gathers, with butterflies across rows or without; with a Hermitian step", async () => {
    for (const plan of [oneLess, beside, behindConvolution]) {
      const { kernel } = at(lowered(plan).host.launches, 0);
      await expect(`${printKernel(kernel)}\n`).toMatchFileSnapshot(`golden/${plan.name}/kernel_1.cuh`);
    }
  });

  test("mirrored rows: the kernel, whose threads have rows that are each other's mirrors, or their own", async () => {
    const { kernel } = at(lowered(mirroredRows).host.launches, 1);
    await expect(`${printKernel(kernel)}\n`).toMatchFileSnapshot("golden/mirrored_rows/kernel_2.cuh");
  });

  test("mirrors on clusters: the kernels that send them, and that load them", async () => {
    for (const plan of [mirrorsSent, mirrorsLoaded]) {
      const { kernel } = at(lowered(plan).host.launches, 0);
      await expect(`${printKernel(kernel)}\n`).toMatchFileSnapshot(`golden/${plan.name}/kernel_1.cuh`);
    }
  });

  test("matrices of products: the kernel with factors that are products", async () => {
    const { kernel } = at(lowered(matricesOfProducts).host.launches, 0);
    await expect(`${printKernel(kernel)}\n`).toMatchFileSnapshot("golden/matrices_of_products/kernel_1.cuh");
  });

  test("computed constants: interface and launcher", async () => {
    for (const { path, text } of emitted(computedConstants)) {
      if (path.endsWith(".h") || path === "computed_constants.cu")
        await expect(text).toMatchFileSnapshot(join("golden", computedConstants.name, path));
    }
  });

  test("undivided: the kernel, which is launched as those in clusters are", async () => {
    const { kernel } = at(lowered(undivided).host.launches, 0);
    await expect(`${printKernel(kernel)}\n`).toMatchFileSnapshot("golden/undivided/kernel_1.cuh");
  });
});

/** Of what is compiled, in a CMakeLists.txt: another name is another text. */
const withoutHash = ({ path, text }: GeneratedFile): GeneratedFile => ({
  path,
  text: text.replace(/set\(fftgen_text \w+\)/, "").replace(/(VERSION \d+\.\d+\.\d+)\.\d+/, "$1"),
});

describe("every generated file", () => {
  let packages: readonly { readonly named: NamedPlan; readonly files: readonly GeneratedFile[] }[] = [];
  let own: readonly { readonly path: string; readonly lines: readonly string[]; readonly text: string }[] = [];
  beforeAll(() => {
    packages = everything.map((named) => ({ named, files: emitted(named) }));
    own = packages.flatMap(({ named, files }) =>
      ownFiles(files).map(({ path, text }) => ({ path: `${named.name}/${path}`, lines: text.split("\n"), text })),
    );
  });

  /** Path and text of every line that is as it should not be. */
  const linesWith = (fault: (line: string) => boolean): readonly string[] =>
    own.flatMap(({ path, lines }) => lines.filter(fault).map((line) => `${path}: ${line}`));

  test("holds no value that is not text, and nothing of a template", () => {
    const stray = /undefined|\bNaN\b|\[object |\{\{[#/a-z]|&(amp|lt|gt|quot|#)/;
    expect(linesWith((line) => stray.test(line))).toEqual([]);
  });

  test("has lines of at most 160 columns, none with blanks or tabs at its end", () => {
    expect(linesWith((line) => line.length > 160)).toEqual([]);
    expect(linesWith((line) => /[ \t\r]$/.test(line))).toEqual([]);
    expect(own.filter(({ text }) => !/[^\n]\n$/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test("has no two empty lines in a row, and none after or before a brace", () => {
    const untidy = own.filter(
      ({ path, text }) => /\.(cuh?|h)$/.test(path) && /\n\n\n|\{\n\n {2}|\n\n *\}\n/.test(text),
    );
    expect(untidy.map(({ path }) => path)).toEqual([]);
  });

  test("is the same every time", () => {
    for (const { named, files } of packages) {
      expect(linkPackage([compilePlan(named.name, structuredClone(named.plan), gpu)])).toEqual(files);
    }
  });

  test("speaks of no day, no machine and no place", () => {
    const root = join(import.meta.dirname, "../..");
    const telling = /\b20[0-9]{2}-[01][0-9]-|[0-9]{2}:[0-9]{2}:[0-9]{2}|\/(home|tmp|usr|root|Users)\//;
    expect(linesWith((line) => telling.test(line) || line.includes(root))).toEqual([]);
  });

  test("begins with its licence and the version that wrote it; the licence goes along", () => {
    for (const { named, files } of packages) {
      expect(files.find(({ path }) => path === "LICENSE")?.text).toBe(
        readFileSync(join(import.meta.dirname, "../../LICENSE"), "utf8"),
      );
      for (const { path, text } of files.filter((file) => file.path !== "LICENSE")) {
        const head = text.slice(0, 200);
        expect(head, `${named.name}/${path}`).toContain("SPDX-License-Identifier: Apache-2.0");
        expect(head, `${named.name}/${path}`).toMatch(/Generated by fftgen \d+\.\d+\.\d+;/);
      }
    }
  });

  test("a package has about eight files, and of the device functions those that it needs", () => {
    for (const { named, files } of packages) {
      expect(files.length).toBeLessThanOrEqual(9);
      const device = files.find(({ path }) => path === "fftgen_device.cuh")?.text ?? "";
      expect(device.includes("make_tensor_map"), named.name).toBe(named === clusters || named === undivided);
      expect(device.includes("arrive_cluster"), named.name).toBe(named === undivided);
      const products = [matrices, matricesBeside, matricesOfProducts, walshMatrices];
      expect(device.includes("scale_exactly"), named.name).toBe(named === halfPairs);
      expect(device.includes("using MatrixWord"), named.name).toBe(products.includes(named));
    }
  });

  test("another name changes nothing but the name", () => {
    for (const { named, files } of packages) {
      // As long as its own: where lines break depends on their length.
      const another = "qz".repeat(named.name.length).slice(0, named.name.length);
      const renamed = emitted({ ...named, name: another }).map(({ path, text }) => ({
        path: path.replaceAll(another, named.name),
        text: text.replaceAll(another, named.name).replaceAll(another.toUpperCase(), named.name.toUpperCase()),
      }));
      expect(renamed.map(withoutHash)).toEqual(files.map(withoutHash));
    }
  });
});
