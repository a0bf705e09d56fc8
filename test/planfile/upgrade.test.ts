// Plan files as earlier versions wrote them, one of each kind in older/: what they mean today, and what upgrading makes of them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { parsePlan } from "../../generator/notation/parse-plan.js";
import { printKernels } from "../../generator/notation/print.js";
import {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
  type Transform,
} from "../../generator/plan/transform.js";
import { readPlan } from "../../generator/planfile/checked-plan.js";
import { upgradePlanFile } from "../../generator/planfile/upgrade.js";
import { planFileFormat } from "../../generator/planfile/formatted.js";

const directory = join(import.meta.dirname, "older");

/** The file, the transform, and the kernels in the notation of today. */
const OLDER: readonly (readonly [file: string, Transform, kernels: readonly string[]])[] = [
  [
    "without-schedules",
    makeTransform([1024, 1024, 128], "f32", { order: "digit-reversed" }),
    [
      "{ X(64,2,64,128,tw) Y(32,32,32,1024,tw) }",
      "{ X(16,8,8,64,tw) Y(32,32,1,32,no-tw) }",
      "{ Z(32,32,32,1024,tw) }",
      "{ X(16,8,1,8,no-tw) Z(32,32,1,32,no-tw) }",
    ],
  ],
  [
    "without-gpu",
    makeTransform([1000], "f32", { batch: 16777 }),
    [
      "{ X(100,10,100,1000,no-tw) X(100,10,10,100,pre-tw) X(100,10,1,10,pre-tw) } on 400 threads, 4 columns, 3 blocks/SM, table",
    ],
  ],
  [
    "inverse-in-place",
    makeTransform([2 ** 20], "f32", { direction: "inverse", placement: "in-place", scale: 2 ** -20, batch: 16 }),
    [
      "{ X(32768,32,32768,1048576,no-tw) X(32768,32,1024,32768,pre-tw) } on 512 threads, 16 columns, table",
      "{ X(32768,32,32,1024,pre-tw) X(32768,32,1,32,pre-tw) } on 512 threads, 16 columns, powers, streaming stores",
    ],
  ],
  [
    "clusters-by-ticket",
    makeTransform([128, 128, 128], "f32", { batch: 64 }),
    [
      "{ Y(16,8,16,128,no-tw) Y(16,8,2,16,pre-tw) X(8,16,8,128,no-tw) X(16,8,1,8,pre-tw) } on 1024 threads, cluster 2 after 2, prefetch, ticket, 2 columns, table",
      "{ Y(64,2,1,2,pre-tw) Z(16,8,16,128,no-tw) Z(8,16,1,16,pre-tw) } on 1024 threads, cluster 2 after 2, prefetch, ticket, 64 columns, powers, streaming stores",
    ],
  ],
  [
    "another-gpu",
    makeTransform([256, 256], "f32", { batch: 256 }),
    [
      "{ X(64,4,64,256,no-tw) X(64,4,16,64,pre-tw) Y(64,4,64,256,no-tw) Y(64,4,16,64,pre-tw) } on 1024 threads, 16 columns, 2 blocks/SM, powers",
      "{ X(64,4,4,16,pre-tw) X(64,4,1,4,pre-tw) Y(64,4,4,16,pre-tw) Y(64,4,1,4,pre-tw) } on 1024 threads, 16 columns, 2 blocks/SM, table, streaming stores",
    ],
  ],
  [
    "range-of-batches",
    makeTransform([16, 256], "f32", { axes: ["X"], distance: 8192, batch: 16 }),
    ["{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 64 threads, 4 columns, table"],
  ],
  [
    "tensor-cores",
    makeTransform([4096], "bf16", { batch: 16384 }),
    [
      "{ X(256,16@mma,256,4096,tw) X(256,16@mma,16,256,tw) X(256,16@mma,1,16,no-tw) } on 128 threads, 4 blocks/SM, table",
    ],
  ],
  [
    "walsh-hadamard",
    makeWalshTransform([2 ** 24], "f32", { stabilisation: "kahan" }),
    [
      "{ H(2097152,8,1024,8192) H(2097152,8,1,8) H(1048576,16,8,128) H(2097152,8,128,1024) } on 256 threads, 2 blocks/SM, vectors of 2",
      "{ H(1048576,16,1048576,16777216) H(2097152,8,131072,1048576) H(1048576,16,8192,131072) } on 512 threads, 4 columns, vectors of 2, streaming stores",
    ],
  ],
  [
    "hadamard-matrix",
    makeWalshTransform([12], "f32", { direction: "inverse", batch: 1398101 }),
    ["{ H(1,12,1,12) } on 96 threads, 128 columns, 16 blocks/SM"],
  ],
  [
    "real-pairs",
    makeRealTransform("r2c", [8192], "f32", { batch: 16384 }),
    [
      "{ pairs: X(512,8,512,4096,no-tw) X(512,8,64,512,pre-tw) X(512,8,8,64,pre-tw) X(512,8,1,8,pre-tw) } on 256 threads, 3 blocks/SM, table",
    ],
  ],
  [
    "real-whole",
    makeRealTransform("c2r", [1001], "f32", { batch: 134083 }),
    [
      "{ real: X(91,11,91,1001,no-tw) X(143,7,13,91,pre-tw) X(77,13,1,13,pre-tw) } on 154 threads, prefetch, 2 columns, 6 blocks/SM, powers",
    ],
  ],
  [
    "strided-arrays",
    makeRealTransform("r2c", [512], "f32", {
      inputStrides: { batch: 1024 },
      inputRange: { X: [0, 255] },
      planar: "output",
      batch: 1000,
    }),
    ["{ pairs: X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 64 threads, 4 columns, table"],
  ],
  [
    "cosine",
    makeTrigonometricTransform("dct-2", [8, 8], "f32", { batch: 2097152 }),
    ["{ cosine: Y(1,8,1,8,no-tw) X(1,8,1,8,no-tw) } on 64 threads, 8 columns, 16 blocks/SM, table"],
  ],
  [
    "cosine-pairs",
    makeTrigonometricTransform("dct-2", [8192], "f32", { batch: 16384 }),
    [
      "{ cosine pairs: X(512,8,512,4096,no-tw) X(512,8,64,512,pre-tw) X(512,8,8,64,pre-tw) X(512,8,1,8,pre-tw) } on 256 threads, prefetch, 4 blocks/SM, table",
    ],
  ],
  [
    "bluestein",
    makeTransform([1000003], "f32", { batch: 67 }),
    [
      "{ bluestein X(65536,32,65536,2097152,no-tw) X(131072,16,4096,65536,pre-tw) } on 256 threads, 16 columns, 2 blocks/SM, powers",
      "{ bluestein X(262144,8,512,4096,pre-tw) X(65536,32,16,512,pre-tw) X(131072,16,1,16,pre-tw) } on 128 threads, 4 blocks/SM, powers, streaming stores",
    ],
  ],
  [
    "axes-by-rader",
    makeTransform([101, 101, 101], "f32", { batch: 65 }),
    ["X", "Y", "Z"].map(
      (axis) =>
        `{ by-axis: rader ${axis}(10,10,10,100,no-tw) ${axis}(10,10,1,10,pre-tw) } on 160 threads, 16 columns, 8 blocks/SM, powers`,
    ),
  ],
  [
    "good-thomas",
    makeTransform([2049], "f32", { batch: 32752 }),
    [
      "{ good-thomas: rader Y(1,3,1,3,no-tw) X(31,22,31,682,no-tw) X(22,31,1,31,pre-tw) } on 93 threads, prefetch, 5 blocks/SM, table",
    ],
  ],
  [
    "four-step",
    makeTransform([296], "f32", { batch: 1000 }),
    [
      "{ four-step: rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 24 threads, 4 columns, table",
      "{ four-step: Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) } on 8 threads, 4 columns, table",
    ],
  ],
  [
    "hermitian-step",
    makeRealTransform("r2c", [134], "f64", { batch: 5 }),
    ["{ pairs: bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) }", "{ pairs X(67,2,1,2,pre-tw) }"],
  ],
  [
    "hermitian-step-inside",
    makeTrigonometricTransform("dct-2", [134], "f32", { batch: 5 }),
    ["{ cosine: bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) pairs X(67,2,1,2,pre-tw) }"],
  ],
];

