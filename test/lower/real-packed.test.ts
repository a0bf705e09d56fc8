// Packed spectra: rows of n/2 complex numbers, of which the first has the last frequency in its imaginary part, to and from real numbers;
// of whole rows and cut ones, along one of several dimensions, in place. What the plan says, what its program computes and an independent
// discrete Fourier transform agree.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { arraysOf, halfLength } from "../../generator/plan/arrays.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform, transformedCount, type RealTransform } from "../../generator/plan/transform.js";
import { transformProblem } from "../../generator/plan/transform-problem.js";
import { drawnSchedules } from "../arbitrary/schedules.js";
import { runs } from "../effort.js";
import { relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { axisOf, expectGaps, GAP, gather, gpu, placesIn, signalOf, spread } from "./real-agreement.js";

/** Rows of n/2 + 1 elements, inner ones side by side, as n/2. */
function packedOf(transform: RealTransform, { re, im }: ComplexNumbers): ComplexNumbers {
  const { inner, length } = axisOf(transform);
  const rows = re.length / inner / halfLength(length);
  const places = Array.from({ length: rows * (length / 2) * inner }, (_, index) => {
    const [column, k] = [index % inner, Math.floor(index / inner) % (length / 2)];
    const first = Math.floor(index / inner / (length / 2)) * halfLength(length) * inner + column;
    return { own: first + k * inner, last: k === 0 ? first + (length / 2) * inner : undefined };
  });
  return {
    re: Float64Array.from(places, ({ own }) => re[own] ?? NaN),
    im: Float64Array.from(places, ({ own, last }) => (last === undefined ? im[own] : re[last]) ?? NaN),
  };
}

/** Radices of rows of pairs, kernel by kernel. */
const cuts: readonly (readonly (readonly number[])[])[] = [
  [[2, 4]],
  [[4, 8]],
  [[3, 3]],
  [[5, 3, 2]],
  [[6, 7]],
  [[9, 5]],
  [[8], [8]],
  [
    [4, 5],
    [2, 4],
  ],
  [[4], [2, 2, 8]],
];

const drawn = fc.record({
  kind: fc.constantFrom("r2c" as const, "c2r" as const),
  radices: fc.constantFrom(...cuts),
  beside: fc.constantFrom([], [], [3], [2, 2]),
  scale: fc.constantFrom(1, 0.25),
  placement: fc.constantFrom("out-of-place" as const, "in-place" as const),
  precision: fc.constantFrom("f32" as const, "f64" as const, "f16" as const),
  pitch: fc.constantFrom(0, 0, 4),
  draws: fc.array(fc.nat(10_000), { minLength: 2, maxLength: 2 }),
  batch: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat(),
});

test("to packed spectra and back", () => {
  const seen = { r2c: 0, c2r: 0, inPlace: 0, cut: 0, apart: 0 };
  const numRuns = runs(40, 200);
  fc.assert(
    fc.property(drawn, ({ kind, radices, beside, pitch, draws, batch, seed, ...options }) => {
      const half = radices.flat().reduce((product, radix) => product * radix, 1);
      const lengths = [...beside, 2 * half];
      const isApart = pitch > 0 && beside.length > 0;
      const strides = isApart
        ? {
            inputStrides: { Y: (half + pitch) * (kind === "r2c" ? 2 : 1) },
            outputStrides: { Y: (half + pitch) * (kind === "r2c" ? 1 : 2) },
          }
        : {};
      const named = makeRealTransform(kind, lengths, options.precision, { ...options, ...strides, spectrum: "packed" });
      const transform: RealTransform = { ...named, axes: ["X"] };
      expect(transformProblem(transform)).toBe(undefined);
      const chain = [...makeMixedChain("X", radices.flat(), 0)];
      const kernels = radices.map(({ length }) => ({ subComputations: chain.splice(0, length) }));
      const plan = drawnSchedules({ transform, kernels }, draws, "table", { tileElements: 200 });
      const { numbers, half: whole } = signalOf(transform, batch, seed);
      const spectrum = packedOf(transform, whole);
      const zeros = new Float64Array(numbers.length);
      const isForward = kind === "r2c";
      const factor = transform.scale * (isForward ? 1 : transformedCount(transform));
      const given = isForward ? { re: numbers, im: zeros } : spectrum;
      const result = isForward ? spectrum : { re: numbers, im: zeros };
      const meant = { re: result.re.map((value) => value * factor), im: result.im.map((value) => value * factor) };
      expect(relativeError(evaluatePlan(plan, given.re, given.im), meant)).toBeLessThan(1e-13);

      const { host } = lowerPlan("packed", plan, gpu);
      const { input, output } = arraysOf(transform);
      const [from, to] = [placesIn(input, batch), placesIn(output, batch)];
      // Rows of the two sides have as many bytes.
      expect(Math.max(...(isForward ? to : from)) + 1).toBe((Math.max(...(isForward ? from : to)) + 1) / 2);
      const room = (places: readonly number[]): number => Math.max(...places) + 8;
      const laid = (values: ComplexNumbers, places: readonly number[], isReal: boolean) => {
        const re = spread(values.re, places, room(places));
        return isReal ? re : { re, im: spread(values.im, places, room(places)) };
      };
      const nothing = { re: new Float64Array(to.length).fill(NaN), im: new Float64Array(to.length).fill(NaN) };
      const [source, target] = [laid(given, from, isForward), laid(nothing, to, !isForward)];
      evaluateHostProgram(host, source, target, batch, seed);
      const found = target instanceof Float64Array ? { re: target, im: undefined } : target;
      expectGaps(found.re, to);
      const computed = { re: gather(found.re, to), im: found.im === undefined ? zeros : gather(found.im, to) };
      expect(relativeError(computed, meant)).toBeLessThan(1e-13);
      expect(GAP).toBeLessThan(0);
      seen[kind] += 1;
      seen.inPlace += Number(transform.placement === "in-place");
      seen.cut += Number(radices.length > 1);
      seen.apart += Number(isApart);
    }),
    { seed: 20261126, numRuns },
  );
  for (const kind of ["r2c", "c2r", "inPlace", "cut", "apart"] as const)
    expect(seen[kind]).toBeGreaterThan(numRuns / 20);
});

describe("what cannot be packed is refused", () => {
  const problem = (lengths: readonly number[], options: Partial<RealTransform> = {}) =>
    transformProblem(makeRealTransform("r2c", lengths, "f32", { spectrum: "packed", ...options }));
  test.each([
    ["an odd length", [75], {}, /X has 75 elements, an odd number, and so no last frequency that is real/],
    ["several dimensions", [64, 64], {}, /along several dimensions the last frequencies along one are complex/],
    ["a part of a row", [64], { outputRange: { X: [0, 7] } }, /leave out its range/],
    [
      "a prime number of pairs",
      [34],
      {},
      /34 real numbers are 17 pairs, and these are to be a product of two primes or more, none above 61/,
    ],
    [
      "a length that goes through a longer one",
      [202],
      {},
      /202 real numbers are 101 pairs, and these are to be a product of two primes or more, none above 61/,
    ],
    [
      "rows an odd number apart",
      [2, 64],
      { axes: ["X"], inputStrides: { Y: 65 } },
      /rows of real numbers begin 65 apart, an odd number/,
    ],
  ] as const)("%s", (_, lengths, options, message) => {
    const found = problem(lengths, options);
    expect(found?.field).toBe("spectrum");
    expect(found?.message).toMatch(message);
  });
});
