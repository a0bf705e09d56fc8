// A plan file that is there already is kept: people edit them, and measurements are recorded in them. Finds out whether it
// still answers what was asked.
import { existsSync } from "node:fs";
import type { Gpu } from "../gpu/gpu.js";
import { InputError } from "../failure/errors.js";
import { printKernel } from "../notation/print.js";
import { fieldValue, transformFields, type FieldValue } from "../plan/transform-fields.js";
import { isList } from "../plan/transform-field.js";
import { sizeText, type Transform } from "../plan/transform.js";
import { bestEvidence, type JudgedEvidence } from "../tune/evidence.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { schedulePlan } from "../planfile/schedule-plan.js";
import { loadPlan } from "./loaded-plan.js";
import { judgedEvidence } from "./plan-evidence.js";
import { textHash } from "./text-hash.js";
import type { Project } from "./project.js";

export interface KeptPlan {
  /** As the file says, its own batch included: what `fftgen emit` makes of it. */
  readonly own: RankedPlan;
  /** The same plan with the times of the batch that was asked for, to compare with what the search finds. */
  readonly asked: RankedPlan;
}

/** A plan file of the project. */
export interface KeptFile extends KeptPlan {
  /** What was measured of it on the GPU that is planned for. */
  readonly measured: (JudgedEvidence & { readonly fastestOf: number | undefined }) | undefined;
}

/**
 * Undefined if there is no such file. `batchIsAsked`: by the user; else the file's own batch is meant.
 * @throws InputError if it computes something else than was asked
 */
export function keptPlan(
  project: Project,
  path: string,
  asked: Transform,
  gpu: Gpu,
  batchIsAsked: boolean,
): KeptFile | undefined {
  if (!existsSync(path)) return undefined;
  const loaded = loadPlan(project, path);
  const { plan } = loaded;
  const differences = transformDifferences(plan.transform, asked);
  if (differences.length > 0)
    throw new InputError(
      `${path} exists and is a plan for another transform: ${differences.join("; ")}. --replan replaces it; or edit it by hand`,
    );
  const own = schedulePlan(loaded, gpu);
  const measured = bestEvidence(judgedEvidence(loaded, textHash), gpu.name);
  return {
    own,
    asked: batchIsAsked ? schedulePlan({ ...loaded, plan: { ...plan, transform: asked } }, gpu) : own,
    measured: measured && { ...measured, fastestOf: loaded.fastestOf },
  };
}

/** What is computed differently. The batch is not: a plan takes any at run time. */
export function transformDifferences(kept: Transform, asked: Transform): readonly string[] {
  if (kept.kind !== asked.kind) return [`its kind is ${kept.kind}, not ${asked.kind}`];
  const wanted = factsOf(asked);
  return Object.entries(factsOf(kept))
    .filter(([name, value]) => value !== wanted[name])
    .map(([name, value]) => `its ${name} is ${value}, not ${wanted[name] ?? ""}`);
}

const factsOf = (transform: Transform): Readonly<Record<string, string>> => ({
  size: sizeText(transform),
  precision: transform.precision,
  ...Object.fromEntries(
    transformFields(transform.kind)
      .filter(({ matters }) => matters?.(transform) ?? true)
      .map(({ name }) => [name, factOf(fieldValue(transform, name))] as const),
  ),
});

/** Axes the slowest first, as everywhere. */
function factOf(value: FieldValue): string {
  if (typeof value !== "object") return String(value);
  return isList(value) ? value.toReversed().join(",") : JSON.stringify(value);
}

/** Counts from 0; undefined if the plan is not among the first. */
export function rankOf(plans: readonly RankedPlan[], plan: RankedPlan): number | undefined {
  const index = plans.findIndex((other) => isSamePlan(other, plan));
  return index < 0 ? undefined : index;
}

/** The same kernels with the same schedules. */
export const isSamePlan = (one: RankedPlan, other: RankedPlan): boolean => kernelTexts(one) === kernelTexts(other);

const kernelTexts = ({ plan }: RankedPlan): string => plan.kernels.map(printKernel).join("\n");
