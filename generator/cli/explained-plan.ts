// A plan with all values that `fftgen explain` shows, as text or as a page.
import { lowerPlan } from "../compile.js";
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Kernel } from "../kernel/program.js";
import { launchSource, launchTarget, type CallArray } from "../kernel/host-program.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { RatedCost } from "../search/rated-cost.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { rangeText, servedBatches } from "../plan/served-batches.js";
import { errorBound, type ErrorBound } from "../verify/bound.js";
import type { JudgedEvidence } from "../tune/evidence.js";
import { schedulePlan } from "../planfile/schedule-plan.js";
import type { LoadedPlan } from "./loaded-plan.js";
import { judgedEvidence } from "./plan-evidence.js";
import { textHash } from "./text-hash.js";

export interface ExplainedPlan {
  readonly path: string;
  readonly gpu: Gpu;
  readonly ranked: RankedPlan;
  readonly bound: ErrorBound;
  /** The batches for which the package takes the plan, and its other plans; undefined where it is the only one for this GPU. */
  readonly served: string | undefined;
  /** Measurements of the plan, on any GPU. */
  readonly evidence: readonly JudgedEvidence[];
  readonly kernels: readonly ExplainedKernel[];
}

export interface ExplainedKernel {
  readonly kernel: Kernel;
  readonly source: CallArray;
  readonly target: CallArray;
  readonly geometry: KernelGeometry;
  readonly cost: RatedCost;
}

/** `all`: the plans of the package for the same GPU, by their ranges. */
export function explainedPlan(loaded: LoadedPlan, gpu: Gpu, all: readonly LoadedPlan[] = [loaded]): ExplainedPlan {
  const ranked = schedulePlan(loaded, gpu);
  const { host, geometries } = lowerPlan(loaded.name, ranked.plan, gpu);
  return {
    path: loaded.path,
    gpu,
    ranked,
    bound: errorBound(ranked.plan),
    served: servedText(loaded, all),
    evidence: judgedEvidence(loaded, textHash),
    kernels: host.launches.map((launch, index) => ({
      kernel: launch.kernel,
      source: launchSource(launch),
      target: launchTarget(launch),
      geometry: at(geometries, index),
      cost: at(ranked.kernels, index).cost,
    })),
  };
}

function servedText({ path }: LoadedPlan, all: readonly LoadedPlan[]): string | undefined {
  const rangeOf = (index: number): string => rangeText(at(servedBatches(all), index));
  const own = all.findIndex((one) => one.path === path);
  if (own < 0 || all.length === 1) return undefined;
  const others = all.flatMap((one, index) => (index === own ? [] : [`${one.path} is for ${rangeOf(index)}`]));
  return `${rangeOf(own)}; ${others.join(", ")}`;
}
