// The text of packages of 16-bit numbers, on tensor cores and without them, compiled by the host's compiler against the emulator
// and run: do they compute the transform as exactly as their bound says, keep to their memory, and access it as is allowed?
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { printPlan } from "../../generator/notation/print.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { arraysOf } from "../../generator/plan/arrays.js";
import { elementCount, isShort } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { nativePlans } from "../arbitrary/native.js";
import { scheduledMatrixPlans, SHORT } from "../arbitrary/matrices.js";
import { scheduledPlans, uniformNumbers } from "../arbitrary/schedules.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { nearestShortBits, shortValue } from "../reference/short-floats.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { dealt, isThorough } from "../effort.js";
import { namedDraws } from "./covering-plans.js";
import { describedCall, laid, unlaid } from "./array-calls.js";
import { parts } from "./interleaved.js";
import { lowered, namedPlan, type NamedPlan } from "./named-plan.js";
import { inParallel, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { searchedPlan } from "./searched-plan.js";
import { buildVerification, expectVerified } from "./verification-programs.js";

/** Every second kernel without tensor cores keeps in shared memory what memory holds. */
const withShortExchange = (plan: ScheduledPlan, index: number): ScheduledPlan => ({
  ...plan,
  kernels: plan.kernels.map((kernel, position) => {
    const isPlain = kernel.subComputations.every(({ unit }) => unit === undefined);
    if (!isPlain || (index + position) % 2 === 1) return kernel;
    return { ...kernel, schedule: { ...kernel.schedule, exchange: "short" } };
  }),
});

const draws: readonly ScheduledPlan[] = [
  ...fc.sample(scheduledMatrixPlans({ maxElements: 1024, maxRank: 3, scales: [1, 1 / 8] }), {
    seed: 20261121,
    numRuns: 40,
  }),
  ...fc.sample(scheduledPlans({ maxElements: 500, maxRank: 3, precisions: SHORT, scales: [1, 1 / 8] }), {
    seed: 20261122,
    numRuns: 12,
  }),
];
const drawn = namedDraws("halves", draws.map(withShortExchange));

/** In 16-bit arithmetic. */
const native = namedDraws(
  "native",
  fc.sample(nativePlans({ maxElements: 1000, maxRank: 2, scales: [1, 1 / 8] }), { seed: 20261123, numRuns: 14 }),
);

/** As a user gets them. */
const searched: readonly NamedPlan[] = (["4096", "1000", "32x64"] as const).map((size, index) =>
  searchedPlan({ size, precision: index === 2 ? "bf16" : "f16", twiddles: "table" }, index),
);

/** That the emulated GPU holds at once: each comes to a second tile. */
const CLUSTERS = 3;

/** Elements of 4 bytes through bulk copies, and from block to block. */
const onClusters: readonly NamedPlan[] = [
  namedPlan("short_clusters_of_8", [64, 64], "f16", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 8 after 2, prefetch, powers, short exchange",
  ]),
  namedPlan("short_undivided_and_pairs", [2048], "bf16", [
    "{ X(256,8,256,2048,no-tw) X(256,8,32,256,pre-tw) } on 64 threads, cluster 4 after 1, undivided, prefetch, 32 columns, powers, short exchange",
    "{ X(512,4,8,32,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, ticket, 32 columns, powers, short exchange",
  ]),
  // Fetched as 4 bytes, sent as 8: with a buffer between the phases of the front, and without.
  namedPlan("mixed_clusters", [64, 64], "f16", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 8 after 2, prefetch, powers",
  ]),
  namedPlan("mixed_undivided_and_pairs", [2048], "bf16", [
    "{ X(256,8,256,2048,no-tw) X(256,8,32,256,pre-tw) } on 64 threads, cluster 4 after 1, undivided, prefetch, 32 columns, powers",
    "{ X(512,4,8,32,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, ticket, 32 columns, powers",
  ]),
  // Tensor cores in the front, whose lanes have some of the digit that is shared out to the blocks, in the back, and in both.
  namedPlan("matrices_then_not", [64, 64], "f16", [
    "{ X(8,8@mma,8,64,no-tw) X(8,8@mma,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 8 after 2, ticket, table",
  ]),
  namedPlan("matrices_behind", [64, 64], "bf16", [
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8@mma,8,64,no-tw) Y(8,8@mma,1,8,pre-tw) } on 128 threads, cluster 4 after 2, table",
  ]),
  namedPlan(
    "matrices_undivided",
    [2048],
    "f16",
    [
      "{ X(128,16@mma,128,2048,tw) X(256,8@mma,16,128,tw) X(128,16@mma,1,16,no-tw) } on 64 threads, cluster 2 after 1, undivided, 2 columns, table",
    ],
    { direction: "inverse", scale: 1 / 64 },
  ),
  namedPlan(
    "native_clusters",
    [64, 64],
    "f16",
    [
      "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 4 after 2, table",
    ],
    { arithmetic: "native", scale: 1 / 3000 },
  ),
];

