// The GPU that measurements name: one that fftgen knows, or one that a GPU file describes which this project uses.
import { ifRight } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { findGpu } from "../gpu/registry.js";
import { loadPlan } from "./loaded-plan.js";
import { planFiles } from "./plan-files.js";
import type { Project } from "./project.js";

/** `asked`: that of --gpu, which may be it. Throws an InputError if nobody knows it. */
export function gpuCalled(project: Project, name: string, asked?: Gpu): Gpu {
  if (asked?.name === name) return asked;
  const known =
    ifRight(() => findGpu(name)) ??
    planFiles(project)
      .map((path) => ifRight(() => loadPlan(project, path).gpu))
      .find((gpu) => gpu?.name === name);
  return known ?? findGpu(name);
}
