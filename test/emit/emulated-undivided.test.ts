// Kernels with undivided blocks under the emulator: they give what direct sums give, use shared memory as predicted, and whoever
// removes one of the lines by which their buffers change hands is told of the race or deadlock.
import { isOnClusters } from "../../generator/kernel/program.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { at } from "../../generator/failure/errors.js";
import { elementCount } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { dealt, isDefault } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { alongDimension, walshMatrix } from "../../generator/definition/direct-walsh.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { parts, randomBatch } from "./interleaved.js";
import { emitted, lowered, namedPlan, namedWalshPlan, type NamedPlan } from "./named-plan.js";
import { clusterOf } from "../layout/cluster-of.js";

const chosen: readonly NamedPlan[] = [
  namedPlan("undivided_16", [64, 128], "f64", [
    "{ X(16,8,16,128,no-tw) X(8,16,1,16,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 32 threads, cluster 16 after 2, undivided, table",
  ]),
  // Both kinds of clusters, and a plain kernel that waits for the one before it.
  namedPlan(
    "undivided_columns",
    [16, 2048],
    "f32",
    [
      "{ X(256,8,256,2048,no-tw) X(256,8,32,256,pre-tw) } on 64 threads, cluster 4 after 1, undivided, prefetch, 32 columns, powers",
      "{ X(512,4,8,32,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, 32 columns, powers",
      "{ Y(1,16,1,16,no-tw) } on 32 threads, 32 columns, table, early",
    ],
    { direction: "inverse", scale: 1 / 64 },
  ),
  // There and back, each block on a branch of its own.
  namedPlan("branches", [229], "f32", [
    "{ bluestein X(240,2,240,480,no-tw) X(40,12,20,240,pre-tw) X(96,5,4,20,pre-tw) X(120,4,1,4,pre-tw) } on 60 threads, cluster 2 after 1, undivided, prefetch, powers",
  ]),
  namedPlan(
    "branches_of_four",
    [61],
    "f64",
    [
      "{ bluestein X(64,4,64,256,no-tw) X(32,8,8,64,pre-tw) X(32,8,1,8,pre-tw) } on 8 threads, cluster 4 after 1, undivided",
    ],
    { direction: "inverse", scale: 0.25 },
  ),
];

const walsh = namedWalshPlan("undivided_walsh", [1024], "f32", [
  "{ H(256,4,256,1024) H(256,4,64,256) H(256,4,16,64) H(64,16,1,16) } on 32 threads, cluster 2 after 2, undivided, prefetch, vectors of 4",
]);

const REFERENCE_ERROR = 1e-14;
/** One for each order of threads that the emulator knows. */
const CLUSTERS = 4;
/** Tiles of a cluster: each barrier comes back to its first parity. */
const ROUNDS = 3;

function batchFor(named: NamedPlan): number {
  const tiles = lowered(named).host.launches.flatMap(({ kernel }) =>
    isOnClusters(kernel) ? [kernel.tiles.perGroup] : [],
  );
  return Math.ceil((CLUSTERS * ROUNDS) / Math.min(...tiles));
}

const sound = namedPlan("undivided_sound", [4, 16, 16], "f32", [
  "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) Z(1,4,1,4,no-tw) Y(4,4,4,16,no-tw) Y(4,4,1,4,pre-tw) } on 64 threads, cluster 2 after 3, undivided, prefetch, powers",
]);

const apart = namedPlan("branches_sound", [29], "f32", [
  "{ bluestein X(32,2,32,64,no-tw) X(8,8,4,32,pre-tw) X(16,4,1,4,pre-tw) } on 8 threads, cluster 2 after 1, undivided, powers",
]);

interface Removal {
  /** Of which plan; absent: of the one with undivided blocks. */
  readonly of?: NamedPlan;
  /** The package's name. */
  readonly without: string;
  readonly removed: string | RegExp;
  /** Of what the emulator says. */
  readonly fault: RegExp;
}

