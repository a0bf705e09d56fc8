// Reads tables of what was measured: of plans, with their kernels, and of other things, whose first lines say what their columns are.
import { parseTimedPlans } from "../bench/timed-plans.js";
import { invariant } from "../failure/errors.js";
import { parseSize } from "../notation/size.js";
import { isShort, sizeText, type Transform } from "../plan/transform.js";

export interface MeasuredPlan {
  readonly kind: Transform["kind"];
  /** `f32`, `f16`; `f16 native` for 16-bit numbers that are computed with as they are stored. */
  readonly precision: string;
  /** Lengths, the slowest dimension first, without powers: `1048576`, `256x256`. */
  readonly size: string;
  readonly batch: number;
  /** Of Walsh-Hadamard transforms; `none` and `natural` otherwise. */
  readonly stabilisation: string;
  readonly order: string;
  readonly milliseconds: number;
  readonly relativeL2Error: number;
  /** In the same run, launch by launch. */
  readonly copyMilliseconds: number;
  readonly cufftMilliseconds: number | undefined;
  /** In notation. */
  readonly kernels: string;
}

/** The lines of a table: cells between tabs. Comments and empty lines are left out. */
export const tableRows = (text: string): readonly (readonly string[])[] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));

/** The plans of a table of measurements, one JSON value on each line. */
export const readPlans = (table: string): readonly MeasuredPlan[] =>
  parseTimedPlans(table, "a table of measured plans").map((timed) => {
    const { transform, kernels, milliseconds, copyMilliseconds, cufftMilliseconds, relativeL2Error } = timed;
    const { kind, precision, batch } = transform;
    invariant(copyMilliseconds !== undefined && relativeL2Error !== undefined, () => `docs: half a row: ${kernels[0]}`);
    return {
      ...{ kind, batch, milliseconds, copyMilliseconds, cufftMilliseconds, relativeL2Error },
      precision: isShort(precision) && transform.arithmetic === "native" ? `${precision} native` : precision,
      size: sizeText(transform),
      stabilisation: "stabilisation" in transform ? transform.stabilisation : "none",
      order: transform.order,
      kernels: kernels.join(" "),
    };
  });

/** The fastest, if there is any. */
export const fastest = (plans: readonly MeasuredPlan[]): MeasuredPlan | undefined =>
  plans.toSorted((one, other) => one.milliseconds - other.milliseconds)[0];

/** Whether butterflies of a plan are products on tensor cores. */
export const onTensorCores = ({ kernels }: MeasuredPlan): boolean => /@(mma|split|sorna|kang)/u.test(kernels);

/** By dimensions, then by lengths. */
export const bySize = (one: MeasuredPlan, other: MeasuredPlan): number => {
  const [ours, theirs] = [parseSize(one.size), parseSize(other.size)];
  const difference = ours.findIndex((length, index) => length !== theirs[index]);
  return ours.length - theirs.length || (ours[difference] ?? 0) - (theirs[difference] ?? 0);
};
