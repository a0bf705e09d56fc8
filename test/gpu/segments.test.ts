import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { h200 } from "../../generator/gpu/h200.js";
import { segmentTime } from "../../generator/gpu/segments.js";

describe("segmentTime on an H200", () => {
  test.each([
    // bytes, then the milliseconds measured for 1 GiB: both sides strided, one side strided
    [32, 0.95, 1.06, 0.68, 0.77],
    [64, 0.683, 0.736, 0.58, 0.65],
    [128, 0.545, 0.56, 0.536, 0.553],
    [256, 0.519, 0.522, 0.504, 0.522],
  ])("%i bytes: within the measured range", (bytes, bothLow, bothHigh, oneLow, oneHigh) => {
    const both = 0.504 * segmentTime(h200, bytes, bytes);
    expect(both).toBeGreaterThanOrEqual(bothLow);
    expect(both).toBeLessThanOrEqual(bothHigh);
    for (const [read, write] of [
      [bytes, 4096],
      [4096, bytes],
    ] as const) {
      const one = 0.504 * segmentTime(h200, read, write);
      expect(one).toBeGreaterThanOrEqual(oneLow);
      expect(one).toBeLessThanOrEqual(oneHigh);
    }
  });

  test("contiguous on both sides costs nothing extra", () => {
    expect(segmentTime(h200, 512, 1 << 20)).toBe(1);
  });

  test("a segment of half a sector moves twice the bytes", () => {
    expect(segmentTime(h200, 16, 16)).toBeCloseTo(2 * segmentTime(h200, 32, 32), 12);
  });

  test("longer segments are never slower, and reads and writes are alike", () => {
    const bytes = fc.integer({ min: 4, max: 2048 });
    fc.assert(
      fc.property(bytes, bytes, bytes, (read, write, more) => {
        expect(segmentTime(h200, read + more, write)).toBeLessThanOrEqual(segmentTime(h200, read, write) + 1e-12);
        expect(segmentTime(h200, read, write)).toBe(segmentTime(h200, write, read));
        expect(segmentTime(h200, read, write)).toBeGreaterThanOrEqual(1);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });
});
