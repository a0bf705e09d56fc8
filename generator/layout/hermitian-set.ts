// The digits of a Hermitian step (plan/hermitian-kernel.ts), which is a kernel of its own or a part of the one that has the complex transform.
import { at } from "../failure/errors.js";
import type { Arrays } from "../plan/arrays.js";
import { axesOf } from "../plan/axes.js";
import type { PlanKernel, SubComputation } from "../plan/plan.js";
import { isHermitianKernel } from "../plan/hermitian-step.js";
import { elementCount, type Transform } from "../plan/transform.js";
import { reorders } from "../plan/output-order.js";
import { digitSetOf, idleDigits, type Digit, type DigitSet } from "./digits.js";

/** Of the kernels of a leg, of which such a step is one by itself. */
export function setOfKernels(transform: Transform, kernels: readonly PlanKernel[], arrays: Arrays): DigitSet {
  const step = kernels.find(isHermitianKernel);
  return step === undefined
    ? digitSetOf(transform, kernels, arrays)
    : hermitianSet(transform, at(step.subComputations, 0), arrays);
}

/** The digits of a Hermitian step: frequencies in these parts, each with its mirror, of which a digit of two values is the heavier one. */
export function hermitianSet(
  transform: Transform,
  subComputation: SubComputation,
  arrays: Arrays,
  parts?: readonly number[],
): DigitSet {
  const axes = axesOf(transform);
  const { dimension } = subComputation;
  const axis = axes.findIndex(({ name }) => name === dimension);
  const room = at(axes, axis).length / 2;
  let weight = 1;
  const frequencies = (parts ?? [room]).map((radix, index): Digit => {
    const own = { inPlaceWeight: weight, naturalWeight: weight };
    weight *= radix;
    const idle = { kernel: undefined, subComputation: undefined };
    return { name: `K${index + 1}`, dimension: "K", ordinal: index + 1, radix, axis, ...idle, ...own };
  });
  const sides: Digit = {
    ...{ ordinal: 1, axis, name: `${dimension}1`, dimension, radix: 2, kernel: 0, subComputation },
    ...{ inPlaceWeight: room, naturalWeight: room },
  };
  const digits = [...frequencies, sides, ...idleDigits(axes, arrays)];
  return {
    transform,
    digits,
    byName: new Map(digits.map((digit) => [digit.name, digit])),
    kernelCount: 1,
    elements: elementCount(transform),
    vector: [],
    arrays,
    written: arrays.output,
    reorders: reorders(transform),
    turns: false,
    gathers: false,
    turning: new Set(),
    frequencies,
    tiledBy: undefined,
  };
}
