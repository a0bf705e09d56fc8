// Where a Hermitian step beside a complex transform stands (hermitian-kernel.ts): in a kernel of its own, or in the one that has the transform.
import type { PlanKernel, SubComputation } from "./plan.js";

export const isHermitianKernel = ({ through }: Pick<PlanKernel, "through">): boolean => through === "pairs";

/** In a kernel of its own. */
export const hasHermitianKernel = (kernels: readonly Pick<PlanKernel, "through">[]): boolean =>
  kernels.some(isHermitianKernel);

/** The kernels of the complex transform alone. */
export const withoutStep = <K extends PlanKernel>(kernels: readonly K[]): readonly K[] =>
  kernels
    .filter((kernel) => !isHermitianKernel(kernel))
    .map((kernel) => (kernel.hermitian === undefined ? kernel : { ...kernel, hermitian: undefined }));

/** By itself, or in the kernel of its transform. */
export const takesHermitianStep = (kernel: Pick<PlanKernel, "through" | "hermitian">): boolean =>
  isHermitianKernel(kernel) || kernel.hermitian !== undefined;

export const hasHermitianStep = (kernels: readonly Pick<PlanKernel, "through" | "hermitian">[]): boolean =>
  kernels.some(takesHermitianStep);

export const PAIR = 2;

/** The radix of the step: 2, of pairs of neighbours, or of odd lengths another (decimated-reals.ts). */
export const stepRadix = (kernels: readonly Pick<PlanKernel, "through" | "subComputations" | "hermitian">[]): number =>
  kernels.flatMap(stepOf)[0]?.radix ?? PAIR;

/** The sub-computation of the step, of a kernel that has it. */
export const stepOf = (
  kernel: Pick<PlanKernel, "through" | "subComputations" | "hermitian">,
): readonly SubComputation[] =>
  isHermitianKernel(kernel) ? kernel.subComputations : kernel.hermitian === undefined ? [] : [kernel.hermitian];
