// Regression trees on samples whose truth is known.
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { boostedTrees, quantiles, type Boosted, type Coordinates } from "../../generator/fit/boosting.js";
import { BOOSTING, lossOfTimes, type Times } from "../../generator/fit/time-loss.js";
import { sumOfTrees } from "../../generator/search/trees.js";

/** Rows of one kernel each, or of two, whose times follow from two coordinates; the third says nothing. */
function sampleOf(rows: number, kernelsOfRow: number, rising: readonly boolean[]): Coordinates & Times {
  const count = rows * kernelsOfRow;
  const coordinates = [7, 11, 13].map((step) =>
    Float64Array.from({ length: count }, (_, index) => ((index * step) % 97) / 97),
  );
  const factor = (kernel: number): number =>
    Math.exp(0.5 * (coordinates[0]?.[kernel] ?? 0) - 0.3 * (coordinates[1]?.[kernel] ?? 0));
  const rowOf = Int32Array.from({ length: count }, (_, kernel) => Math.floor(kernel / kernelsOfRow));
  const times = new Float64Array(rows);
  rowOf.forEach((row, kernel) => (times[row] = (times[row] ?? 0) + factor(kernel)));
  return {
    ...{ coordinates, names: ["up", "down", "nothing"], rising, rowOf },
    together: new Float64Array(count).fill(1),
    copy: new Float64Array(count).fill(1e-3),
    launch: new Float64Array(count),
    measured: times.map(Math.log),
    weights: new Float64Array(rows).fill(1),
    groupOf: Int32Array.from({ length: rows }, (_, row) => row % 20),
  };
}

const valueAt = (trees: Boosted["trees"], place: readonly number[]): number =>
  sumOfTrees(trees, Float64Array.from(place));
const options = { ...BOOSTING, trees: 300, depth: 3, drawn: 1 };
const fitted = (sample: Coordinates & Times): Boosted => boostedTrees(sample, lossOfTimes(sample), options);

test("what kernels take is found, alone and from the times of two together", () => {
  for (const kernels of [1, 2]) {
    const { trees } = fitted(sampleOf(1500, kernels, [false, false, false]));
    for (const [up, down] of [
      [0.1, 0.2],
      [0.9, 0.2],
      [0.5, 0.9],
    ] as const)
      expect(Math.abs(valueAt(trees, [up, down, 0.5]) - (0.5 * up - 0.3 * down))).toBeLessThan(0.04);
  }
});

test("along a rising coordinate no value falls, also where the truth does", () => {
  const { trees } = fitted(sampleOf(1500, 1, [true, true, true]));
  for (const place of [0, 1, 2])
    for (const others of [0.1, 0.5, 0.9]) {
      const values = Array.from({ length: 50 }, (_, index) =>
        valueAt(
          trees,
          [0, 1, 2].map((one) => (one === place ? index / 50 : others)),
        ),
      );
      values.slice(1).forEach((value, index) => expect(value).toBeGreaterThanOrEqual(at(values, index) - 1e-12));
    }
});

test("the same rows give the same trees", () => {
  const sample = sampleOf(300, 2, [true, false, false]);
  expect(fitted(sample)).toEqual(fitted(sample));
});

test("quantiles: equal values are in one bin, and bins have about as many rows", () => {
  expect(quantiles(Float64Array.from([1, 1, 2, 4]))).toEqual([1.5, 3]);
  expect(quantiles(Float64Array.from([5, 5]))).toEqual([]);
  expect(quantiles(Float64Array.from({ length: 1000 }, (_, index) => index)).length).toBe(63);
});
