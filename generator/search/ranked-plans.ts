// Plans with what they are predicted to take, the best first, and the best of each way through other transforms.
import type { Gpu } from "../gpu/gpu.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { saidSchedule } from "../layout/said-schedule.js";
import { thereAndBack } from "../plan/bluestein.js";
import { convolutionKind } from "../plan/convolution.js";
import { legsOf } from "../plan/legs.js";
import type { Plan, ScheduledPlan } from "../plan/plan.js";
import type { Transform } from "../plan/transform.js";
import type { CostedKernel } from "./early-starts.js";
import { copyTime } from "./limits.js";
import { ratedCost, type RatedCost } from "./rated-cost.js";

export interface RankedPlan {
  readonly plan: ScheduledPlan;
  /** As they are launched: of Bluestein's transform there and back. */
  readonly kernels: readonly { readonly geometry: KernelGeometry; readonly cost: RatedCost }[];
  readonly milliseconds: number;
  /** What plans are compared by: see `RatedCost`. */
  readonly cautious: number;
  /** Time of one device-to-device copy of the data. */
  readonly copyMilliseconds: number;
}

/** The one that is expected to be faster first. */
export const byRank = (a: RankedPlan, b: RankedPlan): number => a.cautious - b.cautious;

/** A plan with what its kernels are predicted to take. Its schedules say all that has been decided for this GPU. */
export function rankedPlan(transform: Transform, costed: readonly CostedKernel[], gpu: Gpu): RankedPlan {
  const kernels = costed.map(({ kernel, geometry, cost }) => {
    const schedule = saidSchedule(kernel.schedule, geometry);
    return { kernel: { ...kernel, schedule }, geometry, cost };
  });
  const plan = { transform, kernels: kernels.map(({ kernel }) => kernel) };
  const rated = kernels.map(({ geometry, cost }) => ({ geometry, cost: ratedCost(cost, geometry, gpu) }));
  const launched = asLaunched(plan, rated);
  return {
    plan,
    kernels: launched,
    milliseconds: launched.reduce((sum, { cost }) => sum + cost.milliseconds, 0),
    cautious: launched.reduce((sum, { cost }) => sum + cost.cautious, 0),
    copyMilliseconds: copyTime(transform, gpu),
  };
}

/** What there is for each kernel of a plan, for each that is launched: of Bluestein's transform, the way back costs what the way there does. */
export const asLaunched = <K>(plan: Plan, kernels: readonly K[]): readonly K[] =>
  legsOf(plan).flatMap((leg) => {
    const own = kernels.slice(leg.first, leg.first + leg.kernels.length);
    return convolutionKind(leg.transform, leg.kernels) === "bluestein" ? thereAndBack(own) : own;
  });

/** What a plan goes through, in words of the notation. */
export const wayOf = ({ kernels }: Plan): string =>
  [...new Set(kernels.flatMap(({ through }) => through ?? []))].toSorted().join(" and ");

/** Of all others the fastest of each way that these do not go. `all`: the fastest first. */
export function otherWaysThan(best: readonly RankedPlan[], all: readonly RankedPlan[]): readonly RankedPlan[] {
  const known = new Set(best.map(({ plan }) => wayOf(plan)));
  const fastest = new Map<string, RankedPlan>();
  for (const ranked of all) {
    const way = wayOf(ranked.plan);
    if (!known.has(way) && !fastest.has(way)) fastest.set(way, ranked);
  }
  return [...fastest.values()];
}
