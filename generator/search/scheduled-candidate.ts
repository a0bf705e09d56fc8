// One way to run a kernel: its schedule, where that puts everything, and what it is predicted to cost.
import type { KernelGeometry } from "../layout/geometry.js";
import type { Schedule } from "../plan/plan.js";
import type { KernelCost } from "./cost.js";

export interface ScheduledCandidate {
  readonly schedule: Schedule;
  readonly geometry: KernelGeometry;
  readonly cost: KernelCost;
}

/** The same for any batch: where everything is depends on none, and little of what there is to count does. */
export interface OfferedSchedule extends Omit<ScheduledCandidate, "cost"> {
  readonly costIn: (batch: number) => KernelCost;
}
