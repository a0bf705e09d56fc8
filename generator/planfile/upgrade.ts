// Plan files that were written before kernels said the rules around them, or all of their schedules. Nothing but the words is new: what the
// file means, its comments, its spacing and its evidence stay as they are.
import type { Gpu } from "../gpu/gpu.js";
import { findGpu } from "../gpu/registry.js";
import { furtherWords, printKernels } from "../notation/print.js";
import { sayRules } from "../notation/parse-plan.js";
import { checkedPlan, namedGpu } from "./checked-plan.js";
import { readPlanFile } from "./read.js";
import { inSchedules, saidSchedules } from "./schedule-plan.js";
import { updatePlanFile } from "./update.js";

/**
 * The text of a plan file in the notation of today; the same text where it is so already.
 * @param path what messages call the file
 * @param gpuCalled gives the GPU that the file names; the usual one knows no GPU files, whose paths plan files may name instead
 * @throws InputError `path:line:column: what is wrong; what would be right`, for the first mistake
 */
export async function upgradePlanFile(
  path: string,
  text: string,
  gpuCalled: (name: string) => Gpu = findGpu,
): Promise<string> {
  const contents = readPlanFile(path, text);
  const { plan, places } = checkedPlan(path, contents);
  const schedules = saidSchedules({ path, plan, places, gpu: namedGpu(path, contents.gpu, gpuCalled) });
  const printed = printKernels(plan);
  const inFull = printKernels(inSchedules(plan, schedules));
  const kernels = sayRules(
    plan,
    contents.kernels.map((kernel) => kernel.text),
  ).map((kernel, index) => {
    const [before, after] = [plan.kernels[index]?.schedule, schedules[index]];
    if (before === undefined || after === undefined) return kernel;
    if (kernel === printed[index]) return inFull[index] ?? kernel;
    // What is written otherwise than it would be printed stays so, and new words follow.
    const end = kernel.trimEnd();
    return [end, ...furtherWords(before, after)].join(", ") + kernel.slice(end.length);
  });
  return updatePlanFile(path, text, { kernels });
}
