// Pipelined kernels that deal out their tiles, under the emulator: several rounds of the ring of tile numbers, four orders of
// threads, clusters whose first number is the end, and each part of the dealing taken away once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { isOnClusters } from "../../generator/kernel/program.js";
import { usesWorkspace } from "../../generator/kernel/host-program.js";
import { errorBound } from "../../generator/verify/bound.js";
import { dealt, isDefault } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { parts, randomBatch } from "./interleaved.js";
import { emitted, lowered, namedPlan, type NamedPlan } from "./named-plan.js";

const plans: readonly NamedPlan[] = [
  namedPlan("pairs", [32, 64], "f32", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,4,8,32,no-tw) Y(4,8,1,8,pre-tw) } on 256 threads, cluster 2 after 2, ticket, powers",
  ]),
  // Several tiles to a transform, and two kernels with a counter each, behind a copy of the data.
  namedPlan("two_counters", [2048], "f32", [
    "{ X(256,8,256,2048,no-tw) X(256,8,32,256,pre-tw) } on 128 threads, cluster 4 after 1, prefetch, ticket, 32 columns, powers",
    "{ X(512,4,8,32,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, ticket, 32 columns, powers, streaming stores, early",
  ]),
  // A kernel that deals out its tiles before others that do not; all start early.
  namedPlan(
    "mixed",
    [16, 8, 8, 16],
    "f64",
    [
      "{ Y(2,4,2,8,tw) Z(2,4,2,8,tw) W(2,8,2,16,tw) } on 128 threads, cluster 2 after 2, ticket, 8 columns, table",
      "{ Y(4,2,1,2,no-tw) Z(4,2,1,2,no-tw) W(8,2,1,2,no-tw) } on 64 threads, 16 columns, table, early",
      "{ X(2,8,2,16,tw) X(8,2,1,2,no-tw) } on 64 threads, 32 columns, table, early",
    ],
    { direction: "inverse", scale: 1 / 64 },
  ),
];

/** One for each order of threads that the emulator knows. */
const CLUSTERS = 4;
/** The direct sums of the reference are in f64 and themselves off by this much, relative to the Euclidean norm. */
const REFERENCE_ERROR = 1e-14;
/** From none beyond the first to more than once round the ring; for some clusters the first number is the end. */
const TILES = [1, 6, 14, 30];

function tilesPerTransform(named: NamedPlan): number {
  const kernels = lowered(named).host.launches.map(({ kernel }) => kernel);
  return Math.min(
    ...kernels.flatMap((kernel) => (isOnClusters(kernel) && kernel.roles.length > 1 ? [kernel.tiles.perGroup] : [])),
  );
}

const sound = at(plans, 0);

/** Everything that orders the dealing: what is taken out, what of it stays, and the kind of fault that must be found. */
const removals: readonly (readonly [string, string | RegExp, string, RegExp])[] = [
  ["number_wait", /wait\(dealt\[.*/, "", /nothing has been written|is under way|has gone|no barrier leads/],
  ["number_expectation", /if \(thread == 0\) expect_bytes\(dealt.*/, "", /nobody can go on/],
  ["first_expectation", "place == 0 ? 0u : 4u", "4u", /has all its 1 arrivals/],
  ["end", "held = held < tiles ? take() : nothing", "held = take()", /without having waited|is under way|returned/],
  ["fifth_place", /(round [%/]) 5u/g, "$1 4u", /no barrier leads|nobody can go on|is under way/],
  ["patience", "deal(round + 3u)", "deal(round + 4u)", /nobody can go on|no barrier leads/],
  ["zero", /cudaMemsetAsync\(.*\)/, "cudaSuccess", /which nothing has written/],
];

function edited({ name, plan }: NamedPlan): readonly GeneratedFile[] {
  const files = emitted({ name, plan });
  const removal = removals.find(([removed]) => removed === name);
  if (removal === undefined) return files;
  const [, from, to] = removal;
  const changed = files.map(({ path, text }) => ({ path, text: text.replace(from, to) }));
  if (changed.every(({ text }, index) => text === files[index]?.text)) throw new Error(`there is no ${String(from)}`);
  return changed;
}

describe.skipIf(hostCompiler === undefined)(`emulated clusters that deal out their tiles${withoutCompiler}`, () => {
  // Of the steps as data all are left out in turn (test/kernel); the workspace's zeros are no step of a kernel.
  const tried = dealt(removals, ([name]) => name === "zero");
  const without = tried.map(([name]): NamedPlan => ({ ...sound, name }));
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages([...plans, ...without], { optimisation: "-O0", emit: edited });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  const cases = plans.flatMap((one) =>
    dealt(TILES, (tiles) => tiles === 14).map((tiles) => [one.name, tiles, one] as const),
  );
  test.each(cases)("%s, %d tiles", async (_, tiles, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan } = one;
    const input = randomBatch(plan.transform, Math.ceil(tiles / tilesPerTransform(one)));
    const outOfPlace = await packages.transform(one, input, "out-of-place", { clusters: CLUSTERS });
    expect(outOfPlace.complaints).toBe("");
    const expected = orderedDft(plan, parts(input).re, parts(input).im);
    expect(relativeError(parts(outOfPlace.output), expected)).toBeLessThan(errorBound(plan).l2 + REFERENCE_ERROR);

    // Other clusters do other tiles.
    const inPlace = await packages.transform(one, input, "in-place", { clusters: CLUSTERS - 1 });
    expect(inPlace.complaints).toBe("");
    expect(inPlace.output).toEqual(outOfPlace.output);
  });

  test.each(tried)("without its %s there is a fault", async (name, _from, _to, fault) => {
    if (packages === undefined) throw new Error("nothing was built");
    const input = randomBatch(sound.plan.transform, 8 * CLUSTERS);
    const { complaints } = await packages.transform({ ...sound, name }, input, "out-of-place", { clusters: CLUSTERS });
    expect(complaints).toMatch(fault);
  });
});

test.runIf(isDefault)("the workspace holds the counters behind a copy of the data, if there is one", () => {
  const workspaces = plans.map((one) => lowered(one).host.workspace);
  expect(workspaces).toEqual([
    { arrays: 0, counters: 1 },
    { arrays: 1, counters: 2 },
    { arrays: 1, counters: 1 },
  ]);
  expect(plans.every((one) => usesWorkspace(lowered(one).host))).toBe(true);
});
