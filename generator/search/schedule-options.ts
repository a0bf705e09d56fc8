// What is asked of the schedules of a kernel.
import type { TwiddleSource } from "../plan/plan.js";

export interface ScheduleOptions {
  readonly twiddles: readonly TwiddleSource[];
  /** How many candidates to keep. */
  readonly keep: number;
  /** No clusters. */
  readonly plainOnly?: boolean;
  /** Blocks do not ask the L2 cache for what later ones load. */
  readonly silent?: boolean;
  /** Threads without work are better than no schedule: where the sub-computations are given, or no others would do. */
  readonly idleThreads?: boolean;
}
