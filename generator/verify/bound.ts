// Derives the largest error of a generated transform.
import { elementFunction } from "../plan/element-functions.js";
import { operationsIn } from "../pointwise/expression.js";
import { scheduledElements, type ElementType } from "../plan/elements.js";
import type { ScheduledKernel, ScheduledPlan, SubComputation } from "../plan/plan.js";
import { addsInHalf, isMatrixProduct } from "../plan/units.js";
import { usualOutput } from "../plan/scale.js";
import { computedIn, exactBits, isInteger, LEAST_NORMAL_F16 } from "../plan/storage.js";
import { levelsOf } from "./levels.js";
import {
  computedWith,
  isShort,
  type FourierTransform,
  type Transform,
  type WalshTransform,
} from "../plan/transform.js";

export interface ErrorBound {
  /** Largest allowed ||error||_2 / ||reference||_2. */
  readonly l2: number;
  /** Largest allowed max |error| / rms |reference|. */
  readonly max: number;
  /** The formula, for people. */
  readonly text: string;
}

/** The largest error of a plan, relative to the result: the limit in its verification program. */
export function errorBound(plan: ScheduledPlan): ErrorBound {
  const { transform } = plan;
  const inside = transform.kind === "fwht" ? walshBound(plan, transform) : fourierBound(plan, transform);
  const { l2, text } = withConversions(inside, transform);
  return { l2, max: LARGEST_OVER_RMS * l2, text };
}

/**
 * Numbers that are rounded as they are loaded, or as they are stored: each time an error like that of storing 16-bit numbers, relative to
 * the numbers. The half step of whole numbers is none of these, but one of the output itself.
 */
function withConversions(inside: L2Bound, transform: Transform): L2Bound {
  const { inputType, outputType, precision } = transform;
  const held = exactBits(computedWith(transform));
  const loaded = inputType !== precision && exactBits(inputType) > held ? [held] : [];
  const isRounded = outputType !== precision && !isInteger(outputType) && exactBits(outputType) < held;
  const load = elementFunction(transform, "input");
  const operations =
    load === undefined
      ? []
      : Array.from({ length: operationsIn(load.expression) }, () => exactBits(computedIn(precision)));
  const roundings = [...loaded, ...operations, ...(isRounded ? [exactBits(outputType)] : [])];
  return roundings.reduce<L2Bound>(
    ({ l2, text }, bits) => ({
      l2: l2 + SHORT_CONSTANT * 2 ** -bits,
      text: `${text} + ${SHORT_CONSTANT} * 2^-${bits}`,
    }),
    inside,
  );
}

/** The largest of many normal errors lies a few standard deviations out: 8 covers 2^30 samples with room. */
const LARGEST_OVER_RMS = 8;

type L2Bound = Omit<ErrorBound, "max">;

/**
 * Rounding errors of an FFT behave like a random walk over its log2 N butterfly levels, so the relative L2 error grows as
 * u sqrt(log2 N) with unit roundoff u (Gentleman & Sande 1966; Schatzman 1996; FFTW measures constants of 0.3 to 0.6 with
 * correctly rounded twiddles). 1.5 leaves room for twiddles that are products of table entries, and no more.
 */
const FOURIER_CONSTANT = 1.5;
/** `__sincosf` on an argument reduced to [-pi, pi]: absolute error 2^-21.19 (CUDA Programming Guide), and the rounded argument. */
const FAST_FACTOR_ERROR = 2 ** -20.5;

/**
 * Errors that f32 butterflies on tensor cores add, each with the same sign, so that they grow with their number. Sums are
 * truncated, not rounded: 7e-8 for radix 16 and 5e-8 for radix 8 by `split` (H200). In the matrix of radix 8 by `kang` the square
 * root of 1/2 is wrong by 7.6e-5, 2^-13.7. Its matrices of radix 2 and 4, and Sorna's, are exact, and their sums have few terms.
 */
