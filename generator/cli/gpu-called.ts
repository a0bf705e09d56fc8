// The GPU that measurements name: a known one, or one of a GPU file that this project uses.
import { ifRight } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { findGpu } from "../gpu/registry.js";
import { loadPlan } from "./loaded-plan.js";
import { planFiles } from "./plan-files.js";
import type { Project } from "./project.js";

/** `asked`: the GPU of --gpu, a further candidate. Throws an InputError if the name is unknown. */
export function gpuCalled(project: Project, name: string, asked?: Gpu): Gpu {
  if (asked?.name === name) return asked;
  const known =
    ifRight(() => findGpu(name)) ??
    planFiles(project)
      .map((path) => ifRight(() => loadPlan(project, path).gpu))
      .find((gpu) => gpu?.name === name);
  return known ?? findGpu(name);
}
