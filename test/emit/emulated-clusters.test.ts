// Pipelined kernels under the emulator, which runs the threads of whole clusters, lets copies and stores take their time and
// finds every race. As many tiles as keep each cluster going round its receive buffers, its threads in four orders.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import type { PipelinedKernel } from "../../generator/kernel/program.js";
import { printPlan } from "../../generator/notation/print.js";
import { elementCount } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { hostCompiler, withoutCompiler } from "../emulator/build.js";
import { relativeError } from "../reference/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { parts, randomBatch } from "./interleaved.js";
import { lowered, namedPlan, type NamedPlan } from "./named-plan.js";

/** What random small plans seldom have: clusters of 8 and 16, a tile that begins inside a row, phases on both sides, five dimensions. */
const chosen: readonly NamedPlan[] = [
  namedPlan("cluster_8", [4096], "f32", [
    "{ X(512,8,512,4096,no-tw) X(512,8,64,512,pre-tw) X(512,8,8,64,pre-tw) X(512,8,1,8,pre-tw) } on 128 threads, cluster 8 after 2, prefetch, powers",
  ]),
];

const drawn = fc
  .sample(clusterPlans({ maxElements: 2048, scales: [1, 1 / 3] }), { seed: 20261122, numRuns: 40 })
  .map((plan, index): NamedPlan => ({ name: `drawn_${index + 1}`, plan }));

/** The direct sums of the reference are in f64 and themselves off by this much, relative to the Euclidean norm. */
const REFERENCE_ERROR = 1e-14;
/** One for each order of threads that the emulator knows. */
const CLUSTERS = 4;
/** Tiles of a cluster: a third comes into the first receive buffer again, a fifth waits for it a second time. */
const ROUNDS = 5;

describe.skipIf(hostCompiler === undefined)(`emulated clusters${withoutCompiler}`, () => {
  const named = [...chosen, ...drawn];
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(named);
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(named.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan } = one;
    const kernels = lowered(one).host.launches.flatMap(({ kernel }) => (kernel.kind === "pipelined" ? [kernel] : []));
    const tiles = Math.min(...kernels.map((kernel) => kernel.tilesPerTransform));
    const input = randomBatch(plan.transform, Math.ceil((CLUSTERS * ROUNDS) / tiles));
    const text = `${JSON.stringify(plan.transform)}\n${printPlan(plan)}`;
    const t = performance.now();
    const outOfPlace = await packages.transform(one, input, "out-of-place", { clusters: CLUSTERS });
    console.log(one.name, elementCount(plan.transform), input.length, performance.now() - t);
    expect(outOfPlace.complaints, text).toBe("");
    const expected = orderedDft(plan, parts(input).re, parts(input).im);
    const tolerance = errorBound(plan).l2 + REFERENCE_ERROR;
    expect(relativeError(parts(outOfPlace.output), expected), text).toBeLessThan(tolerance);
  });
});
