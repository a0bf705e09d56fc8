// Random legal plans of 16-bit Fourier transforms, some or all of whose butterflies are products of matrices on tensor cores.
import fc from "fast-check";
import type { Plan, ScheduledPlan, TwiddleSource } from "../../generator/plan/plan.js";
import type { NumberFormat } from "../../generator/plan/transform.js";
import { legalPlans, type LegalPlanOptions } from "./plans.js";
import { drawnSchedule } from "./schedules.js";

/** Radices that tensor cores compute, by the definition of the unit. */
const RADICES: readonly number[] = [4, 8, 16];
/** Most often such radices, beside others. */
const FACTORS: readonly number[] = [16, 16, 8, 8, 4, 4, 2, 3, 5];
export const SHORT: readonly NumberFormat[] = ["f16", "bf16"];

export interface MatrixPlanOptions extends Omit<LegalPlanOptions, "precisions"> {
  /** Elements of a block's tile, at most. Default 2048. */
  readonly tileElements?: number;
  readonly sources?: readonly TwiddleSource[];
}

/** Plans without schedules: of the butterflies that may be products some are, and at least one is. */
export function matrixPlans(options: MatrixPlanOptions): fc.Arbitrary<Plan> {
  return fc
    .record({
      plan: legalPlans({ maxRadix: 16, primes: FACTORS, ...options, precisions: SHORT }),
      isProduct: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 7 }),
    })
    .map(({ plan, isProduct }): Plan => {
      let position = 0;
      const kernels = plan.kernels.map(({ subComputations }) => ({
        subComputations: subComputations.map((sub) => {
          const wanted = isProduct[position++ % isProduct.length] !== 0;
          return wanted && RADICES.includes(sub.radix) ? { ...sub, unit: "mma" as const } : sub;
        }),
      }));
      return { ...plan, kernels };
    })
    .filter(({ kernels }) => kernels.some(isOnTensorCores));
}

const isOnTensorCores = ({ subComputations }: Plan["kernels"][number]): boolean =>
  subComputations.some(({ unit }) => unit === "mma");

/** The same with random legal schedules. */
export const scheduledMatrixPlans = (options: MatrixPlanOptions = {}): fc.Arbitrary<ScheduledPlan> =>
  fc
    .record({
      plan: matrixPlans(options),
      draws: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 6 }),
      twiddles: fc.constantFrom<TwiddleSource>(...(options.sources ?? ["table", "powers", "fast-sincos"])),
    })
    .map(({ plan, draws, twiddles }): ScheduledPlan | undefined => {
      const kernels = plan.kernels.flatMap((kernel, index) => {
        // Whole warps, two butterflies to a thread.
        const limits = isOnTensorCores(kernel)
          ? { tileElements: options.tileElements ?? 2048, threads: 256, powersOfTwo: true }
          : {};
        const schedule = drawnSchedule(plan, index, draws[index % draws.length] ?? 0, twiddles, limits);
        return schedule === undefined ? [] : [{ ...kernel, schedule }];
      });
      return kernels.length === plan.kernels.length ? { transform: plan.transform, kernels } : undefined;
    })
    .filter((plan) => plan !== undefined);

/** The same plan by other shapes of the instruction, wherever they compute its butterflies. */
export const inOtherShapes = (plan: ScheduledPlan): ScheduledPlan => ({
  ...plan,
  kernels: plan.kernels.map((kernel) => ({
    ...kernel,
    subComputations: kernel.subComputations.map((sub, index) => {
      if (sub.unit !== "mma") return sub;
      const isSmallest = plan.transform.precision === "f16" && sub.radix <= 8 && index % 2 === 0;
      return { ...sub, unit: isSmallest ? "mma.m8n8k4" : "mma.m16n8k8" } as const;
    }),
  })),
});
