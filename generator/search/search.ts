// Searches plans for a transform: groupings into kernels, radices within kernels, schedules for kernels; ranks them by
// predicted time. Pure: measuring is somebody else's work.
import { InputError, invariant } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { digitSetOf, type DigitSet } from "../layout/digits.js";
import { kernelGeometry, type KernelGeometry } from "../layout/geometry.js";
import type { Plan, PlanKernel, ScheduledKernel, ScheduledPlan, SubComputation, TwiddleSource } from "../plan/plan.js";
import { makeChain, subComputationText } from "../plan/sub-computations.js";
import { elementBytes, elementCount, sizeText, type Transform } from "../plan/transform.js";
import { kernelCost, type KernelCost } from "./cost.js";
import { withEarlyStarts, type CostedKernel } from "./early-starts.js";
import { enumerateGroupings, type Grouping, type Portions } from "./groupings.js";
import { LARGEST_RADIX } from "../plan/rules.js";
import { fewestRadices, promisingRadixLists } from "./radices.js";
import { searchSchedules } from "./schedules.js";

export interface RankedPlan {
  readonly plan: ScheduledPlan;
  readonly kernels: readonly { readonly geometry: KernelGeometry; readonly cost: KernelCost }[];
  readonly milliseconds: number;
  /** Time of one device-to-device copy of the data. */
  readonly copyMilliseconds: number;
}

export interface SearchResult {
  /** Fastest first. */
  readonly plans: readonly RankedPlan[];
  readonly candidatesTried: number;
  /** Reason -> how many candidates it ruled out. */
  readonly refused: ReadonlyMap<string, number>;
}

export interface SearchOptions {
  readonly twiddles: readonly TwiddleSource[];
  /** How many plans to return. */
  readonly keep: number;
  /** No clusters and no early starts: kernels that any GPU since 2017 can run. */
  readonly plainOnly?: boolean;
}

export const DEFAULT_TWIDDLES: readonly TwiddleSource[] = ["table", "powers"];

const GROUPINGS = 16;
const RADIX_LISTS = 4;
const RADIX_ORDERS = 6;
/** Choices of radices for a plan of one kernel: what a prediction puts close together, tuning can tell apart. */
const ALTERNATIVES = 6;

/** The best plans for a transform. Throws an InputError for a transform that this GPU or the codelets cannot do. */
export function searchPlans(transform: Transform, gpu: Gpu, options: SearchOptions): SearchResult {
  checkTransform(transform, gpu);
  const tally = new Tally();
  const choose = kernelChooser(transform, gpu, options, tally);
  const plans: RankedPlan[] = [];
  const seen = new Set<string>();
  for (const { grouping } of enumerateGroupings(transform, gpu, GROUPINGS)) {
    for (const radices of radixVariants(grouping, choose)) {
      const kernels = buildKernels(transform, grouping, radices);
      // Dimensions of one kernel commute: the order that was predicted faster comes first and stands for the others.
      const key = JSON.stringify(
        kernels.map(({ subComputations }) => subComputations.map(subComputationText).toSorted()),
      );
      if (seen.has(key)) continue;
      seen.add(key);
      const ranked = schedulePlan({ transform, kernels }, gpu, options, tally);
      if (ranked !== undefined) plans.push(ranked);
    }
  }
  if (plans.length === 0) {
    throw new InputError(`no legal plan for ${sizeText(transform)} on ${gpu.name}: ${tally.summary()}`);
  }
  plans.sort((a, b) => a.milliseconds - b.milliseconds);
  return { plans: plans.slice(0, options.keep), candidatesTried: tally.tried, refused: tally.refused };
}

/**
 * Fills in the schedules that a plan leaves open, such as a paper's, with plain kernels unless told otherwise: what its author
 * could have run. Kernels that have a schedule keep it.
 */
export function completePlan(plan: Plan, gpu: Gpu, options: SearchOptions): RankedPlan {
  const tally = new Tally();
  const ranked = schedulePlan(plan, gpu, { plainOnly: true, ...options }, tally);
  if (ranked === undefined) {
    throw new InputError(`the plan for ${sizeText(plan.transform)} cannot run on ${gpu.name}: ${tally.summary()}`);
  }
  return ranked;
}

class Tally {
  tried = 0;
  readonly refused = new Map<string, number>();

