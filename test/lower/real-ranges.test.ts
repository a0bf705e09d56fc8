// Real transforms of which a part is there, or wanted: what a range leaves out of a half spectrum, conjugate symmetry fills in, so that
// arrays between kernels have ranges of their own. Against sums by the definition, with no number in all that a range leaves out.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { InputError } from "../../generator/failure/errors.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { arraysOf, usualStride, type ArraySpec } from "../../generator/plan/arrays.js";
import { isInPairs } from "../../generator/plan/core.js";
import type { PlanKernel, TwiddleSource } from "../../generator/plan/plan.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform, type RealTransform } from "../../generator/plan/transform.js";
import { drawnSchedules, uniformNumbers } from "../arbitrary/schedules.js";
import { runs } from "../effort.js";
import { directDft, relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { gpu } from "./real-agreement.js";

const product = (numbers: readonly number[]): number => numbers.reduce((all, one) => all * one, 1);

/** Elements of a batch of one side: where each lies, and whether a range has it. */
function elementsOf({ axes, distance }: ArraySpec, batch: number): readonly { place: number; isThere: boolean }[] {
  const elements = product(axes.map(({ length }) => length));
  return Array.from({ length: elements * batch }, (_, index) => {
    let rest = index % elements;
    let place = Math.floor(index / elements) * usualStride(distance);
    let isThere = true;
    for (const { length, stride, from, below } of axes) {
      const along = rest % length;
      place += along * usualStride(stride);
      isThere &&= along >= from && along < below;
      rest = Math.floor(rest / length);
    }
    return { place, isThere };
  });
}

/** Of rows along X: half a spectrum of each row of a spectrum, or numbers of which half is there and counts for both. */
const halfRow = (length: number): number => Math.floor(length / 2) + 1;

function direct(transform: RealTransform, given: ComplexNumbers): ComplexNumbers {
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const along = transform.dimensions.map(({ name }) => transform.axes.includes(name)).toReversed();
  const row = transform.dimensions[0]?.length ?? 1;
  const half = halfRow(row);
  const { scale } = transform;
  if (transform.kind === "r2c") {
    const whole = directDft(given.re, given.im, lengths, -1, along);
    const cut = (numbers: Float64Array): Float64Array =>
      numbers.filter((_, index) => index % row < half).map((value) => value * scale);
    return { re: cut(whole.re), im: cut(whole.im) };
  }
  const rows = given.re.length / half;
  const embedded = (numbers: Float64Array): Float64Array =>
    Float64Array.from({ length: rows * row }, (_, index) => {
      const k = index % row;
      const weight = k >= half ? 0 : k === 0 || 2 * k === row ? 1 : 2;
      return weight === 0 ? 0 : weight * (numbers[Math.floor(index / row) * half + k] ?? NaN);
    });
  const whole = directDft(embedded(given.re), embedded(given.im), lengths, 1, along);
  return { re: whole.re.map((value) => value * scale), im: new Float64Array(rows * row) };
}

const UNTOUCHED = -77;

function expectRanges(
  plan: ReturnType<typeof drawnSchedules>,
  transform: RealTransform,
  { batch, seed }: { readonly batch: number; readonly seed: number },
): void {
  const { input, output } = arraysOf(transform);
  const [from, to] = [elementsOf(input, batch), elementsOf(output, batch)];
  const isForward = transform.kind === "r2c";
  const room = (elements: typeof from): number => Math.max(...elements.map(({ place }) => place)) + 1;
  const draw = (own: number): Float64Array =>
    uniformNumbers(from.length, own).map((value, index) => (from[index]?.isThere === true ? value : 0));
  const given = { re: draw(seed), im: isForward ? new Float64Array(from.length) : draw(seed + 1) };
  const laid = (numbers: Float64Array): Float64Array => {
    const memory = new Float64Array(room(from)).fill(NaN);
    from.forEach(({ place, isThere }, index) => {
      if (isThere) memory[place] = numbers[index] ?? NaN;
    });
    return memory;
  };
  const nothing = (): Float64Array => new Float64Array(room(to)).fill(UNTOUCHED);
  const source = isForward ? laid(given.re) : { re: laid(given.re), im: laid(given.im) };
  const target = isForward ? { re: nothing(), im: nothing() } : nothing();
  evaluateHostProgram(lowerPlan("ranges", plan, gpu).host, source, target, batch, seed);
  const written = target instanceof Float64Array ? { re: target, im: new Float64Array(target.length) } : target;
  const meant = direct(transform, given);
  const wanted = to.flatMap(({ place, isThere }, index) => (isThere ? [{ place, index }] : []));
  const taken = (numbers: Float64Array, by: "place" | "index"): Float64Array =>
    Float64Array.from(wanted, (one) => numbers[one[by]] ?? NaN);
  const both = (numbers: ComplexNumbers, by: "place" | "index"): ComplexNumbers => ({
    re: taken(numbers.re, by),
    im: taken(numbers.im, by),
  });
  expect(relativeError(both(written, "place"), both(meant, "index"))).toBeLessThan(1e-12);
  const places = new Set(wanted.map(({ place }) => place));
  written.re.forEach((value, place) => (places.has(place) ? undefined : expect(value).toBe(UNTOUCHED)));
}

/** Ways to cut rows into butterflies, and the other dimensions; pairs are worth it from 16 real numbers on. */
const rowRadices = [[2], [3], [4], [8], [4, 4], [4, 10], [6, 6], [2, 3, 6], [9, 4], [3, 5], [16], [2, 8]] as const;
const acrossRadices = [[2], [3], [4], [2, 3], [3, 2], [2, 4], [4, 2], [8], [4, 4], [2, 2, 3]] as const;

/** Rows of pairs beside other dimensions have 8 pairs at least, and both of their halves even numbers of columns. */
const pairedRadices = [[8], [4, 4], [4, 10], [6, 6], [2, 3, 6], [2, 8], [16], [8, 2]] as const;
const pairedAcross = [[2], [4], [6], [2, 4], [4, 2], [8], [4, 4], [3, 2]] as const;

const ways = (isPaired: boolean) =>
  fc.record({
    paired: fc.constant(isPaired),
    row: fc.constantFrom<readonly number[]>(...(isPaired ? pairedRadices : rowRadices)),
    across: fc.array(fc.constantFrom<readonly number[]>(...(isPaired ? pairedAcross : acrossRadices)), {
      minLength: isPaired ? 1 : 0,
      maxLength: 2,
    }),
  });

const drawn = fc.record({
  kind: fc.constantFrom("r2c" as const, "c2r" as const),
  way: fc.oneof(ways(true), ways(false)),
  idle: fc.boolean(),
  separate: fc.boolean(),
  ranges: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(3)), { minLength: 6, maxLength: 6 }),
  scale: fc.constantFrom(1, 0.25),
  draws: fc.array(fc.nat(10_000), { minLength: 4, maxLength: 4 }),
  twiddles: fc.constantFrom<TwiddleSource>("table", "powers"),
  batch: fc.integer({ min: 1, max: 2 }),
  seed: fc.nat(),
});

