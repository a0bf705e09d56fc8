// The schedules of one kernel, of which a search keeps the best by prediction: with clusters and without. Where everything lies depends on
// no batch, nor does most of what there is to count: both are found out when they are first wanted, and hold for every batch.
import type { Gpu } from "../gpu/gpu.js";
import type { DigitSet } from "../layout/digits.js";
import { onceWanted } from "../layout/remembered.js";
import { hasShortExchange } from "../plan/elements.js";
import type { PlanKernel, Schedule } from "../plan/plan.js";
import { computedWith, isComplex, type Transform } from "../plan/transform.js";
import { usesMatrices } from "../plan/units.js";
import { branchSchedules } from "./branch-schedules.js";
import { clusterSchedules } from "./cluster-schedules.js";
import { plainSchedules } from "./plain-schedules.js";
import type { ScheduleOptions } from "./schedule-options.js";
import type { OfferedSchedule, ScheduledCandidate } from "./scheduled-candidate.js";
import type { Shapes } from "./shapes.js";
import { undividedSchedules } from "./undivided-schedules.js";
import { promisingWidths } from "./widths.js";

/** What became of the schedules that were tried: how many were legal, and why the others were not. */
export interface ScheduleSearch {
  /** The best first, as `cautious` tells. */
  readonly candidates: readonly ScheduledCandidate[];
  /** Reason -> how many candidates it ruled out. */
  readonly refused: ReadonlyMap<string, number>;
}

/** Without clusters those of some shapes alone. Absent: all. */
export type KernelSchedules = (batch: number, shapes?: Shapes) => ScheduleSearch;

export function kernelSchedules(
  set: DigitSet,
  kernel: PlanKernel,
  index: number,
  gpu: Gpu,
  options: ScheduleOptions,
): KernelSchedules {
  const ofExchanges = exchangesOf(set.transform, kernel).map((exchange) =>
    onceWanted(() =>
      promisingWidths(set, kernel, exchange).map((width) =>
        plainSchedules(set, kernel, index, gpu, options, { width, exchange }),
      ),
    ),
  );
  const onClusters = onceWanted(() => clusterOffers(set, kernel, index, gpu, options));
  return (batch, shapes) => {
    const refused = new Map<string, number>();
    const refuse = (reason: string): void => void refused.set(reason, (refused.get(reason) ?? 0) + 1);
    const candidates: ScheduledCandidate[] = [];
    for (const ofExchange of ofExchanges) {
      if (candidates.length > 0) break;
      for (const plain of ofExchange()) candidates.push(...plain(batch, refuse, shapes));
    }
    const { offers, reasons } = onClusters();
    for (const { schedule, geometry, costIn } of offers) candidates.push({ schedule, geometry, cost: costIn(batch) });
    for (const reason of reasons) refuse(reason);
    candidates.sort((a, b) => a.cost.milliseconds - b.cost.milliseconds);
    return { candidates: candidates.slice(0, options.keep), refused };
  };
}

/** Schedules on clusters, and why there are no others. */
interface ClusterOffers {
  readonly offers: readonly OfferedSchedule[];
  readonly reasons: readonly string[];
}

function clusterOffers(
  set: DigitSet,
  kernel: PlanKernel,
  index: number,
  gpu: Gpu,
  { plainOnly = false, twiddles }: ScheduleOptions,
): ClusterOffers {
  if (plainOnly) return { offers: [], reasons: [] };
  const reasons: string[] = [];
  const refuse = (reason: string): void => void reasons.push(reason);
  const widths = kernel.through === undefined ? promisingWidths(set, kernel, undefined) : [];
  const offers = [
    ...widths.flatMap((width) => [
      ...clusterSchedules(set, kernel, index, gpu, twiddles, refuse, width),
      ...undividedSchedules(set, kernel, index, gpu, twiddles, refuse, width),
    ]),
    ...branchSchedules(set, kernel, index, gpu, twiddles, refuse),
  ];
  return { offers, reasons };
}

/**
 * How numbers of 16 bits that are computed with in single precision are exchanged, the best first: as they are stored. Measured, one
 * more rounding for each exchange raises the error of Fourier transforms by a third and takes 5 to 15 % less time (f16, 256 to 4096
 * points, H200), and Walsh-Hadamard transforms take up to 15 % less. In full where there are no vectors to exchange.
 */
function exchangesOf(transform: Transform, kernel: PlanKernel): readonly Schedule["exchange"][] {
  // What goes there and back is larger on its way than 16 bits hold.
  const isLarge = kernel.through !== undefined || kernel.hermitian !== undefined;
  if (
    isLarge ||
    usesMatrices(kernel) ||
    !hasShortExchange(transform) ||
    computedWith(transform) === transform.precision
  )
    return [undefined];
  return isComplex(transform) ? ["short"] : ["short", undefined];
}
