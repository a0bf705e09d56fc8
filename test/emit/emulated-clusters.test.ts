// Pipelined kernels under the emulator, which runs the threads of whole clusters, lets copies and stores take their time, and
// finds every race. As many tiles as keep each cluster going round its receive buffers, its threads in four orders.
import { isOnClusters, phasesOf } from "../../generator/kernel/program.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { at } from "../../generator/failure/errors.js";
import { printPlan } from "../../generator/notation/print.js";
import { errorBound } from "../../generator/verify/bound.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { clusterPlans, type ClusterPlanOptions } from "../arbitrary/clusters.js";
import { dealt, isDefault } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { parts, randomBatch } from "./interleaved.js";
import { emitted, lowered, namedPlan, type NamedPlan } from "./named-plan.js";
import { oneGroupPlans } from "./one-group-plans.js";
import { clusterOf } from "../layout/cluster-of.js";

/** What small random plans do not have. */
const chosen: readonly NamedPlan[] = [
  namedPlan("clusters_of_8", [64, 64], "f32", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 8 after 2, prefetch, powers",
  ]),
  namedPlan("clusters_of_16", [128, 128], "f64", [
    "{ X(16,8,16,128,no-tw) X(8,16,1,16,pre-tw) Y(8,16,8,128,no-tw) Y(16,8,1,8,pre-tw) } on 128 threads, cluster 16 after 2, table",
  ]),
  // Of each group one warp has no butterfly to send, and comes to the barriers all the same.
  namedPlan("idle_warps", [4096], "f32", [
    "{ X(256,16,256,4096,no-tw) X(128,32,8,256,pre-tw) X(512,8,1,8,pre-tw) } on 256 threads, cluster 2 after 2, powers",
  ]),
  // Columns that begin inside a row, and kernels on clusters one after the other.
  namedPlan("columns", [2048], "f32", [
    "{ X(256,8,256,2048,no-tw) X(256,8,32,256,pre-tw) } on 128 threads, cluster 4 after 1, prefetch, 32 columns, powers",
    "{ X(512,4,8,32,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, 32 columns, powers, streaming stores",
  ]),
  // As many dimensions as a bulk copy may have, the batch being the fifth.
  namedPlan(
    "five_dimensions",
    [16, 8, 8, 16],
    "f64",
    [
      "{ Y(2,4,2,8,tw) Z(2,4,2,8,tw) W(2,8,2,16,tw) } on 128 threads, cluster 2 after 2, 8 columns, table",
      "{ Y(4,2,1,2,no-tw) Z(4,2,1,2,no-tw) W(8,2,1,2,no-tw) } on 64 threads, 16 columns, table",
      "{ X(2,8,2,16,tw) X(8,2,1,2,no-tw) } on 64 threads, 32 columns, table",
    ],
    { direction: "inverse", scale: 1 / 64 },
  ),
  // Tiles of powers of two in an array that has a length of another kind.
  namedPlan("between_threes", [32, 3, 32], "f32", [
    "{ X(4,8,4,32,no-tw) Z(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) Z(8,4,1,4,pre-tw) } on 128 threads, cluster 2 after 2, table",
    "{ Y(1,3,1,3,no-tw) } on 32 threads, 32 columns, table",
  ]),
  // Tiles that have factors of three, five and seven: beside the cluster's, and in its exchange.
  namedPlan("threes", [32, 48], "f32", [
    "{ X(4,12,4,48,no-tw) X(12,4,1,4,pre-tw) Y(8,4,8,32,no-tw) Y(8,4,2,8,pre-tw) Y(16,2,1,2,pre-tw) } on 128 threads, cluster 2 after 2, table",
  ]),
  namedPlan("tens", [100, 64], "f64", [
    "{ Y(10,10,10,100,no-tw) Y(10,10,1,10,pre-tw) } on 640 threads, cluster 2 after 1, 64 columns, table",
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 80 threads, 10 columns, table",
  ]),
  namedPlan("fourteens", [14, 14, 32], "f32", [
    "{ Z(1,14,1,14,no-tw) Y(1,14,1,14,no-tw) } on 224 threads, cluster 2 after 1, undivided, 32 columns, table",
    "{ X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) } on 56 threads, 14 columns, table",
  ]),
  ...oneGroupPlans,
  namedPlan("six_blocks", [36], "f64", [
    "{ X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 32 threads, cluster 6 after 1, undivided, powers",
  ]),
  // Several members of the batch in a tile, the last one not full: shared out to blocks and groups, and of threes to none.
  namedPlan("members", [32, 32], "f32", [
    "{ X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) Y(4,8,4,32,no-tw) Y(8,4,1,4,pre-tw) } on 128 threads, cluster 2 after 2, 4 columns, ticket, powers",
  ]),
  namedPlan("members_of_36", [36], "f32", [
    "{ X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 384 threads, cluster 2 after 1, prefetch, 64 columns, table",
  ]),
  namedPlan("triples", [256], "f64", [
    "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 96 threads, cluster 2 after 1, undivided, 12 columns, table",
  ]),
];

