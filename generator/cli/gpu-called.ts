// The GPU that measurements name: a known one, or one of a GPU file that this project uses.
import { ifRight } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { findGpu } from "../gpu/registry.js";
import { describedGpu } from "./asked-gpu.js";
import { loadPlan } from "./loaded-plan.js";
import { withOwnWeights } from "./own-weights.js";
import { planFiles } from "./plan-files.js";
import type { Project } from "./project.js";

/** `asked`: the GPU of --gpu, a further candidate. Throws an InputError if the name is unknown. */
export const gpuCalled = (project: Project, name: string, asked?: Gpu): Gpu =>
  asked?.name === name ? asked : withOwnWeights(shippedGpuCalled(project, name));

/** The same with the weights that come with fftgen. */
export function shippedGpuCalled(project: Project, name: string): Gpu {
  const known = ifRight(() => findGpu(name));
  if (known !== undefined) return known;
  const { file } =
    planFiles(project)
      .map((path) => ifRight(() => loadPlan(project, path).gpu))
      .find((gpu) => gpu?.name === name) ?? {};
  return file === undefined ? findGpu(name) : describedGpu(file);
}
