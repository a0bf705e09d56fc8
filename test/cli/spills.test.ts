// `fftgen plan` where nvcc is: what spills registers is not taken, and that is said. A script stands in for nvcc, so that it can
// be made to say so; the last test asks a real one.
import { chmodSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { kernelsIn } from "../../generator/toolchain/spills.js";
import { isInstalled } from "../toolchain/compilers.js";
import { useProgram, useProject, type Outcome } from "./program.js";

useProgram();
const project = useProject();
beforeEach(() => project.clear());

const PLAN = "plans/c2c_f32_16.plan.ts";

/** The command line with an nvcc that says of its first calls what is spilled, and of later ones that nothing is. */
function plan(spills: readonly number[], ...words: readonly string[]): Promise<Outcome> {
  const path = project.write(
    "nvcc",
    [
      "#!/bin/sh",
      `echo "$*" >>${project.path("calls")}`,
      `set -- ${spills.join(" ")} 0 0 0 0 0 0 0 0`,
      `shift $(($(wc -l <${project.path("calls")}) - 1))`,
      `for kernel in 2 1; do`,
      `  echo "ptxas info    : Compiling entry function '_ZN6fftgen10c2c_f32_1648_GLOBAL__N__0f1e_4_x_cu_8kernel_\${kernel}EPK6float2PS1_m' for 'sm_90'"`,
      `  echo "    8 bytes stack frame, $1 bytes spill stores, $1 bytes spill loads"`,
      `  echo "ptxas info    : Used 3$kernel registers, used 1 barriers"`,
      `done >&2`,
    ].join("\n"),
  );
  chmodSync(path, 0o755);
  return project.run(["plan", "16", "--no-verify", ...words], { NVCC: path });
}

const calls = (): readonly string[] =>
  project.files().includes("calls") ? project.read("calls").trimEnd().split("\n") : [];

interface Value {
  readonly emitted: { readonly rank: number | null; readonly kernels: readonly string[] };
  readonly ranking: readonly { readonly kernels: readonly string[] }[];
  readonly compiled: unknown;
}

test("the first choice is taken if it spills nothing", async () => {
  const { code, stdout } = await plan([], "--compile");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^compiled {2}for sm_90: no registers are spilled\nplan /m);
  expect(stdout).not.toContain("bytes of registers");
  expect(calls()).toHaveLength(1);
  expect(calls()[0]).toMatch(/-arch=sm_90 -cubin -Xptxas -v .*c2c_f32_16\.cu/);
});

test("another one, or the same with fewer blocks, is taken if it spills, written, and told from it", async () => {
  const { code, stdout } = await plan([12], "--compile", "--top", "1");
  expect(code).toBe(0);
  expect(stdout.replaceAll("\n", " ")).toMatch(
    /Compiled for sm_90, number 1 spills 48 bytes of registers: number (1 with fewer blocks|2), which spills none, is taken\./,
  );
  expect(stdout).toMatch(/^compiled {2}for sm_90: no registers are spilled$/m);
  expect(calls()).toHaveLength(2);
});

test("for programs: every plan that was compiled, and the rank of the one that was taken", async () => {
  const { stdout } = await plan([2000, 3], "--compile", "--json", "--top", "1");
  const value = JSON.parse(stdout) as Value;
  const kernels = (spilledBytes: number) => [
    { registers: 31, spilledBytes },
    { registers: 32, spilledBytes },
  ];
  expect(value.compiled).toMatchObject({
    architecture: "sm_90",
    plans: [{ rank: 1, fewerBlocks: false, kernels: kernels(4000) }, { kernels: kernels(6) }, { kernels: kernels(0) }],
  });
  const { plans } = value.compiled as {
    readonly plans: readonly { readonly rank: number; readonly fewerBlocks: boolean }[];
  };
  const taken = plans.at(-1);
  expect(value.emitted.rank).toBe(taken?.fewerBlocks === true ? null : taken?.rank);
  const ranked = value.ranking[(taken?.rank ?? 0) - 1]?.kernels;
  expect(value.emitted.kernels.map(butterflies)).toEqual(ranked?.map(butterflies));
  expect(project.read(PLAN)).toContain(value.emitted.kernels[0]);
});

/** Without the schedule. */
const butterflies = (kernel: string): string => kernel.slice(0, kernel.indexOf("}"));

test("the one that is expected to be the fastest is taken if all spill, after a few", async () => {
  const { code, stdout } = await plan([8, 8, 8, 8, 8, 8, 8], "--compile");
  expect(code).toBe(0);
  expect(stdout.replaceAll("\n", " ")).toContain(
    "number 1 is taken, for what it spills costs less than what others are predicted to take longer.",
  );
  expect(stdout).toMatch(/^compiled {2}for sm_90: 32 bytes of registers are spilled$/m);
  expect(calls()).toHaveLength(6);
});

test("a plan that is not verified is compiled, too, though nobody asks for it", async () => {
  const { stdout } = await plan([12]);
  expect(stdout).toMatch(/^compiled {2}for sm_90: no registers are spilled$/m);
  expect(calls()).toHaveLength(2);
});

