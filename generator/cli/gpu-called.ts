// The GPU that measurements name: one that fftgen knows, or one that a GPU file describes which this project uses.
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { findGpu } from "../gpu/registry.js";
import { loadPlan, planFiles } from "./project.js";

/** `asked`: that of --gpu, which may be it. Throws an InputError if nobody knows it. */
export function gpuCalled(name: string, asked?: Gpu): Gpu {
  if (asked?.name === name) return asked;
  const known =
    orUndefined(() => findGpu(name)) ??
    planFiles()
      .map(gpuOfPlan)
      .find((gpu) => gpu?.name === name);
  return known ?? findGpu(name);
}

const gpuOfPlan = (path: string): Gpu | undefined => orUndefined(() => loadPlan(path).gpu);

function orUndefined(find: () => Gpu): Gpu | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
