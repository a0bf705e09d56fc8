// Cosine and sine transforms in the words of the command line: what is asked for is written, read again, said in the header, explained and
// verified; what cannot be is refused with the remedy.
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { dealt, isDefault } from "../effort.js";
import { CACHING_COMPILER } from "../toolchain/caching-compiler.js";
import { hostCompiler } from "../toolchain/compilers.js";
import { useProgram, useProject } from "./program.js";

useProgram();
const project = useProject();
beforeEach(() => project.clear());

const asked: readonly (readonly [words: readonly string[], name: string, file: string, header: readonly string[]])[] = [
  [
    ["dct-2", "64"],
    "dct_2_f32_64",
    'kind: "dct-2", lengths: { X: 64 }',
    [
      "64 DCT-II, f32.",
      "DCT-II: y(k) = 2 sum over j of x(j) cos(pi (2j+1) k / (2n)). Unnormalised. Inverse: DCT-III, divided by 128.",
      "execute(const float* in, float* out,",
      "may be the same as in",
      "static constexpr size_t elements = 64;",
    ],
  ],
  [
    ["dct-2", "64", "--inverse", "--precision", "f64"],
    "dct_3_f64_64_scaled_by_1_over_128",
    'kind: "dct-3"',
    ["DCT-III: y(k) = x(0) + 2 sum", "Every output is multiplied by 0.0078125."],
  ],
  [
    ["dst-1", "6x15", "--kinds", "dct-4,dst-1", "--normalisation", "orthonormal"],
    "dst_1_f32_6x15_y_dct_4_orthonormal",
    'kinds: { Y: "dct-4" }',
    [
      "DCT-IV along Y: y(k) = 2 sum",
      "DST-I along X: y(k) = 2 sum",
      "Inverse: DCT-IV by DCT-IV, DST-I by DST-I, orthonormal.",
    ],
  ],
  [
    ["dct-2", "8x9", "--axes", "X", "--kinds", "dst-1"],
    "dst_1_f32_8x9_along_x",
    'kind: "dst-1"',
    ["8x9 DST-I along X, f32.", "DST-I: y(k) = 2 sum"],
  ],
  [
    ["dct-1", "9x5x6", "--axes", "Z", "--in-place", "--input-strides", "Y=8", "--output-strides", "Y=8"],
    "dct_1_f32_9x5x6_along_z_in_place_in_y8_out_y8",
    'axes: ["Z"]',
    ["element (z, y, x) of array b is in[b * 360 + z * 40 + y * 8 + x] of the input, likewise out of the output"],
  ],
];

