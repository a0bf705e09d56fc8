import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { ada, ampere, blackwell, hopper, volta } from "../../generator/gpu/capability.js";
import { occupancy } from "../../generator/gpu/occupancy.js";
import { knownGpus } from "../../generator/gpu/registry.js";

const capabilities = [volta, ampere, ada, hopper, blackwell].map((multiprocessor) => multiprocessor.limits);

type Row = readonly [threads: number, registers: number, sharedBytes: number, ...expected: readonly string[]];

/**
 * Printed by `cudaOccMaxActiveBlocksPerMultiprocessor` of CUDA 13.0 (cuda_occupancy.h, compiled for the host), shared memory
 * carve-out at its maximum, opted in to large blocks. Columns: threads, registers per thread, bytes of shared memory; then for
 * compute capabilities 7.0, 8.0, 8.9, 9.0 and 10.0 the blocks and the first limit among threads, registers, shared, blocks.
 */
const nvidia: readonly Row[] = [
  [256, 32, 0, "8 t", "8 t", "6 t", "8 t", "8 t"],
  [256, 64, 32768, "3 s", "4 r", "3 s", "4 r", "4 r"],
  [256, 65, 32768, "3 r", "3 r", "3 r", "3 r", "3 r"],
  [256, 80, 65536, "1 s", "2 s", "1 s", "3 r", "3 r"],
  [256, 128, 65536, "1 s", "2 r", "1 s", "2 r", "2 r"],
  [256, 72, 0, "3 r", "3 r", "3 r", "3 r", "3 r"],
  [512, 64, 65536, "1 s", "2 r", "1 s", "2 r", "2 r"],
  [512, 64, 98304, "1 s", "1 s", "1 s", "2 r", "2 r"],
  [512, 128, 131072, "0 s", "1 r", "0 s", "1 r", "1 r"],
  [512, 128, 0, "1 r", "1 r", "1 r", "1 r", "1 r"],
  [1024, 64, 0, "1 r", "1 r", "1 t", "1 r", "1 r"],
  [1024, 65, 0, "0 r", "0 r", "0 r", "0 r", "0 r"],
  [1024, 63, 16384, "1 r", "1 r", "1 t", "1 r", "1 r"],
  [1024, 32, 0, "2 t", "2 t", "1 t", "2 t", "2 t"],
  [96, 64, 0, "10 r", "10 r", "10 r", "10 r", "10 r"],
  [160, 64, 4096, "6 r", "6 r", "6 r", "6 r", "6 r"],
  [192, 80, 0, "4 r", "4 r", "4 r", "4 r", "4 r"],
  [320, 56, 0, "3 r", "3 r", "3 r", "3 r", "3 r"],
  [384, 168, 0, "1 r", "1 r", "1 r", "1 r", "1 r"],
  [640, 96, 0, "1 r", "1 r", "1 r", "1 r", "1 r"],
  [768, 80, 0, "1 r", "1 r", "1 r", "1 r", "1 r"],
  [32, 16, 0, "32 b", "32 b", "24 b", "32 b", "32 b"],
  [32, 32, 4096, "24 s", "32 s", "20 s", "32 b", "32 b"],
  [64, 24, 0, "32 t", "32 t", "24 t", "32 t", "32 t"],
  [64, 255, 0, "4 r", "4 r", "4 r", "4 r", "4 r"],
  [128, 255, 16384, "2 r", "2 r", "2 r", "2 r", "2 r"],
  [256, 255, 0, "1 r", "1 r", "1 r", "1 r", "1 r"],
  [320, 200, 0, "0 r", "0 r", "0 r", "0 r", "0 r"],
  [128, 48, 1024, "10 r", "10 r", "10 r", "10 r", "10 r"],
  [128, 40, 1, "12 r", "12 r", "12 t", "12 r", "12 r"],
  [256, 32, 16384, "6 s", "8 t", "5 s", "8 t", "8 t"],
  [256, 32, 16385, "5 s", "8 t", "5 s", "8 t", "8 t"],
  [256, 32, 49152, "2 s", "3 s", "2 s", "4 s", "4 s"],
  [128, 32, 101376, "0 s", "1 s", "1 s", "2 s", "2 s"],
  [128, 32, 101377, "0 s", "1 s", "0 s", "2 s", "2 s"],
  [128, 32, 115712, "0 s", "1 s", "0 s", "2 s", "2 s"],
  [128, 32, 98304, "1 s", "1 s", "1 s", "2 s", "2 s"],
  [128, 32, 166912, "0 s", "1 s", "0 s", "1 s", "1 s"],
  [128, 32, 232448, "0 s", "0 s", "0 s", "1 s", "1 s"],
  [128, 32, 232449, "0 s", "0 s", "0 s", "0 s", "0 s"],
  [512, 40, 75776, "1 s", "2 s", "1 s", "3 r", "3 r"],
  [192, 102, 32768, "2 r", "2 r", "2 r", "2 r", "2 r"],
];

