// Schedules of one kernel that a search may try, by the shape of their blocks: placed when they are first wanted, and for any batch.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { DigitSet } from "../layout/digits.js";
import { placeKernel, type KernelGeometry } from "../layout/geometry.js";
import type { PlanKernel, Schedule } from "../plan/plan.js";
import { kernelCosts, type KernelCost } from "./cost.js";
import type { ScheduledCandidate } from "./scheduled-candidate.js";

/** Where everything is depends on no batch, and little of what there is to count does. */
export interface OfferedSchedule extends Omit<ScheduledCandidate, "cost"> {
  readonly costIn: (batch: number) => KernelCost;
}

/** Schedules, and why there are no others. */
export interface Offered {
  readonly offers: readonly OfferedSchedule[];
  readonly reasons: readonly string[];
}

/** Those of one shape. */
export interface OfferedShape {
  /** As `shapeKey` tells them apart. */
  readonly key: string;
  readonly offered: () => Offered;
}

/** Of which there are none. */
export const refused = (reason: string): OfferedShape => ({
  key: reason,
  offered: () => ({ offers: [], reasons: [reason] }),
});

export const inTurn = (all: readonly (() => Offered)[]): Offered => {
  const found = all.map((offered) => offered());
  return { offers: found.flatMap(({ offers }) => offers), reasons: found.flatMap(({ reasons }) => reasons) };
};

/** Those that have all elements in the same places. */
export function placedAlike(
  set: DigitSet,
  kernel: PlanKernel,
  index: number,
  gpu: Gpu,
  schedules: readonly Schedule[],
  problem: (geometry: KernelGeometry, schedule: Schedule) => string | undefined = () => undefined,
): Offered {
  const placed = placeKernel(set, { ...kernel, schedule: at(schedules, 0) }, index, gpu);
  if (!placed.ok) return refused(placed.reason).offered();
  const geometry = placed.value;
  const wrong = problem(geometry, at(schedules, 0));
  if (wrong !== undefined) return refused(wrong).offered();
  const offers = schedules.map((schedule) => ({
    schedule,
    geometry,
    costIn: kernelCosts(set, geometry, schedule, gpu),
  }));
  return { offers, reasons: [] };
}
