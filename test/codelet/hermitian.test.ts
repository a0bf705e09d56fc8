// The Hermitian step against the definition: of real numbers, the transform of their pairs to their spectrum and back.
import { describe, expect, test } from "vitest";
import {
  buildHermitian,
  evaluateHermitian,
  hasPowers,
  hermitianRegisters,
  printHermitian,
  type HermitianCodelet,
  type HermitianSpec,
} from "../../generator/codelet/hermitian.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { directDft } from "../../generator/definition/direct-dft.js";

interface Complex {
  readonly re: number;
  readonly im: number;
}

/** The spectrum of `2 pairs` random numbers, and the transform of their pairs. */
function spectra(
  pairs: number,
  seed: number,
): { readonly half: readonly Complex[]; readonly paired: readonly Complex[] } {
  const numbers = uniformNumbers(2 * pairs, seed);
  const complexes = ({ re, im }: { re: Float64Array; im: Float64Array }): readonly Complex[] =>
    Array.from(re, (real, index) => ({ re: real, im: im[index] ?? NaN }));
  const whole = complexes(directDft(numbers, new Float64Array(2 * pairs), [2 * pairs], -1));
  const [even, odd] = [0, 1].map((first) => numbers.filter((_, index) => index % 2 === first));
  const paired = complexes(directDft(even ?? numbers, odd ?? numbers, [pairs], -1));
  return { half: whole.slice(0, pairs + 1), paired };
}

const at = (values: readonly Complex[], index: number): Complex => values[index] ?? { re: NaN, im: NaN };

/** What a thread holds of an array of frequencies 0 to M: see hermitian.ts. */
function registersOf(values: readonly Complex[], radix: number, size: number, t: number): readonly Complex[] {
  const second = t === 0 ? (size % 2 === 0 ? size / 2 : 0) : size - t;
  return Array.from({ length: hermitianRegisters(radix) }, (_, index) =>
    index <= radix ? at(values, t + size * index) : at(values, second + size * (index - radix - 1)),
  );
}

function root(numerator: number, order: number, sign: number): Complex {
  const angle = (2 * Math.PI * numerator) / order;
  return { re: Math.cos(angle), im: sign * Math.sin(angle) };
}

const factorsAt = ({ factors }: HermitianCodelet, t: number, order: number, sign: number): readonly Complex[] =>
  factors.map(({ power, turn: { numerator, denominator } }) =>
    root(power * t * denominator + numerator * order, order * denominator, sign),
  );

const cases = [
  [4, 6],
  [8, 4],
  [5, 8],
  [16, 2],
  [3, 2],
  [4, 5],
  [5, 3],
  [2, 9],
  [6, 7],
  [32, 2],
] as const;

