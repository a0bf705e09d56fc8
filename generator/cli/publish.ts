// Writes a plan file and its package: both or neither.
import { existsSync, rmSync } from "node:fs";
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
  /** New texts of plan files; those that are not among them stay as they are. */
  readonly texts: readonly TextFile[];
  /** Plan files that these replace. */
  readonly replaced?: readonly string[];
  readonly directory: string;
  readonly contents: Package;
}

export interface Published {
  /** Of each plan file with a new text whether there was one. */
  readonly plans: ReadonlyMap<string, "replaced" | "written">;
  readonly package: Written;
}

export function publish({ texts, replaced = [], directory, contents }: Publication): Published {
  const plans = new Map(texts.map(({ path }) => [path, existsSync(path) ? "replaced" : "written"] as const));
  deferSignals();
  // A plan without its package would look finished.
  const written = writePackage(directory, contents, texts);
  for (const old of replaced) rmSync(old, { force: true });
  for (const folder of new Set([...texts.map(({ path }) => path), ...replaced].map((path) => dirname(path))))
    removeAbandoned(folder);
  return { plans, package: written };
}

/** What became of a plan file. */
export const publishedState = ({ plans }: Published, path: string): "kept" | "replaced" | "written" =>
  plans.get(path) ?? "kept";

/** What a new plan file says of its choice. */
export interface PlanFileReason {
  readonly why: string;
  readonly evidence: readonly Evidence[];
  /** The largest batch that it is for, where its package has plans for larger ones. */
  readonly upToBatch?: number | undefined;
}

/** `path`: the future place of the file; `directory`: that of the package, where it is not the usual one. */
export function planFileText(
  ranked: RankedPlan,
  gpu: Gpu,
  path: string,
  directory: string | null,
  { why, evidence, upToBatch }: PlanFileReason,
): Promise<string> {
  const { transform, kernels } = ranked.plan;
  const reason = choiceText(kernels.length, why);
  return printPlanFile(ranked.plan, {
    gpu: writtenGpu(gpu, path),
    ...(upToBatch === undefined ? {} : { upToBatch }),
    ...(directory === null ? {} : { directory }),
    evidence,
    comment: `${transformTitle(transform)}.\n${reason}`,
  });
}

/** The comment of a plan file on how the plan was chosen. */
export const choiceText = (passes: number, why: string): string =>
  `${passes === 1 ? "One pass" : `${passes} passes`} over memory; ${why}.`;
