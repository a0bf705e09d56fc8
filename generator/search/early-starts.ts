// Lets the kernels of a short plan start before the one before them has ended. Where a plan takes long, that saves nothing
// that anyone could measure, and the text is simpler without.
import type { Gpu } from "../gpu/gpu.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { EARLY_START_MAJOR } from "../layout/possible-schedule.js";
import type { Seen } from "../layout/leg-sets.js";
import type { ScheduledKernel } from "../plan/plan.js";
import { kernelCost, type KernelCost } from "./cost.js";

/** Plans that are predicted to take longer have no use for it. */
const LONGEST_MILLISECONDS = 0.1;

export interface CostedKernel {
  readonly kernel: ScheduledKernel;
  readonly geometry: KernelGeometry;
  readonly cost: KernelCost;
}

/**
 * The kernels of a plan, those that may start early doing so: `isOpen` says whose schedule may be changed. Blocks of a pipelined
 * kernel leave no room beside them, so what follows one starts when it ends (256x256x256 on an H200: 0.153 ms, early 0.154 ms).
 */
export function withEarlyStarts(
  seenBy: (kernel: number) => Seen,
  kernels: readonly CostedKernel[],
  isOpen: (index: number) => boolean,
  gpu: Gpu,
): readonly CostedKernel[] {
  const milliseconds = kernels.reduce((sum, { cost }) => sum + cost.milliseconds, 0);
  if (gpu.computeCapability.major < EARLY_START_MAJOR || milliseconds > LONGEST_MILLISECONDS) return kernels;
  return kernels.map((one, index): CostedKernel => {
    const before = kernels[index - 1];
    const { set, index: own } = seenBy(index);
    // What begins a leg waits for the one before it.
    if (before === undefined || own === 0 || before.geometry.team.kind === "cluster" || !isOpen(index)) return one;
    const schedule = { ...one.kernel.schedule, early: true } as const;
    const { geometry } = one;
    return { kernel: { ...one.kernel, schedule }, geometry, cost: kernelCost(set, geometry, schedule, gpu) };
  });
}
