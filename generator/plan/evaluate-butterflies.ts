// Runs sub-computations on numbers: in place, one after the other, each butterfly as a product with its matrix, of roots of unity or of
// signs.
import { at } from "../failure/errors.js";
import { axesOf, signMatrix, transformedDigit, type Axis, type AxisDigit } from "./axes.js";
import { requireBatch, type ComplexArrays } from "./complex-arrays.js";
import { signsOf } from "./hadamard-matrix.js";
import { outputPositions } from "./output-order.js";
import type { Plan, TwiddlePosition } from "./plan.js";
import { placedSubComputations } from "./sub-computations.js";
import { elementCount, type Direction, type Transform } from "./transform.js";
import type { Butterflies } from "./tree.js";

export function evaluateButterflies({ plan }: Butterflies, { re, im }: ComplexArrays): ComplexArrays {
  const { transform } = plan;
  requireBatch(re, im, elementCount(transform));
  const axes = axesOf(transform);
  const data = Array.from(re, (real, index) => ({ re: real, im: im[index] ?? Number.NaN }));
  const done: Done[] = [];
  for (const { subComputation } of placedSubComputations(plan)) {
    const digit = transformedDigit(axes, subComputation);
    transformDigit(data, transform, { ...digit, twiddle: subComputation.twiddle }, done);
    done.push({ ...digit, twiddle: subComputation.twiddle });
  }
  const ordered = axes.reduce<readonly Complex[]>((current, axis) => inOrder(current, plan, axis), data);
  return {
    re: Float64Array.from(ordered, (element) => element.re * transform.scale),
    im: Float64Array.from(ordered, (element) => element.im * transform.scale),
  };
}

interface Complex {
  readonly re: number;
  readonly im: number;
}

interface Done extends AxisDigit {
  readonly twiddle: TwiddlePosition;
}

/** All butterflies of one digit, with their twiddle factors, in place. */
function transformDigit(data: Complex[], transform: Transform, digit: Done, earlier: readonly Done[]): void {
  const { axis, radix, stride, extent, twiddle } = digit;
  const { step, length } = axis;
  const matrix = matrixOf(transform, digit);
  // Decimation in time applies what decimation in frequency has left: the factors of these.
  const open = twiddle === "pre-tw" ? earlier.filter((other) => other.axis === axis && other.twiddle !== "tw") : [];
  const root = (numerator: number, denominator: number): Complex =>
    rootOfUnity(numerator, denominator, transform.direction);

  data.forEach((_, first) => {
    const index = Math.floor(first / step) % length;
    if (digitOf(index, digit) !== 0) return;
    const members = Array.from({ length: radix }, (_, member) => first + member * stride * step);
    const inputs = members.map((place, member) =>
      open.reduce(
        (input, other) => times(input, root(digitOf(index, other) * member * stride, other.extent)),
        at(data, place),
      ),
    );
    members.forEach((place, output) => {
      const sum = inputs.reduce(
        (total, input, member) => plus(total, times(input, at(at(matrix, output), member))),
        ZERO,
      );
      data[place] = twiddle === "tw" ? times(sum, root(output * (index % stride), extent)) : sum;
    });
  });
}

/** The matrix of a butterfly: that of the axis' group, of the digit's radix. */
function matrixOf(transform: Transform, { axis, radix }: AxisDigit): readonly (readonly Complex[])[] {
  if (axis.group === "dyadic")
    return signsOf(signMatrix(transform, radix)).map((row) => row.map((sign) => ({ re: sign, im: 0 })));
  const roots = Array.from({ length: radix }, (_, power) => rootOfUnity(power, radix, transform.direction));
  return roots.map((_, output) => roots.map((_, member) => at(roots, (output * member) % radix)));
}

const digitOf = (index: number, { radix, stride }: AxisDigit): number => Math.floor(index / stride) % radix;

/** Moves every output along an axis from where it was computed to where the transform's order has it. */
function inOrder(data: readonly Complex[], plan: Plan, axis: Axis): readonly Complex[] {
  const positions = outputPositions(plan, axis);
  if (positions === undefined) return data;
  const { step, length } = axis;
  return data.map((_, element) => {
    const output = Math.floor(element / step) % length;
    return at(data, element + (at(positions, output) - output) * step);
  });
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
