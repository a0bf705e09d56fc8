// Enumerates the schedules of a kernel on clusters whose blocks have branches of their own (layout/branches.ts): of what no block holds
// that works alone.
import type { Gpu } from "../gpu/gpu.js";
import { occupancy } from "../gpu/occupancy.js";
import { kernelDigits, type DigitSet } from "../layout/digits.js";
import { placeKernel } from "../layout/geometry.js";
import { elementTypeBytes, kernelElements } from "../plan/elements.js";
import type { PlanKernel, Schedule, TwiddleSource } from "../plan/plan.js";
import { kernelCosts } from "./cost.js";
import type { OfferedSchedule } from "./scheduled-candidate.js";
import { registersOnBranches } from "./spilling.js";
import { threadCounts } from "./thread-counts.js";
import { computableSources } from "./twiddle-sources.js";

/** Blocks of a cluster: as many as there are points, of which the upper half is zero, have two branches. */
export const BRANCHES = 2;

export function branchSchedules(
  set: DigitSet,
  kernel: PlanKernel,
  index: number,
  gpu: Gpu,
  twiddles: readonly TwiddleSource[],
  refuse: (reason: string) => void,
): readonly OfferedSchedule[] {
  const [first, ...others] = kernelDigits(set, kernel);
  if (kernel.through !== "bluestein" || set.kernelCount > 1 || others.length === 0) return [];
  if (first?.radix !== BRANCHES || gpu.maxClusterSize < BRANCHES) return [];
  const { held, exchanged } = kernelElements(set.transform, { width: 1 }, index, set.kernelCount);
  const elements = others.reduce((product, { radix }) => product * radix, 1);
  if (BRANCHES * elements * elementTypeBytes(exchanged) <= gpu.sharedBytesPerBlock) return [];
  const candidates: OfferedSchedule[] = [];
  const radices = others.map(({ radix }) => radix);
  for (const threads of threadCounts(elements, radices, held, true)) {
    if (threads > gpu.maxThreadsPerBlock) {
      refuse(`more than ${gpu.maxThreadsPerBlock} threads`);
      continue;
    }
    const cluster = { size: BRANCHES, after: 1, order: "static", undivided: true } as const;
    const silent: Schedule = { threads, cluster, columns: 1, blocksPerSm: 1, twiddles: "table", stores: "default" };
    // 20011 points took 1.195 ms with asking and 1.270 without.
    const asking: Schedule = { ...silent, prefetch: true };
    const asked = placeKernel(set, { ...kernel, schedule: asking }, index, gpu);
    const [base, placed] = asked.ok
      ? [asking, asked]
      : [silent, placeKernel(set, { ...kernel, schedule: silent }, index, gpu)];
    if (!placed.ok) {
      refuse(placed.reason);
      continue;
    }
    const { sharedBytes } = placed.value;
    for (const source of computableSources(held, twiddles)) {
      const registersPerThread = registersOnBranches(placed.value, source);
      const fit = occupancy(gpu, { threads, registersPerThread, sharedBytes });
      if (fit.blocksPerSm === 0) {
        refuse(`does not fit a multiprocessor: ${fit.limit}`);
        continue;
      }
      const schedule: Schedule = { ...base, blocksPerSm: fit.blocksPerSm, twiddles: source };
      // Of as many blocks as there are: what they ask for is theirs.
      const whole = placeKernel(set, { ...kernel, schedule }, index, gpu);
      if (whole.ok)
        candidates.push({ schedule, geometry: whole.value, costIn: kernelCosts(set, whole.value, schedule, gpu) });
      else refuse(whole.reason);
    }
  }
  return candidates;
}
