// Random plans that cut an axis into rows: rows by Rader's transform, or Bluestein's in one kernel or two, and any factors across them in any
// butterflies, by one kernel or two.
import fc from "fast-check";
import { findGpu } from "../../generator/gpu/registry.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { setsOf } from "../../generator/layout/leg-sets.js";
import type { ScheduledKernel, ScheduledPlan, SubComputation } from "../../generator/plan/plan.js";
import { makeChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform, makeTransform } from "../../generator/plan/transform.js";

const gpu = findGpu("H200");

/** Points of a row, and the radices of kernels along it; of a prime by Rader's transform what butterflies across it do besides. */
const ROWS = [
  { row: 7, through: "rader", along: [[2, 3]], beside: [] },
  { row: 37, through: "rader", along: [[6, 6]], beside: [] },
  { row: 101, through: "rader", along: [[10, 10]], beside: [] },
  { row: 42, through: "rader", along: [[2, 3]], beside: [3, 2] },
  { row: 9, through: "bluestein", along: [[4, 5]], beside: [] },
  { row: 37, through: "bluestein", along: [[10, 8]], beside: [] },
  { row: 37, through: "bluestein", along: [[10], [8]], beside: [] },
] as const;

/** Factors across rows, by kernel. */
const ACROSS = [[[2]], [[3]], [[16]], [[4, 5]], [[3, 2, 2]], [[8], [2]], [[3], [5, 2]]] as const;

export const cutPlans = (kinds: readonly ("c2c" | "r2c" | "c2r")[] = ["c2c"]): fc.Arbitrary<ScheduledPlan> =>
  fc
    .record({
      kind: fc.constantFrom(...kinds),
      isInPlace: fc.boolean(),
      rows: fc.constantFrom(...ROWS),
      across: fc.constantFrom(...ACROSS),
      direction: fc.constantFrom("forward", "inverse"),
      scale: fc.constantFrom(1, 0.25),
      distance: fc.constantFrom(0, 3),
      columns: fc.array(fc.constantFrom(1, 2, 3, 4, 8, 16), { minLength: 4, maxLength: 4 }),
      held: fc.integer({ min: 1, max: 16 }),
      twiddles: fc.constantFrom("table", "powers"),
    })
    .map(({ kind, isInPlace, rows, across, direction, scale, distance, columns, held, twiddles }) => {
      const usual = { blocksPerSm: 1, twiddles, stores: "default" } as const;
      const scheduled = (subComputations: readonly SubComputation[], number: number): ScheduledKernel => {
        const own = columns[number % columns.length] ?? 1;
        const most = Math.max(held, ...subComputations.map(({ radix }) => radix));
        const elements = own * subComputations.reduce((product, { radix }) => product * radix, 1);
        return {
          subComputations,
          schedule: { ...usual, threads: Math.max(1, Math.ceil(elements / most)), columns: own },
        };
      };
      const along = cut(makeChain("X", rows.along.flat(), "pre-tw"), rows.along).map(
        (subs, number): ScheduledKernel => ({
          ...scheduled([...makeChain("Z", rows.beside, "pre-tw"), ...subs], number),
          through: rows.through,
        }),
      );
      const factors = makeChain("Y", across.flat(), "pre-tw").map((sub) => ({ ...sub, twiddle: "pre-tw" as const }));
      const kernels = [...along, ...cut(factors, across).map((subs, number) => scheduled(subs, number + along.length))];
      const points = rows.row * across.flat().reduce((product, radix) => product * radix, 1);
      const transform =
        kind === "c2c"
          ? makeTransform([points], "f64", { direction, scale, distance: points + distance })
          : makeRealTransform(kind, [points], "f64", { scale, placement: isInPlace ? "in-place" : "out-of-place" });
      return { transform, kernels };
    })
    .filter(({ transform, kernels }) => {
      const seenBy = setsOf(transform, kernels);
      return kernels.every((kernel, number) => {
        const { set, index } = seenBy(number);
        return placeKernel(set, kernel, index, gpu).ok;
      });
    });

/** A chain, by kernel. */
function cut(
  chain: readonly SubComputation[],
  kernels: readonly (readonly number[])[],
): readonly (readonly SubComputation[])[] {
  let done = 0;
  return kernels.map((radices) => {
    done += radices.length;
    return chain.slice(done - radices.length, done);
  });
}
