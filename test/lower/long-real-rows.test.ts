// Rows of real numbers that are not taken in pairs and take several kernels: between these lie whole rows of complex numbers.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { parseKernel } from "../../generator/notation/parse.js";
import { checkPlan } from "../../generator/plan/check.js";
import { isInPairs } from "../../generator/plan/core.js";
import type { PlanKernel, TwiddleSource } from "../../generator/plan/plan.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform, type RealTransform } from "../../generator/plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { drawnSchedules } from "../arbitrary/schedules.js";
import { runs } from "../effort.js";
import { expectRealAgreement, gpu } from "./real-agreement.js";
import { withRoom } from "./with-room.js";

const plans = (kind: RealTransform["kind"], rows: readonly string[], others: readonly string[]): readonly string[] =>
  kind === "r2c" ? [...rows, ...others] : [...others, ...rows];

const CASES: readonly (readonly [readonly number[], readonly string[], readonly string[]])[] = [
  [[45], ["{ X(9,5,9,45,no-tw) }", "{ X(5,9,1,9,pre-tw) }"], []],
  [[45], ["{ X(9,5,9,45,no-tw) } on 3 threads, 3 columns, tiled", "{ X(5,9,1,9,pre-tw) }"], []],
  [[63], ["{ X(21,3,21,63,tw) }", "{ X(9,7,3,21,no-tw) }", "{ X(21,3,1,3,pre-tw) }"], []],
  [[4, 12], ["{ X(3,4,3,12,no-tw) }", "{ X(4,3,1,3,pre-tw) }"], ["{ Y(1,4,1,4,no-tw) }"]],
  [[3, 15], ["{ X(5,3,5,15,no-tw) }", "{ X(3,5,1,5,pre-tw) }"], ["{ Y(1,3,1,3,no-tw) }"]],
  [[2, 3, 16], ["{ X(4,4,4,16,no-tw) }", "{ X(4,4,1,4,pre-tw) }"], ["{ Y(1,3,1,3,no-tw) Z(1,2,1,2,no-tw) }"]],
];

test.each(
  CASES.flatMap(([lengths, rows, others]) =>
    (["r2c", "c2r"] as const).flatMap((kind) =>
      (["out-of-place", "in-place"] as const).map((placement) => [kind, placement, lengths, rows, others] as const),
    ),
  ),
)("%s %s %j", (kind, placement, lengths, rows, others) => {
  const transform = makeRealTransform(kind, [...lengths], "f64", { placement, scale: 0.5 });
  expect(isInPairs(transform)).toBe(false);
  const kernels = plans(kind, rows, others).map((text) => parseKernel(text));
  expect(checkPlan({ transform, kernels })).toEqual([]);
  const { plan } = completePlan({ transform, kernels }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
  expectRealAgreement(plan, transform, { batch: 3, seed: 5 });
});

const drawn = fc.record({
  kind: fc.constantFrom("r2c" as const, "c2r" as const),
  radices: fc.constantFrom<readonly (readonly number[])[]>(
    [[5], [9]],
    [[3, 5], [7]],
    [[3], [5], [7]],
    [[4], [9]],
    [[6], [2, 3]],
  ),
  beside: fc.constantFrom([], [], [3], [2, 5]),
  scale: fc.constantFrom(1, 0.25),
  placement: fc.constantFrom("out-of-place" as const, "in-place" as const),
  precision: fc.constantFrom("f32" as const, "f64" as const, "f16" as const),
  plain: fc.nat(),
  draws: fc.array(fc.nat(10_000), { minLength: 3, maxLength: 3 }),
  twiddles: fc.constantFrom<TwiddleSource>("table", "powers", "fast-sincos"),
  batch: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat(),
});

test("random schedules", () => {
  const seen = { r2c: 0, c2r: 0, inPlace: 0, beside: 0 };
  const numRuns = runs(11, 150);
  fc.assert(
    fc.property(drawn, ({ kind, radices, beside, plain, draws, twiddles, batch, seed, ...options }) => {
      const chain = makeMixedChain("X", radices.flat(), plain % radices.flat().length);
      let begin = 0;
      const rows = radices.map(({ length }): PlanKernel => ({
        subComputations: chain.slice(begin, (begin += length)),
      }));
      const length = radices.flat().reduce((product, radix) => product * radix, 1);
      const names = ["Y", "Z"];
      const others = beside.toReversed().map((radix, index): PlanKernel => ({
        subComputations: makeMixedChain(names[index] ?? "Y", [radix], 0),
      }));
      const transform = makeRealTransform(kind, [...beside, length], options.precision, options);
      const kernels = kind === "r2c" ? [...rows, ...others] : [...others, ...rows];
      const plan = drawnSchedules({ transform, kernels }, [...draws, ...draws], twiddles, { tileElements: 200 });
      expectRealAgreement(plan, transform, { batch, seed });
      seen[kind] += 1;
      seen.inPlace += Number(transform.placement === "in-place");
      seen.beside += Number(beside.length > 0);
    }),
    { seed: 20261123, numRuns },
  );
  for (const kind of ["r2c", "c2r", "inPlace", "beside"] as const) expect(seen[kind]).toBeGreaterThan(numRuns / 20);
});

test("pairs that no threads share out evenly enough are transformed one by one", () => {
  const transform = makeRealTransform("r2c", [4 * 37 * 43], "f32", { batch: 2 });
  const [best] = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
  if (best === undefined) throw new Error("no plan was found");
  expect(isInPairs(transform, best.plan.kernels)).toBe(false);
  expect(lowerPlan("found", best.plan, gpu).host.launches.length).toBe(best.plan.kernels.length);
});

/** Blocks of which hold 256 complex numbers. */
const small = { ...gpu, sharedBytesPerBlock: 2048, maxClusterSize: 1 };

test.each([
  ["r2c", [729], 2],
  ["c2r", [729], 2],
  // Pairs of which no cut leaves an even number of columns.
  ["r2c", [2 * 405], 2],
  ["c2r", [2 * 405], 2],
  ["r2c", [4, 512], 3],
  ["c2r", [4, 512], 3],
] as const)("the search finds plans of %s %j", (kind, lengths, most) => {
  const transform = makeRealTransform(kind, [...lengths], "f32", { batch: 2 });
  const [best] = searchPlans(transform, small, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
  if (best === undefined) throw new Error("no plan was found");
  expect(isInPairs(transform, best.plan.kernels)).toBe(false);
  expect(best.plan.kernels.length).toBeGreaterThan(1);
  expect(best.plan.kernels.length).toBeLessThanOrEqual(most);
  // Factors in single precision are rounded.
  const kernels = withRoom(best.plan.kernels);
  const plan = { kernels, transform: makeRealTransform(kind, [...lengths], "f64", { batch: 2 }) };
  expectRealAgreement(plan, plan.transform, { batch: 1, seed: 1 });
});