  add(reason: string, count: number): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + count);
  }

  summary(): string {
    const reasons = [...this.refused].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${reason} (${count}x)`);
    return reasons.slice(0, 3).join("; ") || "nothing to try";
  }
}

function checkTransform(transform: Transform, gpu: Gpu): void {
  for (const { name, length } of transform.dimensions) {
    if (fewestRadices(length) === undefined) {
      throw new InputError(
        `length ${length} along ${name} has a prime factor above ${LARGEST_RADIX}: no codelet transforms it; lengths with prime factors up to 31 are supported`,
      );
    }
  }
  if (elementCount(transform) === 1) throw new InputError("a transform of one point is the identity: nothing to plan");
  const bytes = elementCount(transform) * elementBytes(transform.precision);
  const least = transform.placement === "in-place" ? 1 : 2;
  if (least * bytes * transform.batch > gpu.memoryBytes) throw new InputError(memoryReason(transform, least, gpu));
}

/** Says that so many copies of the data do not fit. */
function memoryReason(transform: Transform, copies: number, gpu: Gpu): string {
  const gigabytes = (elementCount(transform) * elementBytes(transform.precision) * transform.batch) / 1e9;
  const batch = transform.batch === 1 ? "" : ` in a batch of ${transform.batch}`;
  return `${sizeText(transform)}${batch} needs ${copies} x ${gigabytes.toFixed(1)} GB, ${gpu.name} has ${(gpu.memoryBytes / 1e9).toFixed(1)} GB`;
}

/** For one kernel of a grouping: the radix lists of its portions, fastest first by prediction. Memoised by context. */
type KernelChooser = (grouping: Grouping, index: number) => readonly RadixChoice[];
type RadixChoice = readonly { readonly dimension: number; readonly radices: readonly number[] }[];

function kernelChooser(transform: Transform, gpu: Gpu, options: SearchOptions, tally: Tally): KernelChooser {
  const memory = new Map<string, readonly RadixChoice[]>();
  return (grouping, index) => {
    const before = productUpTo(transform, grouping, index);
    const key = JSON.stringify([before, grouping[index], index === grouping.length - 1]);
    const known = memory.get(key);
    if (known !== undefined) return known;
    const portions = grouping[index];
    invariant(portions !== undefined, () => "search: no such kernel");
    const choices: { choice: RadixChoice; milliseconds: number }[] = [];
    for (const choice of radixChoices(portions)) {
      const context = contextKernels(transform, before, portions, choice);
      const set = digitSetOf(transform, context.kernels);
      const kernel = context.kernels[context.index];
      invariant(kernel !== undefined, () => "search: the context lacks its kernel");
      const result = searchSchedules(set, kernel, context.index, gpu, { ...options, keep: 1 });
      for (const [reason, count] of result.refused) tally.add(reason, count);
      tally.tried += 1;
      const best = result.candidates[0];
      if (best !== undefined) choices.push({ choice, milliseconds: best.cost.milliseconds });
    }
    const ranked = choices.sort((a, b) => a.milliseconds - b.milliseconds).map(({ choice }) => choice);
    memory.set(key, ranked);
    return ranked;
  };
}

function productUpTo(transform: Transform, grouping: Grouping, index: number): readonly number[] {
  return transform.dimensions.map((_, dimension) =>
    grouping.slice(0, index).reduce((product, portions) => product * (portions[dimension] ?? 1), 1),
  );
}

/** Every order of the dimensions in a kernel times the radix lists of each portion. */
function radixChoices(portions: Portions): readonly RadixChoice[] {
  const active = portions.flatMap((portion, dimension) => (portion > 1 ? [dimension] : []));
  const orders = active.length === 2 ? [active, active.toReversed()] : [active];
  const [limit, radixOrders] = active.length > 1 ? [2, 1] : [RADIX_LISTS, RADIX_ORDERS];
  return orders.flatMap((order) => {
    let choices: RadixChoice[] = [[]];
    for (const dimension of order) {
      const lists = promisingRadixLists(portions[dimension] ?? 1, limit, radixOrders);
      choices = choices.flatMap((choice) => lists.map((radices) => [...choice, { dimension, radices }]));
    }
    return choices;
  });
}

/**
 * The kernel between one digit per dimension for all that comes before it and one for all that comes after: enough to know
 * its addresses without deciding the other kernels.
 */
function contextKernels(
  transform: Transform,
  before: readonly number[],
  portions: Portions,
  choice: RadixChoice,
): { readonly kernels: readonly PlanKernel[]; readonly index: number } {
  const early: SubComputation[] = [];
  const late: SubComputation[] = [];
  const own = new Map<number, readonly SubComputation[]>();
  transform.dimensions.forEach(({ name, length }, dimension) => {
    const radices = choice.find((part) => part.dimension === dimension)?.radices ?? [];
    const ahead = before[dimension] ?? 1;
    const rest = length / ahead / (portions[dimension] ?? 1);
    const all = [...(ahead > 1 ? [ahead] : []), ...radices, ...(rest > 1 ? [rest] : [])];
    const chain = makeChain(name, all, "pre-tw");
    if (ahead > 1) early.push(...chain.slice(0, 1));
    own.set(dimension, chain.slice(ahead > 1 ? 1 : 0, (ahead > 1 ? 1 : 0) + radices.length));
    if (rest > 1) late.push(...chain.slice(-1));
  });
  const kernel: PlanKernel = { subComputations: choice.flatMap(({ dimension }) => own.get(dimension) ?? []) };
  const kernels = [
    ...(early.length > 0 ? [{ subComputations: early }] : []),
    kernel,
    ...(late.length > 0 ? [{ subComputations: late }] : []),
  ];
  return { kernels, index: early.length > 0 ? 1 : 0 };
}

/** The best choice for every kernel, and each plan that takes another for one of them: the second best, or several if there is one kernel. */
function radixVariants(grouping: Grouping, choose: KernelChooser): readonly (readonly RadixChoice[])[] {
  const perKernel = grouping.map((_, index) => choose(grouping, index));
  const best = perKernel.flatMap((choices) => choices.slice(0, 1));
  if (best.length < grouping.length) return [];
  const others = perKernel.flatMap((choices, index) =>
    choices.slice(1, grouping.length === 1 ? ALTERNATIVES : 2).map((other) => best.with(index, other)),
  );
  return [best, ...others];
}

function buildKernels(
  transform: Transform,
  grouping: Grouping,
  radices: readonly RadixChoice[],
): readonly PlanKernel[] {
  const chains = transform.dimensions.map(({ name }, dimension) =>
    makeChain(
      name,
      radices.flatMap((choice) => choice.find((part) => part.dimension === dimension)?.radices ?? []),
      "pre-tw",
    ),
  );
  const used = transform.dimensions.map(() => 0);
  return grouping.map((_, kernel): PlanKernel => ({
    subComputations: (radices[kernel] ?? []).flatMap(({ dimension, radices: own }) => {
      const start = used[dimension] ?? 0;
      used[dimension] = start + own.length;
      return chains[dimension]?.slice(start, start + own.length) ?? [];
    }),
  }));
}

function schedulePlan(plan: Plan, gpu: Gpu, options: SearchOptions, tally: Tally): RankedPlan | undefined {
  const set = digitSetOf(plan.transform, plan.kernels);
  const chosen: CostedKernel[] = [];
  for (const [index, kernel] of plan.kernels.entries()) {
    const scheduled = scheduleKernel(set, kernel, index, gpu, options, tally);
    if (scheduled === undefined) return undefined;
    chosen.push(scheduled);
  }
  const isOpen = (index: number): boolean => options.plainOnly !== true && plan.kernels[index]?.schedule === undefined;
  const details = withEarlyStarts(set, chosen, isOpen, gpu);
  // The data once or twice, and a workspace unless every kernel can write where it reads.
  const copies =
    (plan.transform.placement === "in-place" ? 1 : 2) + (details.every(({ geometry }) => geometry.blockLocal) ? 0 : 1);
  const bytes = copies * elementCount(plan.transform) * elementBytes(plan.transform.precision) * plan.transform.batch;
  if (bytes > gpu.memoryBytes) {
    tally.add(memoryReason(plan.transform, copies, gpu), 1);
    return undefined;
  }
  return {
    plan: { transform: plan.transform, kernels: details.map(({ kernel }) => kernel) },
    kernels: details.map(({ geometry, cost }) => ({ geometry, cost })),
    milliseconds: details.reduce((sum, { cost }) => sum + cost.milliseconds, 0),
    copyMilliseconds: Math.max(...details.map(({ cost }) => cost.copyMilliseconds)),
  };
}

function scheduleKernel(
  set: DigitSet,
  kernel: PlanKernel,
  index: number,
  gpu: Gpu,
  options: SearchOptions,
  tally: Tally,
): CostedKernel | undefined {
  const schedules =
    kernel.schedule !== undefined
      ? [kernel.schedule]
      : searchSchedules(set, kernel, index, gpu, { ...options, keep: 3 }).candidates.map(({ schedule }) => schedule);
  let best: CostedKernel | undefined;
  for (const schedule of schedules) {
    const scheduled: ScheduledKernel = { subComputations: kernel.subComputations, schedule };
    const geometry = kernelGeometry(set, scheduled, index, gpu);
    tally.tried += 1;
    if (!geometry.ok) {
      tally.add(geometry.reason, 1);
      continue;
    }
    const cost = kernelCost(set, geometry.value, schedule, gpu);
    if (best === undefined || cost.milliseconds < best.cost.milliseconds)
      best = { kernel: scheduled, geometry: geometry.value, cost };
  }
  return best;
}
