// Where a Hermitian step beside a complex transform stands (hermitian-kernel.ts): in a kernel of its own, or in the one that has the transform.
import type { PlanKernel } from "./plan.js";

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