const removals: readonly Removal[] = [
  { without: "publishing", removed: "publish_barriers();", fault: /without publish_barriers/ },
  { without: "first_meeting", removed: /(?<=\}\n {2})sync_cluster\(\);/, fault: /initialises? / },
  { without: "last_meeting", removed: /sync_cluster\(\);(?= {2}\/\/)/, fault: /may have returned before/ },
  { without: "landed", removed: /wait\(landed.*/, fault: /is under way/ },
  { without: "block_meetings", removed: /__syncthreads\(\);/g, fault: /(reads|writes) element .* no barrier leads/ },
  { without: "fence", removed: "fence_async_proxy();", fault: /should call fence_async_proxy/ },
  { without: "release", removed: /arrive_cluster\(\);.*/, fault: /wait_cluster\(\) before arrive_cluster\(\)/ },
  { without: "claim", removed: /wait_cluster\(\);.*/, fault: /sends to|arrive_cluster\(\) twice/ },
  { without: "full", removed: /wait\(full.*/, fault: /reads element .* (is under way|has gone)/ },
  { without: "expectation", removed: /if \(threadIdx.x == 0\) expect_bytes\(full.*/, fault: /nobody can go on/ },
  {
    of: apart,
    without: "branch_meetings",
    removed: /__syncthreads\(\);/g,
    fault: /reads element .* nothing has been written/,
  },
  {
    of: apart,
    without: "branch_reading",
    removed: /arrive_cluster\(\);.* read .*/,
    fault: /wait_cluster\(\) before arrive_cluster/,
  },
  {
    of: apart,
    without: "branch_claim",
    removed: /wait_cluster\(\);.* overwritten/,
    fault: /stores in|arrive_cluster\(\) twice/,
  },
  {
    of: apart,
    without: "branch_arrival",
    removed: /wait_cluster\(\);.* store its part.*/,
    fault: /reads element|may have returned/,
  },
  { without: "block_reading", removed: /(sync|arrive)_group\(1u.*/g, fault: /copies a box over/ },
];

describe.skipIf(hostCompiler === undefined)(`undivided blocks under the emulator${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  // Of the steps as data all are left out in turn (test/kernel).
  const tried = dealt(removals, ({ without }) => ["block_reading", "branch_arrival"].includes(without));
  const brokenPlan = ({ of = sound, without }: Removal): NamedPlan => ({ ...of, name: `without_${without}` });
  const broken = tried.map(brokenPlan);
  const sounds = [
    ...dealt(chosen, ({ name }) => ["undivided_columns", "branches"].includes(name)),
    ...(isDefault ? [sound, apart] : []),
  ];
  beforeAll(async () => {
    packages = await buildPackages([...sounds, ...(isDefault ? [walsh] : []), ...broken], {
      emit: emitEdited,
      optimisation: "-O0",
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());
  const built = (): EmulatedPackages => {
    if (packages === undefined) throw new Error("nothing was built");
    return packages;
  };

  test.each(sounds.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const { plan } = one;
    const input = randomBatch(plan.transform, batchFor(one));
    const outOfPlace = await built().transform(one, input, "out-of-place", { clusters: CLUSTERS });
    expect(outOfPlace.complaints).toBe("");
    const expected = orderedDft(plan, parts(input).re, parts(input).im);
    expect(relativeError(parts(outOfPlace.output), expected)).toBeLessThan(errorBound(plan).l2 + REFERENCE_ERROR);

    lowered(one).geometries.forEach((geometry, index) => {
      const cluster = clusterOf(geometry);
      if (cluster === undefined) return;
      const { sharedLoads, clusterBlocks } = at(outOfPlace.launches, index);
      expect(clusterBlocks).toBe(cluster.size);
      expect(sharedLoads.wavefronts / sharedLoads.idealWavefronts).toBeCloseTo(cluster.conflicts);
    });

    const inPlace = await built().transform(one, input, "in-place", { clusters: CLUSTERS - 1 });
    expect(inPlace.complaints).toBe("");
    expect(inPlace.output).toEqual(outOfPlace.output);
  });

  test.runIf(isDefault)("vectors of a Walsh-Hadamard transform, exact on integers", async () => {
    const elements = elementCount(walsh.plan.transform);
    const integers = Array.from({ length: elements * batchFor(walsh) }, (_, index) => ((index * 7919) % 31) - 15);
    const outcome = await built().transform(walsh, Float32Array.from(integers), "out-of-place", { clusters: CLUSTERS });
    expect(outcome.complaints).toBe("");
    const expected = alongDimension(integers, walshMatrix(Math.log2(elements), "natural"), 1);
    expect(Array.from(outcome.output)).toEqual(expected);
  });

  test.each(tried.map((removal) => [removal.without, removal] as const))("without %s", async (_, removal) => {
    const one = brokenPlan(removal);
    const input = randomBatch(one.plan.transform, batchFor(one));
    const { complaints } = await built().transform(one, input, "out-of-place", { clusters: CLUSTERS });
    expect(complaints).toMatch(removal.fault);
  });
});

function emitEdited(named: NamedPlan): readonly GeneratedFile[] {
  const removal = removals.find(({ without }) => `without_${without}` === named.name);
  return emitted(named).map(({ path, text }) => {
    if (removal === undefined || !path.endsWith("_kernels.cuh")) return { path, text };
    const edited = text.replace(removal.removed, "");
    if (edited === text) throw new Error(`there is no ${String(removal.removed)}`);
    return { path, text: edited };
  });
}
