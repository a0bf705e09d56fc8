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
  withPart,
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
      expect(withPart(whole, { inputs: spec.inputs })).toEqual(isShorter ? spec : whole);
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

test("outputs that are not wanted are no numbers, and imaginary parts that are not there or not wanted mostly save instructions", () => {
  let shorter = 0;
  const parts = fc
    .constantFrom(...[3, 4, 5, 6, 8, 12, 13, 15, 16, 30, 32].flatMap((radix) => specsOf(radix, "inverse")))
    .chain((spec) =>
      fc
        .tuple(
          fc.tuple(fc.nat(spec.radix - 1), fc.nat()).map(([from, count]) => ({
            from,
            below: from + 1 + (count % (spec.radix - from)),
          })),
          fc.constantFrom(undefined, "inputs" as const, "outputs" as const),
          fc.boolean(),
        )
        .map(([outputs, reals, isCut]) => {
          const part = { ...(isCut ? { outputs } : {}), ...(reals === undefined ? {} : { reals }) };
          return { whole: spec, part, spec: { ...spec, ...part } };
        }),
    );
  fc.assert(
    fc.property(parts, fc.nat(1000), ({ whole, part, spec }, seed) => {
      const { outputs, reals } = part;
      const x = samples(spec.radix, seed + 1).map(({ re, im }) => ({
        re: re + 1.5,
        im: reals === "inputs" ? NaN : im,
      }));
      const codelet = buildCodelet(spec);
      const result = evaluateCodelet(codelet, x, factorValues(codelet, theta));
      const given = reals === "inputs" ? x.map(({ re }) => ({ re, im: 0 })) : x;
      const all = directButterfly(whole, given, theta.numerator / theta.order);
      const expected = reals === "outputs" ? all.map(({ re }) => ({ re, im: 0 })) : all;
      const isWanted = (_: unknown, k: number): boolean =>
        outputs === undefined || (k >= outputs.from && k < outputs.below);
      const name = codeletName(spec);
      expect(relativeError(result.filter(isWanted), expected.filter(isWanted)), name).toBeLessThan(1e-12);
      expect(
        result.every((value, k) => Number.isNaN(value.re) !== isWanted(value, k)),
        name,
      ).toBe(true);
      const isLess = codelet.counts.instructions < buildCodelet(whole).counts.instructions;
      expect(withPart(whole, part)).toEqual(isLess ? spec : whole);
      shorter += Number(isLess);
    }),
    { seed: 20261125, numRuns: 200 },
  );
  // Where twiddle factors are merged into butterflies of two, a half takes as many as all.
  expect(shorter).toBeGreaterThan(140);
});

test("what is left out of a codelet is in its name", () => {
  const spec = { radix: 15, direction: "forward", twiddle: "pre", source: "powers" } as const;
  const half = { from: 0, below: 8 };
  expect(codeletName({ ...spec, outputs: half })).toBe("dft15_to_0_7_pre_powers");
  expect(codeletName({ ...spec, reals: "inputs", outputs: half })).toBe("dft15_of_reals_to_0_7_pre_powers");
  expect(codeletName({ ...spec, reals: "inputs", inputs: half })).toBe("dft15_of_0_7_reals_pre_powers");
  expect(codeletName({ ...spec, reals: "outputs", inputs: half, twiddle: "none" })).toBe("dft15_of_0_7_to_reals");
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
