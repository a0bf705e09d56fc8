// Random plans whose kernels run on clusters wherever a drawn schedule is legal: of powers of two, unless other factors are asked for.
import fc from "fast-check";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf, kernelDigits, memoryLayout } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import { possibleColumns } from "../../generator/layout/tile.js";
import type { Plan, Schedule, ScheduledKernel, ScheduledPlan, TwiddleSource } from "../../generator/plan/plan.js";
import { matrixPlans } from "./matrices.js";
import { legalPlans, type LegalPlanOptions } from "./plans.js";
import { drawnSchedules } from "./schedules.js";

const gpu = findGpu("H200");
const LARGEST_TILE = 4096;

export interface ClusterPlanOptions extends LegalPlanOptions {
  /** Tiles of several members of the batch, or of factors beside two, or these on any number of blocks; else none of them. */
  readonly only?: "batch tiles" | "odd factors" | "any size";
}

const THREADS = [64, 128, 256, 512];
/** For tiles that have other factors than two. */
const ODD_THREADS = [...THREADS, 96, 160, 192, 224, 320, 384];

/** All legal cluster schedules of one kernel with small tiles. */
function clusterSchedules(
  plan: Plan,
  index: number,
  twiddles: TwiddleSource,
  only: ClusterPlanOptions["only"],
): readonly Schedule[] {
  const kernel = plan.kernels[index];
  if (kernel === undefined) return [];
  const set = digitSetOf(plan.transform, plan.kernels);
  const digits = kernelDigits(set, kernel);
  const radices = digits.reduce((total, digit) => total * digit.radix, 1);
  const layouts = [memoryLayout(set, index), memoryLayout(set, index + 1)] as const;
  const sizes = only === "any size" ? [2, 3, 4, 5, 6, 7, 9, 10, 12, 15] : [2, 4, 8, 16];
  const isOdd = only === "odd factors" || only === "any size";
  const mayBe = (columns: number): boolean =>
    isOdd
      ? !Number.isInteger(Math.log2(columns * radices))
      : columns * radices > set.elements === (only === "batch tiles");
  const choices = possibleColumns(set, digits, Math.floor(LARGEST_TILE / radices), ...layouts).filter(mayBe);
  return choices.flatMap((columns) =>
    sizes.flatMap((size) =>
      digits.slice(1).flatMap((_, position) =>
        (isOdd ? ODD_THREADS : THREADS).flatMap((threads): Schedule[] => {
          const cluster = { size, after: position + 1, order: "static" } as const;
          const asking = size > 2 ? ({ prefetch: true } as const) : {};
          const schedule: Schedule = {
            threads,
            cluster,
            ...asking,
            columns,
            blocksPerSm: 1,
            twiddles,
            stores: "default",
          };
          const variants: readonly Schedule[] = [
            schedule,
            { ...schedule, cluster: { ...cluster, order: "ticket" } },
            { ...schedule, cluster: { ...cluster, undivided: true } },
            ...(only === "any size" ? [{ ...schedule, cluster: { ...cluster, groups: 1 } }] : []),
          ];
          return variants.filter((variant) => placeKernel(set, { ...kernel, schedule: variant }, index, gpu).ok);
        }),
      ),
    ),
  );
}

/** Plans of few kernels, all of them on clusters, that multiply by matrices on tensor cores. */
export const clusterMatrixPlans = (): fc.Arbitrary<ScheduledPlan> =>
  fc
    .record({
      plan: matrixPlans({ primes: [4, 4, 8, 16], minElements: 256, maxElements: 512, maxRank: 2, scales: [1, 1 / 8] }),
      draw: fc.nat(10_000),
      only: fc.constantFrom(undefined, "batch tiles" as const),
    })
    .map(({ plan, draw, only }): ScheduledPlan | undefined => {
      const kernels = plan.kernels.flatMap((kernel, index): readonly ScheduledKernel[] => {
        const legal = clusterSchedules(plan, index, "table", only);
        const schedule = legal[draw % legal.length];
        return schedule === undefined ? [] : [{ ...kernel, schedule }];
      });
      return kernels.length === plan.kernels.length ? { transform: plan.transform, kernels } : undefined;
    })
    .filter((plan) => plan !== undefined);

/** Random legal plans of which at least one kernel runs on clusters. */
export function clusterPlans(options: ClusterPlanOptions = {}): fc.Arbitrary<ScheduledPlan> {
  return fc
    .record({
      plan: legalPlans({ primes: [2], minElements: 256, maxElements: 4096, maxRadix: 16, maxPerKernel: 4, ...options }),
      draws: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 4 }),
      twiddles: fc.constantFrom<TwiddleSource>("table", "powers"),
    })
    .map(({ plan, draws, twiddles }): ScheduledPlan => {
      const plain = drawnSchedules(plan, draws, twiddles);
      const kernels = plain.kernels.map((kernel, index): ScheduledKernel => {
        const legal = clusterSchedules(plan, index, twiddles, options.only);
        const draw = draws[index % draws.length] ?? 0;
        const schedule = legal[draw % legal.length] ?? kernel.schedule;
        return { ...kernel, schedule: index > 0 && draw % 2 === 1 ? { ...schedule, early: true } : schedule };
      });
      return { transform: plan.transform, kernels };
    })
    .filter(({ kernels }) => kernels.some(({ schedule }) => schedule.cluster !== undefined));
}
