// Operation counts against the literature, before and after fused multiply-adds are formed.
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { buildCodelet, buildCodeletBy, codeletName, type Counts } from "../../generator/codelet/codelet.js";
import { complexAlgebra } from "../../generator/codelet/complex.js";
import { dft, type PowerOfTwoAlgorithm } from "../../generator/codelet/dft.js";
import { countOperations, type OperationCount } from "../../generator/codelet/expression.js";
import { createGraph } from "../../generator/codelet/graph.js";
import { RADICES, specsOf } from "./reference.js";

/**
 * Real operations with constants where the formulas have them; a complex product is 4 multiplications and 2 additions.
 */
function plainCount(n: number, algorithm: PowerOfTwoAlgorithm = "split-radix"): OperationCount {
  const algebra = complexAlgebra(createGraph("plain"), "forward");
  const outputs = dft(algebra, n, algebra.input, algorithm);
  return countOperations(Array.from({ length: n }, (_, k) => [outputs(k).re, outputs(k).im]).flat());
}

const countsOf = (radix: number, twiddle: "none" | "pre" | "post", source: "factors" | "powers" = "factors"): Counts =>
  buildCodelet({ radix, direction: "forward", twiddle, source }).counts;

describe("before forming fused multiply-adds", () => {
  // 4 n lg n - 6 n + 8 real operations, a multiplication by sqrt(1/2) (1 +- i) counted as 2 + 2: Duhamel & Hollmann
  // 1984.
  test.each([2, 4, 8, 16, 32])("split radix of length %i: 4 n lg n - 6 n + 8", (n) => {
    const { additions, multiplications } = plainCount(n);
    expect(additions + multiplications).toBe(4 * n * Math.log2(n) - 6 * n + 8);
  });

  // Additions and multiplications of FFTW 3.3's no-twiddle codelets n1_N without FMA (comments of dft/scalar/codelets).
  test.each([
    [2, 4, 0],
    [3, 12, 4],
    [4, 16, 0],
    [5, 32, 12],
    [6, 36, 8],
    [7, 60, 36],
    [8, 52, 4],
    [9, 80, 40],
    [10, 84, 24],
    [11, 140, 100],
    [12, 96, 16],
    [14, 148, 72],
    [15, 156, 56],
    [16, 144, 24],
    [20, 208, 48],
    [32, 372, 84],
  ])("length %i: %i additions, %i multiplications, as FFTW", (n, additions, multiplications) => {
    expect(plainCount(n)).toEqual({ additions, multiplications });
  });

  test("split radix needs fewer operations than radix 2 from 16 on", () => {
    for (const n of [16, 32]) {
      const [split, two] = [plainCount(n), plainCount(n, "radix-two")];
      expect(split.additions + split.multiplications).toBeLessThan(two.additions + two.multiplications);
    }
  });
});

