// An existing plan file is kept: people edit it, and it records measurements. Determines whether it still fits the request.
import { existsSync } from "node:fs";
import type { Gpu } from "../gpu/gpu.js";
import { InputError } from "../failure/errors.js";
import { printPlan } from "../notation/print.js";
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
  /** The plan of the file, its own batch included: the one that `fftgen emit` emits. */
  readonly own: RankedPlan;
  /** The same plan with the times of the requested batch, for comparison with the search. */
  readonly asked: RankedPlan;
}

/** A plan file of the project. */
export interface KeptFile extends KeptPlan {
  readonly path: string;
  /** The largest batch that it is for; undefined for any beyond those of its package's other plans. */
  readonly upToBatch: number | undefined;
  /** Its measurement on the GPU that is planned for. */
  readonly measured: (JudgedEvidence & { readonly fastestOf: number | undefined }) | undefined;
}

/**
 * Undefined if there is no such file. `batchIsAsked`: the user gave a batch; else the file's own batch is meant.
 * @throws InputError if it computes something other than the request
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
    path,
    upToBatch: loaded.upToBatch,
    own,
    asked: batchIsAsked ? schedulePlan({ ...loaded, plan: { ...plan, transform: asked } }, gpu) : own,
    measured: measured && { ...measured, fastestOf: loaded.fastestOf },
  };
}

/** The differences between the transforms. The batch is none: a plan takes any batch at run time. */
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

/** Axes are listed the slowest first, as everywhere. */
function factOf(value: FieldValue): string {
  if (typeof value !== "object") return String(value);
  return isList(value) ? value.toReversed().join(",") : JSON.stringify(value);
}

/** The rank from 0; undefined if the plan is not among the first. */
export function rankOf(plans: readonly RankedPlan[], plan: RankedPlan): number | undefined {
  const index = plans.findIndex((other) => isSamePlan(other, plan));
  return index < 0 ? undefined : index;
}

/** Whether both have the same kernels with the same schedules. */
export const isSamePlan = (one: RankedPlan, other: RankedPlan): boolean =>
  printPlan(one.plan) === printPlan(other.plan);