const draw = (options: ClusterPlanOptions, numRuns: number): readonly ScheduledPlan[] =>
  fc.sample(clusterPlans({ maxElements: 2048, maxRank: 2, scales: [1, 1 / 3], ...options }), {
    seed: 20261122,
    numRuns,
  });

const drawn = [
  ...draw({}, 6),
  ...draw({ only: "batch tiles", minElements: 16, maxElements: 256 }, 2),
  ...draw({ only: "odd factors", primes: [2, 2, 2, 2, 2, 2, 2, 3, 5] }, 2),
  ...draw({ only: "any size", primes: [2, 2, 3, 3, 5, 5, 7], maxRadix: 15 }, 3),
].map((plan, index): NamedPlan => ({ name: `drawn_${index + 1}`, plan }));

/** The direct sums of the reference are in f64 and themselves off by this much, relative to the Euclidean norm. */
const REFERENCE_ERROR = 1e-14;
/** One for each order of threads that the emulator knows. */
const CLUSTERS = 4;
/** Tiles of a cluster: with the third it comes back to a receive buffer, with the fifth once more. */
const ROUNDS = 5;

/** Transforms that are enough tiles for all clusters. */
function batchFor(named: NamedPlan): number {
  const kernels = lowered(named).host.launches.map(({ kernel }) => kernel);
  const tiles = kernels.flatMap((kernel) => (isOnClusters(kernel) ? [kernel.tiles] : []));
  const most = Math.max(...tiles.map(({ perGroup, batch }) => batch / perGroup));
  // Of several in a tile, one is missing in the last tile.
  return Math.ceil(CLUSTERS * ROUNDS * most) - (most > 1 ? 1 : 0);
}

describe.skipIf(hostCompiler === undefined)(`emulated clusters${withoutCompiler}`, () => {
  // What each of the others has besides, the evaluator finds on random plans.
  const some = ["five_dimensions", "threes", "members", "three_blocks"];
  const named = [...dealt(chosen, ({ name }) => some.includes(name)), ...dealt(drawn, (_, index) => index % 5 === 0)];
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(named);
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(named.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan } = one;
    const input = randomBatch(plan.transform, batchFor(one));
    const text = `${JSON.stringify(plan.transform)}\n${printPlan(plan)}`;
    const outOfPlace = await packages.transform(one, input, "out-of-place", { clusters: CLUSTERS });
    expect(outOfPlace.complaints, text).toBe("");
    expect(outOfPlace.launches.some(({ clusterBlocks }) => clusterBlocks > 1)).toBe(true);
    const expected = orderedDft(plan, parts(input).re, parts(input).im);
    const tolerance = errorBound(plan).l2 + REFERENCE_ERROR;
    expect(relativeError(parts(outOfPlace.output), expected), text).toBeLessThan(tolerance);

    const { geometries, host } = lowered(one);
    geometries.forEach((geometry, index) => {
      const cluster = clusterOf(geometry);
      const { sharedLoads } = at(outOfPlace.launches, index);
      // Tickets are read in shared memory too.
      if (cluster === undefined || at(plan.kernels, index).schedule.cluster?.order === "ticket") return;
      const conflicts = sharedLoads.wavefronts / sharedLoads.idealWavefronts;
      // Threads without work read what the last one with work does, and warps of such meet no conflicts.
      const isIdle = phasesOf(at(host.launches, index).kernel).some(({ workers }) => workers !== undefined);
      if (isIdle) expect(conflicts, text).toBeLessThan(cluster.conflicts + 0.005);
      else expect(conflicts, text).toBeCloseTo(cluster.conflicts);
    });

    // Other clusters do other tiles; no cluster may notice what the others store where it has yet to read.
    const inPlace = await packages.transform(one, input, "in-place", { clusters: CLUSTERS - 1 });
    expect(inPlace.complaints, text).toBe("");
    expect(inPlace.output, text).toEqual(outOfPlace.output);
  });

  test.runIf(isDefault)("a fifth dimension is used", () => {
    const boxes = named.flatMap((one) =>
      lowered(one).host.launches.map(({ kernel }) => kernel.roles[0]?.fetches?.box.length ?? 0),
    );
    expect(Math.max(...boxes)).toBe(4);
  });
});

/** Two warps to a group, four to the back, several phases to each role. */
const sound = namedPlan("sound", [4, 16, 16], "f32", [
  "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) Z(1,4,1,4,no-tw) Y(4,4,4,16,no-tw) Y(4,4,1,4,pre-tw) } on 256 threads, cluster 2 after 3, prefetch, powers",
]);

