// The text of Fourier transforms along some dimensions, of arrays that lie apart, and of axes that are cut into rows: compiled against the
// emulator and run, it gives what the definition gives, and what lies between arrays is untouched.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printPlan } from "../../generator/notation/print.js";
import { elementCount, isShort } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { cutPlans } from "../arbitrary/cut-axes.js";
import { scheduledPlans, uniformNumbers } from "../arbitrary/schedules.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { interleaved, parts } from "./interleaved.js";
import type { NamedPlan } from "./named-plan.js";

const plain = fc.sample(scheduledPlans({ maxElements: 600, minRank: 2, scales: [1, 1 / 3], subsets: true }), {
  seed: 20261123,
  numRuns: 10,
});
const onClusters = fc.sample(clusterPlans({ maxElements: 1024, minRank: 2, scales: [1], subsets: true }), {
  seed: 20261124,
  numRuns: 3,
});
const inRows = fc.sample(cutPlans(), { seed: 20261129, numRuns: 3 });
const named = [...plain, ...onClusters, ...inRows].map((plan, index): NamedPlan => ({
  name: `axes_${index + 1}`,
  plan,
}));

const BATCH = 3;
const GAP = 7;
/** Of the direct sums themselves. */
const REFERENCE_ERROR = 1e-14;

describe.skipIf(hostCompiler === undefined)(`emulated packages along some dimensions${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(named, { optimisation: "-O0" });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test("most have a dimension that is left alone, and some have gaps", () => {
    const transforms = named.map(({ plan }) => plan.transform);
    expect(transforms.filter(({ axes, dimensions }) => axes.length < dimensions.length).length).toBeGreaterThan(9);
    expect(transforms.filter((one) => one.distance > elementCount(one)).length).toBeGreaterThan(5);
  });

  test.each(named.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan } = one;
    const { precision, distance } = plan.transform;
    if (isShort(precision)) throw new Error("no typed array holds it");
    const elements = elementCount(plan.transform);
    const numbers = uniformNumbers(2 * distance * BATCH, elements).map((value, index) =>
      Math.floor(index / 2) % distance < elements ? value : GAP,
    );
    const input = interleaved(precision, numbers);
    const members = ({ re, im }: ComplexNumbers): ComplexNumbers => ({
      re: re.filter((__, place) => place % distance < elements),
      im: im.filter((__, place) => place % distance < elements),
    });
    const between = (values: ArrayLike<number>): readonly number[] =>
      Array.from(values).filter((__, index) => Math.floor(index / 2) % distance >= elements);
    const given = members(parts(input));
    const expected = orderedDft(plan, given.re, given.im);
    for (const placement of ["out-of-place", "in-place"] as const) {
      const { complaints, output } = await packages.transform(one, input, placement);
      const what = `${placement} ${JSON.stringify(plan.transform)}\n${printPlan(plan)}`;
      expect(complaints, what).toBe("");
      const tolerance = errorBound(plan).l2 + REFERENCE_ERROR;
      expect(relativeError(members(parts(output)), expected), what).toBeLessThan(tolerance);
      if (placement === "in-place") expect(between(output), what).toEqual(between(input));
    }
  });
});