test.runIf(isDefault).each(asked)("%j", async (words, name, file, header) => {
  const { code, stderr } = await project.run(["plan", ...words, "--batch", "2", "--no-verify", "--no-compile"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(readFileSync(project.path("plans", `${name}.plan.ts`), "utf8")).toContain(file);
  const text = readFileSync(project.path("generated", name, `include/fftgen/${name}.h`), "utf8")
    .replaceAll(/\n \* /g, " ")
    .replaceAll(/\s+/g, " ");
  for (const sentence of header) expect(text).toContain(sentence);
  expect(await project.run(["emit", "--check"])).toMatchObject({ code: 0 });
  const again = await project.run(["plan", ...words, "--batch", "2", "--no-verify", "--no-compile"]);
  expect(again.stdout).toContain("(kept as it is");
});

test.runIf(isDefault)("what is explained has the order, the products and the real part", async () => {
  await project.run(["plan", "dct-2", "8x8", "--batch", "2", "--no-verify", "--no-compile"]);
  const { code, stdout } = await project.run(["explain", "dct_2_f32_8x8"]);
  expect(code).toBe(0);
  const text = stdout.replaceAll(/\s+/g, " ");
  expect(text).toContain("load even indices, then odd ones backwards");
  expect(text).toContain("times dct2_f32_8_after");
  expect(text).toContain("take the real part");
  expect(await project.run(["explain", "dct_2_f32_8x8", "--html", "page.html"])).toMatchObject({ code: 0 });
  expect(await project.run(["list"])).toMatchObject({ code: 0 });
});

test.runIf(isDefault)("help on plan names all kinds", async () => {
  const text = (await project.run(["plan", "--help"])).stdout.replaceAll(/\s+/g, " ");
  for (const named of ["c2c (", "r2c or c2r (", "fwht (", "dct-1 to dct-4 or dst-1 to dst-4 (", "fftgen plan dct-2 "])
    expect(text).toContain(named);
});

test.runIf(isDefault).each([
  [["dct-2", "64", "--kinds", "dct-2,dst-1"], "--kinds dct-2,dst-1: expected one kind for each of X, such as dct-2"],
  [["dct-2", "64", "--kinds", "dct"], "--kinds dct: expected dct-1, dct-2, dct-3, dct-4, dst-1, dst-2, dst-3 or dst-4"],
  [
    ["64", "--kinds", "dct-2"],
    "--kinds goes with cosine and sine transforms: `dct-2 64` is one, 64 alone a complex Fourier transform",
  ],
  [
    ["dct-2", "64", "--scale", "orthonormal"],
    "one factor does not make a cosine or sine transform orthonormal; --normalisation orthonormal does",
  ],
  [
    ["dct-2", "64", "--input-range", "X=0..31"],
    "dct-2 takes the input along X in another order, so that all of it is there; put zeros where nothing is",
  ],
  [
    ["dct-1", "8x1"],
    "X has one element, and dct-1 is defined from two on; leave it out of the axes, or take another kind along it",
  ],
  [["dct-2", "64", "--planar", "both"], "--planar goes with complex Fourier transforms"],
  [
    ["dct-2", "64", "--spectrum", "half"],
    "--spectrum goes with Fourier transforms of real numbers: `r2c 64` is one, `dct-2 64` a cosine or sine transform",
  ],
  [
    ["dct-2", "64", "--precision", "f16", "--arithmetic", "native"],
    "cosine and sine transforms of 16-bit numbers are computed in f32",
  ],
  [
    ["dct-2", "64", "--order", "digit-reversed"],
    "--order digit-reversed: expected natural; outputs of cosine and sine transforms are parts of complex numbers, which kernels put in order: leave it out",
  ],
])("refused: %j", async (words, message) => {
  const { code, stderr } = await project.run(["plan", ...words, "--no-verify", "--no-compile"]);
  expect(code).toBe(2);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain(message);
  expect(project.files()).toEqual([]);
});

/** The package as it is, or a copy of it in which something is wrong. */
function compiler(wrong: string): Readonly<Record<string, string>> {
  const change = wrong === "" ? "" : `copy=$(mktemp -d) && cp -r . "$copy" && cd "$copy" && sed -i '${wrong}' *.cuh`;
  const path = project.write("compiler", `#!/bin/sh\n${change}\n${CACHING_COMPILER}\n`);
  chmodSync(path, 0o755);
  mkdirSync(project.path("scratch"), { recursive: true });
  return { CXX: path, TMPDIR: project.path("scratch") };
}

const programs = dealt<readonly [words: string, wrong: string, finding: string]>(
  [
    ["dct-2 30", "", "passed"],
    // Two kernels, the first of which reads rows in another order, where others write.
    ["dct-2 6x67 --in-place", "", "passed"],
    ["dst-1 9x10 --kinds dst-1,dct-3", "", "passed"],
    // Factors of the next frequency.
    ["dct-2 30", "s/dct2_f32_30_after_place + /1u + dct2_f32_30_after_place + /", "random input"],
    ["dct-3 30", "s/zigzag<30u>(/(/", "random input"],
    ["dct-4 16", "", "passed"],
    ["dct-1 16 --normalisation orthonormal", "", "passed"],
    ["dst-3 6x10 --precision f64 --normalisation orthonormal", "", "passed"],
    ["dst-4 40 --precision f16", "", "passed"],
  ],
  // Each is compiled: factors that are wrong are found where an order is.
  (_, index) => index === 4,
);

describe.skipIf(hostCompiler === undefined)("the verification program", () => {
  test.each(programs)("%s with %j: %s", { timeout: 120_000 }, async (words, wrong, finding) => {
    const planned = await project.run(["plan", ...words.split(" "), "--batch", "2", "--no-verify", "--no-compile"]);
    expect(planned.code).toBe(0);
    const name = /generated\/(\w+)\//.exec(planned.stdout)?.[1] ?? "";
    const { code, stdout } = await project.spawn(
      ["verify", name, "--on", "emulator", "--batch", "3", "--json"],
      compiler(wrong),
    );
    const { packages } = JSON.parse(stdout) as {
      readonly packages: readonly {
        readonly report: { readonly tests: readonly { test: string; passed: boolean }[] };
      }[];
    };
    const failed = packages.flatMap(({ report }) =>
      report.tests.filter(({ passed }) => !passed).map((one) => one.test),
    );
    if (finding === "passed") expect({ code, failed }).toEqual({ code: 0, failed: [] });
    else {
      expect(code).not.toBe(0);
      expect(failed.join("; ")).toContain(finding);
    }
  });
});
