// Numbers of 16 bits against tables of all of them, and the roots of unity that kernels keep in them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rootOfUnity } from "../../generator/arithmetic/root-of-unity.js";
import { roundedToShort, shortBits } from "../../generator/arithmetic/short-bits.js";
import { LARGEST_BITS, nearestShort, nearestShortBits, SHORT_STORAGES, shortValue } from "../reference/short-floats.js";

test("the tables are those of the formats", () => {
  expect([0x3c00, 0xc000, 0x3555, 0x0001, 0x0400, 0x7bff, 0x7c00].map((bits) => shortValue(bits, "f16"))).toEqual([
    1,
    -2,
    0.333251953125,
    2 ** -24,
    2 ** -14,
    65504,
    Infinity,
  ]);
  expect([0x3f80, 0xc000, 0x3eab, 0x7f80].map((bits) => shortValue(bits, "bf16"))).toEqual([
    1,
    -2,
    0.333984375,
    Infinity,
  ]);
});

describe.each(SHORT_STORAGES)("%s", (storage) => {
  const largest = shortValue(LARGEST_BITS[storage], storage);

  test("every finite number has its own bits, zero those of +0", () => {
    const wrong = Array.from({ length: LARGEST_BITS[storage] + 1 }, (_, bits) => bits).flatMap((bits) => {
      const negative = bits === 0 ? 0 : bits + 0x8000;
      const found = [shortBits(shortValue(bits, storage), storage), shortBits(shortValue(negative, storage), storage)];
      return found[0] === bits && found[1] === negative ? [] : [{ bits, found }];
    });
    expect(wrong).toEqual([]);
  });

  test("other numbers have none", () => {
    const between = fc.integer({ min: 0, max: LARGEST_BITS[storage] - 1 }).map((bits) => {
      const [low, high] = [shortValue(bits, storage), shortValue(bits + 1, storage)];
      return (low + high) / 2;
    });
    fc.assert(
      fc.property(between, (value) => {
        expect(() => shortBits(value, storage)).toThrow(/is no number of/);
        expect(() => shortBits(-value, storage)).toThrow(/is no number of/);
      }),
      { seed: 1, numRuns: 500 },
    );
    for (const value of [2 * largest, Infinity, NaN]) expect(() => shortBits(value, storage)).toThrow();
  });

  test("rounding gives the nearest number, the even one of two", () => {
    const any = fc.double({ min: -largest, max: largest, noNaN: true });
    const near = fc.double({ min: -2, max: 2, noNaN: true });
    const small = fc.double({ min: -(2 ** -12), max: 2 ** -12, noNaN: true });
    const tie = fc
      .integer({ min: 0, max: LARGEST_BITS[storage] - 1 })
      .map((bits) => (shortValue(bits, storage) + shortValue(bits + 1, storage)) / 2);
    fc.assert(
      fc.property(fc.oneof(any, near, small, tie), (value) => {
        // Zero has no sign here.
        expect(roundedToShort(value, storage) + 0).toBe(nearestShort(value, storage));
        expect(shortBits(roundedToShort(value, storage), storage)).toBe(nearestShortBits(value, storage));
      }),
      { seed: 2, numRuns: 3000 },
    );
  });

  test("roots of unity are rounded to it once", () => {
    // A double is off by less than 2^-52: where that decides between two numbers of 16 bits, both are right. None but 0 is small.
    const nearestOnes = (value: number): readonly number[] =>
      Math.abs(value) < 2 ** -40 ? [0] : [-1, 0, 1].map((step) => nearestShort(value + step * 2 ** -52, storage));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1 << 14 }), fc.nat(), (order, draw) => {
        const numerator = draw % order;
        const { re, im } = rootOfUnity(numerator, order, storage);
        const turn = (2 * Math.PI * numerator) / order;
        expect(nearestOnes(Math.cos(turn))).toContain(re);
        expect(nearestOnes(-Math.sin(turn))).toContain(im);
        expect(shortValue(shortBits(re, storage), storage)).toBe(re);
        expect(shortValue(shortBits(im, storage), storage)).toBe(im);
      }),
      { seed: 3, numRuns: 2000 },
    );
  });
});
