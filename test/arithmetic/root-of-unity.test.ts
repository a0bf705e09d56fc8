// Roots of unity against an independent evaluation: pi by Machin's formula, cosine by angle doubling, 400 bits, and the
// definition of correct rounding (no other float is nearer) instead of a rounding routine.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roundFixed, FRACTION_BITS } from "../../generator/arithmetic/fixed-point.js";
import { nearestShortBits, shortValue } from "../reference/short-floats.js";
import { rootMinusOne, rootOfUnity, rootTable } from "../../generator/arithmetic/root-of-unity.js";
import type { Precision } from "../../generator/plan/transform.js";

const BITS = 400n;
const UNIT = 1n << BITS;
const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;

function arctangentOfInverse(n: bigint): bigint {
  let [sum, power] = [0n, UNIT / n];
  for (let k = 1n; power !== 0n; k += 4n) {
    sum += power / k - power / (n * n) / (k + 2n);
    power /= n ** 4n;
  }
  return sum;
}

const PI = 4n * (4n * arctangentOfInverse(5n) - arctangentOfInverse(239n));

/** exp(i x) by repeated squaring of 1 + i y - y^2/2 - i y^3/6 + y^4/24 with y = x / 2^64: error below 2^-190. */
function exponential(x: bigint): { readonly re: bigint; readonly im: bigint } {
  const y = x >> 64n;
  const square = times(y, y);
  let [re, im] = [UNIT - square / 2n + times(square, square) / 24n, y - times(square, y) / 6n];
  for (let step = 0; step < 64; step++) [re, im] = [times(re, re) - times(im, im), times(re, im) * 2n];
  return { re, im };
}

function exactRoot(numerator: bigint, order: bigint): { readonly re: bigint; readonly im: bigint } {
  const reduced = ((numerator % order) + order) % order;
  const { re, im } = exponential((2n * PI * reduced) / order);
  return { re, im: -im };
}

/** The number times 2^400, exactly. */
function exactly(value: number): bigint {
  const mantissa = value * 2 ** 200;
  return BigInt(Math.trunc(mantissa)) << (BITS - 200n);
}

function neighbours(value: number, precision: Precision): readonly [number, number] {
  const view = new DataView(new ArrayBuffer(8));
  const step = (delta: bigint): number => {
    if (precision === "f64") {
      view.setFloat64(0, value);
      view.setBigInt64(0, view.getBigInt64(0) + delta);
      return view.getFloat64(0);
    }
    view.setFloat32(0, value);
    view.setInt32(0, view.getInt32(0) + Number(delta));
    return view.getFloat32(0);
  };
  return [step(1n), step(-1n)];
}

/** No number of the precision is nearer to the exact value. */
function expectNearest(value: number, exact: bigint, precision: Precision): void {
  const distance = (x: number): bigint => {
    const difference = exactly(x) - exact;
    return difference < 0n ? -difference : difference;
  };
  if (value === 0) {
    expect(distance(0) < 1n << (BITS - 190n)).toBe(true);
    return;
  }
  for (const other of neighbours(value, precision)) expect(distance(value) <= distance(other)).toBe(true);
}

