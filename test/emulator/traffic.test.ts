// Correct kernels give right results, and the traffic that the emulator counts is what one counts by hand.
// Nsight Compute counts the same sectors and wavefronts for these kernels on an H200 (ncu, all 12 blocks: three times the
// four that are sampled here).
import { beforeAll, describe, expect, it } from "vitest";
import { build, BUILD_TIMEOUT, run, runWithReport } from "./build.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";

describe.skipIf(hostCompiler === undefined)(`results and traffic of correct kernels${withoutCompiler}`, () => {
  let program = "";
  let outcome: ReturnType<typeof runWithReport>;
  beforeAll(async () => {
    program = await build("transpose", ["transpose.cu"], hostCompiler ?? "");
    outcome = runWithReport(program);
  }, BUILD_TIMEOUT);

  it("gives the right results and reports nothing wrong", () => {
    expect(outcome).toMatchObject({ status: 0, stdout: "all results are right\n", stderr: "" });
    expect(outcome.launches.flatMap((launch) => launch.errors)).toEqual([]);
  });

  it("names kernels and shapes", () => {
    expect(outcome.launches.map((launch) => [launch.ordinal, launch.kernel.replace(/[^\w<>, ]/g, "")])).toEqual([
      [0, "transpose<float2, float, 16u>"],
      [1, "transpose<float2, float, 17u>"],
      [2, "transpose<double2, double, 16u>"],
      [3, "transpose<double2, double, 17u>"],
      [4, "copy_strided"],
      [5, "copy_guarded"],
    ]);
    expect(outcome.launches[3]).toMatchObject({
      grid: [12, 1, 1],
      block: [16, 16, 1],
      dynamicSharedBytes: 16 * 17 * 16,
      sampledBlocks: 4,
    });
  });

  // A block is 8 warps, 4 blocks are sampled: 32 requests of 32 lanes for each access. A warp holds two rows of 16.
  const requests = 32;

  it("counts unit stride: 8 sectors for 32 complex floats, 16 for complex doubles", () => {
    for (const [launch, sectors] of [
      [0, 8],
      [1, 8],
      [2, 16],
      [3, 16],
    ] as const) {
      const expected = { requests, sectors: sectors * requests, idealSectors: sectors * requests };
      expect(outcome.launches[launch]).toMatchObject({ globalLoads: expected, globalStores: expected });
    }
  });

  it("counts stores of rows to shared memory: 2 wavefronts for 8-byte elements, 4 for 16-byte ones", () => {
    for (const [launch, wavefronts] of [
      [0, 2],
      [2, 4],
    ] as const) {
      const expected = { requests, wavefronts: wavefronts * requests, idealWavefronts: wavefronts * requests };
      expect(outcome.launches[launch]).toMatchObject({ sharedStores: expected });
    }
  });

  it("counts loads of columns from shared memory: every lane of a row in one bank, unless rows are padded", () => {
    // 16 elements of 8 bytes are 32 words: a half-warp's 16 lanes need 16 wavefronts. With 17 they need one.
    // 16 elements of 16 bytes are 64 words: a quarter-warp's 8 lanes need 8 wavefronts. With 17 they need one.
    for (const [launch, wavefronts, ideal] of [
      [0, 32, 2],
      [1, 2, 2],
      [2, 32, 4],
      [3, 4, 4],
    ] as const) {
      expect(outcome.launches[launch]).toMatchObject({
        sharedLoads: { requests, wavefronts: wavefronts * requests, idealWavefronts: ideal * requests },
      });
    }
  });

  it("counts lanes 256 bytes apart: a sector each", () => {
    expect(outcome.launches[4]).toMatchObject({
      sampledBlocks: 1,
      globalLoads: { requests: 32, sectors: 32 * 32, idealSectors: 32 * 8 },
      globalStores: { requests: 32, sectors: 32 * 8, idealSectors: 32 * 8 },
      sharedLoads: { requests: 0, wavefronts: 0, idealWavefronts: 0 },
    });
  });

  it("keeps instructions apart when some lanes skip one", () => {
    // 20 lanes of 8 bytes are 5 sectors; then all 32 lanes load 8.
    expect(outcome.launches[5]).toMatchObject({ globalLoads: { requests: 2, sectors: 13, idealSectors: 13 } });
  });

  it("reports the same for any number of workers", () => {
    for (const workers of ["1", "3"]) {
      expect(runWithReport(program, [], { FFTGEN_EMULATOR_WORKERS: workers })).toEqual(outcome);
    }
  });

  it("refuses a number of workers that is none", () => {
    const refused = run(program, [], { FFTGEN_EMULATOR_WORKERS: "two" });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('FFTGEN_EMULATOR_WORKERS is "two"; it should be a number from 1 to 1024');
  });
});
