// Kernels of transforms whose one side is real. Rows that are taken in pairs are cut as complex ones of half as many elements are, into
// even numbers of columns (layout/mirrored.ts); others are done by one kernel, the first, or of spectra the last one, and if it cannot hold
// them by several, between which whole rows of complex numbers lie. In numbers: 2^20 real numbers are 2^19 pairs; 3^12 are cut as 3^12
// complex ones, whose imaginary parts are neither read nor written.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { transformedAxes } from "../plan/axes.js";
import { isInPairs, realCore } from "../plan/core.js";
import { elementTypeBytes, kernelElements } from "../plan/elements.js";
import type { PlanKernel } from "../plan/plan.js";
import type { RealTransform } from "../plan/transform.js";
import { kernelLists, type Algorithm, type KernelRating } from "./decomposition.js";

export function* realLists(
  transform: RealTransform,
  gpu: Gpu,
  algorithm: Algorithm,
  rate: KernelRating,
): Iterable<readonly PlanKernel[]> {
  if (isInPairs(transform)) {
    const core = realCore(transform, true);
    const { length } = at(transformedAxes(core), 0);
    if (length <= longestRow(transform, gpu) || length % 2 === 0) {
      yield* kernelLists(core, gpu, algorithm, rate);
      return;
    }
  }
  const core = realCore(transform, false);
  const end = transform.kind === "r2c" ? "first" : "last";
  let found = 0;
  for (const whole of at(transformedAxes(core), 0).length <= longestRow(transform, gpu) ? [true, false] : [false])
    for (const kernels of found > 0 ? [] : kernelLists(core, gpu, algorithm, rate, { end, whole })) {
      found += 1;
      yield kernels;
    }
}

/** Elements that the shared memory of a block holds. */
const longestRow = (transform: RealTransform, gpu: Gpu): number =>
  Math.floor(
    gpu.sharedBytesPerBlock /
      elementTypeBytes(kernelElements(realCore(transform, false), { exchange: "short" }, 0, 1).exchanged),
  );
