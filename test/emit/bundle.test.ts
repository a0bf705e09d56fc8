// Bundles, variants and names of one's own: built for the emulator as a user's program has them.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { bundleSymbols, symbolsFrom } from "../../generator/emit/symbols.js";
import type { Unit } from "../../generator/emit/unit.js";
import { InputError } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { ORDERS, PLACEMENTS, NUMBER_FORMATS, TRANSFORM_KINDS, WALSH_ORDERS } from "../../generator/plan/transform.js";
import { isThorough } from "../effort.js";
import { hostCompiler, isInstalled, withoutCompiler } from "../toolchain/compilers.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { linkedProgram, objectOf } from "../toolchain/linked-program.js";
import { requireSuccess, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { RUNTIME_IS_LINKED, verificationObject, verifyHeaders } from "../toolchain/verification-library.js";
import { namedPlan, namedRealPlan, namedTrigonometricPlan, namedWalshPlan, type NamedPlan } from "./named-plan.js";

const scratch = scratchFolder("bundle");
afterAll(scratch.remove);

const unitOf = ({ name, plan }: NamedPlan, gpu = "H200"): Unit => compilePlan(name, plan, findGpu(gpu));

const onClusters = namedPlan("planes", [64, 64], "f32", [
  "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 4 after 2, prefetch, table",
]);
const inTwo: NamedPlan = namedPlan("planes", [64, 64], "f32", [
  "{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 64 threads, 8 columns, table",
  "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 64 threads, 8 columns, table",
]);
const forward = namedPlan("forward_64", [64], "f32", [
  "{ X(8,8,8,64,tw) X(8,8,1,8,no-tw) } on 32 threads, 4 columns, table",
]);
const inverse = namedPlan(
  "inverse_64",
  [64],
  "f32",
  ["{ X(8,8,8,64,tw) X(8,8,1,8,no-tw) } on 32 threads, 4 columns, table"],
  { direction: "inverse", scale: 1 / 64, batch: 100 },
);
const reversed = namedPlan(
  "reversed_64",
  [64],
  "f32",
  ["{ X(8,8,8,64,tw) X(8,8,1,8,no-tw) } on 32 threads, 4 columns, table"],
  { order: "digit-reversed" },
);
const walsh = namedWalshPlan("walsh_64", [64], "f32", ["{ H(8,8,8,64) H(8,8,1,8) } on 32 threads"]);
const TWENTY = ["{ H(1,20,1,20) } on 32 threads, 32 columns"];
/** Two by the matrix of 20, one by its transpose. */
const twenties = [
  namedWalshPlan("dao_20", [20], "f32", TWENTY, { hadamard: "dao" }),
  namedWalshPlan("walsh_20", [20], "f32", TWENTY),
  namedWalshPlan("inverse_20", [20], "f32", TWENTY, { direction: "inverse" }),
];

/** Of the same lengths as others, and none that is found by them: the second has another signature, too. */
const apart = [
  { ...forward, name: "apart_64", plan: { ...forward.plan, transform: { ...forward.plan.transform, distance: 72 } } },
  namedPlan("planar_64", [64], "f32", ["{ X(8,8,8,64,tw) X(8,8,1,8,no-tw) } on 32 threads, 4 columns, table"], {
    planar: "both",
    strides: "run-time",
  }),
];

const bundle = (prefix?: string): readonly GeneratedFile[] =>
  linkBundle({
    name: "fft",
    transforms: [
      linkedTransform("planes", [unitOf(inTwo, "A100"), unitOf(onClusters)]),
      ...[reversed, forward, inverse, walsh, ...twenties, ...apart].map((named) =>
        linkedTransform(named.name, [unitOf(named)]),
      ),
    ],
    symbols: bundleSymbols("fft", { prefix }),
  });

function write(directory: string, files: readonly GeneratedFile[]): string {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

const WARNINGS = [
  "-std=c++17",
  "-O0",
  "-pthread",
  "-Wall",
  "-Wextra",
  "-Werror",
  "-Wno-unknown-pragmas",
  ...emulatorHeaders,
];

describe.skipIf(hostCompiler === undefined)(`bundles${withoutCompiler}`, () => {
  const compiler = hostCompiler ?? "";

  test.runIf(isThorough)("verify their transforms in one program", { timeout: 300_000 }, async () => {
    const directory = write(join(scratch.path, "bundle"), bundle());
    const sources = ["fft", "planes", "forward_64", "inverse_64", "reversed_64", "walsh_64"]
      .concat([...twenties, ...apart].map((one) => one.name))
      .map((name) => `${name}.cu`);
    const units = sources.map((source) => ({ directory, source, flags: WARNINGS }));
    const emulator = await emulatorObjects(compiler);
    const flags = ["-std=c++17", "-O0", "-pthread", "-w", ...emulatorHeaders, RUNTIME_IS_LINKED, ...verifyHeaders];
    const runtime = await Promise.all(["float2", "float"].map((element) => verificationObject(compiler, element)));
    const program = join(directory, "verify");
    await linkedProgram(
      compiler,
      program,
      [...units, { directory, source: "verify.cu", flags }],
      [...runtime, ...emulator],
    );
    expect((await requireSuccess(program, ["--list"])).stdout).toBe(
      "planes\nreversed_64\nforward_64\ninverse_64\nwalsh_64\ndao_20\nwalsh_20\ninverse_20\napart_64\nplanar_64\n",
    );
    const all = await requireSuccess(program, ["--batch", "5"]);
    expect(all.stdout.match(/^\w+: verified/gm)).toHaveLength(10);
    const one = await requireSuccess(program, ["inverse_64", "--batch", "3"]);
    expect(one.stdout.match(/^\w+: verified/gm)).toEqual(["inverse_64: verified"]);
    expect((await runProgram(program, ["raw", "--input", "x", "--output", "y"])).exitCode).toBe(2);
  });

  test(
    "two versions of one transform live in one translation unit, and leave no weak symbol",
    { timeout: 120_000 },
    async () => {
      const directory = join(scratch.path, "two");
      write(join(directory, "ours"), linkPackage([unitOf(forward)]));
      const theirs = linkPackage([unitOf(forward)], symbolsFrom({ prefix: "acme_", namespace: "acme::fft" }));
      // Another version: its device functions differ.
      const changed = theirs.map(({ path, text }) => ({
        path,
        text: text.replaceAll(/rt_[0-9a-f]{8}/g, "rt_01234567"),
      }));
      write(join(directory, "theirs"), changed);
      const unity = '#include "ours/forward_64.cu"\n#include "theirs/forward_64.cu"\n';
      write(directory, [{ path: "unity.cu", text: unity }]);
      const object = await objectOf(compiler, { directory, source: "unity.cu", flags: WARNINGS });
      const { stdout } = await requireSuccess("nm", ["-C", "--defined-only", object]);
      const own = stdout.split("\n").filter((line) => /forward_64|acme|rt_[0-9a-f]{8}/.test(line));
      expect(
        own
          .filter((line) => / T /.test(line))
          .map((line) => line.replace(/.* T /, ""))
          .sort(),
      ).toEqual([
        "acme_forward_64_execute",
        "acme_forward_64_workspace_bytes",
        "fftgen_forward_64_execute",
        "fftgen_forward_64_workspace_bytes",
      ]);
      // The emulator's own templates may be weak; kernels, launchers and tables may not.
      expect(
        own.filter(
          (line) =>
            / [WVu] /.test(line) && /kernel_\d+\(|launch|w64|elements/.test(line) && !/emulator|Call/.test(line),
        ),
      ).toEqual([]);
    },
  );
});

test("a bundle holds each butterfly, table and device function once", () => {
  const files = bundle();
  const text = files
    .filter(({ path }) => path !== "verify.cu")
    .map((file) => file.text)
    .join("\n");
  expect(text.match(/__device__ __forceinline__ void dft8\(/g)).toHaveLength(1);
  expect(text.match(/^template <typename T>\n__device__ __forceinline__ T load\(/gm)).toHaveLength(1);
  // Forward transforms share a table; the inverse one has other numbers under the same name.
  const tables = files.map(({ path }) => path).filter((path) => path.startsWith("tables/"));
  expect(tables.filter((path) => path.includes("/f32_dft8_post_w64"))).toEqual(["tables/f32_dft8_post_w64.cuh"]);
  expect(tables.filter((path) => path.includes("f32_inverse_"))).toHaveLength(1);
});

const ROWS = ["{ X(1,16,1,16,no-tw) } on 16 threads, 16 columns"];
/** Kinds beside the first two; what their lengths do not say all of is called by name, or found in the table. */
const others = [
  namedRealPlan("real_16", "r2c", [16], "f32", ROWS),
  namedRealPlan("back_16", "c2r", [16], "f64", ROWS),
  namedRealPlan("real_16_in_place", "r2c", [16], "f32", ROWS, { placement: "in-place" }),
  namedTrigonometricPlan("cosine_16", "dct-2", [16], "f32", ROWS),
  namedTrigonometricPlan("orthonormal_16", "dct-2", [16], "f32", ROWS, { normalisation: "orthonormal" }),
];
const beside = (...named: readonly NamedPlan[]): readonly GeneratedFile[] =>
  linkBundle({ name: "fft", transforms: named.map((one) => linkedTransform(one.name, [unitOf(one)])) });
const headerOf = (files: readonly GeneratedFile[]): string =>
  (files.find(({ path }) => path === "include/fft/fft.h")?.text ?? "").replaceAll(/\s+(?:\* )?/g, " ");

test("the table has what is called alike, real transforms too, and the header says what it lacks", () => {
  const files = beside(forward, ...others, ...apart);
  const table = files.find(({ path }) => path === "fft.cu")?.text ?? "";
  const rows = [...table.matchAll(/sizeof\(fft_transform\), "(\w+)", (\w+), \w+, (\w+), \d, (\d),/g)].map(
    ([, ...row]) => row.join(" "),
  );
  expect(rows).toEqual([
    "forward_64 FFT_C2C FFT_FORWARD 1",
    "real_16 FFT_R2C FFT_FORWARD 1",
    "back_16 FFT_C2R FFT_INVERSE 1",
    "real_16_in_place FFT_R2C FFT_FORWARD 1",
    "cosine_16 FFT_DCT_2 FFT_FORWARD 1",
    "orthonormal_16 FFT_DCT_2 FFT_FORWARD 0",
    "apart_64 FFT_C2C FFT_FORWARD 1",
  ]);
  expect(table).toContain("back_16_execute(static_cast<const double2*>(in), static_cast<double*>(out), workspace");
  const header = headerOf(files);
  expect(header).toContain("are not among them; call these by their names: planar_64. ");
});

test("the header of a bundle whose table has all says nothing of what it lacks", () => {
  expect(headerOf(beside(forward, walsh))).toContain("@brief All transforms of the bundle. * @param count");
});

/** Programs and libraries that are compiled apart, and numbers in files, rely on them: never changed, only added to. */
const NUMBERS = {
  kind: ["C2C", "FWHT", "R2C", "C2R", "DCT_1", "DCT_2", "DCT_3", "DCT_4", "DST_1", "DST_2", "DST_3", "DST_4"],
  precision: ["F32", "F64", "F16", "BF16"],
  direction: ["FORWARD", "INVERSE"],
  placement: ["OUT_OF_PLACE", "IN_PLACE"],
  order: ["NATURAL", "DIGIT_REVERSED", "DYADIC", "SEQUENCY"],
  hadamard: ["STANDARD", "DAO", "DAO_20"],
};

test.each([
  ["of complex transforms alone", beside(forward)],
  ["of several kinds", beside(forward, walsh, ...others)],
])("a bundle %s has all enumerators, by the same numbers", (_, files) => {
  const header = headerOf(files).replaceAll(/\/\*.*?\*\//g, "");
  const enumerations = [...header.matchAll(/typedef enum \{(.*?)\} fft_(\w+);/g)].map(
    ([, body = "", name = ""]) =>
      [name, [...body.matchAll(/FFT_(\w+) = (\d+)/g)].map(([, word, number]) => `${word} ${number}`)] as const,
  );
  expect(Object.fromEntries(enumerations)).toEqual(
    Object.fromEntries(
      Object.entries(NUMBERS).map(([name, words]) => [name, words.map((word, index) => `${word} ${index}`)]),
    ),
  );
  const words = (values: readonly string[]): readonly string[] =>
    values.map((value) => value.replaceAll("-", "_").toUpperCase());
  expect(NUMBERS.kind).toEqual(words(TRANSFORM_KINDS));
  expect(NUMBERS.precision.toSorted()).toEqual(words(NUMBER_FORMATS).toSorted());
  expect(NUMBERS.order.toSorted()).toEqual(words([...new Set([...ORDERS, ...WALSH_ORDERS])]).toSorted());
  expect(NUMBERS.placement.toSorted()).toEqual(words(PLACEMENTS).toSorted());
});

test.skipIf(hostCompiler === undefined)(
  "the table of all kinds compiles, its functions being as the headers declare them",
  { timeout: 120_000 },
  async () => {
    const directory = write(join(scratch.path, "kinds"), beside(forward, walsh, ...others, ...apart));
    await objectOf(hostCompiler ?? "", { directory, source: "fft.cu", flags: WARNINGS });
  },
);

test("names of one's own", () => {
  const header = bundle("acme_").find(({ path }) => path === "include/acme/fft.h")?.text ?? "";
  expect(header).toContain("acme_find(const acme_problem* problem);");
  expect(() => symbolsFrom({ prefix: "7" })).toThrow(InputError);
  expect(() => symbolsFrom({ namespace: "acme::" })).toThrow("a name is missing");
  expect(() => symbolsFrom({ namespace: "class" })).toThrow("class cannot name a namespace");
});

test("variants are of one transform, each for another compute capability", () => {
  expect(() => linkedTransform("planes", [unitOf(onClusters), unitOf(forward)])).toThrow(/are not of one transform/);
  expect(() => linkedTransform("planes", [unitOf(inTwo, "H100"), unitOf(onClusters)])).toThrow(
    /both for compute capability 9\.0, by which a program chooses: leave one out/,
  );
  const launcher = linkPackage([unitOf(inTwo, "A100"), unitOf(onClusters)]).find(({ path }) => path === "planes.cu");
  expect(launcher?.text).toMatch(
    /\{90, 90, \d+, sm90::execute\}, {2}\/\/ NVIDIA H200\n {4}\{80, 70, \d+, sm80::execute\}/,
  );
});

test("kernels that an architecture cannot have are empty there, and never launched", () => {
  const [kernels, launcher] = ["planes_kernels.cuh", "planes.cu"].map(
    (name) => linkPackage([unitOf(onClusters)]).find(({ path }) => path === name)?.text ?? "",
  );
  expect(kernels).toContain("#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900\n");
  expect(launcher).toContain("return found.ptxVersion < 90 ? cudaErrorNoKernelImageForDevice : cudaSuccess;");
  const plain = linkPackage([unitOf(inTwo)])
    .map(({ text }) => text)
    .join("\n");
  expect(plain).not.toContain("__CUDA_ARCH__ >= 900\n");
  expect(plain).not.toContain("find_kernels");
});

test.skipIf(!isInstalled("doxygen"))("headers are understood by Doxygen", async () => {
  const directory = write(join(scratch.path, "doxygen"), linkPackage([unitOf(forward)]));
  const settings =
    "INPUT=include/fftgen/forward_64.h\nWARN_AS_ERROR=YES\nEXTRACT_ALL=NO\nQUIET=YES\nHAVE_DOT=NO\nGENERATE_LATEX=NO\nPREDEFINED=__cplusplus FFTGEN_API=\n";
  writeFileSync(join(directory, "Doxyfile"), settings);
  expect(await runProgram("doxygen", ["Doxyfile"], { directory })).toMatchObject({ exitCode: 0 });
});

test("a Python package is built of any bundle, with operators of transforms of dense arrays", () => {
  const filesOf = (named: NamedPlan): readonly GeneratedFile[] =>
    linkBundle({ name: "fft", transforms: [linkedTransform(named.name, [unitOf(named)])], clients: ["python"] });
  const built = (files: readonly GeneratedFile[]): string =>
    /^  add_library\(fft_python SHARED (.*)\)$/m.exec(
      files.find(({ path }) => path === "CMakeLists.txt")?.text ?? "",
    )?.[1] ?? "not";
  expect(built(filesOf(forward))).toBe("forward_64.cu fft.cu torch/operators.cu jax/handler.cu");
  const { plan } = forward;
  const transform = { ...plan.transform, inputStrides: { X: 100, batch: 1 } };
  expect(built(filesOf({ name: "gathered_64", plan: { ...plan, transform } }))).toBe(
    "gathered_64.cu fft.cu jax/handler.cu",
  );
});
