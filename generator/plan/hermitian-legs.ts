// The two legs of a plan with a Hermitian step of its own (hermitian-kernel.ts), along one axis: that step, and a complex transform, which may
// have legs again.
import { invariant } from "../failure/errors.js";
import { denseArray, type Arrays } from "./arrays.js";
import { coreArrays, pairsCore, takenBy } from "./core.js";
import { hermitianArrays, hermitianTransform, isStepLast, STEP, type AroundComplex } from "./hermitian-kernel.js";
import { mayBeAroundComplex } from "./hermitian-problems.js";
import type { Leg, LegPlan, PlanOf } from "./leg.js";
import type { PlanKernel } from "./plan.js";
import { hasHermitianStep, isHermitianKernel, PAIR, stepRadix, withoutStep } from "./hermitian-step.js";
import type { FourierTransform } from "./transform.js";
import { trigonometricCore } from "./trigonometric-core.js";

export interface PlanAround<K extends PlanKernel> extends PlanOf<K> {
  readonly transform: AroundComplex;
}

/** Whether a plan is of one axis, and a Hermitian step of its own makes it of a complex one. */
export const isAroundComplex = <K extends PlanKernel>(plan: PlanOf<K>): plan is PlanAround<K> =>
  plan.transform.axes.length === 1 && hasHermitianStep(plan.kernels) && mayBeAroundComplex(plan.transform);

/** The complex transform and the Hermitian step, in the order of the kernels. */
export function hermitianLegPlans<K extends PlanKernel>(plan: PlanAround<K>): readonly LegPlan<K>[] {
  const { transform, kernels } = plan;
  const index = kernels.findIndex(isHermitianKernel);
  if (index < 0) return [{ ...insideOf(plan), first: 0 }];
  const step = {
    transform: hermitianTransform({ transform, radix: PAIR }, wholeCore(transform)),
    kernels: kernels.slice(index, index + 1),
    first: index,
  };
  const inside = insideOf(plan);
  return isStepLast(transform) ? [{ ...inside, first: 0 }, step] : [step, { ...inside, first: 1 }];
}

/** The same as kernels have it: a dense array lies between. */
export function hermitianLegs<K extends PlanKernel>(plan: PlanAround<K>, arrays: Arrays): readonly Leg<K>[] {
  const { transform, kernels } = plan;
  const ends = coreArrays(transform, arrays, kernels);
  const radix = stepRadix(kernels);
  const core = wholeCore(transform, radix);
  const dense = denseArray(core);
  const isLast = isStepLast(transform);
  const side = isLast ? "output" : "input";
  const spectrum = ends[side];
  const isTogether = !kernels.some(isHermitianKernel);
  return hermitianLegPlans(plan).map((leg) => ({
    ...leg,
    ...(isTogether ? { step: { transform, radix, core, spectrum, dense } } : {}),
    arrays: leg.kernels.some(isHermitianKernel)
      ? hermitianArrays({ transform, radix }, spectrum, dense)
      : isLast
        ? { input: ends.input, between: dense, output: dense }
        : { input: dense, between: dense, output: ends.output },
  }));
}

/** The plan of the complex transform inside. */
export const insideOf = <K extends PlanKernel>({
  transform,
  kernels,
}: PlanAround<K>): PlanOf<K> & { readonly transform: FourierTransform } => ({
  transform: insideTransform(transform, stepRadix(kernels)),
  kernels: withoutStep(kernels),
});

/** That transform; where the step follows, numbers are scaled there. */
export function insideTransform(transform: AroundComplex, radix: number = PAIR): FourierTransform {
  const core = wholeCore(transform, radix);
  return isStepLast(transform) ? { ...core, scale: 1, scaling: "fixed" } : core;
}

/** The complex transform with all of the scale. */
export function wholeCore(transform: AroundComplex, radix: number = PAIR): FourierTransform {
  const taken = takenBy(transform, STEP);
  invariant(taken.as !== "complex", () => "plan: complex numbers have no Hermitian step");
  return taken.as === "cosine" ? trigonometricCore(taken.transform, STEP) : pairsCore(taken.transform, radix);
}
