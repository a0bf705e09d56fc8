// Against numbers worked out elsewhere, and against what must hold for any numbers.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { geometricMean, median, ranks, spearman } from "../../generator/bench/statistics.js";

const seeded = { seed: 20261121, numRuns: 200 } as const;
const finite = fc.integer({ min: -50, max: 50 });

describe("Spearman's rank correlation", () => {
  // The example of scipy.stats.spearmanr's documentation; the second by hand: d^2 sums to 194, 1 - 6 * 194 / (10 * 99).
  test.each([
    [[1, 2, 3, 4, 5], [5, 6, 7, 8, 7], 0.8207826816681233],
    [[106, 100, 86, 101, 99, 103, 97, 113, 112, 110], [7, 27, 2, 50, 28, 29, 20, 12, 6, 17], -0.17575757575757575],
    // Ties on both sides: ranks 1.5 1.5 3.5 3.5 and 1 2.5 2.5 4; less their means -1 -1 1 1 and -1.5 0 0 1.5.
    [[1, 1, 2, 2], [1, 2, 2, 3], 3 / Math.sqrt(4 * 4.5)],
    [[3, 2, 1], [10, 20, 30], -1],
  ])("%j and %j: %d", (x, y, expected) => {
    expect(spearman(x, y)).toBeCloseTo(expected, 12);
  });

  test.each([
    ["none", [], []],
    ["one", [1], [2]],
    ["all alike", [1, 2, 3], [7, 7, 7]],
  ])("is undefined without an order: %s", (_, x, y) => {
    expect(spearman(x, y)).toBeUndefined();
  });

  test("without ties it is the short formula 1 - 6 sum d^2 / (n (n^2 - 1))", () => {
    const permutation = fc
      .integer({ min: 2, max: 30 })
      .chain((n) =>
        fc.tuple(
          fc.shuffledSubarray([...Array(n).keys()], { minLength: n }),
          fc.shuffledSubarray([...Array(n).keys()], { minLength: n }),
        ),
      );
    fc.assert(
      fc.property(permutation, ([x, y]) => {
        const n = x.length;
        const squares = x.reduce((sum, value, index) => sum + (value - (y[index] ?? NaN)) ** 2, 0);
        expect(spearman(x, y)).toBeCloseTo(1 - (6 * squares) / (n * (n * n - 1)), 9);
      }),
      seeded,
    );
  });

  test("knows order only: any growing function of a side leaves it, a falling one turns its sign", () => {
    const pairs = fc.array(fc.tuple(finite, finite), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(pairs, (list) => {
        const [x, y] = [list.map(([a]) => a), list.map(([, b]) => b)];
        const value = spearman(x, y);
        if (value === undefined) return;
        expect(
          spearman(
            x.map((a) => a ** 3 + a),
            y,
          ),
        ).toBeCloseTo(value, 12);
        expect(
          spearman(
            x.map((a) => Math.exp(-a)),
            y,
          ),
        ).toBeCloseTo(-value, 12);
        expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-12);
      }),
      seeded,
    );
  });
});

test("ranks of ties are shared, and ranks always sum to n (n + 1) / 2", () => {
  expect(ranks([10, 30, 20, 20])).toEqual([1, 4, 2.5, 2.5]);
  fc.assert(
    fc.property(fc.array(finite, { maxLength: 30 }), (values) => {
      const sum = ranks(values).reduce((total, rank) => total + rank, 0);
      expect(sum).toBeCloseTo((values.length * (values.length + 1)) / 2, 9);
    }),
    seeded,
  );
});

describe("means", () => {
  test("of ratios: twice as fast and half as fast cancel", () => {
    expect(geometricMean([2, 0.5])).toBeCloseTo(1, 14);
    expect(geometricMean([1, 2, 4, 8])).toBeCloseTo(2 ** 1.5, 14);
    expect(geometricMean([])).toBeUndefined();
    expect(() => geometricMean([1, 0])).toThrow("geometric mean");
  });

  test("the median is in the middle, of an even number between the two", () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([4, 1, 2, 9])).toBe(3);
    expect(median([7])).toBe(7);
    expect(median([])).toBeUndefined();
  });
});