const limitLetters = { threads: "t", registers: "r", "shared memory": "s", blocks: "b" } as const;

describe("occupancy agrees with NVIDIA's calculator", () => {
  const cases = nvidia.map(([threads, registersPerThread, sharedBytes, ...expected]) => ({
    resources: { threads, registersPerThread, sharedBytes },
    expected,
  }));

  test.each(cases)("$resources", ({ resources, expected }) => {
    const found = capabilities.map((gpu) => {
      const { blocksPerSm, limit } = occupancy(gpu, resources);
      return `${blocksPerSm} ${limitLetters[limit]}`;
    });
    expect(found).toEqual(expected);
  });
});

const block = fc.record({
  threads: fc.integer({ min: 1, max: 1024 }),
  registersPerThread: fc.integer({ min: 1, max: 255 }),
  sharedBytes: fc.integer({ min: 0, max: 232448 }),
});

describe("occupancy", () => {
  test("what it admits fits, and one block more does not", () => {
    fc.assert(
      fc.property(fc.constantFrom(...knownGpus), block, (gpu, resources) => {
        const { blocksPerSm } = occupancy(gpu, resources);
        const warps = Math.ceil(resources.threads / 32);
        const fits = (blocks: number): boolean =>
          blocks * warps * 32 <= gpu.maxThreadsPerSm &&
          blocks * warps * 32 * resources.registersPerThread <= gpu.registersPerSm &&
          blocks * (resources.sharedBytes + gpu.sharedReservedPerBlock) <= gpu.sharedBytesPerSm &&
          blocks <= gpu.maxBlocksPerSm;
        // Allocation units only take away from what the plain sums allow, and never more than half of it.
        expect(fits(blocksPerSm)).toBe(true);
        if (blocksPerSm >= 2) expect(fits(2 * blocksPerSm + 2)).toBe(false);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  test("asking for more never admits more blocks", () => {
    fc.assert(
      fc.property(fc.constantFrom(...knownGpus), block, block, (gpu, a, b) => {
        const larger = {
          threads: Math.max(a.threads, b.threads),
          registersPerThread: Math.max(a.registersPerThread, b.registersPerThread),
          sharedBytes: Math.max(a.sharedBytes, b.sharedBytes),
        };
        expect(occupancy(gpu, larger).blocksPerSm).toBeLessThanOrEqual(occupancy(gpu, a).blocksPerSm);
      }),
      { seed: 2, numRuns: 2000 },
    );
  });

  test("a block that cannot exist names the resource", () => {
    const small = { threads: 32, registersPerThread: 32, sharedBytes: 0 };
    expect(occupancy(hopper.limits, { ...small, threads: 1025 })).toEqual({ blocksPerSm: 0, limit: "threads" });
    expect(occupancy(hopper.limits, { ...small, registersPerThread: 256 })).toEqual({
      blocksPerSm: 0,
      limit: "registers",
    });
    expect(occupancy(hopper.limits, { ...small, sharedBytes: 232449 })).toEqual({
      blocksPerSm: 0,
      limit: "shared memory",
    });
  });
});
