// The dimensions of an array as a transform sees them: each with the group whose characters it is expanded in, and where its
// elements lie. 16x(3)x8 along X and Z: X of step 1 and Z of step 24 are transformed, Y of step 8 is idle.
import { invariant } from "../failure/errors.js";
import { WALSH, type SubComputation } from "./plan.js";
import type { Transform } from "./transform.js";

/**
 * - `cyclic`: the integers modulo the length; the discrete Fourier transform. Between its digits stand twiddle factors, so that they
 *   are transformed from heavy to light
 * - `dyadic`: vectors of bits, above which a Hadamard matrix of another order may stand; the Walsh-Hadamard transform. There are no
 *   factors, and any order does
 * - `idle`: not transformed; a batch of its own
 */
export type Group = "cyclic" | "dyadic" | "idle";

export interface Axis {
  readonly name: string;
  readonly length: number;
  /** Elements from one to the next along it. */
  readonly step: number;
  readonly group: Group;
}

/** All dimensions, the contiguous one first. */
export function axesOf(transform: Pick<Transform, "dimensions"> & GroupedAxes): readonly Axis[] {
  let step = 1;
  return transform.dimensions.map(({ name, length }): Axis => {
    const axis = { name, length, step, group: groupOf(transform, name) };
    step *= length;
    return axis;
  });
}

type GroupedAxes = { readonly kind: "c2c" } | { readonly kind: "fwht"; readonly axes: readonly string[] };

const groupOf = (transform: GroupedAxes, name: string): Group =>
  transform.kind === "c2c" ? "cyclic" : transform.axes.includes(name) ? "dyadic" : "idle";

/** A digit of an axis' index: `radix` values, `stride` apart along the axis, within blocks of `extent`. */
export interface AxisDigit {
  readonly axis: Axis;
  readonly radix: number;
  readonly stride: number;
  readonly extent: number;
}

/** The digit that a sub-computation of a legal plan transforms. Walsh-Hadamard steps see the array as one: H(24,4,96,384) of 16x24. */
export function transformedDigit(
  axes: readonly Axis[],
  { dimension, radix, stride, extent }: SubComputation,
): AxisDigit {
  const isFlat = dimension === WALSH;
  const axis = axes.find(({ name, step, length, group }) =>
    isFlat ? group === "dyadic" && stride >= step && stride < step * length : name === dimension,
  );
  invariant(axis !== undefined, () => `axes: nothing has the digit of ${dimension} with stride ${stride}`);
  const unit = isFlat ? axis.step : 1;
  return { axis, radix, stride: stride / unit, extent: extent / unit };
}
