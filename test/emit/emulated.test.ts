// The text that nvcc will compile, compiled by the host's compiler against the emulator and run: does it compute the
// transform, keep to its memory and leave its input alone? How exact it is, is fftw.thorough.test.ts's question.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printPlan } from "../../generator/notation/print.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { elementCount } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { dealt } from "../effort.js";
import { namedDraws } from "./covering-plans.js";
import { parts, randomBatch } from "./interleaved.js";
import { lowered, type NamedPlan } from "./named-plan.js";
import { inPlace, inverse, reversed, searchedPlan, type Wanted } from "./searched-plan.js";

/**
 * Every twiddle source, precision, direction, order and placement, over lengths that are and are not powers of two. Every second
 * has them all too.
 */
const searched: readonly Wanted[] = [
  { size: "2", precision: "f32", twiddles: "table" },
  { size: "3", precision: "f64", twiddles: "table", options: inverse },
  { size: "4", precision: "f32", twiddles: "table", options: inPlace },
  { size: "5", precision: "f64", twiddles: "table", options: { scale: 0.2 } },
  { size: "7", precision: "f32", twiddles: "powers", options: inverse },
  { size: "8", precision: "f32", twiddles: "fast-sincos", options: reversed },
  { size: "16", precision: "f64", twiddles: "powers", options: { ...inverse, ...reversed } },
  { size: "30", precision: "f32", twiddles: "fast-sincos", options: inverse },
  { size: "60", precision: "f64", twiddles: "table", options: inPlace },
  { size: "64", precision: "f32", twiddles: "powers", options: { ...inverse, scale: 1 / 64 } },
  { size: "210", precision: "f32", twiddles: "table", options: reversed },
  { size: "256", precision: "f64", twiddles: "fast-sincos" },
  { size: "1000", precision: "f32", twiddles: "powers" },
  { size: "1024", precision: "f64", twiddles: "powers", options: { ...inverse, ...inPlace } },
  { size: "2187", precision: "f32", twiddles: "table", options: inverse },
  { size: "4096", precision: "f32", twiddles: "fast-sincos", options: { ...inPlace, ...reversed } },
  { size: "8192", precision: "f64", twiddles: "table" },
  { size: "31", precision: "f32", twiddles: "table", options: inverse },
  { size: "16x16", precision: "f32", twiddles: "table", options: inverse },
  { size: "1x64x1", precision: "f32", twiddles: "powers" },
  { size: "48x80", precision: "f64", twiddles: "powers", options: inPlace },
  { size: "12x10x14", precision: "f32", twiddles: "fast-sincos", options: { ...reversed, scale: -0.5 } },
  { size: "16x32x16", precision: "f32", twiddles: "table", options: { ...inverse, ...inPlace } },
  { size: "4x6x5x8", precision: "f64", twiddles: "table", options: inverse },
  { size: "3x4x5x7x2", precision: "f32", twiddles: "powers", options: reversed },
];

/** Plans that no search would choose, with schedules that no search would choose. */
const drawn = namedDraws(
  "drawn",
  fc.sample(scheduledPlans({ maxElements: 1500, maxRank: 8, scales: [1, 1, 1 / 3] }), {
    seed: 20260102,
    numRuns: 120,
  }),
);

/** The direct sums of the reference are in f64 and themselves off by this much, relative to the Euclidean norm. */
const REFERENCE_ERROR = 1e-14;
/** Elements of a batch, unless one transform has more. */
const BATCH_ELEMENTS = 3000;

/** One transform more than fill the blocks, or as many as there is time for. */
function batchFor(named: NamedPlan): number {
  const tile = Math.max(...lowered(named).geometries.map((geometry) => geometry.tile.batchTile));
  return Math.min(tile + 1, Math.max(1, Math.floor(BATCH_ELEMENTS / elementCount(named.plan.transform))));
}

const described = (plan: ScheduledPlan): string => `${JSON.stringify(plan.transform)}\n${printPlan(plan)}`;

describe.skipIf(hostCompiler === undefined)(`emulated packages${withoutCompiler}`, () => {
  const named = [...dealt(searched, (_, index) => index % 2 === 1).map(searchedPlan), ...drawn];
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(named, { optimisation: "-O0" });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(named.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan } = one;
    const { transform } = plan;
    const input = randomBatch(transform, batchFor(one));
    const outOfPlace = await packages.transform(one, input, "out-of-place");
    expect(outOfPlace.complaints, described(plan)).toBe("");
    expect(outOfPlace.launches.length).toBe(plan.kernels.length);
    const expected = orderedDft(plan, parts(input).re, parts(input).im);
    const tolerance = errorBound(plan).l2 + REFERENCE_ERROR;
    expect(relativeError(parts(outOfPlace.output), expected), described(plan)).toBeLessThan(tolerance);

    const inPlaceOutcome = await packages.transform(one, input, "in-place");
    expect(inPlaceOutcome.complaints, described(plan)).toBe("");
    expect(inPlaceOutcome.output, described(plan)).toEqual(outOfPlace.output);
  });
});
