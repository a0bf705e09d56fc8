// Real transforms in the words of the command line: what is asked for is written, read again, said in the header and explained; what
// cannot be, or not yet, is refused with the remedy.
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
    ["r2c", "1024"],
    "r2c_f32_1024",
    'kind: "r2c", lengths: { X: 1024 }',
    [
      "1024 real-to-complex FFT, f32, natural order.",
      "The input consists of arrays of real numbers, X 1024; number (x) of array b is in[b * 1024 + x].",
      "The output consists of arrays of complex numbers, X 513; number (x) of array b is out[b * 513 + x].",
      "Along X frequencies 0 to 512 are written; the others follow by conjugate symmetry.",
      "execute(const float* in, float2* out,",
      "must not overlap the input",
      "static constexpr size_t input_elements = 1024;",
      "static constexpr size_t output_elements = 513;",
    ],
  ],
  [
    ["c2r", "4x90", "--axes", "X", "--in-place", "--precision", "f64", "--scale", "1/N"],
    "c2r_f64_4x90_along_x_in_place_scaled_by_1_over_90",
    'kind: "c2r",\n    lengths: { Y: 4, X: 90 }',
    [
      "complex numbers, Y 4 by X 46; number (y, x) of array b is in[b * 184 + y * 46 + x].",
      "real numbers, Y 4 by X 90; number (y, x) of array b is out[b * 368 + y * 92 + x].",
      "Of these, frequencies 0 and 45 are real: their imaginary parts are ignored.",
      "may be the same as in",
    ],
  ],
  [
    ["r2c", "3x128", "--axes", "X", "--spectrum", "packed", "--in-place"],
    "r2c_f32_3x128_along_x_packed_in_place",
    'spectrum: "packed"',
    [
      "3x128 real-to-complex FFT along X, f32, natural order, packed spectrum, in place.",
      "real numbers, Y 3 by X 128; number (y, x) of array b is in[b * 384 + y * 128 + x].",
      "complex numbers, Y 3 by X 64; number (y, x) of array b is out[b * 192 + y * 64 + x].",
      "frequencies 0 to 63 are written; frequency 64, which is real like frequency 0, is stored in the imaginary part of frequency 0. The others follow by conjugate symmetry.",
    ],
  ],
  [
    ["r2c", "6x10", "--in-place"],
    "r2c_f32_6x10_in_place",
    'placement: "in-place"',
    [
      "/** @brief Real numbers of one input; n inputs take n * 72. */",
      "static constexpr size_t input_elements = 60;",
      "/** @brief Complex numbers of one output. */",
      "static constexpr size_t output_elements = 36;",
    ],
  ],
  [
    ["r2c", "64x1"],
    "r2c_f32_64x1",
    "lengths: { Y: 64, X: 1 }",
    ["complex numbers, Y 64 by X 1;", "Along X there is one frequency, number 0, which is written."],
  ],
  [
    ["r2c", "6x33", "--axes", "Y", "--output-strides", "X=4,Y=1", "--output-range", "Y=1..3"],
    "r2c_f32_6x33_along_y_out_y1_x4_to_y1_3",
    "outputStrides: { Y: 1, X: 4 }",
    [
      "complex numbers, Y 4 by X 33; number (y, x) of array b is out[b * 132 + y + x * 4].",
      "Only elements with y = 1 .. 3 of the output are written.",
    ],
  ],
  [
    ["c2r", "6x10x15"],
    "c2r_f32_6x10x15",
    'kind: "c2r",\n    lengths: { Z: 6, Y: 10, X: 15 }',
    [
      "complex numbers, Z 6 by Y 10 by X 8; number (z, y, x) of array b is in[b * 480 + z * 80 + y * 8 + x].",
      "At frequency 0 only the part with conjugate symmetry along the other dimensions counts.",
    ],
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

test.runIf(isDefault)("what is explained has the Hermitian step, and is drawn", async () => {
  await project.run(["plan", "r2c", "256", "--batch", "2", "--no-verify", "--no-compile"]);
  const { code, stdout } = await project.run(["explain", "r2c_f32_256"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/hermitian step with w\^\(e\/256\) by (table|powers|product)/);
  expect(await project.run(["explain", "r2c_f32_256", "--html", "page.html"])).toMatchObject({ code: 0 });
  expect(await project.run(["list"])).toMatchObject({ code: 0 });
});

// Either has the mirrored columns, in kernels that come in another order.
test.each(dealt(["r2c", "c2r"], (kind) => kind === "r2c"))(
  "%s of a row too long for one kernel: two passes, and what is mirrored",
  async (kind) => {
    const planned = await project.run(["plan", kind, "2^20", "--batch", "64", "--no-verify", "--no-compile"]);
    expect({ code: planned.code, stderr: planned.stderr }).toEqual({ code: 0, stderr: "" });
    const name = `${kind}_f32_1048576`;
    const { code, stdout } = await project.run(["explain", name, "--html", "page.html"]);
    expect(code).toBe(0);
    const text = (await project.run(["explain", name])).stdout.replaceAll(/\s+/g, " ");
    expect(stdout).not.toContain("undefined");
    expect(text).toMatch(/of \d+ columns neighbours and their conjugates/);
    expect(text.match(/hermitian step/g)).toHaveLength(1);
    expect(text).toContain("kernel 2, workspace -> out");
    expect(text).not.toContain("kernel 3");
  },
);

/** The package as it is, or a copy of it in which something is wrong. */
function compiler(wrong: string): Readonly<Record<string, string>> {
  const change = wrong === "" ? "" : `copy=$(mktemp -d) && cp -r . "$copy" && cd "$copy" && sed -i '${wrong}' *.cuh`;
  const path = project.write("compiler", `#!/bin/sh\n${change}\n${CACHING_COMPILER}\n`);
  chmodSync(path, 0o755);
  mkdirSync(project.path("scratch"), { recursive: true });
  return { CXX: path, TMPDIR: project.path("scratch") };
}

describe.skipIf(hostCompiler === undefined)("the verification program", () => {
  const programs: readonly (readonly [words: string, wrong: string, finding: string])[] = [
    // The last frequency, which no digit has.
    ["r2c 130", "/if (.*pair < 1u) store/d", "every output written"],
    ["r2c 130 packed", "", "passed"],
    // Half of what has no conjugate.
    ["c2r 33", "s/v\\[0\\] = {0.5f/v[0] = {1.0f/", "random input"],
    ["r2c 130", "", "passed"],
    ["c2r 130", "/if (.*pair < 1u) v/d", "random input"],
    ["r2c 130", "s/hermitian\\([0-9]*\\)_\\(odd_\\)\\?ends(all/static_cast<void>(all/", "impulse"],
    ["c2r 12 packed", "", "passed"],
    ["c2r 6x10", "", "passed"],
    ["c2r 130 packed", "s/ihermitian\\([0-9]*\\)_packed_\\(odd_\\)\\?ends(all/static_cast<void>(all/", "random input"],
    ["r2c 130 packed", "s/hermitian\\([0-9]*\\)_packed_\\(odd_\\)\\?ends(all/static_cast<void>(all/", "impulse"],
  ];
  // Each is compiled: of what passes and of what fails one.
  test.each(dealt(programs, (_, index) => index < 2))(
    "%s with %j: %s",
    { timeout: 120_000 },
    async (words, wrong, finding) => {
      const [kind = "", size = "", packed] = words.split(" ");
      const name = `${kind}_f32_${size}${packed === undefined ? "" : "_packed"}`;
      const spectrum = packed === undefined ? [] : ["--spectrum", "packed"];
      await project.run(["plan", kind, size, ...spectrum, "--batch", "2", "--no-verify", "--no-compile"]);
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
      else expect(failed.join()).toContain(finding);
    },
  );
});

describe.runIf(isDefault)("refused", () => {
  test.each([
    ["r2c 64 --inverse", "--inverse: from real numbers the transform is forward; c2r is the inverse one"],
    ["r2c 64 --planar input", "--planar input: expected none or output"],
    ["c2r 64 --planar both", "--planar both: expected none or input"],
    [
      "r2c 64 --order digit-reversed",
      "--order digit-reversed: expected natural; a half spectrum has one order, in which the first half is what is stored: leave it out",
    ],
    [
      "r2c 64 --output-strides batch=32",
      "--output-strides batch=32: two elements lie at one place: strides must not be shorter than what lies below them; a spectrum of 64 real numbers has 33 elements",
    ],
    ["c2r 64 --output-strides batch=10", "than what lies below them; a row has 64 real numbers"],
    ["r2c 8x64 --output-strides Y=32", "lies below them; a spectrum of 64 real numbers has 33 elements"],
    [
      "r2c 64 --planar output --in-place",
      "--planar output: real numbers in place of complex ones have their parts side by side",
    ],
    ["r2c 64 --row-stride 80", "--row-stride 80: real and complex rows have different lengths"],
    ["r2c 64 --in-place --row-stride 64", "--row-stride 64: real and complex rows have different lengths"],
    ["r2c 64 --output-range X=0..33", "--output-range X=0..33: X has indices 0..32; 0..33 is no part of them"],
    [
      "r2c 4x66 --axes X --in-place --input-strides Y=67",
      "--in-place: in place a complex number lies where two real ones do, so that strides of real numbers are twice those of complex ones: 67 and 34 are not, of Y. 66 real numbers need room for 34 complex ones: say Y=68 of the input and Y=34 of the output or more, or nothing of both; or leave it out",
    ],
    [
      "c2r 64x64 --in-place --axes Y",
      "--in-place: in place a complex number lies where two real ones do, so that both kinds are to be neighbours along Y, 1 apart; here those along X are; leave it out",
    ],
    ["r2c 64 --in-place --strides run-time", "--in-place: real and complex strides would be two of each"],
    ["r2c 75 --spectrum packed", "--spectrum packed: X has 75 elements, an odd number, and so no last frequency"],
    ["r2c 64x64 --spectrum packed", "along several dimensions the last frequencies along one are complex"],
    [
      "r2c 134 --spectrum packed",
      "134 real numbers are 67 pairs, and these are to be a product of two primes or more, none above 61",
    ],
    [
      "r2c 22 --spectrum packed --precision f64",
      "22 real numbers are 11 pairs, and these are to be a product of two primes or more, none above 31",
    ],
    ["r2c 64x64 --axes Y --spectrum packed", "real numbers along Y do not lie side by side, and a packed spectrum is"],
    ["r2c 64 --spectrum packed --strides run-time", "strides that are said in calls may be odd, and a packed spectrum"],
    ["r2c 64 --spectrum packed --input-strides batch=65", "rows of real numbers begin 65 apart, an odd number"],
    ["r2c 64 --spectrum packed --input-strides batch=1", "rows of real numbers begin 1 apart, an odd number"],
    [
      "64 --spectrum packed",
      "--spectrum goes with Fourier transforms of real numbers: `r2c 64` is one, 64 alone a complex Fourier transform",
    ],
    [
      "r2c 64 --stabilisation kahan",
      "--stabilisation goes with Walsh-Hadamard transforms: `fwht 64` is one, `r2c 64` a Fourier transform of real numbers",
    ],
    [
      "c2r 64 --hadamard dao",
      "--hadamard goes with Walsh-Hadamard transforms: `fwht 64` is one, `c2r 64` a Fourier transform of real numbers",
    ],
    [
      "c2r 64 --algorithm folklore",
      "--algorithm goes with Walsh-Hadamard transforms: `fwht 64` is one, `c2r 64` a Fourier transform of real numbers",
    ],
    ["r2c 64 --precision f16 --arithmetic native", "real transforms of 16-bit numbers are computed in f32"],
  ])("%s", async (words, message) => {
    const { code, stdout, stderr } = await project.run([
      "plan",
      ...words.split(" "),
      ...(words.includes("batch=") ? [] : ["--batch", "2"]),
    ]);
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(project.files()).toEqual([]);
  });
});
