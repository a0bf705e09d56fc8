// The plans for a range of batches: how few are nearly the fastest at every batch, and where one goes over into the next.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { printKernel } from "../../generator/notation/print.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { atBatch, crossover, searchRange } from "../../generator/search/batch-ranges.js";
import type { RankedPlan } from "../../generator/search/ranked-plans.js";
import { isThorough, runs } from "../effort.js";

const gpu = findGpu("H200");

const textOf = ({ plan }: RankedPlan): string => plan.kernels.map(printKernel).join("\n");

describe("a range", () => {
  test("of one batch has the search's first plan", () => {
    const { plans, largest } = searchRange(makeTransform([65536], "f32"), gpu, { from: 8, to: 8 });
    expect(plans).toEqual([largest.plans[0]]);
  });

  test("of 65536 points has two kernels for few arrays, one of clusters for many", () => {
    const { plans } = searchRange(makeTransform([65536], "f32"), gpu, { from: 1, to: 256 });
    expect(plans.map(({ plan }) => plan.kernels.length)).toEqual([2, 1]);
    expect(plans.at(-1)?.plan.transform.batch).toBe(256);
    const end = crossover(at(plans, 0), at(plans, 1), gpu);
    const time = (index: number, batch: number): number => atBatch(at(plans, index), batch, gpu).cautious;
    expect(time(0, end)).toBeLessThanOrEqual(time(1, end));
    expect(time(0, end + 1)).toBeGreaterThan(time(1, end + 1));
  });

  test("has the plan that is settled for the largest batch, and only plans that may join it", () => {
    const transform = makeTransform([65536], "f32");
    const other = (first: RankedPlan): RankedPlan =>
      at(
        searchRange(transform, gpu, { from: 256, to: 256 }, { keep: 3 }).largest.plans.filter(
          (one) => textOf(one) !== textOf(first),
        ),
        0,
      );
    const { plans, largest } = searchRange(transform, gpu, { from: 1, to: 256 }, { settled: other });
    expect(textOf(at(plans, plans.length - 1))).toBe(textOf(other(at(largest.plans, 0))));
    const alone = searchRange(
      transform,
      gpu,
      { from: 1, to: 256 },
      { mayJoin: (one, last) => one.kernels === last.kernels },
    );
    expect(alone.plans).toHaveLength(1);
  });

  test("has plans for different batches within it, each going over into the next between the two", () => {
    const lengths = fc.constantFrom(...(isThorough ? [[4096], [128, 128], [32768], [48, 48]] : [[17], [67], [1000]]));
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 4096 }), (sizes, from, more) => {
        const { plans } = searchRange(makeTransform(sizes, "f32"), gpu, { from, to: from + more });
        const batches = plans.map(({ plan }) => plan.transform.batch);
        expect(batches).toEqual([...new Set(batches)].toSorted((a, b) => a - b));
        expect(at(batches, 0)).toBeGreaterThanOrEqual(from);
        expect(batches.at(-1)).toBe(from + more);
        for (const [index, low] of plans.slice(0, -1).entries()) {
          const end = crossover(low, at(plans, index + 1), gpu);
          expect(end).toBeGreaterThanOrEqual(at(batches, index));
          expect(end).toBeLessThan(at(batches, index + 1));
        }
      }),
      { numRuns: runs(3, 4) },
    );
  });
});
