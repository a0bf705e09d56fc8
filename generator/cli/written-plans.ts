// The new texts of the plan files of a package: of new plans, and of files whose range or whose package's directory changes.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { TextFile } from "../output/text-file.js";
import type { Evidence } from "../planfile/definition.js";
import { updatePlanFile } from "../planfile/update.js";
import type { BatchPlan } from "./batch-plans.js";
import { readablePlans, usualDirectory, writtenDirectory } from "./packages.js";
import { originReason } from "./plan-origin.js";
import type { Task } from "./plan-task.js";
import type { Project } from "./project.js";
import { planFileText } from "./publish.js";

/** Files that stay as they are are left out. */
export async function writtenPlans(
  project: Project,
  { name, gpu, directory, replaced }: Task,
  plans: readonly BatchPlan[],
): Promise<readonly TextFile[]> {
  const texts: TextFile[] = [];
  for (const plan of plans) {
    const { path, ranked, origin, kept, upToBatch } = plan;
    if (kept !== undefined) continue;
    const reason = { why: originReason(origin, gpu), evidence: originEvidence(plan), upToBatch };
    const written = writtenDirectory(project, name, path, directory);
    texts.push({ path, text: await planFileText(ranked, gpu, path, written, reason) });
  }
  for (const { path, directory: recorded } of readablePlans(project, name).plans) {
    const own = plans.find((one) => one.path === path);
    if (replaced.includes(path) || (own !== undefined && own.kept === undefined)) continue;
    const before = readFileSync(path, "utf8");
    const text = await updatePlanFile(path, before, {
      ...(resolve(recorded ?? usualDirectory(project, name)) === resolve(directory)
        ? {}
        : { directory: writtenDirectory(project, name, path, directory) }),
      ...(own === undefined || own.kept?.upToBatch === own.upToBatch ? {} : { upToBatch: own.upToBatch ?? null }),
    });
    if (text !== before) texts.push({ path, text });
  }
  return texts;
}

/** The measurements for a new plan file: only those of the same GPU and batch. */
function originEvidence({ origin, ranked: { plan } }: BatchPlan): readonly Evidence[] {
  if (origin.kind !== "wisdom" || origin.basis !== "measured") return [];
  const { evidence, gpu, plan: measured } = origin.wise.loaded;
  return measured.transform.batch === plan.transform.batch ? evidence.filter((one) => one.gpu === gpu.name) : [];
}