function splitErrors({ kernels }: ScheduledPlan): readonly { readonly count: number; readonly error: number }[] {
  const units = kernels.flatMap(({ subComputations }) => subComputations);
  const count = (matches: (sub: SubComputation) => boolean): number => units.filter(matches).length;
  return [
    { count: count(({ unit }) => unit === "split"), error: 2 ** -24 },
    { count: count(({ unit, radix }) => unit === "kang" && radix === 8), error: 2 ** -13 },
  ].filter((term) => term.count > 0);
}

function fourierBound(plan: ScheduledPlan, transform: Exclude<Transform, WalshTransform>): L2Bound {
  if (isShort(transform.precision)) return shortFourierBound(plan, transform.precision, transform.arithmetic);
  const bits = exactBits(transform.precision);
  const { levels, text: levelsText } = levelsOf(plan);
  const extra = splitErrors(plan);
  const walk =
    FOURIER_CONSTANT * 2 ** -bits * Math.sqrt(levels) + extra.reduce((sum, { count, error }) => sum + count * error, 0);
  const text = [
    `${FOURIER_CONSTANT} * 2^-${bits} * sqrt(${levelsText})`,
    ...extra.map(({ count, error }) => `${count} * 2^${Math.log2(error)}`),
  ].join(" + ");
  const fast = plan.kernels.flatMap((kernel) =>
    kernel.schedule.twiddles === "fast-sincos" && transform.precision === "f32"
      ? kernel.subComputations.filter((sub) => sub.twiddle !== "no-tw")
      : [],
  ).length;
  if (fast === 0) return { l2: walk, text };
  return {
    l2: walk + FAST_FACTOR_ERROR * Math.sqrt(fast),
    text: `${text} + 2^-20.5 * sqrt(${fast} intrinsic twiddle steps)`,
  };
}

/**
 * Errors of 16-bit numbers are those of storing them: arithmetic is in single precision. A kernel rounds the numbers that it
 * stores; one that multiplies by matrices also those that it exchanges, its matrices and its twiddle factors, which together add
 * about the same: 4.6e-4 = 0.43 u sqrt(4.8) at 4096 = 16 * 16 * 16 in f16, where 6 are counted.
 */
function shortFourierBound(
  plan: ScheduledPlan,
  precision: "f16" | "bf16",
  arithmetic: FourierTransform["arithmetic"],
): L2Bound {
  const { kernels } = plan;
  const roundingsOf = (sub: SubComputation): number =>
    isMatrixProduct(sub) ? matrixRoundings(sub) : arithmetic === "native" ? nativeRoundings(sub) : 0;
  const ways = kernels.some(({ through }) => through !== undefined) ? 2 : 1;
  const counted = ways * sum(kernels.map(({ subComputations }) => Math.max(1, sum(subComputations.map(roundingsOf)))));
  const roundings = inHundredths(counted * (1 + subnormalRoundings(plan)));
  const bits = exactBits(precision);
  return {
    l2: SHORT_CONSTANT * 2 ** -bits * Math.sqrt(roundings),
    text: `${SHORT_CONSTANT} * 2^-${bits} * sqrt(${roundings})`,
  };
}

/** The constant for rounding to nearest, as for Walsh-Hadamard transforms: 2.9 times the measured one. */
const SHORT_CONSTANT = 1.25;

/** Sums in half precision are rounded with every product; a result has one or two products. */
const matrixRoundings = (sub: SubComputation): number => (sub.twiddle === "pre-tw" ? 3 : 2) + (addsInHalf(sub) ? 3 : 0);

/** Each level adds; twiddle factors are rounded, and their products twice. */
const nativeRoundings = ({ twiddle, radix }: SubComputation): number =>
  Math.ceil(Math.log2(radix)) + (twiddle === "no-tw" ? 0 : 3);

/**
 * As how many roundings of normal numbers one counts for the steps between subnormal numbers of f16, which are not relative to the
 * number: (2^-14 / rms)^2 of outputs that small. On the way to them numbers are larger; only what tensor cores and half precision
 * multiply and add has been scaled before it grows, by at most the square root of a radix. In numbers: 96 values scaled by 1/129600
 * come to 4.4e-5, and a rounding counts as 3.
 */
