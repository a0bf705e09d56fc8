// Every codelet is the transform it says it is: compared with the definition.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  buildCodelet,
  buildCodeletBy,
  codeletAlgorithms,
  codeletName,
  evaluateCodelet,
  factorValues,
  withInputs,
} from "../../generator/codelet/codelet.js";
import { directButterfly, RADICES, relativeError, samples, specsOf } from "./reference.js";

const theta = { numerator: 12345, order: 1 << 20 };

describe.each(["forward", "inverse"] as const)("%s", (direction) => {
  test.each(RADICES)("radix %i equals the definition, with every kind of twiddle factors", (radix) => {
    for (const spec of specsOf(radix, direction)) {
      const codelet = buildCodelet(spec);
      const x = samples(radix, radix);
      const result = evaluateCodelet(codelet, x, factorValues(codelet, theta));
      const expected = directButterfly(spec, x, theta.numerator / theta.order);
      expect(relativeError(result, expected), codeletName(spec)).toBeLessThan(1e-14);
    }
  });
});

test("inputs that are not there count as zero, and mostly save instructions", () => {
  let shorter = 0;
  const parts = fc
    .constantFrom(...[3, 4, 5, 6, 8, 12, 13, 16, 30, 32].flatMap((radix) => specsOf(radix, "forward")))
    .chain((spec) =>
      fc.tuple(fc.nat(spec.radix - 2), fc.nat()).map(([from, count]) => {
        const below = from + 2 + (count % (spec.radix - from - 1));
        return { whole: spec, spec: { ...spec, inputs: { from, below } } };
      }),
    );
  fc.assert(
    fc.property(parts, fc.nat(1000), ({ whole, spec }, seed) => {
      const { from, below } = spec.inputs;
      const x = samples(spec.radix, seed + 1).map((value, j) =>
        j < from || j >= below ? { re: NaN, im: NaN } : { ...value, re: value.re + 1.5 },
      );
      const codelet = buildCodelet(spec);
      const result = evaluateCodelet(codelet, x, factorValues(codelet, theta));
      const zeroed = x.map((value) => (Number.isNaN(value.re) ? { re: 0, im: 0 } : value));
      const expected = directButterfly(whole, zeroed, theta.numerator / theta.order);
      expect(relativeError(result, expected), codeletName(spec)).toBeLessThan(1e-13);
      const isShorter = codelet.counts.instructions < buildCodelet(whole).counts.instructions;
      expect(withInputs(whole, spec.inputs)).toEqual(isShorter ? spec : whole);
      shorter += Number(isShorter);
    }),
    { seed: 20261122, numRuns: 100 },
  );
  expect(shorter).toBeGreaterThan(60);
  const half = buildCodelet({
    radix: 16,
    direction: "forward",
    twiddle: "none",
    source: "factors",
    inputs: { from: 0, below: 8 },
  });
  expect(codeletName(half.spec)).toBe("dft16_of_0_7");
  expect(half.counts.instructions).toBeLessThan(120);
});

test.each([8, 16, 24, 32])("every way to compute radix %i gives the same", (radix) => {
  for (const spec of specsOf(radix, "forward")) {
    const x = samples(radix, 3);
    for (const algorithm of codeletAlgorithms(spec)) {
      const codelet = buildCodeletBy(spec, algorithm);
      const result = evaluateCodelet(codelet, x, factorValues(codelet, theta));
      expect(relativeError(result, directButterfly(spec, x, theta.numerator / theta.order))).toBeLessThan(1e-14);
    }
  }
});

test("random inputs and random twiddle angles, a few radices of every kind", () => {
  const value = fc.record({
    re: fc.double({ min: -1, max: 1, noNaN: true }),
    im: fc.double({ min: -1, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...[2, 3, 4, 7, 9, 12, 13, 16, 30].flatMap((radix) => specsOf(radix, "forward"))),
      fc.integer({ min: 0, max: 999_999 }),
      fc.array(value, { minLength: 30, maxLength: 30 }),
      (spec, numerator, values) => {
        const x = [{ re: 1, im: 0 }, ...values.slice(1, spec.radix)];
        const codelet = buildCodelet(spec);
        const result = evaluateCodelet(codelet, x, factorValues(codelet, { numerator, order: 1_000_000 }));
        expect(relativeError(result, directButterfly(spec, x, numerator / 1_000_000))).toBeLessThan(5e-14);
      },
    ),
    { seed: 20, numRuns: 200 },
  );
});

test("a codelet is built once, and its name says what it is", () => {
  const spec = { radix: 8, direction: "inverse", twiddle: "post", source: "factors" } as const;
  expect(buildCodelet(spec)).toBe(buildCodelet({ ...spec }));
  expect(specsOf(16, "forward").map(codeletName)).toEqual([
    "dft16",
    "dft16_pre",
    "dft16_pre_powers",
    "dft16_post",
    "dft16_post_powers",
  ]);
  expect(codeletName(spec)).toBe("idft8_post");
});

test.each([1, 33, 64, 67, 2.5, -4])("radix %d is refused", (radix) => {
  const spec = { radix, direction: "forward", twiddle: "none", source: "factors" } as const;
  expect(() => buildCodelet(spec)).toThrow(/radix .* has 2 to 32 members, or 37, 41, 43, 47, 53, 59 or 61/);
});
