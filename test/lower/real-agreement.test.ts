// Real transforms: the plan as its notation says, and the programs that are lowered from it, give the first half of what an independent
// discrete Fourier transform gives of the same real numbers; and from half a spectrum the numbers again, whatever its imaginary parts
// hold that must be zero. Arrays lie as the transform says; in place, input and output are one memory.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { parseKernel } from "../../generator/notation/parse.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { arraysOf, halfLength, usualStride, type ArraySpec } from "../../generator/plan/arrays.js";
import { coreOf, isInPairs } from "../../generator/plan/core.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { ScheduledPlan, TwiddleSource } from "../../generator/plan/plan.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { elementCount, makeRealTransform, type RealTransform } from "../../generator/plan/transform.js";
import { transformProblem } from "../../generator/plan/transform-problem.js";
import { drawnSchedules, uniformNumbers } from "../arbitrary/schedules.js";
import { runs } from "../effort.js";
import { directDft, relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import {
  axisOf,
  expectGaps,
  expectRealAgreement,
  GAP,
  gather,
  gpu,
  placesIn,
  signalOf,
  spread,
} from "./real-agreement.js";

/** Radices whose products, and twice these, are the lengths. */
const radixLists = [
  [2],
  [3],
  [8],
  [15],
  [4, 4],
  [5, 9],
  [9, 5],
  [7, 6],
  [6, 7],
  [16, 4],
  [4, 16],
  [3, 14],
  [11, 3],
  [5, 4, 3],
  [4, 3, 5],
  [3, 3, 5],
];

interface Drawn {
  readonly transform: RealTransform;
  readonly radices: readonly number[];
  readonly plain: number;
}

/** Of a length that radices make, or the half of which they make, and rows beside it or within. */
const transforms: fc.Arbitrary<Drawn> = fc
  .record({
    kind: fc.constantFrom("r2c" as const, "c2r" as const),
    radices: fc.constantFrom(...radixLists),
    beside: fc.constantFrom([], [1], [3], [2, 2]),
    isWithin: fc.boolean(),
    scale: fc.constantFrom(1, 0.25),
    placement: fc.constantFrom("out-of-place" as const, "in-place" as const),
    gap: fc.constantFrom(0, 1, 4),
    plain: fc.nat(),
    precision: fc.constantFrom("f32" as const, "f64" as const, "f16" as const),
  })
  .map(({ kind, radices, beside, isWithin, gap, plain, ...options }): Drawn => {
    const product = radices.reduce((total, radix) => total * radix, 1);
    const isAlong = isWithin && beside.length > 0 ? beside.length : 0;
    const make = (length: number): RealTransform => {
      const lengths = isAlong > 0 ? [length, ...beside] : [...beside, length];
      const usual = makeRealTransform(kind, lengths, options.precision, options);
      const axis = usual.dimensions[isAlong]?.name ?? "X";
      const along = { ...usual, axes: [axis] };
      if (gap === 0 || options.placement === "in-place") return along;
      const apart = (array: ArraySpec): Record<string, number> => ({ batch: usualStride(array.distance) + gap });
      const { input, output } = arraysOf(along);
      return { ...along, inputStrides: apart(input), outputStrides: apart(output) };
    };
    const paired = make(2 * product);
    const isPaired = isInPairs(paired);
    return { transform: isPaired ? paired : make(product), radices, plain: plain % radices.length };
  })
  .filter(({ transform }) => elementCount(transform) > 1 && transformProblem(transform) === undefined);

const planOf = ({ transform, radices, plain }: Drawn, draw: number, twiddles: TwiddleSource): ScheduledPlan =>
  drawnSchedules(
    { transform, kernels: [{ subComputations: makeMixedChain(transform.axes[0] ?? "X", radices, plain) }] },
    [draw],
    twiddles,
    { tileElements: 400 },
  );

test("real transforms of all kinds", () => {
  const seen = { pairs: 0, odd: 0, inPlace: 0, strided: 0 };
  const cases = fc.record({
    drawn: transforms,
    batch: fc.integer({ min: 1, max: 4 }),
    draw: fc.nat(10_000),
    twiddles: fc.constantFrom<TwiddleSource>("table", "powers", "fast-sincos"),
    seed: fc.nat(),
  });
  const numRuns = runs(36, 200);
  fc.assert(
    fc.property(cases, ({ drawn, batch, draw, twiddles, seed }) => {
      const { transform } = drawn;
      const plan = planOf(drawn, draw, twiddles);
      const { inner, length } = axisOf(transform);
      expectRealAgreement(plan, transform, { batch, seed });
      seen.inPlace += Number(transform.placement === "in-place");
      seen.pairs += Number(elementCount(coreOf(transform)) < elementCount(transform));
      seen.odd += Number(length % 2);
      seen.strided += Number(inner > 1);
    }),
    { seed: 20261123, numRuns },
  );
  for (const kind of ["pairs", "odd", "inPlace", "strided"] as const) expect(seen[kind]).toBeGreaterThan(numRuns / 10);
});

type Part = Pick<RealTransform, "inputRange" | "outputRange">;

test.each<readonly [RealTransform["kind"], Part, cut: number]>([
  ["r2c", { inputRange: { X: [0, 99] }, outputRange: { X: [3, 128] } }, 0],
  ["r2c", { inputRange: { X: [0, 99] }, outputRange: { X: [3, 128] } }, 1],
  ["r2c", { inputRange: { X: [20, 255] }, outputRange: { X: [0, 77] } }, 1],
  // Not in pairs.
  ["r2c", { inputRange: { X: [5, 200] }, outputRange: { X: [0, 40] } }, 0],
  ["c2r", { inputRange: { X: [0, 20] }, outputRange: {} }, 0],
  ["c2r", { inputRange: { X: [30, 128] }, outputRange: { X: [2, 9] } }, 0],
  ["c2r", { inputRange: { X: [30, 128] }, outputRange: { X: [2, 9] } }, 1],
  ["c2r", { inputRange: { X: [0, 50] }, outputRange: {} }, 1],
])("%s of a part, or a part of it: %j, cut at %s", (kind, part, cut) => {
  const { inputRange, outputRange } = part;
  const length = 256;
  const transform = makeRealTransform(kind, [length], "f64", part);
  const subComputations = makeMixedChain("X", isInPairs(transform) ? [8, 16] : [16, 16], 0);
  const kernels = [subComputations.slice(0, cut), subComputations.slice(cut)]
    .filter(({ length: count }) => count > 0)
    .map((own) => ({ subComputations: own }));
  const plan = drawnSchedules({ transform, kernels }, [5], "table");
  const isIn = (range: RealTransform["inputRange"], index: number): boolean => {
    const [first, last] = range["X"] ?? [0, Infinity];
    return index >= first && index <= last;
  };
  const given = uniformNumbers(length, 3);
  const others = uniformNumbers(length, 4);
  const isForward = kind === "r2c";
  const half = halfLength(length);
  const there = (values: Float64Array): Float64Array =>
    values.map((value, index) => (isIn(inputRange, index) ? value : 0));
  // The spectrum with its conjugates, of what is there.
  const whole = { re: there(given), im: there(others) };
  if (!isForward)
    for (let k = 0; k < half; k++) {
      const mirror = (length - k) % length;
      if (mirror === k) whole.im[k] = 0;
      else [whole.re[mirror], whole.im[mirror]] = [whole.re[k] ?? NaN, -(whole.im[k] ?? NaN)];
    }
  const input = isForward ? given : { re: given.slice(0, half), im: others.slice(0, half) };
  const meant = isForward
    ? directDft(there(given), new Float64Array(length), [length], -1)
    : directDft(whole.re, whole.im, [length], 1);
  const count = isForward ? half : length;
  const target = { re: new Float64Array(count).fill(GAP), im: new Float64Array(count).fill(GAP) };
  evaluateHostProgram(lowerPlan("part", plan, gpu).host, input, isForward ? target : target.re, 1);
  for (let index = 0; index < count; index++) {
    const isWritten = isIn(outputRange, index);
    expect(target.re[index]).toBeCloseTo(isWritten ? (meant.re[index] ?? NaN) : GAP, 10);
    if (isForward) expect(target.im[index]).toBeCloseTo(isWritten ? (meant.im[index] ?? NaN) : GAP, 10);
  }
});

/** Plans of several dimensions: the real one in the first kernel, of spectra in the last, alone or beside others. */
const several: readonly (readonly [
  lengths: readonly number[],
  options: Partial<RealTransform>,
  kernels: readonly string[],
])[] = [
  [[12, 8], {}, ["{ X(1,8,1,8,no-tw) Y(1,12,1,12,no-tw) }"]],
  [[12, 9], { scale: 0.5 }, ["{ X(3,3,3,9,no-tw) X(3,3,1,3,pre-tw) }", "{ Y(1,12,1,12,no-tw) }"]],
  [[6, 10, 15], {}, ["{ X(1,15,1,15,no-tw) Y(1,10,1,10,no-tw) }", "{ Z(1,6,1,6,no-tw) }"]],
  [
    [6, 16, 16],
    { placement: "in-place" },
    ["{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) Y(4,4,4,16,tw) }", "{ Y(4,4,1,4,no-tw) Z(1,6,1,6,no-tw) }"],
  ],
  [
    [6, 8, 6],
    {},
    ["{ X(1,6,1,6,no-tw) Y(2,4,2,8,no-tw) }", "{ Y(4,2,1,2,pre-tw) Z(2,3,2,6,no-tw) }", "{ Z(3,2,1,2,pre-tw) }"],
  ],
  [[5, 4, 6], { axes: ["X", "Z"] }, ["{ X(1,6,1,6,no-tw) }", "{ Z(1,5,1,5,no-tw) }"]],
  [[5, 4, 6], { axes: ["Y", "Z"] }, ["{ Y(1,4,1,4,no-tw) }", "{ Z(1,5,1,5,no-tw) }"]],
];

test.each(several)("%j along several dimensions: %j", (lengths, options, notation) => {
  for (const kind of ["r2c", "c2r"] as const) {
    const transform = makeRealTransform(kind, lengths, "f64", options);
    const isForward = kind === "r2c";
    const kernels = notation.map((text) => ({ subComputations: parseKernel(text).subComputations }));
    // Decimation by halves in either order: the digits of an axis stay in theirs.
    const isCut = kernels.some(({ subComputations }, index) =>
      subComputations.some(({ twiddle }) => twiddle === "tw" || (twiddle === "pre-tw" && index > 0)),
    );
    if (isCut && !isForward) continue;
    const inOrder = isForward ? kernels : kernels.toReversed();
    const plan = drawnSchedules({ transform, kernels: inOrder }, [7, 40], "table", { tileElements: 200 });
    const batch = 3;
    const { numbers, half } = signalOf(transform, batch, 11);
    const zeros = new Float64Array(numbers.length);
    const points = transform.dimensions.reduce(
      (n, { name, length }) => (transform.axes.includes(name) ? n * length : n),
      1,
    );
    const given: ComplexNumbers = isForward ? { re: numbers, im: zeros } : half;
    const factor = isForward ? transform.scale : transform.scale * points;
    const unscaled: ComplexNumbers = isForward ? half : { re: numbers, im: zeros };
    const meant = { re: unscaled.re.map((value) => value * factor), im: unscaled.im.map((value) => value * factor) };
    expect(relativeError(evaluatePlan(plan, given.re, given.im), meant)).toBeLessThan(1e-13);

    const { host } = lowerPlan("real", plan, gpu);
    const { input, output } = arraysOf(transform);
    const [from, to] = [placesIn(input, batch), placesIn(output, batch)];
    const room = (places: readonly number[]): number => Math.max(...places) + 8;
    const laid = ({ re, im }: ComplexNumbers, places: readonly number[], isReal: boolean) => {
      const own = spread(re, places, room(places));
      return isReal ? own : { re: own, im: spread(im, places, room(places)) };
    };
    const source = laid(given, from, isForward);
    const before = structuredClone(source);
    const nothing = { re: new Float64Array(to.length).fill(NaN), im: new Float64Array(to.length).fill(NaN) };
    const target = laid(nothing, to, !isForward);
    evaluateHostProgram(host, source, target, batch, 2);
    expect(source).toEqual(before);
    const parts = target instanceof Float64Array ? { re: target, im: undefined } : target;
    expectGaps(parts.re, to);
    const found = { re: gather(parts.re, to), im: parts.im === undefined ? zeros : gather(parts.im, to) };
    expect(relativeError(found, meant)).toBeLessThan(1e-13);
    // Between kernels there is half a spectrum, whose rows begin at full lines: in the output where its rows do, else in a workspace.
    const inLines = isForward && halfLength(lengths.at(-1) ?? 1) % 8 === 0;
    expect(host.workspace.arrays).toBe(inLines ? 0 : Math.min(2, kernels.length - 1));
    expect(host.inPlace).toBe(transform.placement === "in-place");
  }
});

test("the real dimension is the first, of spectra the last", () => {
  const lowered = (kind: RealTransform["kind"], ...notation: readonly string[]): (() => unknown) => {
    const kernels = notation.map((text) => {
      const { subComputations, schedule } = parseKernel(text);
      if (schedule === undefined) throw new Error(text);
      return { subComputations, schedule };
    });
    return () => lowerPlan("real", { transform: makeRealTransform(kind, [12, 8], "f64"), kernels }, gpu);
  };
  const [x, y] = ["{ X(1,8,1,8,no-tw) } on 4 threads, 4 columns", "{ Y(1,12,1,12,no-tw) } on 4 threads, 4 columns"];
  expect(lowered("r2c", x, y)).not.toThrow();
  expect(lowered("c2r", y, x)).not.toThrow();
  const message = /rows of real numbers are transformed by the first kernel, or of spectra by the last one/;
  expect(lowered("r2c", y, x)).toThrow(message);
  expect(lowered("c2r", x, y)).toThrow(message);
});
