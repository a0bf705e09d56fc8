// A schedule in full: with what placing a kernel on a GPU decides where the schedule says nothing, so that the plan means the same on
// every GPU.
import type { Schedule } from "../plan/plan.js";
import type { KernelGeometry } from "./geometry.js";

/** The schedule by which a kernel has this geometry, whatever the GPU. */
export const saidSchedule = (schedule: Schedule, { said }: Pick<KernelGeometry, "said">): Schedule => ({
  ...schedule,
  ...said,
});
