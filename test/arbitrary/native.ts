// Random plans of Fourier transforms in 16-bit arithmetic, with random legal schedules.
import fc from "fast-check";
import type { ScheduledPlan, TwiddleSource } from "../../generator/plan/plan.js";
import { legalPlans, type LegalPlanOptions } from "./plans.js";
import { drawnSchedule } from "./schedules.js";

/** Two butterflies to a thread: not every kernel has them. */
export const nativePlans = (options: LegalPlanOptions = {}): fc.Arbitrary<ScheduledPlan> =>
  fc
    .record({
      plan: legalPlans({ precisions: ["f16", "bf16"], arithmetic: "native", ...options }),
      draws: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 6 }),
      twiddles: fc.constantFrom<TwiddleSource>("table", "fast-sincos"),
    })
    .map(({ plan, draws, twiddles }): ScheduledPlan | undefined => {
      const kernels = plan.kernels.flatMap((kernel, index) => {
        const schedule = drawnSchedule(plan, index, draws[index % draws.length] ?? 0, twiddles, {});
        return schedule === undefined ? [] : [{ ...kernel, schedule }];
      });
      return kernels.length === plan.kernels.length ? { transform: plan.transform, kernels } : undefined;
    })
    .filter((plan) => plan !== undefined);
