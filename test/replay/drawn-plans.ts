// Draws the plans of drawn.tsv, whose emitted text is kept by its hash, beside the checked-in plans of ../../generated/MANIFEST.tsv.
import fc from "fast-check";
import { compilePlan } from "../../generator/compile.js";
import { InputError } from "../../generator/failure/errors.js";
import { checkPlan } from "../../generator/plan/check.js";
import { makeTrigonometricTransform, TRIGONOMETRIC_KINDS } from "../../generator/plan/transform.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import type { MatrixUnit, ScheduledKernel, ScheduledPlan } from "../../generator/plan/plan.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { scheduledMatrixPlans } from "../arbitrary/matrices.js";
import { nativePlans } from "../arbitrary/native.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { walshClusterPlans } from "../arbitrary/walsh-clusters.js";
import { walshMatrixPlans } from "../arbitrary/walsh-matrices.js";
import { walshPlans } from "../arbitrary/walsh.js";
import { gpu, type NamedPlan } from "../emit/named-plan.js";
import { coveringPlans } from "./covering-plans.js";
import { hermitianPlans } from "./hermitian-plans.js";
import { askedPlan, readLimits } from "../lower/limits.js";

const scales = [1, 1, 1 / 8];
const draws = (plans: fc.Arbitrary<ScheduledPlan>, seed: number, numRuns: number): readonly ScheduledPlan[] =>
  fc.sample(plans, { seed, numRuns });
const every = <T>(count: number, plans: readonly T[]): readonly T[] => plans.filter((_, index) => index % count === 0);

/** The same plan with something else in each of its kernels. */
const changed = (
  { transform, kernels }: ScheduledPlan,
  change: (kernel: ScheduledKernel, index: number) => ScheduledKernel,
): ScheduledPlan => ({ transform, kernels: kernels.map(change) });

/** Policies that no legality depends on. */
const withPolicies = (plan: ScheduledPlan, number: number): ScheduledPlan =>
  changed(plan, ({ subComputations, schedule }, index) => ({
    subComputations,
    schedule: {
      ...schedule,
      ...((number + index) % 3 === 0 ? { stores: "streaming" } : {}),
      ...(index > 0 && number % 4 === 0 ? { early: true } : {}),
    },
  }));

const withShortExchange = (plan: ScheduledPlan): ScheduledPlan =>
  changed(plan, (kernel) =>
    kernel.subComputations.some(({ unit }) => unit !== undefined)
      ? kernel
      : { ...kernel, schedule: { ...kernel.schedule, exchange: "short" } },
  );

/** What multiplies 16-bit matrices, by another unit: where it is of single-precision numbers, of such. */
function withUnit(plan: ScheduledPlan, unit: MatrixUnit): ScheduledPlan {
  const isShort = unit === "mma" || unit === "mma.f16";
  const precision = isShort ? "f16" : "f32";
  const other = changed(plan, (kernel) => ({
    ...kernel,
    subComputations: kernel.subComputations.map((step) => (step.unit === "mma" ? { ...step, unit } : step)),
  }));
  return { ...other, transform: { ...other.transform, precision, arithmetic: "f32" } };
}

/** What no family draws: the last plans that rules let through, of real numbers and through other lengths. */
function lastPlans(): readonly ScheduledPlan[] {
  const all = readLimits().map(({ accepted }) => JSON.stringify(accepted));
  return [...new Set(all)]
    .map((text) => askedPlan(JSON.parse(text) as Parameters<typeof askedPlan>[0]).plan)
    .filter(({ transform: { kind }, kernels }) => {
      const isDrawn = kind === "c2c" || kind === "fwht";
      return !isDrawn || kernels.some(({ through }) => through !== undefined);
    });
}

/** Of each kind one in pairs, one as a whole, and one of two dimensions. */
const cosines = (): readonly ScheduledPlan[] =>
  TRIGONOMETRIC_KINDS.flatMap((kind) =>
    [[80], [9], [5, 16]].flatMap((lengths) => {
      const transform = makeTrigonometricTransform(kind, lengths, "f32", { batch: 1000 });
      return searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans.map(({ plan }) => plan);
    }),
  );

function families(): Readonly<Record<string, readonly ScheduledPlan[]>> {
  const matrices = draws(scheduledMatrixPlans({ maxElements: 1024, maxRank: 3, scales }), 4, 60);
  const splits = draws(
    scheduledMatrixPlans({ maxElements: 512, maxRadix: 4, primes: [2, 4], maxRank: 2, scales }),
    5,
    20,
  );

  return {
    plain: draws(scheduledPlans({ maxElements: 1500, maxRank: 8, scales }), 1, 90).map(withPolicies),
    short: draws(scheduledPlans({ maxElements: 600, maxRank: 3, precisions: ["f16", "bf16"], scales }), 2, 40).map(
      (plan, index) => (index % 2 === 0 ? withShortExchange(plan) : plan),
    ),
    cluster: draws(clusterPlans({ scales }), 3, 60).map(withPolicies),
    matrix: matrices,
    half_sums: every(4, matrices).map((plan) => withUnit(plan, "mma.f16")),
    split: every(3, matrices).map((plan) => withUnit(plan, "split")),
    sorna: splits.map((plan) => withUnit(plan, "sorna")),
    kang: splits.map((plan) => withUnit(plan, "kang")),
    native: draws(nativePlans({ maxElements: 1000, maxRank: 2, scales }), 6, 30),
    walsh: draws(walshPlans(), 7, 90).map(withPolicies),
    walsh_cluster: every(3, walshClusterPlans()).map(({ plan }) => plan),
    walsh_matrix: every(3, walshMatrixPlans()),
    last: lastPlans(),
    cosine: cosines(),
  };
}

/** Those that the rules and the hardware allow. */
export async function drawPlans(): Promise<readonly NamedPlan[]> {
  const all = { ...families(), covering: await coveringPlans(), hermitian: hermitianPlans() };
  return Object.entries(all).flatMap(([family, plans]) =>
    plans.map((plan, index): NamedPlan => ({ name: `${family}_${index + 1}`, plan })).filter(isLegal),
  );
}

function isLegal({ name, plan }: NamedPlan): boolean {
  if (checkPlan(plan).length > 0) return false;
  try {
    compilePlan(name, plan, gpu);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