/** Without what schedules say since they say all that depends on a GPU. */
const withoutDecisions = (text: string): string =>
  text.replaceAll(/, (?:distance [0-9]+|ordered stores|direct stores|shared [0-9]+)/gu, "");

const WORDS = /(?<=["'`]\{ )[a-z -]+: /gu;

describe("a plan file of an earlier version", () => {
  test.each(OLDER)("%s", async (file, transform, kernels) => {
    const path = join(directory, `${file}.plan.ts`);
    const text = readFileSync(path, "utf8");
    const { plan, ...others } = readPlan(path, text);
    expect(plan).toEqual(parsePlan(transform, kernels.join("\n")));
    expect(printKernels(plan)).toEqual(kernels);

    const upgraded = await upgradePlanFile(path, text);
    const { plan: said, ...stillOthers } = readPlan(path, upgraded);
    expect(stillOthers).toEqual(others);
    expect(printKernels(said).map(withoutDecisions)).toEqual(kernels);
    for (const kernel of kernels) expect(withoutDecisions(upgraded)).toContain(JSON.stringify(kernel));
    expect(await format(withoutDecisions(upgraded).replaceAll(WORDS, ""), planFileFormat)).toBe(text);
    expect(await upgradePlanFile(path, upgraded)).toBe(upgraded);
  });

  test("is there of each kind", () => {
    expect(
      readdirSync(directory)
        .map((name) => name.replace(".plan.ts", ""))
        .toSorted(),
    ).toEqual(OLDER.map(([file]) => file).toSorted());
  });
});

const EDITED = `// Ours.
import { plan } from "fftgen"

/* Rows of samples. */
export default plan({
    kernels : [ // two passes
        '{X(32,16,32,512,no-tw),   X(16,32,1,32,pre-tw)}  on 32 threads,1 columns', /* rows */
        "{ pairs : Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) }", // columns
    ],
    evidence: [{ gpu: "NVIDIA H200", driver: "580", toolchain: "nvcc 13.0", text: "sha256:00112233",
                 milliseconds: 1.50, ratioToCopy: 1.10, relativeL2Error: 1e-7 }], // ours, too
    transform: { kind: 'r2c', lengths: { Y: 2 ** 6, X: 2 ** 10 }, precision: "f32", },
})
`;

test.each(["\n", "\r\n"])(
  "of a file edited by hand nothing changes but what a kernel says (line ends %j)",
  async (end) => {
    const text = EDITED.replaceAll("\n", end);
    const upgraded = await upgradePlanFile("mine.plan.ts", text);
    expect(upgraded).toBe(text.replace("{X(", "{pairs: X("));
  },
);

test("rules that are not those of the kernels are refused where they stand", async () => {
  const wrong = EDITED.replace("pairs :", "real :");
  await expect(upgradePlanFile("mine.plan.ts", wrong)).rejects.toThrow(InputError);
  await expect(upgradePlanFile("mine.plan.ts", wrong)).rejects.toThrow(
    "mine.plan.ts:8:12: the text says `real:`, but by its numbers this kernel lies inside `pairs:`: write that, or leave the rules out",
  );
});
