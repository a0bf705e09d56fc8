// A leg of a plan (legs.ts): a plan of its own among others.
import type { Arrays, ArraySpec } from "./arrays.js";
import type { StepOf } from "./hermitian-kernel.js";
import type { PlanKernel } from "./plan.js";
import type { FourierTransform, Transform } from "./transform.js";

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
  /** The Hermitian step in the same kernel: of which transform, around which complex one, between which arrays. */
  readonly step?: HermitianEnd;
}

export interface HermitianEnd extends StepOf {
  readonly core: FourierTransform;
  readonly spectrum: ArraySpec;
  readonly dense: ArraySpec;
}

export interface PlanOf<K extends PlanKernel> {
  readonly transform: Transform;
  readonly kernels: readonly K[];
}
