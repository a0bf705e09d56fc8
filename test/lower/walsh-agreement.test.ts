// Walsh-Hadamard plans, run as their notation says, and the kernel programs lowered from them give what the definition gives,
// on random transforms with random legal plans and schedules.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { elementCount, type WalshTransform } from "../../generator/plan/transform.js";
import { transformedAxes } from "../../generator/plan/axes.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { walshClusterPlans } from "../arbitrary/walsh-clusters.js";
import { walshMatrixPlans } from "../arbitrary/walsh-matrices.js";
import { walshPlans } from "../arbitrary/walsh.js";
import { namedWalshPlan } from "../emit/named-plan.js";
import { alongDimension, walshMatrix } from "../../generator/definition/direct-walsh.js";
import { isThorough, runs, sweep } from "../effort.js";
import { referenceMatrix, transposed } from "../../generator/definition/reference-hadamard.js";

const gpu = findGpu("H200");

/** Many plans are of the same few lengths. */
const known = new Map<string, ReturnType<typeof walshMatrix>>();
function rowsOf(bits: number, order: WalshTransform["order"]): ReturnType<typeof walshMatrix> {
  const rows = known.get(`${bits} ${order}`) ?? walshMatrix(bits, order);
  known.set(`${bits} ${order}`, rows);
  return rows;
}

function definition(transform: WalshTransform, values: readonly number[]): readonly number[] {
  const result = transformedAxes(transform).reduce<readonly number[]>((current, { step, length, base }) => {
    const rows = rowsOf(Math.log2(length / base), transform.order);
    const forward = base === 1 ? [[1]] : referenceMatrix(transform.hadamard === "standard" ? "standard" : "dao", base);
    const bases = transform.direction === "inverse" ? transposed(forward) : forward;
    const matrix = bases.flatMap((outer) =>
      rows.map((row) => outer.flatMap((sign) => row.map((value) => sign * value))),
    );
    return alongDimension(current, matrix, step);
  }, values);
  return result.map((value) => value * transform.scale);
}

function expectAgreement(plan: ScheduledPlan, batch: number, seed: number): void {
  const { transform } = plan;
  if (transform.kind !== "fwht") throw new Error("not a Walsh-Hadamard plan");
  const elements = elementCount(transform);
  const numbers = Array.from(uniformNumbers(elements * batch, seed));
  const members = Array.from({ length: batch }, (_, member) =>
    numbers.slice(member * elements, (member + 1) * elements),
  );
  const meant = evaluatePlan(plan, Float64Array.from(numbers)).re;
  const close = (found: ArrayLike<number>, wanted: readonly number[]): void => {
    const worst = wanted.reduce(
      (most, value, index) => Math.max(most, Math.abs(value - (found[index] ?? Number.NaN))),
      0,
    );
    expect(worst).toBeLessThan(1e-11);
  };
  if (elements <= 1024)
    close(
      meant,
      members.flatMap((member) => definition(transform, member)),
    );
  const expected = members.map((_, member) => Array.from(meant.subarray(member * elements, (member + 1) * elements)));

  // The arrays of a batch may lie apart; what lies between them stays.
  const gap = -77;
  const spread = (arrays: readonly (readonly number[])[]): Float64Array => {
    const all = new Float64Array(transform.distance * batch).fill(gap);
    arrays.forEach((array, member) => all.set(array, member * transform.distance));
    return all;
  };
  const { host } = lowerPlan("agreement", plan, gpu);
  const input = spread(members);
  const output = new Float64Array(input.length).fill(gap);
  evaluateHostProgram(host, input, output, batch);
  close(output, Array.from(spread(expected)));
  expect(Array.from(input)).toEqual(Array.from(spread(members)));
  evaluateHostProgram(host, input, input, batch);
  close(input, Array.from(spread(expected)));
}

test.runIf(isThorough)("so they do on clusters, in every way that a cluster can hold them", () => {
  const kinds = new Set<string>();
  const all = walshClusterPlans();
  for (const { plan, kind } of all) {
    kinds.add(kind);
    expectAgreement(plan, 2, kinds.size);
  }
  expect([...kinds].toSorted()).toEqual(
    [
      "dyadic f64 x1",
      "natural f16 x4",
      "natural f16 x8",
      "natural f32 x2",
      "natural f32 x4",
      "natural f64 x1",
      "sequency f64 x1",
      "natural f16 f32 x4",
      "natural f32 kahan x1",
      "natural bf16 f32 semi-neumaier x2",
      "natural f16 mma x2",
    ]
      .flatMap((kind) => [kind, `${kind} undivided`])
      .toSorted(),
  );
});

test("and on tensor cores, whatever the radices and however kernels share them", () => {
  const plans = walshMatrixPlans();
  expect(plans.length).toBeGreaterThan(35);
  sweep(plans, (_, index) => index % 8 === 0).forEach((plan, index) => expectAgreement(plan, 2, index));
});

test("so does a kernel whose butterflies lie within vectors of 16-bit numbers", () => {
  const { plan } = namedWalshPlan(
    "within_vectors",
    [32],
    "f16",
    [
      "{ H(4,8,1,8) } on 1 threads, vectors of 8, short exchange",
      "{ H(16,2,8,16) } on 1 threads, short exchange",
      "{ H(16,2,16,32) } on 1 threads, short exchange",
    ],
    { scale: 0.25, arithmetic: "f32" },
  );
  expectAgreement(plan, 2, 1);
});

test("plan, kernel programs and the definition agree on random Walsh-Hadamard plans", () => {
  fc.assert(fc.property(walshPlans(), fc.integer({ min: 1, max: 3 }), fc.nat(), expectAgreement), {
    seed: 20261121,
    numRuns: runs(12, 75),
  });
});
