// Where one plan goes over into the next, by what was measured.
import fc from "fast-check";
import { expect, test } from "vitest";
import { measuredCrossover, timedBatches } from "../../generator/tune/ranges.js";

test("batches that are timed are powers of two between the two, seven at most", () => {
  expect(timedBatches(4, 256)).toEqual([8, 16, 32, 64, 128]);
  expect(timedBatches(1, 2)).toEqual([]);
  expect(timedBatches(3, 5)).toEqual([4]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 20 }), fc.integer({ min: 1, max: 2 ** 20 }), (low, more) => {
      const batches = timedBatches(low, low + more);
      expect(batches.length).toBeLessThanOrEqual(7);
      for (const batch of batches)
        expect(batch > low && batch < low + more && Number.isInteger(Math.log2(batch))).toBe(true);
    }),
  );
});

const timed = (...times: readonly (readonly [batch: number, milliseconds: number, next: number])[]) =>
  times.map(([batch, milliseconds, next]) => ({ batch, milliseconds, next }));

test("between two batches the ratio grows evenly", () => {
  const times = timed([8, 1, 2], [16, 8, 10], [64, 10, 8], [128, 30, 10]);
  expect(measuredCrossover({ low: 4, high: 256 }, times)).toBe(32);
});

test("a plan that is never faster serves what it is for, one that always is all but what the next is for", () => {
  expect(measuredCrossover({ low: 4, high: 64 }, timed([8, 3, 1], [16, 3, 1], [32, 3, 1]))).toBe(5);
  expect(measuredCrossover({ low: 4, high: 64 }, timed([8, 1, 3], [16, 1, 3], [32, 1, 3]))).toBe(45);
});

test("each plan serves the batch that it is for, whatever was measured", () => {
  const time = fc.double({ min: 1e-6, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 10 ** 5 }),
      fc.array(time),
      (low, more, numbers) => {
        const high = low + more;
        const times = timedBatches(low, high).flatMap((batch, index) => {
          const [milliseconds, next] = [numbers[2 * index], numbers[2 * index + 1]];
          return milliseconds === undefined || next === undefined ? [] : [{ batch, milliseconds, next }];
        });
        const end = measuredCrossover({ low, high }, times);
        expect(Number.isInteger(end) && end >= low && end < high).toBe(true);
      },
    ),
  );
});
