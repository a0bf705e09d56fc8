// Kernels of transforms whose one side is real. Rows that are taken in pairs are cut as complex ones of half as many elements are, into
// even numbers of columns (layout/mirrored.ts); others are done by one kernel, the first, or of spectra the last one, and if it cannot hold
// them by several, between which whole rows of complex numbers lie. In numbers: 2^20 real numbers are 2^19 pairs; 3^12 are cut as 3^12
// complex ones, whose imaginary parts are neither read nor written.
import type { Gpu } from "../gpu/gpu.js";
import { isInPairs, mayBeInPairs, realCore, realLength } from "../plan/core.js";
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
  if (transform.axes.length > 1 && mayBeInPairs(transform)) {
    const end = transform.kind === "r2c" ? "last" : "first";
    yield* kernelLists(realCore(transform, true), gpu, algorithm, rate, { end, whole: true, besideOne: true });
  }
  let found = 0;
  const paired = isInPairs(transform) ? realCore(transform, true) : undefined;
  const pairs = realLength(transform) / 2;
  if (paired !== undefined && (pairs <= longestRow(transform, gpu) || pairs % 2 === 0))
    for (const kernels of kernelLists(paired, gpu, algorithm, rate)) {
      if (found === 0 && kernels.every((_, index) => rate({ kernels, index }) !== undefined)) found += 1;
      yield kernels;
    }
  if (transform.spectrum === "packed") return;
  // Of 37 * 37 pairs a thread with two butterflies holds too many, and of 2 * 37 * 43 no threads share them out evenly enough.
  const core = realCore(transform, false);
  const end = transform.kind === "r2c" ? "first" : "last";
  for (const whole of realLength(transform) <= longestRow(transform, gpu) ? [true, false] : [false])
    for (const kernels of found > 0 ? [] : kernelLists(core, gpu, algorithm, rate, { end, whole })) {
      if (found === 0 && kernels.every((_, index) => rate({ kernels, index }) !== undefined)) found += 1;
      yield kernels;
    }
}

/** Elements that the shared memory of a block holds. */
const longestRow = (transform: RealTransform, gpu: Gpu): number =>
  Math.floor(
    gpu.sharedBytesPerBlock /
      elementTypeBytes(kernelElements(realCore(transform, false), { exchange: "short" }, 0, 1).exchanged),
  );
