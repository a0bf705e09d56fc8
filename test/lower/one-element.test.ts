// Lengths at which cases of one rule coincide: 1, 2 and 3 along each of one to three dimensions, of every kind and every choice of axes.
// A transform of one element is a copy, or a factor. The first choice of the search, against sums by the definition.
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { halfLength } from "../../generator/plan/arrays.js";
import {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  TRIGONOMETRIC_KINDS,
  type Transform,
} from "../../generator/plan/transform.js";
import { transformProblem } from "../../generator/plan/transform-problem.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { dealt, isDefault } from "../effort.js";
import { directDft, relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { directTrigonometric } from "../../generator/definition/direct-trigonometric.js";

const gpu = findGpu("H200");
const BATCH = 3;

const LENGTHS = [1, 2, 3];
const sizes: readonly (readonly number[])[] = [
  ...LENGTHS.map((x) => [x]),
  ...LENGTHS.flatMap((y) => LENGTHS.map((x) => [y, x])),
  ...LENGTHS.flatMap((z) => LENGTHS.flatMap((y) => LENGTHS.map((x) => [z, y, x]))),
].filter((lengths) => lengths.includes(1) || lengths.length === 1);

/** All dimensions, each alone, and all but each. */
const axesOf = (names: readonly string[]): readonly (readonly string[])[] => {
  const all = [names, ...names.map((name) => [name]), ...names.map((name) => names.filter((other) => other !== name))];
  return [...new Map(all.filter(({ length }) => length > 0).map((axes) => [axes.join(), axes])).values()];
};

/** Of one dimension and of two all, of three some that have each length at each place; every second one where more is asked for. */
const drawn = dealt(
  sizes.filter(({ length }, index) => length < 3 || index % 2 === 0),
  ({ length }, index) => length < 3 || index % 5 === 0,
);

const product = (numbers: readonly number[]): number => numbers.reduce((all, one) => all * one, 1);

function evaluated(transform: Transform, given: ComplexNumbers, count: number): ComplexNumbers {
  const plan = at(searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans, 0).plan;
  const { host } = lowerPlan("small", plan, gpu);
  const isReal = transform.kind === "r2c" || transform.kind === "fwht" || transform.kind.startsWith("d");
  const writesReal = transform.kind === "c2r" || transform.kind === "fwht" || transform.kind.startsWith("d");
  const numbers = (): Float64Array => new Float64Array(count).fill(NaN);
  const target = writesReal ? numbers() : { re: numbers(), im: numbers() };
  evaluateHostProgram(host, isReal ? given.re : given, target, BATCH, 7);
  const found = target instanceof Float64Array ? { re: target, im: new Float64Array(count) } : target;
  // The plan as its notation says is the same.
  const asPlanned = evaluatePlan(plan, given.re, given.im);
  expect(relativeError(asPlanned, found)).toBeLessThan(1e-6);
  return found;
}

const signal = (count: number, seed: number): ComplexNumbers => ({
  re: uniformNumbers(count, seed),
  im: uniformNumbers(count, seed + 1),
});

const real = (count: number, seed: number): ComplexNumbers => ({
  re: uniformNumbers(count, seed),
  im: new Float64Array(count),
});

test.each(drawn.map((lengths) => ({ size: lengths.join("x"), lengths })))("$size", ({ lengths }) => {
  const count = product(lengths) * BATCH;
  const base = makeTransform(lengths, "f64", { batch: BATCH });
  const names = base.dimensions.map(({ name }) => name);
  for (const [turn, axes] of axesOf(names).entries()) {
    const along = lengths.map((_, index) => axes.includes(at(names, names.length - 1 - index)));
    const label = `${lengths.join("x")} along ${axes.join()}`;
    const given = signal(count, 1);
    const complex = makeTransform(lengths, "f64", { batch: BATCH, axes, scale: 0.5 });
    const meant = directDft(given.re, given.im, lengths, -1, along);
    const halved = { re: meant.re.map((one) => one / 2), im: meant.im.map((one) => one / 2) };
    expect(relativeError(evaluated(complex, given, count), halved), `c2c ${label}`).toBeLessThan(1e-12);

    // The first axis is the one that is real.
    const axis = names.indexOf(at(axes, 0));
    const inner = product(lengths.slice(lengths.length - axis));
    const length = at(lengths, lengths.length - 1 - axis);
    const half = halfLength(length);
    const rows = count / (inner * length);
    const halfCount = rows * half * inner;
    const place = (index: number): number => {
      const [column, k, row] = [index % inner, Math.floor(index / inner) % half, Math.floor(index / (inner * half))];
      return (row * length + k) * inner + column;
    };
    const reals = real(count, 3);
    const whole = directDft(reals.re, reals.im, lengths, -1, along);
    const spectrum = {
      re: Float64Array.from({ length: halfCount }, (_, index) => whole.re[place(index)] ?? NaN),
      im: Float64Array.from({ length: halfCount }, (_, index) => whole.im[place(index)] ?? NaN),
    };
    const forward = { ...makeRealTransform("r2c", lengths, "f64", { batch: BATCH }), axes };
    expect(relativeError(evaluated(forward, reals, halfCount), spectrum), `r2c ${label}`).toBeLessThan(1e-12);
    const back = { ...makeRealTransform("c2r", lengths, "f64", { batch: BATCH }), axes };
    const points = product(lengths.filter((_, index) => along[index] === true));
    const scaled = { re: reals.re.map((one) => one * points), im: reals.im };
    expect(relativeError(evaluated(back, spectrum, count), scaled), `c2r ${label}`).toBeLessThan(1e-12);

    // Three of them, in turns.
    for (const kind of TRIGONOMETRIC_KINDS.filter((_, index) => index % 3 === turn % 3)) {
      const transform = { ...makeTrigonometricTransform(kind, lengths, "f64", { batch: BATCH }), axes };
      const problem = transformProblem(transform);
      if (kind === "dct-1" && lengths.some((one, index) => one === 1 && along[index] === true)) {
        expect(problem?.message, label).toContain("dct-1 is defined from two on");
        continue;
      }
      expect(problem, `${kind} ${label}`).toBeUndefined();
      const kinds = lengths.map((_, index) => (along[index] === true ? kind : undefined));
      const direct = { re: directTrigonometric(reals.re, lengths, kinds), im: reals.im };
      expect(relativeError(evaluated(transform, reals, count), direct), `${kind} ${label}`).toBeLessThan(1e-12);
    }
  }
});

const PAIRED = [
  [128, 1],
  [1, 129, 1],
  [127, 1],
  [5, 1, 101],
];
test.each(dealt(PAIRED, (_, index) => index < 2))(
  "cosine transforms of so many numbers in pairs, %d x %d ...: as without the axes of one element",
  (...lengths) => {
    const count = product(lengths) * BATCH;
    const given = real(count, 5);
    for (const kind of ["dct-2", "dct-3", "dst-4"] as const) {
      const kinds = lengths.map(() => kind);
      const transform = makeTrigonometricTransform(kind, lengths, "f64", { batch: BATCH });
      const direct = { re: directTrigonometric(given.re, lengths, kinds), im: given.im };
      expect(relativeError(evaluated(transform, given, count), direct), kind).toBeLessThan(1e-12);
    }
  },
);

test.runIf(isDefault).each([
  [67, 1, 3],
  [3, 1, 67],
])("large primes beside an axis of one element: %dx%dx%d", (...lengths) => {
  const count = product(lengths) * BATCH;
  const given = signal(count, 1);
  const meant = directDft(given.re, given.im, lengths, -1);
  const transform = makeTransform(lengths, "f64", { batch: BATCH });
  expect(relativeError(evaluated(transform, given, count), meant)).toBeLessThan(1e-12);
});

test.runIf(isDefault).each(["f16", "bf16"] as const)(
  "one element of %s is multiplied by a scale below 1",
  (precision) => {
    const given = signal(BATCH, 1);
    const meant = { re: given.re.map((one) => one / 8), im: given.im.map((one) => one / 8) };
    const transform = makeTransform([1], precision, { batch: BATCH, scale: 0.125 });
    expect(relativeError(evaluated(transform, given, BATCH), meant)).toBeLessThan(1e-12);
  },
);
