// Reads the table of the last plans that rules let through, and of the first that they refuse. Its first lines say what it has.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { parseSize } from "../../generator/notation/size.js";
import type { ScheduledKernel, ScheduledPlan } from "../../generator/plan/plan.js";
import { usualTransform } from "../../generator/plan/families.js";
import { NUMBER_FORMATS, TRANSFORM_KINDS, type Transform } from "../../generator/plan/transform.js";
import { withChains } from "../plan/chain-text.js";

/** A plan as the table has it, and what is to run it. */
export interface Asked {
  readonly transform: string;
  readonly kernels: string;
  readonly options: string;
}

export interface Limit {
  readonly group: string;
  /** What the reason says. */
  readonly reason: string;
  readonly accepted: Asked;
  readonly refused: Asked;
}

export function readLimits(): readonly Limit[] {
  let group = "";
  const limits: Limit[] = [];
  for (const line of readFileSync(join(import.meta.dirname, "limits.tsv"), "utf8").split("\n")) {
    if (line.startsWith("# ")) group = line.slice(2);
    const [reason, transform, kernels, options, otherTransform, otherKernels, otherOptions] = line.split("\t");
    if (reason === undefined || transform === undefined || kernels === undefined || options === undefined) continue;
    const other = (field: string | undefined, same: string): string =>
      field === undefined || field === "=" ? same : field;
    limits.push({
      group,
      reason,
      accepted: { transform, kernels, options },
      refused: {
        transform: other(otherTransform, transform),
        kernels: other(otherKernels, kernels),
        options: other(otherOptions, options),
      },
    });
  }
  return limits;
}

export function askedPlan({ transform: words, kernels, options }: Asked): {
  readonly plan: ScheduledPlan;
  readonly gpu: Gpu;
} {
  const [kindWord, size = "", precision = "f32", gpu = "H200"] = words.split(" ");
  const kind = TRANSFORM_KINDS.find((one) => one === kindWord);
  const storage = NUMBER_FORMATS.find((one) => one === precision);
  if (kind === undefined || storage === undefined) throw new Error(`no transform: ${words}`);
  const transform = {
    ...usualTransform(kind, parseSize(size), storage),
    ...(JSON.parse(options) as Partial<Transform>),
  } as Transform;
  const scheduled = parseKernels(withChains(kernels)).map(({ schedule, ...kernel }): ScheduledKernel => {
    if (schedule === undefined) throw new Error(`a kernel has no schedule: ${kernels}`);
    return { ...kernel, schedule };
  });
  return { plan: { transform, kernels: scheduled }, gpu: findGpu(gpu) };
}
