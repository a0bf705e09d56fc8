// Runs a plan on numbers, exactly as the notation says: in place, one sub-computation after the other, each butterfly
// as a direct discrete Fourier transform. This is what a plan means; it is not fast, and nothing generated uses it.
import { at, InputError } from "../failure/errors.js";
import { checkPlan, problemText } from "./check.js";
import { digitReversedPositions, digitsOf } from "./digits.js";
import type { Plan, SubComputation } from "./plan.js";
import { placedSubComputations } from "./sub-computations.js";
import type { Direction, FourierTransform } from "./transform.js";
import { elementCount } from "./transform.js";

/** Real and imaginary parts of dense arrays, the transform's first dimension contiguous, one array after the other. */
export interface ComplexArrays {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/**
 * The plan's result for a batch of inputs. The length of `re` and `im` must be a multiple of the transform's element
 * count and says how many inputs there are; they are left alone. With order `digit-reversed`, output k of a dimension
 * lies at `digitReversedPositions(radices)[k]` along it.
 * @throws InputError for an illegal plan, one of a Walsh-Hadamard transform, or numbers that are no batch
 */
export function evaluatePlan(plan: Plan, re: Float64Array, im: Float64Array): ComplexArrays {
  if (plan.transform.kind !== "c2c") throw new InputError("evaluatePlan: it runs plans of Fourier transforms");
  const { transform } = plan;
  const problems = checkPlan(plan);
  if (problems.length > 0)
    throw new InputError(`evaluatePlan: an illegal plan:\n${problems.map(problemText).join("\n")}`);
  if (re.length !== im.length || re.length % elementCount(transform) !== 0)
    throw new InputError(
      `evaluatePlan: ${re.length} and ${im.length} numbers are no batch of ${elementCount(transform)} elements`,
    );
  const data = Array.from(re, (real, index) => ({ re: real, im: im[index] ?? Number.NaN }));
  placedSubComputations(plan).forEach(({ subComputation }, index, all) => {
    const earlier = all.slice(0, index).map((placed) => placed.subComputation);
    runSubComputation(data, transform, subComputation, earlier);
  });
  const ordered = transform.order === "natural" ? inNaturalOrder(data, plan) : data;
  return {
    re: Float64Array.from(ordered, (element) => element.re * transform.scale),
    im: Float64Array.from(ordered, (element) => element.im * transform.scale),
  };
}

interface Complex {
  readonly re: number;
  readonly im: number;
}

/** All butterflies of one sub-computation, with their twiddle factors, in place. */
function runSubComputation(
  data: Complex[],
  transform: FourierTransform,
  subComputation: SubComputation,
  earlier: readonly SubComputation[],
): void {
  const { dimension, radix, stride, extent, twiddle } = subComputation;
  const { step, length } = memoryOf(transform, dimension);
  const root = (numerator: number, denominator: number): Complex =>
    rootOfUnity(numerator, denominator, transform.direction);
  // Decimation in time applies what decimation in frequency has left: the factors of these.
  const open = earlier.filter((other) => other.dimension === dimension && other.twiddle !== "tw");
  const roots = Array.from({ length: radix }, (_, power) => root(power, radix));

  data.forEach((_, first) => {
    const index = Math.floor(first / step) % length;
    if (digitOf(index, subComputation) !== 0) return;
    const members = Array.from({ length: radix }, (_, member) => first + member * stride * step);
    const inputs = members.map((place, member) =>
      twiddle !== "pre-tw"
        ? at(data, place)
        : open.reduce(
            (input, other) => times(input, root(digitOf(index, other) * member * stride, other.extent)),
            at(data, place),
          ),
    );
    members.forEach((place, output) => {
      const sum = inputs.reduce(
        (total, input, member) => plus(total, times(input, at(roots, (output * member) % radix))),
        ZERO,
      );
      data[place] = twiddle === "tw" ? times(sum, root(output * (index % stride), extent)) : sum;
    });
  });
}

/** The digit of an index along the dimension that a sub-computation transforms. */
function digitOf(index: number, { radix, stride }: SubComputation): number {
  return Math.floor(index / stride) % radix;
}

/** How far apart neighbours along a dimension lie, and how many there are. */
function memoryOf(
  { dimensions }: Pick<FourierTransform, "dimensions">,
  name: string,
): { readonly step: number; readonly length: number } {
  let step = 1;
  for (const dimension of dimensions) {
    if (dimension.name === name) return { step, length: dimension.length };
    step *= dimension.length;
  }
  return { step, length: 1 };
}

/** Moves every output from its digit-reversed place to its natural one, one dimension after the other. */
function inNaturalOrder(data: readonly Complex[], plan: Plan): readonly Complex[] {
  return plan.transform.dimensions.reduce<readonly Complex[]>((current, { name }) => {
    const { step, length } = memoryOf(plan.transform, name);
    const positions = digitReversedPositions(digitsOf(plan, name).map((digit) => digit.radix));
    return current.map((_, element) => {
      const output = Math.floor(element / step) % length;
      return at(current, element + (at(positions, output) - output) * step);
    });
  }, data);
}

const ZERO: Complex = { re: 0, im: 0 };

const plus = (left: Complex, right: Complex): Complex => ({ re: left.re + right.re, im: left.im + right.im });

const times = (left: Complex, right: Complex): Complex => ({
  re: left.re * right.re - left.im * right.im,
  im: left.re * right.im + left.im * right.re,
});

/** exp(-2 pi i numerator / denominator), or its conjugate for the inverse. */
function rootOfUnity(numerator: number, denominator: number, direction: Direction): Complex {
  const angle = (2 * Math.PI * (numerator % denominator)) / denominator;
  return { re: Math.cos(angle), im: direction === "forward" ? -Math.sin(angle) : Math.sin(angle) };
}
