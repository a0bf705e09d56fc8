// The output of `fftgen wisdom export`: the measured plans of the project and of the user, as this version emits them.
import { printGpuFile } from "../gpu/gpu-file.js";
import { knownGpus } from "../gpu/registry.js";
import { attempted } from "../failure/errors.js";
import { printKernels } from "../notation/print.js";
import type { Wisdom, WisdomEntry } from "../planfile/wisdom-file.js";
import { schedulePlan } from "../planfile/schedule-plan.js";
import { judgedEvidence } from "./plan-evidence.js";
import { textHash } from "./text-hash.js";
import type { Project } from "./project.js";
import { isBetter, wisdomKey } from "./wisdom-rivals.js";
import { folderOf, wisdomFiles, wisePlan, wisdomSources, type WisePlan } from "./wisdom-places.js";

export interface Exported {
  readonly wisdom: Wisdom;
  /** The plans that were left out, with reasons. */
  readonly remarks: readonly string[];
}

export function exportedWisdom(project: Project): Exported {
  const remarks: string[] = [];
  const best = new Map<string, WisePlan>();
  for (const one of measuredPlans(project, remarks)) {
    const { loaded, measured } = one;
    const key = wisdomKey(loaded.plan.transform, measured.gpu);
    const rival = best.get(key);
    if (rival !== undefined) {
      const [winner, loser] = isBetter(measured, rival.measured) ? [one, rival] : [rival, one];
      // A plan that was tuned here is in both places: that needs no remark.
      if (JSON.stringify(loser.measured) !== JSON.stringify(winner.measured))
        remarks.push(
          `${loser.loaded.path} is left out: ${winner.loaded.path} computes the same, and was measured to be no slower`,
        );
      best.set(key, winner);
    } else best.set(key, one);
  }
  const plans = [...best.values()];
  const gpus = new Map(plans.map(({ loaded: { gpu } }) => [gpu.name, gpu] as const));
  const described = [...gpus.values()].filter(({ name }) => !knownGpus.some((known) => known.name === name));
  return {
    wisdom: { gpus: described.map((gpu) => JSON.parse(printGpuFile(gpu)) as unknown), plans: plans.map(entryOf) },
    remarks,
  };
}

/** The nearest plans first. Broken plans, and plans that this version emits differently, are left out with a remark. */
function* measuredPlans(project: Project, remarks: string[]): Iterable<WisePlan> {
  for (const source of wisdomSources(project).filter((one) => one !== "shipped")) {
    for (const path of wisdomFiles(project, source)) {
      const one = orRemark(() => wisePlan(folderOf(project, source), source, path, textHash), remarks);
      if (one === undefined) continue;
      if (one.measured.stale)
        remarks.push(`${path} is left out: this version emits other code for it than was measured`);
      else yield one;
    }
  }
}

/** Undefined for a mistake of the user's, which becomes a remark. */
function orRemark<T>(work: () => T, remarks: string[]): T | undefined {
  const one = attempted(work);
  if (one.ok) return one.value;
  remarks.push(`${one.message}; it is left out`);
  return undefined;
}

/** Every schedule is written, so that another version chooses none. */
function entryOf({ loaded }: WisePlan): WisdomEntry {
  const { plan } = schedulePlan(loaded, loaded.gpu);
  const evidence = judgedEvidence(loaded, textHash)
    .filter(({ stale, gpu }) => !stale && gpu === loaded.gpu.name)
    .map(({ stale: _, ...one }) => one);
  return { transform: plan.transform, gpu: loaded.gpu.name, kernels: printKernels(plan), evidence };
}
