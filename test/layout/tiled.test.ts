// What lies tile by tile between two kernels: each tile of the first kernel at a stretch, everything once.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { elementCount, makeTransform } from "../../generator/plan/transform.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { tiledPlans } from "../arbitrary/tiled.js";
import { runs } from "../effort.js";
import { isBatch, memoryWeight, offsetOf, placedPlan, sizeOf } from "./enumerated.js";

const plans = tiledPlans(fc.oneof(scheduledPlans({ maxElements: 600 }), clusterPlans({ maxElements: 1024 })));
const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index);
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

test("a tile of the first kernel is written at a stretch, and both kernels mean the same places", () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const [first, second] = placedPlan(plan).geometries;
      if (first === undefined || second === undefined) throw new Error("not two kernels");
      expect(second.input).toEqual(first.output);
      const weight = memoryWeight(first.output);
      const own = first.tile.atoms.filter((atom) => !isBatch(atom));
      const size = sizeOf(own);
      const tiles = upTo(sizeOf(first.tile.grid)).map((tile) => {
        const base = offsetOf(first.tile.grid, tile, weight);
        return sorted(upTo(size).map((index) => base + offsetOf(own, index, weight)));
      });
      for (const places of tiles) expect(places).toEqual(upTo(size).map((index) => at(places, 0) + index));
      expect(sorted(tiles.flat())).toEqual(upTo(elementCount(plan.transform)));
      expect(first.tile.outputRun).toBe(size);
    }),
    { seed: 31, numRuns: runs(15, 60) },
  );
});

describe("what cannot lie so", () => {
  const [first, second] = [
    "{ X(8,8,8,64,no-tw) } on 8 threads, 8 columns",
    "{ X(8,8,1,8,pre-tw) } on 8 threads, 8 columns",
  ];
  const reasonFor = (
    index: number,
    kernels: readonly string[],
    options: Parameters<typeof makeTransform>[2] = {},
  ): string => {
    const parsed = parseKernels(kernels.join(" "));
    const { subComputations, schedule } = at(parsed, index);
    if (schedule === undefined) throw new Error("no schedule");
    const set = digitSetOf(makeTransform([64], "f32", options), parsed);
    const placed = kernelGeometry(set, { subComputations, schedule }, index, findGpu("H200"));
    return placed.ok ? "none" : placed.reason;
  };

  test("what does, for comparison", () => {
    expect(reasonFor(0, [`${first}, tiled`, second])).toBe("none");
    expect(reasonFor(1, [`${first}, tiled`, second])).toBe("none");
  });

  test.each<readonly [string, number, readonly string[], string]>([
    [
      "what the last kernel writes",
      1,
      [first, `${second}, tiled`],
      "tiled: what the first of two kernels writes can be, and nothing else",
    ],
    [
      "what one kernel of one writes",
      0,
      ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, tiled"],
      "tiled: the first of two kernels can be, not one of 1",
    ],
    [
      "tiles of several members of the batch",
      0,
      ["{ X(8,8,8,64,no-tw) } on 16 threads, 16 columns, tiled", second],
      "tiled: a tile of several arrays of the batch needs no tiled layout",
    ],
  ])("%s", (_, index, kernels, reason) => {
    expect(reasonFor(index, kernels)).toBe(reason);
  });

  test("what lies between kernels as the output does, with gaps", () => {
    expect(reasonFor(0, [`${first}, tiled`, second], { outputStrides: { X: 2 } })).toBe(
      "tiled: what lies between kernels has gaps, as the output has",
    );
  });
});