interface Removal {
  /** The package's name. */
  readonly without: string;
  readonly removed: string | RegExp;
  /** What the compiler would else find unused. */
  readonly instead?: string;
  /** Of what the emulator says. */
  readonly fault: RegExp;
}

/** What orders the pipeline. */
const removals: readonly Removal[] = [
  { without: "publishing", removed: "publish_barriers();", fault: /without publish_barriers/ },
  { without: "first_meeting", removed: /(?<=\}\n {2})sync_cluster\(\);/, fault: /initialises? / },
  { without: "last_meeting", removed: /sync_cluster\(\);(?= {2}\/\/)/, fault: /may have returned before/ },
  { without: "landed", removed: /wait\(landed\[group\].*/, fault: /is under way/ },
  {
    without: "group_meeting",
    removed: /sync_group\(group_meets.*/g,
    instead: "static_cast<void>(group_meets);",
    fault: /reads element .* writes at .* no barrier leads/,
  },
  { without: "fence", removed: "fence_async_proxy();", fault: /should call fence_async_proxy/ },
  {
    without: "group_reading",
    removed: /(sync|arrive)_group\(group_has_read.*/g,
    instead: "static_cast<void>(group_has_read);",
    fault: /copies a box over/,
  },
  { without: "claim", removed: /wait\(empty\[buffer\].*/, instead: "static_cast<void>(lap);", fault: /sends to/ },
  {
    without: "warp_meeting",
    removed: /__syncwarp\(\);(?=\s*\/\/ for the data.*\s*if \(thread % 32u == 0\))/,
    fault: /reads element .* writes at .* no barrier leads/,
  },
  { without: "front_arrival", removed: /if \(thread % 32u == 0\) arrive\(full.*/, fault: /nobody can go on/ },
  {
    without: "full",
    removed: /wait\(full\[buffer\].*/,
    instead: "static_cast<void>(lap);",
    fault: /reads element .* (nothing has been written|is under way)/,
  },
  { without: "expectation", removed: /if \(thread == 0\) expect_bytes\(full.*/, fault: /nobody can go on/ },
  {
    without: "back_meeting",
    removed: /sync_group\(back_meets.*/,
    instead: "static_cast<void>(back_meets);",
    fault: /(reads|writes) element .* no barrier leads/,
  },
  {
    without: "back_reading",
    removed: /(sync|arrive)_group\(back_has_read.*/g,
    instead: "static_cast<void>(back_has_read);",
    fault: /(sends to|writes) element .* reads at .* no barrier leads/,
  },
  { without: "release", removed: /if \(thread < 2u\) arrive\(empty.*/, fault: /nobody can go on/ },
  // Not a line, but that each buffer has a barrier of its own.
  { without: "own_barrier", removed: "back_has_read + buffer", instead: "back_has_read", fault: /nobody can go on/ },
];

describe.skipIf(hostCompiler === undefined)(`nothing of a pipeline can be spared${withoutCompiler}`, () => {
  // Of the steps as data all are left out in turn (test/kernel); here the emulator is to see that their text is what orders accesses.
  const tried = dealt(removals, ({ without }) => without === "back_reading");
  const named = [sound, ...tried.map(({ without }): NamedPlan => ({ ...sound, name: without }))];
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(named, { emit: emitEdited, optimisation: "-O0" });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  const complaintsOf = async (name: string): Promise<string> => {
    if (packages === undefined) throw new Error("nothing was built");
    const one = at(
      named.filter((candidate) => candidate.name === name),
      0,
    );
    const input = randomBatch(one.plan.transform, batchFor(one));
    return (await packages.transform(one, input, "out-of-place", { clusters: CLUSTERS })).complaints;
  };

  test.runIf(isDefault)("whole, it has no fault", async () => {
    expect(await complaintsOf(sound.name)).toBe("");
  });

  test.each(removals.map((removal) => [removal.without, removal] as const))("the text has %s", (_, { removed }) => {
    const kernels = emitted(sound).filter(({ path }) => path.endsWith("_kernels.cuh"));
    expect(kernels.some(({ text }) => text.replace(removed, "") !== text)).toBe(true);
  });

  test.each(tried.map((removal) => [removal.without, removal] as const))("without %s", async (name, { fault }) => {
    expect(await complaintsOf(name)).toMatch(fault);
  });
});

function emitEdited(named: NamedPlan): readonly GeneratedFile[] {
  const removal = removals.find(({ without }) => without === named.name);
  return emitted(named).map(({ path, text }) => {
    if (removal === undefined || !path.endsWith("_kernels.cuh")) return { path, text };
    const edited = text.replace(removal.removed, removal.instead ?? "");
    if (edited === text) throw new Error(`there is no ${removal.removed}`);
    return { path, text: edited };
  });
}
