// The transform of a problem, with the arrays of a call: what a plan is made for.
import { arraysOf, usualStride, type ArraySpec } from "../plan/arrays.js";
import { usualTransform } from "../plan/families.js";
import type { Strides, Transform } from "../plan/transform.js";
import { type Scaling, type StrideChoice } from "../plan/call-choices.js";
import type { Problem } from "./problem.js";

/** The arrays of a call: how many, and how many elements of their side lie from one to the next. */
export interface CalledBatch {
  readonly count: number;
  readonly input: number;
  readonly output: number;
}

/**
 * The transform of a problem: its contiguous dimension is the problem's last one. Strides are named only where they are not those of
 * dense arrays, so that a problem of dense arrays becomes the transform that one would ask for by its size alone. `scaling`: `run-time`
 * for a transform that takes the problem's scale with each call; `strides`: the same of all strides but those of 1.
 */
export function transformOf(
  problem: Problem,
  called: CalledBatch,
  scaling: Scaling = "fixed",
  strides: StrideChoice = "fixed",
): Transform {
  const { kind, precision, direction, dimensions } = problem;
  const scale = scaling === "run-time" ? 1 : problem.scale;
  const lengths = dimensions.length === 0 ? [1] : dimensions.map(({ length }) => length);
  const base = usualTransform(kind, lengths, precision);
  const dense: Transform = { ...base, scale, scaling, direction, batch: called.count, strides };
  const usual = arraysOf(dense);
  // Of the transform the contiguous dimension is the first.
  const asked = dimensions.toReversed();
  return {
    ...dense,
    inputStrides: stridesFrom(
      dense,
      usual.input,
      asked.map(({ input }) => input),
      called.count === 1 ? undefined : called.input,
    ),
    outputStrides: stridesFrom(
      dense,
      usual.output,
      asked.map(({ output }) => output),
      called.count === 1 ? undefined : called.output,
    ),
  };
}

/** Nothing where all are those of dense arrays: strides that are not named follow from those below them. */
function stridesFrom(
  { dimensions }: Transform,
  usual: ArraySpec,
  asked: readonly number[],
  batch: number | undefined,
): Strides {
  const isDense =
    asked.every((stride, axis) => stride === usualStride(usual.axes[axis]?.stride ?? 1)) &&
    (batch === undefined || batch === usualStride(usual.distance));
  if (isDense) return {};
  return {
    ...Object.fromEntries(asked.map((stride, axis) => [dimensions[axis]?.name ?? "X", stride] as const)),
    ...(batch === undefined ? {} : { batch }),
  };
}
