// Few of many plans, that show together what all of them show: every feature and every radix that some plan has, one of the chosen
// has. The others are for thorough runs, where features meet.
import { stabilisationOf } from "../../generator/plan/transform.js";
import { phasesOf } from "../../generator/kernel/program.js";
import type { ScheduledKernel, ScheduledPlan } from "../../generator/plan/plan.js";
import { dealt } from "../effort.js";
import { lowered, type NamedPlan } from "./named-plan.js";

export function coveringPlans(pool: readonly NamedPlan[]): readonly NamedPlan[] {
  const candidates = pool.map((named) => ({ named, features: [...featuresOf(named), ...radices(named)] }));
  const missing = new Set(candidates.flatMap(({ features }) => features));
  const chosen = new Set<NamedPlan>();
  while (missing.size > 0) {
    const gains = candidates.map(({ named, features }) => ({
      named,
      features,
      gain: features.filter((feature) => missing.has(feature)).length,
    }));
    const best = gains.reduce((most, one) => (one.gain > most.gain ? one : most));
    chosen.add(best.named);
    for (const feature of best.features) missing.delete(feature);
  }
  // In the order of the pool.
  return dealt(pool, (named) => chosen.has(named));
}

function featuresOf(named: NamedPlan): readonly string[] {
  const { transform, kernels } = named.plan;
  const powersOfTwo = transform.dimensions.every(({ length }) => Number.isInteger(Math.log2(length)));
  const features = [
    transform.precision,
    `order ${transform.order}`,
    transform.scale === 1 ? "not scaled" : "scaled",
    powersOfTwo ? "powers of two" : "other lengths",
    kernels.length === 1 ? "one kernel" : "several kernels",
    ...(transform.kind === "c2c"
      ? [`direction ${transform.direction}`]
      : [`sums ${stabilisationOf(transform)}`, `arithmetic ${transform.arithmetic}`]),
    ...kernels.flatMap(kernelFeatures),
    ...stepKinds(named),
  ];
  return [...new Set(features)].sort();
}

const kernelFeatures = ({ schedule, subComputations }: ScheduledKernel): readonly string[] => [
  `twiddles ${schedule.twiddles}`,
  `stores ${schedule.stores}`,
  `width ${schedule.width ?? 1}`,
  `exchange ${schedule.exchange ?? "as computed"}`,
  schedule.columns === 1 ? "one column" : "columns",
  ...(schedule.cluster === undefined ? [] : ["cluster"]),
  ...subComputations.map(({ unit }) => `unit ${unit ?? "none"}`),
];

/** Seen once each, not with everything else: test/codelet has all that can be done with them. */
const radices = ({ plan }: NamedPlan): readonly string[] =>
  plan.kernels.flatMap(({ subComputations }) => subComputations.map(({ radix }) => `radix ${radix}`));

/** The steps of the programs, and where their factors come from. */
const stepKinds = (named: NamedPlan): readonly string[] =>
  lowered(named).host.launches.flatMap(({ kernel }) =>
    phasesOf(kernel).flatMap(({ steps }) =>
      steps.flatMap((step) =>
        "twiddle" in step && step.twiddle !== undefined
          ? [`step ${step.kind}`, `factors ${step.twiddle.source.kind}`]
          : [`step ${step.kind}`],
      ),
    ),
  );

/** Of plans that are drawn, with names that tell which. */
export const namedDraws = (prefix: string, plans: readonly ScheduledPlan[]): readonly NamedPlan[] =>
  coveringPlans(plans.map((plan, index) => ({ name: `${prefix}_${index + 1}`, plan })));
