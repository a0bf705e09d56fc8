// Twiddle-factor inputs: what they hold, and how exact the factors are that the codelet makes from them.
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { buildCodelet, evaluateCodelet, factorErrorBound, factorValues } from "../../generator/codelet/codelet.js";
import type { CodeletSpec } from "../../generator/codelet/codelet.js";
import { RADICES, relativeError, specsOf, twiddle } from "./reference.js";

const spec = (radix: number, twiddleAt: CodeletSpec["twiddle"], source: CodeletSpec["source"]): CodeletSpec => ({
  radix,
  direction: "forward",
  twiddle: twiddleAt,
  source,
});

test("merged twiddles of radix 8: W^4, W^2, W, W exp(-2 pi i/8)", () => {
  expect(buildCodelet(spec(8, "pre", "factors")).factors).toEqual([
    { power: 4, turn: { numerator: 0, denominator: 1 } },
    { power: 2, turn: { numerator: 0, denominator: 1 } },
    { power: 1, turn: { numerator: 0, denominator: 1 } },
    { power: 1, turn: { numerator: 1, denominator: 8 } },
  ]);
});

test("the powers that are inputs", () => {
  const powers = (radix: number, at: CodeletSpec["twiddle"], source: CodeletSpec["source"]): readonly number[] =>
    buildCodelet(spec(radix, at, source)).factors.map(({ power }) => power);
  expect(powers(6, "pre", "factors")).toEqual([1, 2, 3, 4, 5]);
  expect(powers(8, "post", "factors")).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(powers(4, "pre", "powers")).toEqual([1]);
  expect(powers(8, "pre", "powers")).toEqual([1, 4]);
  expect(powers(9, "pre", "powers")).toEqual([1, 4]);
  expect(powers(32, "post", "powers")).toEqual([1, 4, 16]);
  expect(powers(12, "none", "powers")).toEqual([]);
});

test("factor values are what the factors say, conjugated for the inverse", () => {
  for (const direction of ["forward", "inverse"] as const) {
    const codelet = buildCodelet({ ...spec(16, "pre", "factors"), direction });
    const theta = { numerator: 77, order: 1000 };
    factorValues(codelet, theta).forEach((value, index) => {
      const { power, turn } = at(codelet.factors, index);
      const expected = twiddle((power * 77) / 1000 + turn.numerator / turn.denominator, direction);
      expect(relativeError([value], [expected])).toBeLessThan(1e-14);
    });
  }
});

describe("the error bound", () => {
  test("is that of one rounding where every factor is an input", () => {
    for (const radix of RADICES) {
      expect(factorErrorBound(spec(radix, "pre", "factors"))).toBeCloseTo(Math.SQRT1_2, 12);
      expect(factorErrorBound(spec(radix, "none", "factors"))).toBe(0);
    }
  });

  test("is at most 22.5 units, and small where it matters", () => {
    const bounds = RADICES.flatMap((radix) =>
      specsOf(radix, "forward").map((each) => ({ each, bound: factorErrorBound(each) })),
    );
    expect(Math.max(...bounds.map(({ bound }) => bound))).toBeLessThan(22.5);
    const merged = bounds.filter(({ each }) => each.twiddle === "pre" && [2, 4, 8, 16, 32].includes(each.radix));
    expect(Math.max(...merged.map(({ bound }) => bound))).toBeLessThan(9);
  });

  // An impulse at element j comes out as w^j times roots of unity: the factor itself, with all its rounding errors.
  test.each([3, 5, 7, 9, 16, 31])("holds for impulses at radix %i", (radix) => {
    const unit = 2 ** -53;
    for (const place of ["pre", "post"] as const) {
      const powers = buildCodelet(spec(radix, place, "powers"));
      for (let sampleIndex = 0; sampleIndex < 5; sampleIndex++) {
        const theta = { numerator: 197 * sampleIndex + 5, order: 1024 };
        for (let j = 0; j < radix; j++) {
          const impulse = Array.from({ length: radix }, (_, i) => ({ re: i === j ? 1 : 0, im: 0 }));
          const exact = buildCodelet(spec(radix, place, "factors"));
          const result = evaluateCodelet(powers, impulse, factorValues(powers, theta));
          const expected = evaluateCodelet(exact, impulse, factorValues(exact, theta));
          // Both pass through the same butterfly; its own rounding is allowed for.
          const bound = (factorErrorBound(powers.spec) + 2 * Math.log2(radix) + 6) * unit;
          expect(relativeError(result, expected)).toBeLessThan(bound);
        }
      }
    }
  });
});
