// Measured plans as the fit takes them: features of every kernel that is launched, computed anew, beside the time of all together.
import { ifRight } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { setsOf } from "../layout/leg-sets.js";
import { fittedGeometry } from "../layout/whole-geometry.js";
import { parseKernel } from "../notation/parse.js";
import type { PlanKernel, ScheduledKernel } from "../plan/plan.js";
import { sizeText, type Transform } from "../plan/transform.js";
import { countedFeatures, type Features } from "../search/features.js";
import { asLaunched } from "../search/ranked-plans.js";
import { atOneSpeed } from "./run-speed.js";
import type { TimedPlan } from "./timed-plan.js";

export interface FitRow {
  readonly file: string;
  /** Plans of the same transform in the same table: of these the search has to find the fastest. */
  readonly group: string;
  /** The lengths alone: `256x256`. */
  readonly lengths: string;
  /** Beside a copy in the same run (run-speed.ts). */
  readonly milliseconds: number;
  readonly spilledBytes: number;
  /** How much it counts: rows of one plan in several batches are alike. */
  readonly weight: number;
  readonly kernels: readonly Features[];
}

/** Rows that spill more registers take longer for that, as no feature says. */
export const MOST_SPILLED = 100;

/** The rows of this GPU that can be placed: plans that a later version refuses are left out. */
export function fitRows(timed: readonly TimedPlan[], gpu: Gpu): readonly FitRow[] {
  const own = atOneSpeed(
    timed.filter((plan) => plan.gpu === gpu.name && plan.spilledBytes <= MOST_SPILLED),
    gpu,
  );
  const batches = new Map<string, number>();
  for (const plan of own) batches.set(planKey(plan), (batches.get(planKey(plan)) ?? 0) + 1);
  const known = new Map<string, FeaturesIn | undefined>();
  return own.flatMap((plan) => {
    const key = planKey(plan);
    if (!known.has(key)) known.set(key, featuresOfPlan(plan, gpu));
    const featuresIn = known.get(key);
    if (featuresIn === undefined) return [];
    const { file, transform, milliseconds, spilledBytes } = plan;
    const lengths = sizeText(transform);
    return {
      ...{ file, lengths, milliseconds, spilledBytes },
      group: [file, JSON.stringify(transform)].join(" "),
      weight: 1 / Math.sqrt(batches.get(key) ?? 1),
      kernels: featuresIn.map((one) => one(transform.batch)),
    };
  });
}

type FeaturesIn = readonly ((batch: number) => Features)[];

const planKey = ({ file, transform, kernels }: TimedPlan): string =>
  [file, JSON.stringify({ ...transform, batch: 0 }), ...kernels].join("\n");

function featuresOfPlan({ transform, kernels: texts }: TimedPlan, gpu: Gpu): FeaturesIn | undefined {
  const kernels = ifRight(() => texts.map((text) => parseKernel(text)));
  if (kernels === undefined || !kernels.every(isScheduled)) return undefined;
  const placed = ifRight(() => placedKernels(transform, kernels, gpu));
  return placed === undefined ? undefined : asLaunched({ transform, kernels }, placed).map(({ features }) => features);
}

const isScheduled = (kernel: PlanKernel): kernel is ScheduledKernel => kernel.schedule !== undefined;

/** Undefined where a kernel can no longer be placed. */
function placedKernels(transform: Transform, kernels: readonly ScheduledKernel[], gpu: Gpu) {
  const seenBy = setsOf(transform, kernels);
  const counted = kernels.flatMap((kernel, number) => {
    const { set, index } = seenBy(number);
    const geometry = fittedGeometry(set, kernel, index, gpu);
    return geometry.ok ? countedFeatures(set, geometry.value, kernel.schedule, gpu) : [];
  });
  return counted.length === kernels.length ? counted : undefined;
}

export const FOLDS = 5;

/** Fowler, Noll & Vo's hash (FNV-1a), which spreads words that are alike. */
function hashOf(text: string): number {
  let hash = 2166136261;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 16777619);
  return hash >>> 0;
}

/** All plans of a length are in one fold, whatever their kind and precision. */
export const foldOf = ({ lengths }: Pick<FitRow, "lengths">): number => hashOf(lengths) % FOLDS;
