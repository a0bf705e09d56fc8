// Kernels that are a Hermitian step (hermitian-kernel.ts), by their word.
import type { PlanKernel } from "./plan.js";

export const isHermitianKernel = ({ through }: Pick<PlanKernel, "through">): boolean => through === "pairs";

export const hasHermitianKernel = (kernels: readonly Pick<PlanKernel, "through">[]): boolean =>
  kernels.some(isHermitianKernel);
