// Error bounds hold, and are no more than 8 times what is measured: on transforms computed here, every operation rounded to
// the bits of the type under test, against double precision.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { WALSH, type ScheduledPlan, type SubComputation, type Unit } from "../../generator/plan/plan.js";
import { makeTransform, makeWalshTransform, type WalshTransform } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";

const SCHEDULE = { threads: 64, columns: 1, blocksPerSm: 1, twiddles: "table", stores: "default" } as const;

/** Each kernel has steps of these radices, the heaviest digits first. */
function walshPlan(
  kernels: readonly (readonly number[])[],
  precision: WalshTransform["precision"],
  options: Partial<Omit<WalshTransform, "kind" | "dimensions" | "precision">> = {},
  unit?: Unit,
): ScheduledPlan {
  const length = kernels.flat().reduce((product, radix) => product * radix, 1);
  let extent = length;
  const steps = kernels.map((radices) =>
    radices.map((radix): SubComputation => {
      const step = { dimension: WALSH, count: length / radix, radix, stride: extent / radix, extent } as const;
      extent /= radix;
      return { ...step, twiddle: "no-tw", ...(unit === undefined ? {} : { unit }) };
    }),
  );
  const transform = makeWalshTransform([length], precision, options);
  return { transform, kernels: steps.map((subComputations) => ({ subComputations, schedule: SCHEDULE })) };
}

const BITS = { f64: 53, f32: 24, f16: 11, bf16: 8 } as const;

/** Rounds to so many bits (Veltkamp's splitting); exponents are those of double precision. */
function rounded(value: number, bits: number): number {
  const spread = value * (2 ** (53 - bits) + 1);
  return spread - (spread - value);
}

interface Compensated {
  readonly value: number;
  readonly error: number;
}

/** Andersson, sections 3.3.1 and 3.3.2: the error is what undoing the sum leaves. Neumaier's undoes the larger one first. */
function compensatedSum(a: Compensated, b: Compensated, bits: number, method: "kahan" | "neumaier"): Compensated {
  const round = (value: number): number => rounded(value, bits);
  const [first, second] = method === "neumaier" && Math.abs(a.value) < Math.abs(b.value) ? [b, a] : [a, b];
  const correction = round(first.error + second.error);
  const plain = round(first.value + second.value);
  const value = round(plain - correction);
  return { value, error: round(round(round(value - first.value) - second.value) + correction) };
}

const negated = ({ value, error }: Compensated): Compensated => ({ value: -value, error: -error });

/**
 * A transform by butterflies of two, the heaviest bits first. `add` gives the sum of two numbers, and the difference as a sum
 * with the negative; `stored` is what becomes of a number behind the butterflies of so many bits.
 */
function transformed<T>(
  inputs: readonly T[],
  add: (a: T, b: T) => T,
  negate: (a: T) => T,
  stored: (value: T, bits: number) => T = (value) => value,
): readonly T[] {
  let values = inputs;
  for (let bits = 1; 2 ** bits <= inputs.length; bits++) {
    const stride = inputs.length / 2 ** bits;
    values = values.map((value, index) => {
      const isSecond = Math.floor(index / stride) % 2 === 1;
      const other = at(values, isSecond ? index - stride : index + stride);
      return stored(isSecond ? add(other, negate(value)) : add(value, other), bits);
    });
  }
  return values;
}

/** Uniform in [-1, 1) with as many bits as the type has. */
function randomInputs(length: number, bits: number, seed: number): readonly number[] {
  const scale = 2 ** (Math.min(bits, 30) - 1);
  return fc
    .sample(fc.integer({ min: -scale, max: scale - 1 }), { seed, numRuns: length })
    .map((whole) => whole / scale);
}

function relativeError(actual: readonly number[], expected: readonly number[]): number {
  const square = (values: readonly number[]): number => values.reduce((total, value) => total + value * value, 0);
  return Math.sqrt(square(actual.map((value, index) => value - at(expected, index))) / square(expected));
}

const sum = (a: number, b: number): number => a + b;
const negative = (a: number): number => -a;
const exact = (inputs: readonly number[]): readonly number[] => transformed(inputs, sum, negative);

function expectTight(plan: ScheduledPlan, measured: number): void {
  const ratio = errorBound(plan).l2 / measured;
  expect(ratio).toBeGreaterThan(1.3);
  expect(ratio).toBeLessThan(8);
}

