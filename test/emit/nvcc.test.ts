// What nvcc makes of generated packages: no warnings for any architecture that nvcc knows, no spilled registers on the one
// they are tuned for. Compiles what every checked-in plan gives, and many that nobody would check in.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emittedPackage, filesOf } from "../../generator/cli/emitted-package.js";
import { wantedPackages } from "../../generator/cli/project.js";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { scheduledMatrixPlans } from "../arbitrary/matrices.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { walshMatrixPlans } from "../arbitrary/walsh-matrices.js";
import { walshPlans } from "../arbitrary/walsh.js";
import { emitted, namedPlan, type NamedPlan } from "./named-plan.js";
import { searchedPlan } from "./searched-plan.js";
import { keepFinding, knownFinding } from "../toolchain/evidence.js";
import { inParallel, runProgram, scratchFolder } from "../toolchain/programs.js";
import { isInstalled } from "../toolchain/compilers.js";

const nvcc = isInstalled("nvcc");

const odd: readonly NamedPlan[] = [
  namedPlan("odd_radices", [31 * 29, 27], "f32", [
    "{ X(1,27,1,27,no-tw) } on 29 threads, 29 columns, table",
    "{ Y(29,31,29,899,tw) } on 27 threads, 27 columns, powers",
    "{ Y(31,29,1,29,no-tw) } on 27 threads, 27 columns, fast-sincos, streaming stores",
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
const onClusters: readonly NamedPlan[] = [
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
const halves: readonly NamedPlan[] = [
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
const searchedHalves: readonly NamedPlan[] = [
  { size: "4096", precision: "f16", twiddles: "table" } as const,
  { size: "1000", precision: "f16", twiddles: "table" } as const,
  { size: "256x256", precision: "f16", twiddles: "fast-sincos" } as const,
  { size: "2^20", precision: "bf16", twiddles: "table" } as const,
].map(searchedPlan);

const made = [...odd, ...onClusters, ...halves, ...native, ...drawnHalves, ...searchedHalves];

/** The oldest architectures that this nvcc and the packages support, and the one that plans are tuned for. */
function architectures(): readonly string[] {
  const offered = spawnSync("nvcc", ["--list-gpu-arch"], { encoding: "utf8" }).stdout;
  return ["70", "75", "80", "90"].filter((number) => new RegExp(`compute_${number}\\b`).test(offered));
}

interface CompiledKernel {
  /** The package's name. */
  readonly name: string;
  /** `sm_90 kernel_2` */
  readonly kernel: string;
  readonly spilledBytes: number;
}

/** Reads what `ptxas -v` says: a mangled function `fftgen::<name>::...kernel_<n>` and its architecture, then its spills. */
function kernelsOf(report: string): readonly CompiledKernel[] {
  const entries = report.matchAll(/entry function '_ZN6fftgen(\d+)(\w+)' for '(sm_\d+)'[^]*?(\d+) bytes spill stores/g);
  return [...entries].map(([, length, mangled = "", architecture = "", bytes]) => {
    const name = mangled.slice(0, Number(length));
    const kernel = /kernel_\d+/.exec(mangled.slice(name.length))?.[0] ?? "";
    return { name, kernel: `${architecture} ${kernel}`, spilledBytes: Number(bytes) };
  });
}

const PACKAGES_PER_UNIT = 8;
const FLAGS = ["-std=c++17", "-O3", "-Werror", "all-warnings", "-Xptxas", "-v"] as const;

/** `sm_90 kernel_1 0, sm_90 kernel_2 16`: kernels and the bytes that they spill. */
const printFinding = (kernels: readonly CompiledKernel[]): string =>
  kernels.map(({ kernel, spilledBytes }) => `${kernel} ${spilledBytes}`).join(", ");

const readFinding = (name: string, finding: string): readonly CompiledKernel[] =>
  [...finding.matchAll(/(\w+ \w+) (\d+)/g)].map(([, kernel = "", bytes]) => ({
    name,
    kernel,
    spilledBytes: Number(bytes),
  }));

type Compilation =
  | { readonly kind: "compiled"; readonly kernels: readonly CompiledKernel[] }
  | { readonly kind: "refused"; readonly complaints: string };

/** Compiles the launchers of some packages as one translation unit: nvcc takes longer to start than to compile one. */
async function compileTogether(
  directory: string,
  unit: string,
  names: readonly string[],
  architectures: readonly string[],
): Promise<Compilation> {
  writeFileSync(join(directory, unit), names.map((name) => `#include "${name}/${name}.cu"\n`).join(""));
  const targets = architectures.map((number) => `-gencode=arch=compute_${number},code=sm_${number}`);
  const { exitCode, stderr } = await runProgram("nvcc", [...FLAGS, ...targets, "-c", unit, "-o", `${unit}.o`], {
    directory,
  });
  if (exitCode === 0) return { kind: "compiled", kernels: kernelsOf(stderr) };
  return {
    kind: "refused",
    complaints: stderr
      .split("\n")
      .filter((line) => !/^ptxas info/.test(line))
      .join("\n"),
  };
}

/** As `compileTogether`, but without those that are to blame when it is refused. Throws when nobody is. */
async function compileAll(
  directory: string,
  unit: string,
  names: readonly string[],
  architectures: readonly string[],
): Promise<ReadonlyMap<string, Compilation>> {
  const outcome = await compileTogether(directory, `${unit}.cu`, names, architectures);
  if (outcome.kind === "compiled") {
    const own = (name: string): readonly CompiledKernel[] => outcome.kernels.filter((kernel) => kernel.name === name);
    return new Map(names.map((name) => [name, { kind: "compiled", kernels: own(name) }]));
  }
  const lines = outcome.complaints.split("\n");
  const blame = (name: string): readonly string[] =>
    lines.filter((line) => line.includes(`_ZN6fftgen${name.length}${name}`) || line.includes(`${name}_kernels.cuh(`));
  const refused = names.filter((name) => blame(name).length > 0);
  if (refused.length === 0) throw new Error(outcome.complaints);
  const others = await compileAll(
    directory,
    unit,
    names.filter((name) => !refused.includes(name)),
    architectures,
  );
  const complaints = refused.map((name) => [name, { kind: "refused", complaints: blame(name).join("\n") }] as const);
  return new Map([...others, ...complaints]);
}

/** What all checked-in plans give. */
const checkedIn = wantedPackages([]).map((one) => emittedPackage(one));

/** What nvcc compiles. */
const sourcesOf = (files: readonly GeneratedFile[]): readonly GeneratedFile[] =>
  files.filter(({ path }) => /\.(cu|cuh|h)$/.test(path) && path !== "verify.cu");

/** The least compute capability that a package promises to run on, 75 for 7.5: its header says so. */
function promisedCapability(name: string, files: readonly GeneratedFile[]): number {
  const header = files.find(({ path }) => path === `${name}.h`)?.text ?? "";
  const words = header.replace(/\s+(\*\s+)?/g, " ");
  const [, major, minor] = /runs on compute capability (\d+)\.(\d)/.exec(words) ?? [];
  if (major === undefined) throw new Error(`${name}.h does not say which compute capability it needs`);
  return Number(`${major}${minor}`);
}

describe.skipIf(!nvcc)(`generated packages compiled by nvcc${nvcc ? "" : " (skipped: no nvcc)"}`, () => {
  const scratch = scratchFolder("nvcc");
  afterAll(scratch.remove);
  const outcomes = new Map<string, Compilation>();
  /** By package, where its kernels are not empty. 90: on clusters, or with kernels that start early; 75 and 80: on tensor cores. */
  const promised = new Map<string, number>();
  /** By package: the paths and texts of its files. */
  const texts = new Map<string, readonly string[]>();
  const offered = architectures();
  const evidenceOf = (name: string): readonly string[] => [...FLAGS, ...offered, ...(texts.get(name) ?? [])];

  beforeAll(async () => {
    const place = (name: string, read: () => readonly GeneratedFile[]): boolean => {
      try {
        const files = sourcesOf(read());
        mkdirSync(join(scratch.path, name));
        for (const { path, text } of files) writeFileSync(join(scratch.path, name, path), text);
        promised.set(name, promisedCapability(name, files));
        texts.set(
          name,
          files.flatMap(({ path, text }) => [path, text]),
        );
        return true;
      } catch (error) {
        outcomes.set(name, { kind: "refused", complaints: error instanceof Error ? error.message : String(error) });
        return false;
      }
    };
    const all = [
      ...made.filter((named) => place(named.name, () => emitted(named))).map(({ name }) => name),
      ...checkedIn.filter((one) => place(one.name, () => filesOf(one))).map(({ name }) => name),
    ];
    const known = (name: string): boolean => {
      const finding = knownFinding(name, evidenceOf(name));
      if (finding !== undefined) outcomes.set(name, { kind: "compiled", kernels: readFinding(name, finding) });
      return finding !== undefined;
    };
    const placed = all.filter((name) => !known(name));
    // Few at a time: what has been found of them is kept when something else goes wrong.
    const units = Array.from({ length: Math.ceil(placed.length / PACKAGES_PER_UNIT) }, (_, index) =>
      placed.slice(index * PACKAGES_PER_UNIT, (index + 1) * PACKAGES_PER_UNIT),
    );
    const parts = await inParallel(2, units, (names) =>
      compileAll(scratch.path, `unit_${names[0] ?? ""}`, names, offered),
    );
    for (const part of parts)
      for (const [name, outcome] of part) {
        outcomes.set(name, outcome);
        if (outcome.kind === "compiled") keepFinding(name, evidenceOf(name), printFinding(outcome.kernels));
      }
  }, 1_500_000);

  const kernelsCompiledFor = (name: string): readonly CompiledKernel[] => {
    const outcome = outcomes.get(name) ?? { kind: "refused", complaints: "not compiled" };
    if (outcome.kind === "refused") throw new Error(outcome.complaints);
    return outcome.kernels;
  };

  test.each(made.map(({ name, plan }) => [name, plan] as const))(
    "%s, made for this test, has no warning",
    (name, plan) => {
      expect(kernelsCompiledFor(name).length).toBe(plan.kernels.length * offered.length);
    },
  );

  test.each(onClusters.map(({ name }) => name))("%s, on clusters, spills nothing", (name) => {
    expect(kernelsCompiledFor(name).filter(({ spilledBytes }) => spilledBytes > 0)).toEqual([]);
  });

  test.each([...halves, ...searchedHalves].map(({ name }) => name))(
    "%s, of 16-bit numbers, spills nothing on sm_90",
    (name) => {
      const spilling = kernelsCompiledFor(name).filter(({ spilledBytes }) => spilledBytes > 0);
      expect(spilling.filter(({ kernel }) => kernel.startsWith("sm_90 "))).toEqual([]);
    },
  );

  test("tensor cores of half precision are asked for from 7.5 on, of bfloat16 from 8.0 on", () => {
    const needed = halves.map(({ name }) => promised.get(name));
    expect(needed).toEqual([75, 80, 75, 75, 75, 70]);
  });

  test.each(checkedIn.map((one) => [one.name, one] as const))(
    "%s has no warning, and spills nothing on sm_90",
    (name, { units }) => {
      const kernels = kernelsCompiledFor(name);
      const count = units.reduce((sum, { kernels: own }) => sum + own.length, 0);
      expect(kernels.length).toBe(count * offered.length);
      const spilling = kernels.filter(({ kernel, spilledBytes }) => kernel.startsWith("sm_90 ") && spilledBytes > 0);
      expect(spilling).toEqual([]);
    },
  );

  test("the headers are C89 as well as C++11", { timeout: 60_000 }, async () => {
    const shown = await runProgram("nvcc", ["-E", "-M", "-x", "cu", "/dev/null"]);
    const include = /(\S*)\/cuda_runtime\.h/.exec(shown.stdout)?.[1] ?? "";
    expect(include).not.toBe("");
    const names = [...checkedIn, ...halves].map(({ name }) => name);
    const calls = names.map((name) => `  if (${name}_workspace_bytes(0) != 0) return 1;`);
    const text = [
      ...names.map((name) => `#include "${name}/${name}.h"`),
      "int main(void) {",
      ...calls,
      "  return 0;",
      "}",
      "",
    ];
    writeFileSync(join(scratch.path, "headers.c"), text.join("\n"));
    for (const [compiler, standard] of [
      ["gcc", "c89"],
      ["g++", "c++11"],
    ] as const) {
      const language = standard === "c89" ? "c" : "c++";
      const flags = [
        `-std=${standard}`,
        "-pedantic",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-isystem",
        include,
        "-x",
        language,
      ];
      const outcome = await runProgram(compiler, [...flags, "-fsyntax-only", "headers.c"], { directory: scratch.path });
      expect(outcome, standard).toMatchObject({ exitCode: 0, stderr: "" });
    }
  });

  test("the compiler's report is understood", () => {
    const report = [
      "ptxas info    : Compiling entry function '_ZN6fftgen12c2c_f32_100055_GLOBAL__N__69a_15kernel_1EPK6float2PS2_m' for 'sm_90'",
      "ptxas info    : Function properties for _ZN6fftgen12c2c_f32_100055_GLOBAL__N__69a_15kernel_1EPK6float2PS2_m",
      "    16 bytes stack frame, 24 bytes spill stores, 32 bytes spill loads",
    ];
    expect(kernelsOf(report.join("\n"))).toEqual([
      { name: "c2c_f32_1000", kernel: "sm_90 kernel_1", spilledBytes: 24 },
    ]);
  });
});
