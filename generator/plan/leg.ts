// A leg of a plan (legs.ts): a plan of its own among others.
import type { Arrays } from "./arrays.js";
import type { PlanKernel } from "./plan.js";
import type { Transform } from "./transform.js";

/** A leg as numbers have it. */
export interface LegPlan<K extends PlanKernel> {
  /** Along some of the axes. */
  readonly transform: Transform;
  readonly kernels: readonly K[];
  /** The number of its first kernel. */
  readonly first: number;
}

/** A leg as kernels have it. `transform`: with room along what others transform. */
export interface Leg<K extends PlanKernel> extends LegPlan<K> {
  /** What it reads and writes. */
  readonly arrays: Arrays;
}

export interface PlanOf<K extends PlanKernel> {
  readonly transform: Transform;
  readonly kernels: readonly K[];
}
