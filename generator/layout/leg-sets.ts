// The digits of a plan as each of its kernels sees them: those of its leg (plan/legs.ts).
import { invariant } from "../failure/errors.js";
import { arraysOf, type Arrays } from "../plan/arrays.js";
import { coreArrays } from "../plan/core.js";
import { columnsOf } from "../plan/decimated-reals.js";
import { PAIR } from "../plan/hermitian-step.js";
import type { Leg } from "../plan/leg.js";
import { legsOf } from "../plan/legs.js";
import type { PlanKernel } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import type { DigitSet } from "./digits.js";
import { setOfKernels } from "./hermitian-set.js";

/** Digits, and the number of a kernel among those that see them. */
export interface Seen {
  readonly set: DigitSet;
  readonly index: number;
}

function setOfLeg({ transform, kernels, arrays, step }: Leg<PlanKernel>): DigitSet {
  const set = setOfKernels(transform, kernels, coreArrays(transform, arrays, kernels));
  if (step === undefined) return set;
  return { ...set, hasStep: true, ...(step.radix === PAIR ? {} : { columnsOfStep: columnsOf(step.radix) }) };
}

export function setsOf(
  transform: Transform,
  kernels: readonly PlanKernel[],
  arrays: Arrays = arraysOf(transform),
): (kernel: number) => Seen {
  const legs = legsOf({ transform, kernels }, arrays).map((leg) => ({ leg, set: undefined as DigitSet | undefined }));
  return (kernel) => {
    const found = legs.find(({ leg }) => kernel >= leg.first && kernel < leg.first + leg.kernels.length);
    invariant(found !== undefined, () => `layout: kernel ${kernel} is in no pass of the plan`);
    const { leg } = found;
    found.set ??= setOfLeg(leg);
    return { set: found.set, index: kernel - leg.first };
  };
}
