// Draws plans whose kernels ptxas is asked about: what the search chooses, what it nearly chose, the same with other register
// caps, and plans that no search would choose.
import fc from "fast-check";
import { findSuite } from "../../../generator/bench/shipped-suites.js";
import { InputError } from "../../../generator/failure/errors.js";
import { findGpu } from "../../../generator/gpu/registry.js";
import type { MatrixUnit, PlanKernel, ScheduledPlan } from "../../../generator/plan/plan.js";
import { makeChain } from "../../../generator/plan/sub-computations.js";
import {
  makeTransform,
  makeWalshTransform,
  type NumberFormat,
  type Transform,
  type WalshTransform,
} from "../../../generator/plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES } from "../../../generator/search/search.js";
import { tuningCandidates } from "../../../generator/tune/candidates.js";
import { clusterPlans } from "../../arbitrary/clusters.js";
import { scheduledMatrixPlans } from "../../arbitrary/matrices.js";
import { nativePlans } from "../../arbitrary/native.js";
import { scheduledPlans, uniformNumbers } from "../../arbitrary/schedules.js";
import { walshMatrixPlans } from "../../arbitrary/walsh-matrices.js";
import { walshPlans } from "../../arbitrary/walsh.js";

export const gpu = findGpu("H200");

/**
 * Where a plan comes from.
 * - `first`: the search's first choice
 * - `choice`: one of its first choices and their variants
 * - `cap`: one of those with other blocks per multiprocessor, so another register cap
 * - `unit`: butterflies on tensor cores that the search does not choose by itself
 * - `any`: any legal plan
 */
export const ORIGINS = ["first", "choice", "cap", "unit", "any"] as const;
export type Origin = (typeof ORIGINS)[number];

export interface Draw {
  readonly origin: Origin;
  readonly plan: ScheduledPlan;
}

