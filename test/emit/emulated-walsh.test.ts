// The text of Walsh-Hadamard packages, compiled by the host's compiler against the emulator and run on whole numbers: in every
// number format, with compensated sums or without, every output must be exact, and what lies between arrays untouched.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printPlan } from "../../generator/notation/print.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { elementCount, type WalshTransform } from "../../generator/plan/transform.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { walshClusterPlans } from "../arbitrary/walsh-clusters.js";
import { walshMatrixPlans } from "../arbitrary/walsh-matrices.js";
import { walshPlans } from "../arbitrary/walsh.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { dealt } from "../effort.js";
import { namedDraws } from "./covering-plans.js";
import type { NamedPlan } from "./named-plan.js";
import { decoded, encoded, LARGEST_WHOLE } from "./whole-numbers.js";

const drawn = namedDraws("walsh", fc.sample(walshPlans(), { seed: 20261122, numRuns: 70 }));
const clusters = walshClusterPlans()
  .filter((_, index) => index % 5 === 0)
  .map(({ plan }, index): NamedPlan => ({ name: `walsh_cluster_${index + 1}`, plan }));

const matrices = walshMatrixPlans()
  .filter((_, index) => index % 5 === 0)
  .map((plan, index): NamedPlan => ({ name: `walsh_matrix_${index + 1}`, plan }));

const BATCH = 3;
/** What stands between the arrays of a batch. */
const GAP = 7;

const transformOf = ({ transform }: ScheduledPlan): WalshTransform => {
  if (transform.kind !== "fwht") throw new Error("not a Walsh-Hadamard plan");
  return transform;
};

describe.skipIf(hostCompiler === undefined)(`emulated Walsh-Hadamard packages${withoutCompiler}`, () => {
  // All are drawn alike: every third by default.
  const named = [...drawn, ...dealt([...clusters, ...matrices], (_, index) => index % 3 === 0)];
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(named, { optimisation: "-O0" });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(named.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const transform = transformOf(one.plan);
    const { precision, distance, scale } = transform;
    const elements = elementCount(transform);
    const numbers = Array.from(uniformNumbers(elements * BATCH, elements), (value) => Math.round(1.4 * value));
    const results = evaluatePlan(one.plan, Float64Array.from(numbers)).re;
    const largest = results.reduce((most, value) => Math.max(most, Math.abs(value / scale)), 0);
    expect(largest).toBeLessThanOrEqual(LARGEST_WHOLE[precision]);
    const spread = (values: ArrayLike<number>): readonly number[] =>
      Array.from({ length: distance * BATCH }, (__, place) => {
        const index = place % distance;
        return index < elements ? (values[Math.floor(place / distance) * elements + index] ?? Number.NaN) : GAP;
      });
    const input = encoded(precision, spread(numbers));
    const what = `${JSON.stringify(transform)}\n${printPlan(one.plan)}`;
    for (const placement of ["out-of-place", "in-place"] as const) {
      const { output, complaints } = await packages.transform(one, input, placement);
      expect(complaints, what).toBe("");
      const found = decoded(precision, output);
      const wanted = spread(results).map((value, place) =>
        placement === "out-of-place" && place % distance >= elements ? found[place] : value,
      );
      expect(
        found.map((value) => value + 0),
        what,
      ).toEqual(wanted.map((value = Number.NaN) => value + 0));
    }
  });
});