/** What arrays hold at most, so that nothing overflows in f16. */
const AMPLITUDE = 1 / 4;

describe.skipIf(hostCompiler === undefined)(`emulated packages of 16-bit numbers${withoutCompiler}`, () => {
  // What a pipeline adds to each is in emulated-clusters.
  const clusters = dealt(onClusters, ({ name }) => ["mixed_undivided_and_pairs", "matrices_then_not"].includes(name));
  const packaged = [...drawn, ...native, ...dealt(searched, (_, index) => index === 0), ...clusters];
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(packaged, { optimisation: "-O0" });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(packaged.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan } = one;
    const { precision } = plan.transform;
    if (!isShort(precision)) throw new Error(`${precision} has not 16 bits`);
    const elements = elementCount(plan.transform);
    // One transform more than fill the blocks, or clusters, where there is time for as many.
    const { geometries } = lowered(one);
    const tile = Math.max(...geometries.map((geometry) => geometry.tile.batchTile));
    const onCluster = geometries.some(({ team }) => team.kind === "cluster");
    const batch = onCluster ? CLUSTERS + 1 : Math.min(tile + 1, Math.max(1, Math.floor(2000 / elements)));
    const input = Uint16Array.from(uniformNumbers(2 * elements * batch, elements), (value) =>
      nearestShortBits(AMPLITUDE * value, precision),
    );
    const numbers = (bits: Uint16Array): ComplexNumbers => parts(Array.from(bits, (one) => shortValue(one, precision)));
    const what = `${JSON.stringify(plan.transform)}\n${printPlan(plan)}`;
    const outOfPlace = await packages.transform(one, input, "out-of-place", { clusters: CLUSTERS });
    expect(outOfPlace.complaints, what).toBe("");
    expect(outOfPlace.launches.length).toBe(plan.kernels.length);
    const expected = orderedDft(plan, numbers(input).re, numbers(input).im);
    expect(relativeError(numbers(outOfPlace.output), expected), what).toBeLessThan(errorBound(plan).l2);

    const inPlace = await packages.transform(one, input, "in-place", { clusters: CLUSTERS });
    expect(inPlace.complaints, what).toBe("");
    expect(inPlace.output, what).toEqual(outOfPlace.output);
  });
});

/** Tensor cores beside planar numbers, whose parts are accessed one by one; runs of complex ones are left where both lie together. */
const planar: readonly NamedPlan[] = (["input", "output", "both"] as const).map((side) =>
  namedPlan(
    `planar_${side}`,
    [256, 8],
    "f16",
    ["{ Y(16,16@mma,16,256,tw) Y(16,16@mma,1,16,no-tw) } on 256 threads, 8 columns, 3 blocks/SM, table"],
    { axes: ["Y"], planar: side },
  ),
);

describe.skipIf(hostCompiler === undefined)(`tensor cores beside planar numbers${withoutCompiler}`, () => {
  const batch = 2;
  const [room, said] = [256 * 8 * batch, new Map<string, number>()];
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(planar, {
      described: (name) => {
        const own = at(
          planar.filter((one) => one.name === name),
          0,
        );
        const { transform } = own.plan;
        return describedCall({ name, transform, host: lowered(own).host, batch, room, said, filledWith: 0 });
      },
      optimisation: "-O0",
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(planar.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan } = one;
    const { input, output } = arraysOf(plan.transform);
    const drawn = { re: uniformNumbers(room, 1), im: uniformNumbers(room, 2) };
    const bits = Uint16Array.from(laid(input.planar, drawn), (value) => nearestShortBits(AMPLITUDE * value, "f16"));
    const numbers = (all: Uint16Array, isPlanar: boolean): ComplexNumbers =>
      unlaid(
        isPlanar,
        Array.from(all, (value) => shortValue(value, "f16")),
      );
    const whole = { name: one.name, plan: { ...plan, transform: { ...plan.transform, distance: room } } };
    const outcome = await packages.transform(whole, bits, "out-of-place");
    expect(outcome.complaints).toBe("");
    const read = numbers(bits, input.planar);
    const expected = orderedDft(plan, read.re, read.im);
    expect(relativeError(numbers(outcome.output, output.planar), expected)).toBeLessThan(errorBound(plan).l2);
  });
});