test("parts of both sides, along every dimension, in one kernel and in several", () => {
  const seen = { r2c: 0, c2r: 0, paired: 0, refused: 0, several: 0, input: 0, output: 0 };
  const numRuns = runs(24, 150);
  fc.assert(
    fc.property(
      drawn,
      ({ kind, way: { row, across, paired }, idle, separate, ranges, scale, draws, twiddles, batch, seed }) => {
        const length = product(row) * (paired ? 2 : 1);
        const lengths = [...(idle ? [3] : []), ...across.map(product).toReversed(), length];
        const named = makeRealTransform(kind, lengths, "f64", { scale });
        const names = named.dimensions.map(({ name }) => name);
        const axes = names.slice(0, 1 + across.length);
        const said = (side: number): Record<string, readonly [number, number]> =>
          Object.fromEntries(
            names.flatMap((name, index) => {
              const [first, count, chance] = ranges[(index + side * 3) % ranges.length] ?? [0, 0, 0];
              if (chance === 0) return [];
              const whole = named.dimensions[index]?.length ?? 1;
              const isHalf = index === 0 && (kind === "c2r") === (side === 0);
              const own = isHalf ? halfRow(whole) : whole;
              const from = first % own;
              const last = from + (count % (own - from));
              // Pairs are there or not.
              if (paired && index === 0 && !isHalf)
                return [[name, [from - (from % 2), last + 1 - (last % 2)] as const]];
              return [[name, [from, last] as const]];
            }),
          );
        const [inputRange, outputRange] = [said(0), said(1)];
        const transform: RealTransform = { ...named, axes, inputRange, outputRange };
        const rows = makeMixedChain("X", row, row.length - 1);
        const chains = across.map((radices, index) =>
          makeMixedChain(names[index + 1] ?? "Y", radices, radices.length - 1),
        );
        const others: readonly PlanKernel[] = separate
          ? chains.flat().map((step) => ({ subComputations: [step] }))
          : chains.map((subComputations) => ({ subComputations }));
        const own: PlanKernel = { subComputations: rows };
        // Pairs along rows come last of numbers, and first of spectra; rows of all numbers the other way round.
        const isFirst = (kind === "c2r") === paired;
        const kernels = isFirst ? [own, ...others] : [...others, own];
        try {
          const plan = drawnSchedules({ transform, kernels }, draws, twiddles, { tileElements: 1300, threads: 128 });
          expectRanges(plan, transform, { batch, seed });
          seen.paired += Number(isInPairs(transform, kernels));
        } catch (error) {
          if (!(error instanceof InputError) && !String(error).includes("no legal schedule")) throw error;
          seen.refused++;
          return;
        }
        seen[kind] += 1;
        seen.several += Number(kernels.length > 1);
        seen.input += Number(Object.keys(inputRange).length > 0);
        seen.output += Number(Object.keys(outputRange).length > 0);
      },
    ),
    { seed: 20261128, numRuns },
  );
  for (const kind of ["r2c", "c2r", "paired", "several", "input", "output"] as const)
    expect(seen[kind]).toBeGreaterThan(numRuns / 20);
});