describe("nothing is compiled", () => {
  test.each([["--dry-run"], ["--no-compile"]])("with %s", async (word) => {
    const { code, stdout } = await plan([8], word);
    expect(code).toBe(0);
    expect(calls()).toEqual([]);
    // But that it could be is said, where nobody said no.
    const said = /^compiled {2}not yet: --compile checks with nvcc whether registers are spilled$/m;
    if (word === "--no-compile") expect(stdout).not.toContain("compiled");
    else expect(stdout).toMatch(said);
  });

  test("where a plan file is kept, unless it is asked for: what it spills is told, and it is kept", async () => {
    await plan([]);
    const kept = project.read(PLAN);
    expect(calls()).toHaveLength(1);
    await plan([0, 2]);
    expect(calls()).toHaveLength(1);
    const { stdout } = await plan([0, 2], "--compile");
    expect(stdout).toContain("Compiled for sm_90, the kept plan spills 8 bytes of registers.");
    expect(project.read(PLAN)).toBe(kept);
    expect(calls()).toHaveLength(2);
  });
});

test("an nvcc that cannot compile for the GPU is an error where --compile asks for it", async () => {
  const nvcc = project.write(
    "nvcc",
    `#!/bin/sh\necho "nvcc fatal   : Unsupported gpu architecture 'sm_70'" >&2\nexit 1\n`,
  );
  chmodSync(nvcc, 0o755);
  const { code, stderr } = await project.run(["plan", "16", "--no-verify", "--compile", "--gpu", "V100"], {
    NVCC: nvcc,
  });
  expect(code).toBe(3);
  expect(stderr).toContain(
    "--compile: nvcc cannot compile for sm_70: nvcc fatal   : Unsupported gpu architecture 'sm_70'",
  );
  expect(project.files()).not.toContain(PLAN);
});

describe("what nvcc rejects is not written", () => {
  const rejecting = (...said: readonly string[]): string => {
    const nvcc = project.write(
      "nvcc",
      ["#!/bin/sh", ...said.map((line) => `echo '${line}' >&2`), "exit 2", ""].join("\n"),
    );
    chmodSync(nvcc, 0o755);
    return nvcc;
  };

  test.each([
    ["c2c_f32_16_kernels.cuh(51): error: no instance of overloaded function matches the argument list"],
    ["ptxas error   : Entry function uses too much shared data (0x40000 bytes, 0x38c00 max)"],
  ])("%s", async (error) => {
    const NVCC = rejecting("In file included from c2c_f32_16.cu:3:", error, "1 error detected");
    const { code, stderr } = await project.run(["plan", "16", "--no-verify", "--compile"], { NVCC });
    expect(code).toBe(3);
    expect(stderr).toContain(
      `nvcc cannot compile c2c_f32_16 for sm_90: ${error}\nnothing was written; --no-compile skips nvcc`,
    );
    expect(project.files()).toEqual(["nvcc"]);
  });

  test("errors of what is not the package's are those of a toolchain that cannot compile", async () => {
    const NVCC = rejecting("/usr/include/crt/host_config.h:143:2: error: #error -- unsupported GNU version!");
    const { code, stderr } = await project.run(["plan", "16", "--no-verify", "--compile"], { NVCC });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^fftgen: --compile: nvcc cannot compile for sm_90: \/usr\/include/);
    expect(project.files()).toEqual(["nvcc"]);
  });
});

test("--compile where there is no nvcc", async () => {
  const { code, stderr } = await project.run(["plan", "16", "--no-verify", "--compile"], { NVCC: "/nowhere/nvcc" });
  expect(code).toBe(3);
  expect(stderr).toContain("NVCC names the compiler /nowhere/nvcc, which is not an executable file");
  expect(project.files()).toEqual([]);
});

test("kernels are told from those of other packages, and come in their order", () => {
  const entry = (scope: string, kernel: string, bytes: number): string =>
    [
      `ptxas info    : Compiling entry function '_ZN6fftgen${scope}36_GLOBAL__N__1234_7_all_cu_5678${kernel}EPK6float2' for 'sm_90'`,
      `ptxas info    : Function properties for ${kernel}`,
      `    0 bytes stack frame, ${bytes} bytes spill stores, ${2 * bytes} bytes spill loads`,
      `ptxas info    : Used ${40 + bytes} registers, used 1 barriers, 24 bytes smem`,
    ].join("\n");
  const report = [
    entry("5p_one", "9kernel_10", 3),
    entry("5p_one", "8kernel_2", 2),
    entry("6p_one1", "8kernel_1", 1),
    entry("5p_one", "8kernel_1", 0),
  ].join("\n");
  expect(kernelsIn(report, "p_one")).toEqual([
    { registers: 40, spilledBytes: 0 },
    { registers: 42, spilledBytes: 6 },
    { registers: 43, spilledBytes: 9 },
  ]);
});

test.skipIf(!isInstalled("nvcc"))("a real nvcc says what it makes of the kernels", async () => {
  const { code, stdout } = await project.run(["plan", "16", "--no-verify", "--compile", "--json"]);
  expect(code).toBe(0);
  const { compiled } = JSON.parse(stdout) as Value;
  expect(compiled).toMatchObject({ architecture: "sm_90", plans: [{ rank: 1, kernels: [{ spilledBytes: 0 }] }] });
});
