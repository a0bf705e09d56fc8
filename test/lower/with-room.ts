// Kernels of a plan that was found for a small GPU, for larger numbers on one that has room for them: without a limit to their padding.
import type { ScheduledKernel } from "../../generator/plan/plan.js";

export const withRoom = (kernels: readonly ScheduledKernel[]): readonly ScheduledKernel[] =>
  kernels.map(({ schedule: { shared: _, ...schedule }, ...kernel }) => ({ ...kernel, schedule }));