describe("bounds of Walsh-Hadamard transforms", () => {
  const levels = [6, 8, 10, 13] as const;
  const twos = (count: number): readonly number[] => Array.from({ length: count }, () => 2);

  test.each(["f32", "f16", "bf16"] as const)("computed natively in %s", (precision) => {
    const bits = BITS[precision];
    for (const level of levels) {
      const inputs = randomInputs(2 ** level, bits, level);
      const result = transformed(inputs, (a, b) => rounded(a + b, bits), negative);
      expectTight(walshPlan([twos(level)], precision, { arithmetic: "native" }), relativeError(result, exact(inputs)));
    }
  });

  test.each(["f16", "bf16"] as const)("%s, rounded at the end of each kernel only", (precision) => {
    const bits = BITS[precision];
    for (const kernels of [[twos(10)], [twos(5), twos(5)], [twos(4), twos(4), twos(4)]]) {
      const perKernel = at(kernels, 0).length;
      const inputs = randomInputs(2 ** (perKernel * kernels.length), bits, 1);
      const result = transformed(inputs, sum, negative, (value, done) =>
        done % perKernel === 0 ? rounded(value, bits) : value,
      );
      expectTight(walshPlan(kernels, precision), relativeError(result, exact(inputs)));
    }
  });

  /** Steps of 2^-24 are those of f16 below 2^-14. */
  const inHalf = (value: number): number =>
    Math.abs(value) < 2 ** -14 ? Math.round(value * 2 ** 24) / 2 ** 24 : rounded(value, BITS.f16);

  test.each([2 ** -15, 1 / 129600, 2 ** -21])("f16, outputs so small that they lose digits: scaled by %d", (scale) => {
    for (const level of [0, 4, 10]) {
      const inputs = Array.from({ length: 2 ** (10 - level) }, (_, seed) =>
        randomInputs(2 ** level, BITS.f16, seed + 1),
      );
      const expected = inputs.flatMap((one) => exact(one).map((value) => value * scale));
      const error = relativeError(expected.map(inHalf), expected);
      const ratio = errorBound(walshPlan([twos(level)], "f16", { scale })).l2 / error;
      expect(ratio).toBeGreaterThan(1.3);
      expect(ratio).toBeLessThan(8);
    }
  });

  test.each(["kahan", "neumaier"] as const)("%s", (method) => {
    for (const precision of ["f32", "bf16"] as const) {
      const bits = BITS[precision];
      for (const level of levels) {
        const inputs = randomInputs(2 ** level, bits, level);
        const result = transformed<Compensated>(
          inputs.map((value) => ({ value, error: 0 })),
          (a, b) => compensatedSum(a, b, bits, method),
          negated,
        ).map(({ value, error }) => rounded(value - error, bits));
        const options = { arithmetic: "native", stabilisation: method } as const;
        expectTight(walshPlan([twos(level)], precision, options), relativeError(result, exact(inputs)));
      }
    }
  });

  const l2 = (...parameters: Parameters<typeof walshPlan>): number => errorBound(walshPlan(...parameters)).l2;

  test("say what they are made of", () => {
    const textOf = (...parameters: Parameters<typeof walshPlan>): string => errorBound(walshPlan(...parameters)).text;
    expect(textOf([[16, 16]], "f32")).toBe("1.25 * sqrt(8 * 4^-24)");
    expect(textOf([[16], [16]], "f16")).toBe("1.25 * sqrt(2 * 4^-11 + 8 * 4^-24)");
    expect(textOf([[16], [16]], "f16", { arithmetic: "native" })).toBe("1.25 * sqrt(8 * 4^-11)");
    expect(textOf([[16], [16]], "bf16", { stabilisation: "neumaier" })).toBe("1.25 * sqrt(1 * 4^-8)");
    expect(textOf([[16], [16]], "f64", { stabilisation: "neumaier" })).toBe("1.25 * sqrt(1 * 4^-53)");
    expect(textOf([[16], [16]], "f32", { stabilisation: "semi-neumaier" })).toBe("1.25 * sqrt(2 * 4^-24)");
    expect(textOf([[16], [16]], "f32", { stabilisation: "semi-kahan" })).toBe("1.25 * sqrt(6 * 4^-24)");
    expect(textOf([[8, 8]], "f32", {}, "alman-rao")).toBe("1.25 * sqrt(12 * 4^-24)");
    expect(textOf([[12, 16]], "f32")).toBe("1.25 * sqrt(7.58 * 4^-24)");
    expect(textOf([[16]], "f32", { scale: 0.3 })).toBe("1.25 * sqrt(7 * 4^-24)");
    expect(textOf([[16]], "f32", { scale: -0.25 })).toBe("1.25 * sqrt(4 * 4^-24)");
  });

  test("one kernel more costs 16-bit data a rounding, and other data nothing", () => {
    expect(l2([[16], [16]], "bf16")).toBeCloseTo(Math.SQRT2 * l2([[16, 16]], "bf16"), 5);
    expect(l2([[16], [16]], "f32")).toBe(l2([[16, 16]], "f32"));
  });
});

test("bounds of Fourier transforms: the walk, and intrinsics beside it", () => {
  const sub = { dimension: "X", count: 16, radix: 16, stride: 16, extent: 256 } as const;
  const plan = (twiddles: "table" | "fast-sincos"): ScheduledPlan => ({
    transform: makeTransform([256], "f32"),
    kernels: [
      {
        subComputations: [
          { ...sub, twiddle: "tw" },
          { ...sub, stride: 1, extent: 16, twiddle: "no-tw" },
        ],
        schedule: { ...SCHEDULE, twiddles },
      },
    ],
  });
  expect(errorBound(plan("table"))).toEqual({
    l2: 1.5 * 2 ** -24 * Math.sqrt(8),
    max: 12 * 2 ** -24 * Math.sqrt(8),
    text: "1.5 * 2^-24 * sqrt(log2 N)",
  });
  expect(errorBound(plan("fast-sincos")).text).toBe(
    "1.5 * 2^-24 * sqrt(log2 N) + 2^-20.5 * sqrt(1 intrinsic twiddle steps)",
  );
});
