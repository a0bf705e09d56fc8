// What the geometry predicts of a kernel's traffic is what the emulator counts when the generated text runs: sectors of
// global memory and wavefronts of shared memory, request by request. Powers of two only, where all warps are alike.
import { accessesOf } from "../../generator/layout/exchange.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import type { Phase } from "../../generator/layout/phases.js";
import { printPlan } from "../../generator/notation/print.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "../emit/emulated-packages.js";
import { randomBatch } from "../emit/interleaved.js";
import { lowered, namedPlan, type NamedPlan } from "../emit/named-plan.js";
import { type GlobalTraffic, type SharedTraffic } from "../emulator/build.js";
import { runs } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { sizeOf } from "./enumerated.js";

const WARP = 32;

const chosen: readonly NamedPlan[] = [
  namedPlan("two_exchanges", [4096], "f32", [
    "{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) } on 256 threads, table",
  ]),
  namedPlan("planes", [64, 64], "f64", [
    "{ X(8,8,8,64,tw) X(8,8,1,8,no-tw) } on 64 threads, 8 columns, powers",
    "{ Y(8,8,8,64,tw) Y(8,8,1,8,no-tw) } on 64 threads, 8 columns, powers, streaming stores",
  ]),
  namedPlan("strided", [256, 4], "f32", [
    "{ Y(16,16,16,256,tw) } on 32 threads, 32 columns, table",
    "{ Y(16,16,1,16,no-tw) X(1,4,1,4,no-tw) } on 64 threads, 4 columns, table",
  ]),
  namedPlan("batched", [16], "f32", ["{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 32 threads, 8 columns, powers"]),
];

const drawn = fc
  .sample(scheduledPlans({ maxElements: 2048, primes: [2] }, { tileElements: 2048, powersOfTwo: true }), {
    seed: 20260103,
    numRuns: runs(8, 40),
  })
  .map((plan, index): NamedPlan => ({ name: `drawn_${index + 1}`, plan }));

/** Requests of one block in a phase: a warp asks once for each register. */
const requestsOf = (phase: Phase): number => Math.ceil(sizeOf(phase.threads) / WARP) * sizeOf(phase.registers);

function globalTraffic(phase: Phase, { sectors, ideal }: KernelGeometry["loadSectors"], blocks: number): GlobalTraffic {
  const requests = blocks * requestsOf(phase);
  return { requests, sectors: sectors * requests, idealSectors: ideal * requests };
}

/** Every phase but the last writes to shared memory, every phase but the first reads. */
function sharedTraffic(geometry: KernelGeometry, skipped: number, blocks: number): SharedTraffic {
  const { phases, exchanges } = geometry;
  const parts = accessesOf(exchanges).flatMap((access, index) =>
    index === skipped ? [] : [{ ...access, requests: blocks * requestsOf(at(phases, index)) }],
  );
  const sum = (term: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((total, part) => total + term(part), 0);
  return {
    requests: sum((part) => part.requests),
    wavefronts: sum((part) => part.requests * part.wavefronts),
    idealWavefronts: sum((part) => part.requests * part.ideal),
  };
}

describe.skipIf(hostCompiler === undefined)(`traffic of emulated kernels${withoutCompiler}`, () => {
  const named = [...chosen, ...drawn];
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(named);
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(named.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { geometries } = lowered(one);
    // Whole batch tiles in every kernel, so that no guard leaves a lane out. Powers of two: the largest is a multiple.
    const batch = Math.max(...geometries.map(({ tile }) => tile.batchTile));
    const { complaints, launches } = await packages.transform(
      one,
      randomBatch(one.plan.transform, batch),
      "out-of-place",
    );
    expect(complaints, printPlan(one.plan)).toBe("");
    geometries.forEach((geometry, index) => {
      const launch = at(launches, index);
      const { phases, loadSectors, storeSectors, threads, sharedBytes, tile } = geometry;
      expect(launch, printPlan(one.plan)).toMatchObject({
        grid: [(sizeOf(tile.grid) * batch) / tile.batchTile, 1, 1],
        block: [threads, 1, 1],
        dynamicSharedBytes: sharedBytes,
        globalLoads: globalTraffic(at(phases, 0), loadSectors, launch.sampledBlocks),
        globalStores: globalTraffic(at(phases, phases.length - 1), storeSectors, launch.sampledBlocks),
        sharedStores: sharedTraffic(geometry, phases.length - 1, launch.sampledBlocks),
        sharedLoads: sharedTraffic(geometry, 0, launch.sampledBlocks),
      });
    });
  });
});
