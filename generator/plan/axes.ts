// The dimensions of an array as a transform sees them: each with the group whose characters it is expanded in, and where its
// elements lie. 16x(3)x8 along X and Z: X of step 1 and Z of step 24 are transformed, Y of step 8 is idle.
import { invariant } from "../failure/errors.js";
import { baseOrderOf } from "./hadamard-lengths.js";
import { isSymmetric, stepMatrix, type HadamardMatrix } from "./hadamard-matrix.js";
import { WALSH, type SubComputation } from "./plan.js";
import { groupOf, hadamardOf, type Transform, type TransformGroup } from "./transform.js";

/**
 * - `cyclic`: the integers modulo the length; the discrete Fourier transform. Between its digits stand twiddle factors, so that they
 *   are transformed from heavy to light
 * - `dyadic`: vectors of bits, above which a Hadamard matrix of another order may stand; the Walsh-Hadamard transform. There are no
 *   factors, and any order does
 * - `idle`: not transformed; a batch of its own
 */
export type Group = TransformGroup | "idle";

export interface Axis {
  readonly name: string;
  readonly length: number;
  /** Elements from one to the next along it. */
  readonly step: number;
  readonly group: Group;
  /** Of a dyadic axis the heaviest digit, if that is no power of two: the length is `base` times one. 1 otherwise. */
  readonly base: number;
}

/** All dimensions, the contiguous one first. */
export function axesOf(transform: Transform): readonly Axis[] {
  let step = 1;
  return transform.dimensions.map(({ name, length }): Axis => {
    const group: Group = transform.axes.includes(name) ? groupOf(transform) : "idle";
    const base = group === "dyadic" ? (baseOrderOf(length, hadamardOf(transform)) ?? 1) : 1;
    const axis = { name, length, step, group, base };
    step *= length;
    return axis;
  });
}

/** Those along which there is something to transform, the contiguous one first. */
export const transformedAxes = (transform: Transform): readonly Axis[] =>
  axesOf(transform).filter(({ group, length }) => group !== "idle" && length > 1);

/** Whether the transform is its own inverse but for the scale: by symmetric signs. Other orders than natural have symmetric matrices, too. */
export function isOwnInverse(transform: Transform): boolean {
  const forward = { ...transform, direction: "forward" } as const;
  return transformedAxes(transform).every(
    ({ group, base }) => group === "dyadic" && isSymmetric(signMatrix(forward, base)),
  );
}

/** What a step of this radix along a dyadic axis multiplies by. */
export const signMatrix = (transform: Transform, radix: number): HadamardMatrix =>
  stepMatrix({ hadamard: hadamardOf(transform), direction: transform.direction }, radix);

/** A digit of an axis' index: `radix` values, `stride` apart along the axis, within blocks of `extent`. */
export interface AxisDigit {
  readonly axis: Axis;
  readonly radix: number;
  readonly stride: number;
  readonly extent: number;
}

/** The digit that a sub-computation of a legal plan transforms. */
export function transformedDigit(
  axes: readonly Axis[],
  { dimension, radix, stride, extent }: SubComputation,
): AxisDigit {
  const axis = axisOf(axes, { dimension, stride });
  invariant(axis !== undefined, () => `axes: nothing has the digit of ${dimension} with stride ${stride}`);
  const unit = dimension === WALSH ? axis.step : 1;
  return { axis, radix, stride: stride / unit, extent: extent / unit };
}

/**
 * The axis that a sub-computation is of. Walsh-Hadamard steps see the array as one: H(24,4,96,384) of 16x24. An axis of one element has
 * none but the step that copies it, where no other axis has one.
 */
export function axisOf(
  axes: readonly Axis[],
  { dimension, stride }: Pick<SubComputation, "dimension" | "stride">,
): Axis | undefined {
  if (dimension !== WALSH) return axes.find(({ name, group }) => group === "cyclic" && name === dimension);
  const dyadic = axes.filter(({ group }) => group === "dyadic");
  return (
    dyadic.find(({ step, length }) => stride >= step && stride < step * length) ??
    dyadic.find(({ step, length }) => length === 1 && stride === step)
  );
}
