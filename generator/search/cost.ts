// What a kernel is predicted to take: thousands of them are asked in a search, so that what else there is to say of one is said of those
// alone that it finds (rated-cost.ts).
import type { Gpu } from "../gpu/gpu.js";
import type { DigitSet } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { elementTypeBytes } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import { countedFeatures, type Features, type Resources } from "./features.js";
import { predictedTime } from "./model.js";

export interface KernelCost {
  /** Predicted time, with the launch. */
  readonly milliseconds: number;
  readonly launchMilliseconds: number;
  /** What it was predicted from. */
  readonly features: Features;
  readonly resources: Resources;
}

/** In the batch of its transform. */
export const kernelCost = (set: DigitSet, geometry: KernelGeometry, schedule: Schedule, gpu: Gpu): KernelCost =>
  kernelCosts(set, geometry, schedule, gpu)(set.transform.batch);

/** In any batch, and with an L2 prefetch or without, whatever the schedule says: nearly all that there is to count depends on neither. */
export function kernelCosts(
  set: DigitSet,
  geometry: KernelGeometry,
  schedule: Schedule,
  gpu: Gpu,
): (batch: number, prefetched?: boolean) => KernelCost {
  const { resources, features: featuresIn } = countedFeatures(set, geometry, schedule, gpu);
  return (batch, prefetched) => {
    const features = featuresIn(batch, prefetched);
    const { work, launch } = predictedTime(features, gpu);
    return { milliseconds: work + launch, launchMilliseconds: launch, features, resources };
  };
}

/** Bytes of one element of a kernel. */
export interface MovedBytes {
  readonly input: number;
  /** In shared memory. */
  readonly exchanged: number;
  readonly output: number;
}

export const movedBytes = ({ elements: { input, exchanged, output } }: KernelGeometry): MovedBytes => ({
  input: elementTypeBytes(input),
  exchanged: elementTypeBytes(exchanged),
  output: elementTypeBytes(output),
});