function subnormalRoundings({ transform, kernels }: ScheduledPlan): number {
  if (transform.precision !== "f16") return 0;
  const subComputations = kernels.flatMap((kernel) => kernel.subComputations);
  const growing = subComputations.filter((sub) => computedWith(transform) === "f16" || sub.unit !== undefined);
  const growth = Math.max(1, ...growing.map(({ radix }) => radix));
  return growth * (LEAST_NORMAL_F16 / usualOutput(transform)) ** 2;
}

const inHundredths = (count: number): number => Math.round(count * 100) / 100;

/**
 * A Walsh-Hadamard transform adds and subtracts only, and is orthogonal but for a factor: every rounding of all numbers adds
 * its own error, which stays as large as it is. Rounding to nearest leaves a relative L2 error of 0.43 u, so `count` roundings
 * leave 0.43 u sqrt(count); measured with uniform random inputs of 4 to 2^24 numbers, and of that constant for f32, f64 and
 * native f16 and bf16 alike. 1.25 leaves room for short transforms, whose errors vary, and is 2.9 times what is measured.
 */
const WALSH_CONSTANT = 1.25;

/** Roundings of a level, that is for each factor 2 of a radix, in proportion to the squares of the errors measured. */
const ROUNDINGS = {
  /** 0.43 to 0.44, also for the base orders with log2 of 12, 20 and 28 levels. */
  plain: 1,
  /** 0.61: it subtracts the sum of eight numbers from one of them. */
  "alman-rao": 2,
  /** 0.29: Kahan's sum recovers the error where the first of the two numbers is the larger one. */
  kahan: 0.5,
  /** None seen up to 2^20: the result is as good as rounded once. */
  neumaier: 0,
} as const;

/** A scale that is no power of two is rounded, which adds more than a random rounding, and so are the products. */
const SCALE_ROUNDINGS = 3;

function walshBound(plan: ScheduledPlan, transform: WalshTransform): L2Bound {
  const { kernels } = plan;
  const counts = new Map<number, number>();
  const add = (bits: number, count: number): unknown => counts.set(bits, (counts.get(bits) ?? 0) + count);
  kernels.forEach((kernel, index) => {
    const { held, exchanged, output } = scheduledElements(transform, kernel, index, kernels.length);
    add(bitsOf(held), sum(kernel.subComputations.map((step) => Math.log2(step.radix) * levelRoundings(step, held))));
    if (bitsOf(exchanged) < bitsOf(held)) add(bitsOf(exchanged), kernel.subComputations.length - 1);
    if (output.compensation !== held.compensation || bitsOf(output) < bitsOf(held)) add(bitsOf(output), 1);
    const isLast = index === kernels.length - 1;
    const isRounded = transform.scaling === "run-time" || !Number.isInteger(Math.log2(Math.abs(transform.scale)));
    if (isLast && isRounded) add(bitsOf(held), SCALE_ROUNDINGS);
  });
  const terms = [...counts]
    .filter(([, count]) => count > 0)
    .map(([bits, count]) => ({
      bits,
      count: inHundredths(bits === exactBits("f16") ? count * (1 + subnormalRoundings(plan)) : count),
    }));
  const known = terms.length > 0 ? terms : [{ bits: exactBits(transform.precision), count: 1 }];
  const l2 = WALSH_CONSTANT * Math.sqrt(sum(known.map(({ bits, count }) => count * 4 ** -bits)));
  const squares = known.toSorted((a, b) => a.bits - b.bits).map(({ bits, count }) => `${count} * 4^-${bits}`);
  return { l2, text: `${WALSH_CONSTANT} * sqrt(${squares.join(" + ")})` };
}

const levelRoundings = ({ unit }: ScheduledKernel["subComputations"][number], { compensation }: ElementType): number =>
  ROUNDINGS[compensation ?? (unit === "alman-rao" ? unit : "plain")];

const bitsOf = (type: ElementType): number => exactBits(type.storage);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