describe.each(["f32", "f64"] as const)("%s", (precision) => {
  test("every part is the nearest number, for random angles of random orders up to 2^40", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.maxSafeInteger(), (order, numerator) => {
        const root = rootOfUnity(numerator, order, precision);
        const exact = exactRoot(BigInt(numerator), BigInt(order));
        expectNearest(root.re, exact.re, precision);
        expectNearest(root.im, exact.im, precision);
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  test("small and near-exact angles of the largest order", () => {
    for (const numerator of [1, 2, 3, 2 ** 37 - 1, 2 ** 37 + 1, 2 ** 38 - 1, 2 ** 39 + 1, -1]) {
      const root = rootOfUnity(numerator, 2 ** 40, precision);
      const exact = exactRoot(BigInt(numerator), 2n ** 40n);
      expectNearest(root.re, exact.re, precision);
      expectNearest(root.im, exact.im, precision);
    }
  });

  test("a table is its roots, and is fast enough for a hundred thousand entries", () => {
    const start = performance.now();
    const table = rootTable(131_072, 100_000, precision);
    expect(performance.now() - start).toBeLessThan(10_000);
    for (const numerator of [0, 1, 16_384, 16_385, 54_321, 99_999]) {
      expect(table[numerator]).toEqual(rootOfUnity(numerator, 131_072, precision));
    }
  });
});

test("single precision is double precision rounded, wherever that is unambiguous", () => {
  let compared = 0;
  for (let numerator = 0; numerator < 3000; numerator++) {
    const [single, double] = [rootOfUnity(numerator, 3000, "f32"), rootOfUnity(numerator, 3000, "f64")];
    for (const part of ["re", "im"] as const) {
      const nearby = [double[part] * (1 - 2 ** -50), double[part] * (1 + 2 ** -50)].map(Math.fround);
      if (nearby[0] !== nearby[1]) continue;
      compared += 1;
      expect(single[part]).toBe(nearby[0]);
    }
  }
  expect(compared).toBeGreaterThan(5900);
});

test("quarters, halves and twelfths are exact, without a negative zero", () => {
  const parts = (numerator: number, order: number): readonly number[] => {
    const { re, im } = rootOfUnity(numerator, order, "f64");
    return [re, im];
  };
  expect(parts(0, 7)).toStrictEqual([1, 0]);
  expect(parts(1, 4)).toStrictEqual([0, -1]);
  expect(parts(1, 2)).toStrictEqual([-1, 0]);
  expect(parts(3, 4)).toStrictEqual([0, 1]);
  expect(parts(-5, 1)).toStrictEqual([1, 0]);
  expect(parts(1, 6)[0]).toBe(0.5);
  expect(parts(1, 12)[1]).toBe(-0.5);
});

test("symmetries hold bit for bit: conjugates, complements and half turns", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 10 ** 9 }), (quarter, k) => {
      const order = 4 * quarter;
      const root = rootOfUnity(k, order, "f32");
      const same = (re: number, im: number, other: { re: number; im: number }): void => {
        expect([other.re + 0, other.im + 0]).toEqual([re + 0, im + 0]);
      };
      same(root.re, -root.im, rootOfUnity(-k, order, "f32"));
      same(-root.re, -root.im, rootOfUnity(k + 2 * quarter, order, "f32"));
      same(root.im, -root.re, rootOfUnity(k + quarter, order, "f32"));
      same(-root.im, -root.re, rootOfUnity(quarter - k, order, "f32"));
    }),
    { seed: 12, numRuns: 200 },
  );
});

test("the numerator may be of any size", () => {
  expect(rootOfUnity(10n ** 30n + 3n, 1000, "f64")).toEqual(rootOfUnity(3, 1000, "f64"));
});

test.each([0, -4, 2.5, 2 ** 41])("order %d is refused", (order) => {
  expect(() => rootOfUnity(1, order, "f64")).toThrow(/order must be an integer/);
});

test("rounding goes to nearest, ties to even, without a detour over double", () => {
  const one = 1n << FRACTION_BITS;
  const ulp = one >> 23n;
  expect(roundFixed(one + ulp / 2n, "f32")).toBe(1);
  expect(roundFixed(one + ulp / 2n + 1n, "f32")).toBe(1 + 2 ** -23);
  expect(roundFixed(one + ulp + ulp / 2n, "f32")).toBe(1 + 2 ** -22);
  expect(roundFixed(-(one + ulp / 2n + 1n), "f32")).toBe(-(1 + 2 ** -23));
  expect(roundFixed(2n * one - 1n, "f32")).toBe(2);
  expect(roundFixed(0n, "f64")).toBe(0);
});

test("roots next to the axes are subnormal numbers of f16", () => {
  for (const order of [2 ** 17, 2 ** 20, 3 ** 12]) {
    for (let numerator = 1; numerator < 12; numerator++) {
      const angle = (2 * Math.PI * numerator) / order;
      const { re, im } = rootOfUnity(numerator, order, "f16");
      expect(re).toBe(shortValue(nearestShortBits(Math.cos(angle), "f16"), "f16"));
      expect(im).toBe(shortValue(nearestShortBits(-Math.sin(angle), "f16"), "f16"));
    }
  }
  expect(() => roundFixed(1n << (FRACTION_BITS - 130n), "f32")).toThrow(/subnormal as f32/);
});

test("a root less 1 is rounded after the subtraction, so nothing cancels", () => {
  for (const order of [7, 1024, 2 ** 20, 2 ** 28]) {
    for (const numerator of [0, 1, 2, 5]) {
      const angle = (2 * Math.PI * numerator) / order;
      const { re, im } = rootMinusOne(numerator, order, "f64");
      // cos a - 1 = -2 sin^2(a/2) without cancellation.
      const expected = -2 * Math.sin(angle / 2) ** 2;
      expect(Math.abs(re - expected)).toBeLessThanOrEqual(4 * 2 ** -53 * Math.abs(expected));
      expect(Math.abs(im + Math.sin(angle))).toBeLessThanOrEqual(4 * 2 ** -53 * Math.abs(Math.sin(angle)));
    }
  }
});
