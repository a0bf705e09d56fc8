// Butterflies of single precision from products of halves: they are as exact as single precision, or as their authors
// say, over its whole range; what a warp does wrong is found; and they are no more instructions than they have to be.
import { beforeAll, describe, expect, it } from "vitest";
import { build, BUILD_TIMEOUT, requireOnGpus, printPtx, runWithReport } from "../emulator/build.js";
import { hostCompiler, isInstalled, withoutCompiler } from "../toolchain/compilers.js";

interface Planted {
  readonly bug: string;
  readonly kind: string;
  /** The message without the file and the numbers of lines. */
  readonly message: string;
}

const planted: readonly Planted[] = [
  {
    bug: "lane_returned",
    kind: "divergent-barrier",
    message: "N: thread (32,0,0) of block (0,0,0) compares with its warp, but thread (37,0,0) has returned",
  },
  {
    bug: "half_multiply",
    kind: "divergent-barrier",
    message: "N: thread (0,0,0) of block (0,0,0) compares with its warp, but thread (16,0,0) multiplies at N",
  },
  {
    bug: "butterflies_apart",
    kind: "divergent-barrier",
    message: "N: thread (0,0,0) of block (0,0,0) compares with its warp, but thread (16,0,0) compares at N",
  },
  {
    bug: "maximum_for_barrier",
    kind: "shared-race-on-read",
    message:
      "N: thread (0,0,0) of block (0,0,0) reads element 1 of shared memory (4 bytes each), which thread (1,0,0) has written since the last barrier",
  },
  {
    bug: "cluster_lane_returned",
    kind: "deadlock",
    message:
      "nobody can go on: thread (32,0,0) of block (0,0,0) and 30 more wait at N for all 32 threads of their warp to compare with",
  },
  {
    bug: "cluster_half_multiply",
    kind: "divergent-barrier",
    message: "N: thread (16,0,0) of block (0,0,0) multiplies with its warp, but thread (0,0,0) compares at N",
  },
];

describe.skipIf(hostCompiler === undefined)(`fftgen_split.cuh under the emulator${withoutCompiler}`, () => {
  const compiler = hostCompiler ?? "";

  it("is as exact as single precision, in blocks and in clusters, from subnormal numbers to the greatest", async () => {
    const { status, stdout, stderr } = runWithReport(await build("split", ["split.cu"], compiler));
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "all is so\n", stderr: "" });
  }, 60_000);

  describe("planted bugs", () => {
    let program = "";
    beforeAll(async () => {
      program = await build("split_bugs", ["split_bugs.cu"], compiler);
    }, BUILD_TIMEOUT);

    it.each(planted)("finds $bug, and nothing else", ({ bug, kind, message }) => {
      const { status, launches } = runWithReport(program, [bug]);
      const errors = launches.flatMap((launch) => launch.errors);
      const found = errors.map((error) => ({
        kind: error.kind,
        message: error.message.replace(/split_bugs\.cu:\d+/g, "N"),
      }));
      expect({ status, found }).toEqual({ status: 1, found: [{ kind, message }] });
    });
  });
});

const nvcc = isInstalled("nvcc");
describe.skipIf(!nvcc)(`fftgen_split.cuh under nvcc${nvcc ? "" : " (skipped: not installed)"}`, () => {
  it("compiles for sm_75, sm_80 and sm_90 without warnings", async () => {
    await requireOnGpus([75, 80, 90], ["split_kernels.cu"]);
    await requireOnGpus([90], ["split.cu", "split_bugs.cu"]);
  }, 120_000);

  // Products of 8 columns on sm_75, where maxima travel one by one; local memory would be registers that had no place.
  it.each([
    { architecture: 75, products: [2, 12, 48], shuffles: 4 },
    { architecture: 90, products: [2, 6, 24], shuffles: 2 },
  ])(
    "multiplies three times and has $shuffles shuffles on sm_$architecture",
    ({ architecture, products, shuffles }) => {
      const kernels = printPtx(architecture, "split_kernels.cu").split(".visible .entry ").slice(1);
      const count = (name: string, instruction: RegExp): number => {
        const kernel = kernels.find((text) => text.startsWith(`${name}(`)) ?? "";
        return [...kernel.matchAll(instruction)].length;
      };
      for (const [i, radix] of [4, 8, 16].entries()) {
        const name = `split_${radix}`;
        expect(count(name, /mma\.sync/g), name).toBe(products[i]);
        expect(count(name, /shfl\.sync/g), name).toBe(shuffles);
        // Every part is scaled, split into two and compared once, and every part of a result scaled.
        expect(count(name, /mul\.f32/g), name).toBe(2 * radix);
        expect(count(name, /sub\.f32/g), name).toBe(radix);
      }
      for (const name of ["split_4", "split_8", "split_16", "sorna_4", "kang_4", "kang_8"]) {
        expect(count(name, /st\.global/g), name).toBeGreaterThan(0);
        expect(count(name, /\.local/g), name).toBe(0);
      }
    },
  );
});
