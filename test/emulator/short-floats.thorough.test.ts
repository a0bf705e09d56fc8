// 16-bit numbers: how they round and compute, how they lie in memory, and what is computed with them and with vectors.
import { beforeAll, describe, expect, it } from "vitest";
import { build, BUILD_TIMEOUT, requireOnGpus, printPtx, run, runWithReport } from "./build.js";
import { hostCompiler, isInstalled, withoutCompiler } from "../toolchain/compilers.js";

describe.skipIf(hostCompiler === undefined)(`half and bfloat16${withoutCompiler}`, () => {
  const compiler = hostCompiler ?? "";

  it("convert and compute as correctly rounded arithmetic does", async () => {
    const outcome = run(await build("short_floats", ["short_floats.cu"], compiler), []);
    expect(outcome).toEqual({ status: 0, stdout: "all is so\n", stderr: "" });
  });

  it("and vectors and compensated values of all numbers do what their definitions say, bit for bit", async () => {
    const outcome = run(await build("vectors", ["vectors.cu"], compiler), []);
    expect(outcome).toEqual({ status: 0, stdout: "all is so\n", stderr: "" });
  }, 60_000);

  describe("in memory", () => {
    let program = "";
    beforeAll(async () => {
      program = await build("half_memory", ["half_memory.cu"], compiler);
    }, BUILD_TIMEOUT);

    it("are copied, and their sectors counted", () => {
      const { status, stdout, stderr, launches } = runWithReport(program);
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "all results are right\n", stderr: "" });
      // 32 lanes of 2 bytes are 2 sectors, of 16 bytes 16.
      expect(launches.map(({ globalLoads }) => globalLoads)).toEqual([
        { requests: 2, sectors: 4, idealSectors: 4 },
        { requests: 2, sectors: 32, idealSectors: 32 },
      ]);
    });

    it("are initialised one by one: beside a written one lies an unwritten one", () => {
      const { launches } = runWithReport(program, ["gaps"], { FFTGEN_EMULATOR_CHECK_INITIALISED: "1" });
      const errors = launches.flatMap((launch) => launch.errors);
      expect(errors.map(({ kind }) => kind)).toEqual(["global-uninitialised"]);
      expect(errors[0]?.message).toContain("thread (1,0,0) of block (0,0,0) reads 2 bytes");
    });
  });

  it("are refused as elements of shared memory, with the reason", async () => {
    await expect(build("half_in_shared_memory", ["half_in_shared_memory.cu"], compiler)).rejects.toThrow(
      /elements of shared memory have at least 4 bytes/,
    );
  });
});

const nvcc = isInstalled("nvcc");
describe.skipIf(!nvcc)(`nvcc${nvcc ? "" : " (skipped: not installed)"}`, () => {
  it("compiles the same sources for sm_75, without bfloat16 arithmetic, and for sm_90, without warnings", async () => {
    await requireOnGpus([75], ["vectors.cu"]);
    await requireOnGpus([90], ["vector_kernels.cu"]);
  }, 120_000);

  it("moves 16 bytes at once, adds 16-bit numbers in pairs, contracts nothing and needs no local memory", () => {
    const ptx = printPtx(90, "vector_kernels.cu");
    const kernels = ptx.split(".visible .entry ").slice(1);
    const kernel = (name: string): string => kernels.find((text) => text.startsWith(`${name}(`)) ?? "";
    const count = (name: string, instruction: RegExp): number => [...kernel(name).matchAll(instruction)].length;
    for (const name of ["floats", "halves", "bfloats", "kahan", "neumaier"]) {
      expect(count(name, /ld\.global\.cs\.v4/g), name).toBe(4);
      expect(count(name, /st\.global\.v4/g), name).toBe(4);
      expect(count(name, /ld\.shared\.v4/g), name).toBe(4);
      expect(count(name, /st\.shared\.v4/g), name).toBe(4);
      expect(count(name, /\.local|\bfma\.|\bmad\.rn/g), name).toBe(0);
    }
    // 4 butterflies, in vectors of 4 floats, of 4 pairs or of 2 floats with errors: 6 or 9 sums.
    const sums = (name: string, type: string): readonly number[] =>
      ["add", "sub"].map((operation) => count(name, new RegExp(`${operation}(\\.rn)?\\.${type}\\b`, "g")));
    expect(sums("floats", "f32")).toEqual([16, 16]);
    expect(sums("halves", "f16x2")).toEqual([16, 16]);
    expect(sums("bfloats", "bf16x2")).toEqual([16, 16]);
    expect(sums("kahan", "f32").reduce((a, b) => a + b)).toBe(8 * 2 * 6);
    expect(sums("neumaier", "f32").reduce((a, b) => a + b)).toBe(8 * 2 * 9);
  }, 60_000);
});