describe.each(cases)("radix %i, %i butterflies", (radix, size) => {
  const { half, paired } = spectra(radix * size, radix + size);
  const partOf = (t: number): HermitianSpec["part"] => (t > 0 ? "pairs" : size % 2 === 0 ? "ends" : "odd-ends");
  const sources = hasPowers({ radix }) ? (["factors", "powers"] as const) : (["factors"] as const);

  const finerSources = hasPowers({ radix, cosine: true }) ? (["factors", "powers"] as const) : (["factors"] as const);
  /** 2 g^k X(k), g^4 = w, whose parts are what a cosine transform has of k and of all less k. */
  const cosines = half.map(({ re, im }, k): Complex => {
    const g = root(k, 8 * radix * size, -1);
    return { re: 2 * (re * g.re - im * g.im), im: 2 * (re * g.im + im * g.re) };
  });

  test.each(finerSources)("of a cosine transform, by %s", (source) => {
    for (let t = 0; t < Math.ceil(size / 2); t++) {
      const spec = { kind: "hermitian", radix, direction: "forward", part: partOf(t), source, cosine: true } as const;
      const codelet = buildHermitian(spec);
      const factors = factorsAt(codelet, t, 8 * radix * size, -1);
      const outputs = evaluateHermitian(codelet, registersOf(paired, radix, size, t), factors);
      registersOf(cosines, radix, size, t).forEach((meant, index) => {
        if (index === radix && t > 0) return;
        expect(at(outputs, index).re).toBeCloseTo(meant.re, 10);
        expect(at(outputs, index).im).toBeCloseTo(meant.im, 10);
      });
    }
  });

  test.each(finerSources)("back from a cosine transform, by %s: four times the pairs", (source) => {
    for (let t = 0; t < Math.ceil(size / 2); t++) {
      const spec = { kind: "hermitian", radix, direction: "inverse", part: partOf(t), source, cosine: true } as const;
      const codelet = buildHermitian(spec);
      const factors = factorsAt(codelet, t, 8 * radix * size, 1);
      const outputs = evaluateHermitian(codelet, registersOf(cosines, radix, size, t), factors);
      registersOf(paired, radix, size, t).forEach((meant, index) => {
        if (index === radix) return;
        expect(at(outputs, index).re).toBeCloseTo(4 * meant.re, 10);
        expect(at(outputs, index).im).toBeCloseTo(4 * meant.im, 10);
      });
    }
  });

  test.each(sources)("forward, by %s", (source) => {
    for (let t = 0; t < Math.ceil(size / 2); t++) {
      const codelet = buildHermitian({ kind: "hermitian", radix, direction: "forward", part: partOf(t), source });
      const factors = factorsAt(codelet, t, 2 * radix * size, -1);
      const outputs = evaluateHermitian(codelet, registersOf(paired, radix, size, t), factors);
      // Where t is not 0, what stands for the last one means nothing.
      registersOf(half, radix, size, t).forEach((meant, index) => {
        if (index === radix && t > 0) return;
        expect(at(outputs, index).re).toBeCloseTo(meant.re, 11);
        expect(at(outputs, index).im).toBeCloseTo(meant.im, 11);
      });
    }
  });

  test.each(sources)("inverse, by %s: twice the pairs; what must be real is taken for real", (source) => {
    for (let t = 0; t < Math.ceil(size / 2); t++) {
      const codelet = buildHermitian({ kind: "hermitian", radix, direction: "inverse", part: partOf(t), source });
      const factors = factorsAt(codelet, t, 2 * radix * size, 1);
      const dirty = half.map(({ re, im }, index) => ({ re, im: index % (radix * size) === 0 ? 7 + index : im }));
      const outputs = evaluateHermitian(codelet, registersOf(dirty, radix, size, t), factors);
      registersOf(paired, radix, size, t).forEach((meant, index) => {
        if (index === radix) return;
        expect(at(outputs, index).re).toBeCloseTo(2 * meant.re, 11);
        expect(at(outputs, index).im).toBeCloseTo(2 * meant.im, 11);
      });
    }
  });
});

test("the comment says which register holds what: of pairs of butterflies one has nothing of its own", () => {
  const step = { kind: "hermitian", radix: 16, direction: "forward" } as const;
  const textOf = (spec: HermitianSpec): string => printHermitian(buildHermitian(spec), "f32");
  const pairs = textOf({ ...step, part: "pairs", source: "powers" });
  expect(pairs).toMatch(/v\[r\] is frequency k = t \+ T r,\s.*v\[32 - r\] is its mirror/);
  expect(pairs).toContain("v[16] is not used and set to v[0]");
  expect(/^ {2}v\[16\] = (.*);$/m.exec(pairs)?.[1]).toBe(/^ {2}v\[0\] = (.*);$/m.exec(pairs)?.[1]);
  expect(textOf({ ...step, part: "ends", source: "factors" })).toContain("v[16] is X(M)");
});

test("no output is an input that may have been overwritten", () => {
  for (const [radix] of cases)
    for (const direction of ["forward", "inverse"] as const)
      for (const part of ["pairs", "ends", "odd-ends"] as const)
        buildHermitian({ kind: "hermitian", radix, direction, part, source: "factors" }).outputs.forEach(
          ({ re, im }, index) => {
            for (const { source } of [re, im]) if (source.kind === "element") expect(source.index).toBe(index);
          },
        );
});

test("operations of a pair: as few as there are known to be, 14 with factors that are there", () => {
  const counts = (radix: number): number =>
    buildHermitian({ kind: "hermitian", radix, direction: "forward", part: "pairs", source: "factors" }).instructions
      .length;
  expect(counts(8)).toBe(14 * 8);
  expect(counts(16)).toBe(14 * 16);
});
