// What kernels on tensor cores are written in: butterflies as products of matrices give what a direct sum gives, runs of
// neighbours move as one access, and what a warp or a run does wrong is found.
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
    message: "N: thread (32,0,0) of block (0,0,0) multiplies with its warp, but thread (37,0,0) has returned",
  },
  {
    bug: "lanes_apart",
    kind: "divergent-barrier",
    message: "N: thread (0,0,0) of block (0,0,0) multiplies with its warp, but thread (16,0,0) multiplies at N",
  },
  {
    bug: "butterflies_apart",
    kind: "divergent-barrier",
    message: "N: thread (0,0,0) of block (0,0,0) multiplies with its warp, but thread (16,0,0) multiplies at N",
  },
  {
    bug: "lane_at_barrier",
    kind: "divergent-barrier",
    message: "N: thread (32,0,0) of block (0,0,0) multiplies with its warp, but thread (40,0,0) waits at N",
  },
  {
    bug: "part_of_a_warp",
    kind: "divergent-barrier",
    message: "N: thread (32,0,0) of block (0,0,0) multiplies with its warp, which has only 8 threads",
  },
  {
    bug: "product_for_barrier",
    kind: "shared-race-on-read",
    message:
      "N: thread (0,0,0) of block (0,0,0) reads element 1 of shared memory (4 bytes each), which thread (1,0,0) has written since the last barrier",
  },
  {
    bug: "shared_read_misaligned",
    kind: "shared-misaligned",
    message:
      "N: thread (0,0,0) of block (0,0,0) reads 8 bytes at byte 4 of shared memory, which is not aligned to 8 bytes",
  },
  {
    bug: "shared_write_misaligned",
    kind: "shared-misaligned",
    message:
      "N: thread (0,0,0) of block (0,0,0) writes 16 bytes at byte 8 of shared memory, which is not aligned to 16 bytes",
  },
  {
    bug: "shared_overrun",
    kind: "shared-out-of-bounds",
    message:
      "N: thread (16,0,0) of block (0,0,0) writes element 16 of shared memory (16 bytes each), but the launch gave the block only 256 bytes, that is 16 elements",
  },
  {
    bug: "global_read_misaligned",
    kind: "global-misaligned",
    message:
      "N: thread (0,0,0) of block (0,0,0) reads 16 bytes at offset 4 of an allocation of 256 bytes, which is not aligned to 16 bytes",
  },
  {
    bug: "cluster_lane_returned",
    kind: "deadlock",
    message:
      "nobody can go on: thread (32,0,0) of block (0,0,0) and 30 more wait at N for all 32 threads of their warp to multiply with",
  },
  {
    bug: "cluster_lanes_apart",
    kind: "divergent-barrier",
    message: "N: thread (16,0,0) of block (0,0,0) multiplies with its warp, but thread (0,0,0) multiplies at N",
  },
  {
    bug: "cluster_part_of_a_warp",
    kind: "deadlock",
    message:
      "nobody can go on: thread (32,0,0) of block (0,0,0) and 7 more wait at N for all 32 threads of their warp to multiply with",
  },
  {
    bug: "cluster_product_for_barrier",
    kind: "shared-race-on-read",
    message:
      "N: thread (31,0,0) of block (0,0,0) reads element 30 of shared memory (4 bytes each), which thread (30,0,0) of block (0,0,0) writes at line N, and no barrier leads from there to here",
  },
  {
    bug: "cluster_shared_read_misaligned",
    kind: "shared-misaligned",
    message:
      "N: thread (0,0,0) of block (0,0,0) reads 8 bytes at byte 4 of shared memory, which is not aligned to 8 bytes",
  },
];