class Dice {
  #seed: number;
  constructor(seed: number) {
    this.#seed = seed;
  }
  below(limit: number): number {
    const [number = 0] = uniformNumbers(1, this.#seed++);
    return Math.min(limit - 1, Math.floor(((number + 1) / 2) * limit));
  }
  of<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}

/** Elements of one call, where the batch can make it so. */
const POINTS = 2 ** 26;

/** As many plans as are asked for, from every source in turns; the same for the same seed. */
export function* draws(seed: number): Generator<Draw, never> {
  const sources = [
    suiteChoices(seed),
    otherChoices(seed + 1e6),
    walshChoices(seed + 2e6),
    otherChoices(seed + 3e6),
    unitPlans(seed + 5e6),
    anyPlans(seed),
  ].map(takingFrom);
  for (;;) {
    for (const source of sources) yield source();
  }
}

/** Takes one after the other from a list without end. */
function takingFrom(source: Generator<Draw, never>): () => Draw {
  return () => source.next().value;
}

function plansOf(transform: Transform, count: number): readonly ScheduledPlan[] {
  try {
    return tuningCandidates(transform, gpu, count).map(({ plan }) => plan);
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

/** The first choice; of the next ones, and of other schedules for it, one; and one of them with another register cap. */
function* chosen(transform: Transform, dice: Dice): Generator<Draw, void> {
  const plans = plansOf(transform, 6);
  const [first] = plans;
  if (first === undefined) return;
  yield { origin: "first", plan: first };
  const others = plans.slice(1);
  const other = others[dice.below(others.length)] ?? first;
  yield { origin: "choice", plan: other };
  yield { origin: "cap", plan: recapped(dice.of([first, other]), dice) };
}

/** The sizes of FFTW's benchmark, f32 and f64. */
function* suiteChoices(seed: number): Generator<Draw, never> {
  const dice = new Dice(seed);
  const cases = ["fftw-1d", "fftw-2d", "fftw-3d"].flatMap((name) => findSuite(name).cases);
  for (;;) {
    const transform = cases[dice.below(cases.length)]?.transform;
    if (transform !== undefined) yield* chosen(transform, dice);
  }
}

const PRIMES = [2, 2, 2, 2, 2, 3, 3, 5, 5, 7, 7, 11, 13, 17, 19, 23, 29, 31] as const;
const PRECISIONS = ["f32", "f32", "f32", "f64", "f64", "f16", "bf16"] as const;

function smoothLength(dice: Dice, most: number): number {
  const target = 2 ** (1 + dice.below(Math.floor(Math.log2(most))));
  if (dice.below(3) === 0) return target;
  let length = 1;
  for (let tries = 0; tries < 60; tries++) {
    const prime = dice.of(PRIMES);
    if (length * prime <= target * 1.5) length *= prime;
  }
  return Math.max(2, length);
}

/** Other Fourier transforms: any smooth lengths, precisions, directions, orders and placements. */
function* otherChoices(seed: number): Generator<Draw, never> {
  const dice = new Dice(seed);
  for (;;) {
    const rank = dice.of([1, 1, 2, 3]);
    const most = [2 ** 24, 2 ** 12, 2 ** 8][rank - 1] ?? 2;
    const lengths = Array.from({ length: rank }, () => smoothLength(dice, most));
    const points = lengths.reduce((product, length) => product * length, 1);
    const precision = dice.of(PRECISIONS);
    const isShort = precision === "f16" || precision === "bf16";
    yield* chosen(
      makeTransform(lengths, precision, {
        ...(isShort && dice.below(3) === 0 ? { arithmetic: "native" as const } : {}),
        direction: dice.of(["forward", "forward", "inverse"]),
        order: dice.of(["natural", "natural", "natural", "natural", "digit-reversed"]),
        placement: dice.of(["out-of-place", "out-of-place", "in-place"]),
        scale: dice.of([1, 1, 0.5]),
        batch: dice.below(3) === 0 ? 1 : Math.max(1, Math.floor(POINTS / points)),
      }),
      dice,
    );
  }
}

const STABILISATIONS = ["none", "none", "none", "kahan", "neumaier", "semi-kahan", "semi-neumaier"] as const;

function* walshChoices(seed: number): Generator<Draw, never> {
  const dice = new Dice(seed);
  for (;;) {
    const precision: NumberFormat = dice.of(["f32", "f64", "f16", "bf16"]);
    const bases = [1, 1, 1, 1, 12, 20, 28] as const;
    const rank = dice.of([1, 1, 1, 2]);
    const lengths = Array.from({ length: rank }, () => dice.of(bases) * 2 ** (1 + dice.below(rank === 1 ? 24 : 10)));
    const points = lengths.reduce((product, length) => product * length, 1);
    const isPower = Number.isInteger(Math.log2(points));
    const stabilisation = dice.of(STABILISATIONS);
    const order: WalshTransform["order"] =
      isPower && stabilisation === "none" ? dice.of(["natural", "natural", "sequency", "dyadic"]) : "natural";
    yield* chosen(
      makeWalshTransform(lengths, precision, {
        ...(precision === "f16" || precision === "bf16" ? { arithmetic: dice.of(["f32", "native"]) } : {}),
        order,
        stabilisation,
        placement: dice.of(["out-of-place", "in-place"]),
        scale: dice.of([1, 0.25]),
        batch: dice.below(3) === 0 ? 1 : Math.max(1, Math.floor(POINTS / points)),
      }),
      dice,
    );
  }
}

/** The same plan with one block more or less to a multiprocessor, or two, in every plain kernel: another register cap. */
function recapped(plan: ScheduledPlan, dice: Dice): ScheduledPlan {
  const kernels = plan.kernels.map((kernel) => {
    const { schedule } = kernel;
    if (schedule.cluster !== undefined) return kernel;
    const wanted = schedule.blocksPerSm + dice.of([-1, 1, 1, 2]);
    const most = Math.min(16, Math.floor(gpu.maxThreadsPerSm / schedule.threads));
    return { ...kernel, schedule: { ...schedule, blocksPerSm: Math.max(1, Math.min(most, wanted)) } };
  });
  return { ...plan, kernels };
}

const UNIT_CHAINS: readonly { readonly unit: MatrixUnit; readonly radices: readonly number[] }[] = [
  { unit: "split", radices: [16, 16] },
  { unit: "split", radices: [16, 16, 16] },
  { unit: "split", radices: [8, 8, 16] },
  { unit: "split", radices: [4, 4, 4] },
  { unit: "split", radices: [8, 8] },
  { unit: "sorna", radices: [4, 4, 4, 4] },
  { unit: "sorna", radices: [4, 4, 4] },
  { unit: "kang", radices: [2, 2, 2, 2, 2, 2] },
  { unit: "kang", radices: [4, 4, 4] },
  { unit: "kang", radices: [8, 8] },
  { unit: "mma.f16", radices: [16, 16] },
  { unit: "mma.f16", radices: [16, 16, 8] },
  { unit: "mma", radices: [16, 16, 16] },
  { unit: "mma", radices: [16, 16] },
  { unit: "mma", radices: [4, 16, 16] },
  { unit: "mma", radices: [8, 8, 8] },
];

/** Chains on tensor cores, alone or behind a butterfly on CUDA cores, in one dimension or two, with fewer or more blocks. */
function* unitPlans(seed: number): Generator<Draw, never> {
  const dice = new Dice(seed);
  for (;;) {
    const chain = UNIT_CHAINS[dice.below(UNIT_CHAINS.length)];
    if (chain === undefined) continue;
    const before = dice.of([[], [], [2], [8], [16]] as const);
    const position = dice.of(["tw", "pre-tw"] as const);
    const precision: NumberFormat =
      chain.unit === "mma.f16" ? "f16" : chain.unit === "mma" ? dice.of(["f16", "bf16"]) : "f32";
    const radices = [...before, ...chain.radices];
    const length = radices.reduce((product, radix) => product * radix, 1);
    const isPlane = length <= 512 && dice.below(2) === 0;
    const kernels = (isPlane ? ["Y", "X"] : ["X"]).map((dimension): PlanKernel => ({
      subComputations: makeChain(dimension, radices, position).map((sub, index) =>
        index < before.length ? sub : { ...sub, unit: chain.unit },
      ),
    }));
    const transform = makeTransform(isPlane ? [length, length] : [length], precision, { batch: 1024 });
    try {
      const { plan } = completePlan({ transform, kernels }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
      yield { origin: "unit", plan: dice.below(2) === 0 ? plan : recapped(plan, dice) };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
}

/** Any legal plans, in as many blocks to a multiprocessor as are likely to spill or not. */
function* anyPlans(seed: number): Generator<Draw, never> {
  const dice = new Dice(seed);
  const onMatrices = walshMatrixPlans();
  const sources = [
    scheduledPlans({ maxElements: 4000, primes: [2, 2, 3, 5, 7, 11, 13] }, { threads: 256 }),
    clusterPlans(),
    nativePlans(),
    scheduledMatrixPlans(),
    walshPlans(),
    fc.constantFrom(...onMatrices),
  ];
  for (;;) {
    for (const source of sources) {
      const [plan] = fc.sample(source, { seed: seed++, numRuns: 1 });
      if (plan === undefined) continue;
      const kernels = plan.kernels.map((kernel) => {
        const { schedule } = kernel;
        if (schedule.cluster !== undefined) return kernel;
        const most = Math.min(32, Math.floor(gpu.maxThreadsPerSm / Math.max(32, schedule.threads)));
        return { ...kernel, schedule: { ...schedule, blocksPerSm: 1 + dice.below(most) } };
      });
      yield { origin: "any", plan: { ...plan, kernels } };
    }
  }
}
