import fc from "fast-check";
import { expect, test } from "vitest";
import {
  constantValue,
  cosineOf,
  describeConstant,
  isDyadic,
  negated,
  productOf,
  quotientOf,
  rational,
  sineOf,
  sumOf,
} from "../../generator/codelet/constant.js";
import {
  addResidues,
  invertResidue,
  multiplyResidues,
  residueOfCosine,
  residueOfInteger,
} from "../../generator/codelet/residue.js";
import { turn, type Turn } from "../../generator/codelet/turn.js";

const angle = fc
  .record({ numerator: fc.integer({ min: -100, max: 100 }), denominator: fc.integer({ min: 1, max: 32 }) })
  .map(({ numerator, denominator }) => turn(numerator, denominator));
const radians = ({ numerator, denominator }: Turn): number => (2 * Math.PI * numerator) / denominator;
const seeded = { seed: 30, numRuns: 300 };

test("cosines and sines of all angles have the right value", () => {
  fc.assert(
    fc.property(angle, (a) => {
      expect(constantValue(cosineOf(a), "f64")).toBeCloseTo(Math.cos(radians(a)), 14);
      expect(constantValue(sineOf(a), "f64")).toBeCloseTo(Math.sin(radians(a)), 14);
    }),
    seeded,
  );
});

test("products and quotients follow their values", () => {
  fc.assert(
    fc.property(angle, angle, (a, b) => {
      const [x, y] = [cosineOf(a), sineOf(b)];
      const [p, q] = [Math.cos(radians(a)), Math.sin(radians(b))];
      expect(constantValue(productOf(x, y), "f64")).toBeCloseTo(p * q, 14);
      if (y.numerator === 0) return;
      expect(constantValue(quotientOf(x, y), "f64") / (p / q || 1)).toBeCloseTo(x.numerator === 0 ? 0 : 1, 12);
      expect(quotientOf(productOf(x, y), y)).toEqual(x);
    }),
    seeded,
  );
});

test("a constant is rounded once: sqrt(3)/4 from its factors", () => {
  const value = productOf(rational(1, 2), cosineOf(turn(1, 12)));
  expect(constantValue(value, "f64")).toBe(0.4330127018922193);
  expect(constantValue(value, "f32")).toBe(Math.fround(0.4330127018922193));
  expect(constantValue(negated(value), "f64")).toBe(-0.4330127018922193);
});

test("rational where they are rational, and only then", () => {
  expect(cosineOf(turn(1, 6))).toEqual(rational(1, 2));
  expect(cosineOf(turn(2, 3))).toEqual(rational(-1, 2));
  expect(cosineOf(turn(5, 4))).toEqual(rational(0));
  expect(sumOf(rational(1, 3), rational(1, 6))).toEqual(rational(1, 2));
  expect([rational(3, 4), rational(1, 3), cosineOf(turn(1, 8))].map(isDyadic)).toEqual([true, false, false]);
  expect(() => sumOf(cosineOf(turn(1, 8)), rational(1))).toThrow(/only rational/);
});

test("the oracle's field obeys the identities of cosine", () => {
  fc.assert(
    fc.property(angle, angle, (a, b) => {
      // 2 cos a cos b = cos(a - b) + cos(a + b)
      const [n, m] = [a.numerator * b.denominator, b.numerator * a.denominator];
      const denominator = a.denominator * b.denominator;
      if (32 % denominator !== 0) return;
      const product = multiplyResidues(residueOfCosine(a), residueOfCosine(b));
      const sum = addResidues(residueOfCosine(turn(n - m, denominator)), residueOfCosine(turn(n + m, denominator)));
      expect(multiplyResidues(residueOfInteger(2), product)).toBe(sum);
    }),
    { seed: 31, numRuns: 2000 },
  );
  for (const p of [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61]) {
    // The p-th roots of unity sum to zero.
    const cosines = Array.from({ length: p }, (_, k) => residueOfCosine(turn(k, p)));
    expect(cosines.reduce(addResidues)).toBe(0n);
  }
  expect(multiplyResidues(invertResidue(7n), 7n)).toBe(1n);
  expect(residueOfCosine(turn(1, 4))).toBe(0n);
  expect(residueOfCosine(turn(1, 2))).toBe(residueOfInteger(-1));
});

test("constants explain themselves", () => {
  expect(describeConstant(cosineOf(turn(1, 8)))).toBe("cos(2 pi/8)");
  expect(describeConstant(sineOf(turn(1, 16)))).toBe("sin(2 pi/16)");
  expect(describeConstant(quotientOf(sineOf(turn(1, 16)), cosineOf(turn(1, 16))))).toBe("sin(2 pi/16) / cos(2 pi/16)");
  expect(describeConstant(productOf(rational(-3, 4), sineOf(turn(2, 7))))).toBe("-3 cos(2 pi/28) / 4");
  expect(describeConstant(rational(2))).toBe("2");
});