describe.skipIf(hostCompiler === undefined)(`fftgen_matrix.cuh under the emulator${withoutCompiler}`, () => {
  const compiler = hostCompiler ?? "";

  describe("a program without bugs", () => {
    let program = "";
    beforeAll(async () => {
      program = await build("matrix", ["matrix.cu"], compiler);
    }, BUILD_TIMEOUT);

    it("has butterflies as exact as their sums, in blocks and in clusters, and runs in their places", () => {
      for (const args of [[], ["clusters"]]) {
        const { status, stdout, stderr } = runWithReport(program, args);
        expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "all is so\n", stderr: "" });
      }
    });

    it("moves a run in one access, 32 bytes of which are a sector and 128 a wavefront", () => {
      const turns = runWithReport(program).launches.filter(({ kernel }) => kernel.includes("turn<"));
      const traffic = turns.map(({ globalLoads, globalStores, sharedLoads, sharedStores }) => ({
        globalLoads,
        globalStores,
        sharedLoads,
        sharedStores,
      }));
      // Of 4, 8 and 16 bytes for each of 3 warps.
      const moved = (bytes: number): (typeof traffic)[number] => {
        const global = { requests: 3, sectors: 3 * bytes, idealSectors: 3 * bytes };
        const shared = { requests: 3, wavefronts: (3 * bytes) / 4, idealWavefronts: (3 * bytes) / 4 };
        return { globalLoads: global, globalStores: global, sharedLoads: shared, sharedStores: shared };
      };
      expect(traffic).toEqual([4, 8, 16, 8, 16, 8, 16].map(moved));
    });
  });

  describe("planted bugs", () => {
    let program = "";
    beforeAll(async () => {
      program = await build("matrix_bugs", ["matrix_bugs.cu"], compiler);
    }, BUILD_TIMEOUT);

    it.each(planted)("finds $bug, and nothing else", ({ bug, kind, message }) => {
      const { status, launches } = runWithReport(program, [bug]);
      const errors = launches.flatMap((launch) => launch.errors);
      const found = errors.map((error) => ({
        kind: error.kind,
        message: error.message.replace(/matrix_bugs\.cu:\d+/g, "N").replace(/at line \d+/g, "at line N"),
      }));
      expect({ status, found }).toEqual({ status: 1, found: [{ kind, message }] });
    });
  });
});

const nvcc = isInstalled("nvcc");
describe.skipIf(!nvcc)(`fftgen_matrix.cuh under nvcc${nvcc ? "" : " (skipped: not installed)"}`, () => {
  it("compiles for sm_75, sm_80 and sm_90 without warnings", async () => {
    await requireOnGpus([75, 80, 90], ["matrix_kernels.cu"]);
    await requireOnGpus([90], ["matrix.cu", "matrix_bugs.cu"]);
  }, 120_000);

  it("refuses products of bfloat16 for sm_75, with the reason", async () => {
    await expect(requireOnGpus([75], ["matrix.cu"])).rejects.toThrow(
      "products of matrices of __nv_bfloat16 need compute capability 8.0",
    );
  });

  it.each([
    { architecture: 75, products: 16, shape: "m16n8k8" },
    { architecture: 90, products: 8, shape: "m16n8k16" },
  ])("moves 16 bytes at once and multiplies $shape on sm_$architecture", ({ architecture, products, shape }) => {
    const kernels = printPtx(architecture, "matrix_kernels.cu").split(".visible .entry ").slice(1);
    const count = (name: string, instruction: RegExp): number => {
      const kernel = kernels.find((text) => text.startsWith(`${name}(`)) ?? "";
      return [...kernel.matchAll(instruction)].length;
    };
    for (const [name, sum] of [
      ["floats", "f32"],
      ["halves", "f16"],
    ] as const) {
      expect(count(name, /ld\.global\.v4/g), name).toBe(1);
      expect(count(name, /ld\.global\.cs\.v4/g), name).toBe(1);
      expect(count(name, /st\.shared\.v4/g), name).toBe(2);
      expect(count(name, /ld\.shared\.v4/g), name).toBe(2);
      expect(count(name, /ld\.global\.nc\.v2/g), name).toBe(8);
      expect(count(name, /mma\.sync/g), name).toBe(products);
      expect(count(name, new RegExp(`mma\\.sync\\.aligned\\.${shape}\\.row\\.col\\.${sum}\\.`, "g")), name).toBe(
        products,
      );
      expect(count(name, /\.local|ld\.shared\.[ubf]/g), name).toBe(0);
    }
    for (const name of ["half_numbers", "bfloat_numbers"]) {
      expect(count(name, /ld\.global/g), name).toBe(2);
      expect(count(name, /st\.global\.cs\.v4/g), name).toBe(1);
      expect(count(name, /st\.global/g), name).toBe(3);
    }
  });
});
