// Writes a plan file and its package: both or neither.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { transformTitle } from "../emit/contract.js";
import { writePackage, type Written } from "../output/package-directory.js";
import type { Package } from "../output/package-manifest.js";
import { removeAbandoned } from "../output/temporary-name.js";
import type { TextFile } from "../output/text-file.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Evidence } from "../planfile/definition.js";
import { printPlanFile } from "../planfile/print-plan-file.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { deferSignals } from "../toolchain/early-end.js";
import { writtenGpu } from "./asked-gpu.js";

export interface Publication {
  /** The path of the plan file. */
  readonly path: string;
  /** The new text of the file; undefined to keep the existing file. */
  readonly plan: string | undefined;
  /** Changes of other plan files of the package. */
  readonly others?: readonly TextFile[];
  readonly directory: string;
  readonly contents: Package;
}

export interface Published {
  readonly plan: "kept" | "replaced" | "written";
  readonly package: Written;
}

export function publish({ path, plan, others = [], directory, contents }: Publication): Published {
  const existed = existsSync(path);
  deferSignals();
  // A plan without its package would look finished.
  const texts = [...(plan === undefined ? [] : [{ path, text: plan }]), ...others];
  const written = writePackage(directory, contents, texts);
  removeAbandoned(dirname(path));
  return { plan: plan === undefined ? "kept" : existed ? "replaced" : "written", package: written };
}

/** `path`: the future place of the file; `directory`: that of the package, where it is not the usual one. */
export function planFileText(
  ranked: RankedPlan,
  gpu: Gpu,
  path: string,
  directory: string | null,
  { why, evidence }: { readonly why: string; readonly evidence: readonly Evidence[] },
): Promise<string> {
  const { transform, kernels } = ranked.plan;
  const reason = choiceText(kernels.length, why);
  return printPlanFile(ranked.plan, {
    gpu: writtenGpu(gpu, path),
    ...(directory === null ? {} : { directory }),
    evidence,
    comment: `${transformTitle(transform)}.\n${reason}`,
  });
}

/** The comment of a plan file on how the plan was chosen. */
export const choiceText = (passes: number, why: string): string =>
  `${passes === 1 ? "One pass" : `${passes} passes`} over memory; ${why}.`;