describe("with fused multiply-adds", () => {
  // Instructions of FFTW 3.3's codelets n1_N with FMA: every multiplication is absorbed, the additions remain.
  test.each([
    [3, 12],
    [5, 32],
    [6, 36],
    [7, 60],
    [8, 52],
    [9, 80],
    [10, 84],
    [11, 140],
    [12, 96],
    [14, 148],
    [15, 156],
    [16, 144],
    [20, 208],
    [25, 352],
    [32, 372],
  ])("length %i takes %i instructions, as FFTW", (n, instructions) => {
    const counts = countsOf(n, "none");
    expect(counts.instructions).toBe(instructions);
    expect(counts.multiplications).toBe(0);
  });

  test("length 13 takes fewer than FFTW's 176", () => expect(countsOf(13, "none").instructions).toBe(168));

  test.each(RADICES.filter((p) => [3, 7, 11, 19, 23, 31].includes(p)))(
    "prime %i: 4 m^2 + 8 m with m = (p-1)/2",
    (p) => {
      const m = (p - 1) / 2;
      expect(countsOf(p, "none").instructions).toBe(4 * m * m + 8 * m);
    },
  );

  test.each([5, 13, 17, 29])("prime %i: splitting the cosines saves 4 h (h-1), h = (p-1)/4", (p) => {
    const [m, h] = [(p - 1) / 2, (p - 1) / 4];
    expect(countsOf(p, "none").instructions).toBe(4 * m * m + 8 * m - 4 * h * (h - 1));
  });

  test.each([2, 4, 8, 16, 32])("merged twiddles at %i: 6 instructions a butterfly, n/2 factors", (n) => {
    const codelet = buildCodelet({ radix: n, direction: "forward", twiddle: "pre", source: "factors" });
    const { instructions, fmas } = codelet.counts;
    expect(instructions).toBe(6 * (n / 2) * Math.log2(n));
    expect(fmas).toBe(instructions);
    expect(codelet.factors).toHaveLength(n / 2);
  });

  test("radix 16 is no longer than the hand-written kernels", () => {
    expect(countsOf(16, "none").instructions).toBeLessThanOrEqual(148);
    expect(countsOf(16, "pre").instructions).toBeLessThanOrEqual(192);
    expect(countsOf(16, "pre", "powers").instructions).toBeLessThanOrEqual(216);
  });

  test("fused radix 2 takes 148 at 16: the shorter way is chosen", () => {
    const spec = { radix: 16, direction: "forward", twiddle: "none", source: "factors" } as const;
    expect(buildCodeletBy(spec, { powerOfTwo: "radix-two", constants: "plain" }).counts.instructions).toBe(148);
    expect(buildCodeletBy(spec, { powerOfTwo: "radix-two", constants: "factored" }).counts.instructions).toBe(148);
    expect(buildCodelet(spec).algorithm).toMatch(/split radix/);
  });

  test("nothing is longer than any other way to compute it", () => {
    const ways = (["split-radix", "radix-two"] as const).flatMap((powerOfTwo) =>
      (["factored", "plain"] as const).map((constants) => ({ powerOfTwo, constants })),
    );
    for (const spec of [4, 5, 6, 7, 9, 13, 15, 16].flatMap((radix) => specsOf(radix, "forward"))) {
      const lengths = ways.map((way) => buildCodeletBy(spec, way).counts.instructions);
      expect(buildCodelet(spec).counts.instructions, codeletName(spec)).toBe(Math.min(...lengths));
    }
  });

  // (complex - 2 (n - 2)) / 2, odd ones (complex - 2 (n - 1)) / 2: Sorensen, Jones, Heideman & Burrus 1987.
  test.each([4, 8, 16, 32])("half of the spectrum of %i real numbers takes what the literature has", (radix) => {
    const outputs = { from: 0, below: radix / 2 + 1 };
    const { counts } = buildCodelet({
      radix,
      direction: "forward",
      twiddle: "none",
      source: "factors",
      reals: "inputs",
      outputs,
    });
    expect(counts.instructions).toBe((countsOf(radix, "none").instructions - 2 * (radix - 2)) / 2);
  });

  test.each([3, 5, 7, 9, 11, 13, 15, 25])("of %i real numbers at most half of what complex ones take", (radix) => {
    const outputs = { from: 0, below: (radix + 1) / 2 };
    const { counts } = buildCodelet({
      radix,
      direction: "forward",
      twiddle: "none",
      source: "factors",
      reals: "inputs",
      outputs,
    });
    const complex = countsOf(radix, "none").instructions;
    expect(counts.instructions).toBeLessThanOrEqual(complex / 2);
    expect(counts.instructions).toBeGreaterThanOrEqual((complex - 2 * (radix - 1)) / 2);
  });

  test("the inverse costs what the forward transform costs", () => {
    for (const radix of [2, 3, 5, 8, 9, 12, 13, 16, 18]) {
      for (const [index, spec] of specsOf(radix, "inverse").entries()) {
        const forward = buildCodelet(at(specsOf(radix, "forward"), index));
        expect(buildCodelet(spec).counts.instructions).toBe(forward.counts.instructions);
      }
    }
  });
});

describe("live values", () => {
  test.each([2, 4, 8, 16, 32])("radix %i without twiddles works in place, but for one butterfly", (n) => {
    expect(countsOf(n, "none").maximumLive).toBeLessThanOrEqual(2 * n + 2);
  });

  test.each(RADICES)("radix %i never holds more than inputs, outputs and factors together", (radix) => {
    for (const spec of specsOf(radix, "forward")) {
      const { counts, factors } = buildCodelet(spec);
      expect(counts.maximumLive).toBeGreaterThanOrEqual(2 * radix);
      expect(counts.maximumLive).toBeLessThanOrEqual(4 * radix + 2 * Math.max(factors.length, radix / 2));
    }
  });
});