const oneKernel = namedPlan("one_kernel", [4096], "f16", [
  "{ X(256,16@mma,256,4096,tw) X(256,16@mma,16,256,tw) X(256,16@mma,1,16,no-tw) } on 256 threads, 3 blocks/SM, table",
]);

const verified: readonly NamedPlan[] = [
  oneKernel,
  namedPlan("bfloat", [1024], "bf16", [
    "{ X(64,16@mma,64,1024,tw) X(128,8@mma,8,64,tw) X(128,8@mma,1,8,no-tw) } on 64 threads, 8 blocks/SM, table",
  ]),
  namedPlan("no_tensor_cores", [1000], "f16", [
    "{ X(100,10,100,1000,no-tw) X(100,10,10,100,pre-tw) X(100,10,1,10,pre-tw) } on 100 threads, powers",
  ]),
  namedPlan("two_kernels", [64, 64], "f16", [
    "{ Y(8,8@mma,8,64,tw) Y(8,8@mma,1,8,no-tw) } on 64 threads, 16 columns, table",
    "{ X(16,4@mma,16,64,tw) X(4,16@mma,1,16,no-tw) } on 64 threads, 16 columns, table, streaming stores",
  ]),
  namedPlan("intrinsics", [2 ** 14], "f16", [
    "{ X(1024,16@mma,1024,16384,tw) X(2048,8@mma,128,1024,tw) X(1024,16@mma,8,128,tw) X(2048,8@mma,1,8,no-tw) } on 512 threads, fast-sincos",
  ]),
  namedPlan(
    "beside_a_plain_one",
    [512],
    "f16",
    [
      "{ X(256,2,256,512,tw) X(32,16@mma,16,256,no-tw) X(32,16@mma,1,16,pre-tw) } on 64 threads, 2 columns, 8 blocks/SM, table",
    ],
    { direction: "inverse", scale: 1 / 512, placement: "in-place" },
  ),
  // Factors that are products of tables, whose entries are computed with in single precision.
  namedPlan(
    "native_products",
    [2 ** 15],
    "bf16",
    [
      "{ X(2048,16,2048,32768,no-tw) X(2048,16,128,2048,pre-tw) } on 128 threads, 16 columns, table",
      "{ X(4096,8,16,128,pre-tw) X(2048,16,1,16,pre-tw) } on 64 threads, 16 columns, table",
    ],
    { arithmetic: "native", direction: "inverse" },
  ),
  ...onClusters,
];

/** A plan, and what is done to its kernels' text. */
interface Built {
  readonly named: NamedPlan;
  readonly right?: string;
  readonly wrong?: string;
}

/** The kernels of `oneKernel` with factors that belong to other registers. */
const broken: Built = { named: oneKernel, right: "to_float2(w[r])", wrong: "to_float2(w[r ^ 1u])" };

// The runtime takes a while to compile for halves.
describe.skipIf(hostCompiler === undefined || !isThorough)(`their verification programs${withoutCompiler}`, () => {
  const scratch = scratchFolder("halves");
  afterAll(scratch.remove);
  const built: readonly Built[] = [...verified.map((named) => ({ named })), broken];
  let programs: readonly string[] = [];
  beforeAll(async () => {
    programs = await inParallel(2, built, ({ named, right = "", wrong = "" }) =>
      buildVerification(scratch.path, named, (text) => {
        if (!text.includes(right)) throw new Error(`${named.name} has no ${right}`);
        return text.replace(right, wrong);
      }),
    );
  }, BUILD_TIMEOUT);

  test.concurrent.each(verified.map(({ name }, index) => [name, index] as const))("%s", async (_, index) => {
    expectVerified(await runProgram(at(programs, index), ["verify"]));
  });

  test("factors of other registers are found", async () => {
    const { exitCode, stdout } = await runProgram(at(programs, verified.length), ["verify"]);
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 1 });
    expect(stdout).toContain("random input");
  });
});
