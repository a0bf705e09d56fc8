// Other schedules for a plan: what a prediction cannot tell apart, and a measurement can. The kernels' butterflies stay as they
// are. Pure: measuring is somebody else's work.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { registerCap } from "../gpu/occupancy.js";
import { fittedGeometry } from "../layout/whole-geometry.js";
import { setsOf } from "../layout/leg-sets.js";
import { isOnCluster, type Schedule, type ScheduledKernel, type TwiddleSource } from "../plan/plan.js";
import { hasTwiddles } from "../plan/transform.js";
import { kernelCost } from "./cost.js";
import type { CostedKernel } from "./early-starts.js";
import { kernelOptions } from "./known-schedules.js";
import { kernelSchedules } from "./schedules.js";
import { byRank, rankedPlan, type RankedPlan } from "./ranked-plans.js";

/** Shapes of a tile to try for each kernel, beside the plan's own; and one of each other width of vectors. */
const SHAPES = 3;

/**
 * Plans that differ from this one in one respect each. One list for each respect, the best by prediction first: fewer
 * resident blocks, so that the compiler may use more registers; the other source of twiddle factors; the other store policy; stores in
 * order or directly; on clusters another pipeline; what lies between two kernels tile by tile or not; starting early or not; other threads, columns and vectors. Schedules that the GPU cannot run are left out.
 */
export function scheduleVariants(
  ranked: RankedPlan,
  gpu: Gpu,
  twiddles: readonly TwiddleSource[],
): readonly (readonly RankedPlan[])[] {
  const { kernels } = ranked.plan;
  const each = (change: (schedule: Schedule, index: number) => readonly Schedule[]): readonly (readonly Schedule[])[] =>
    kernels.flatMap(({ schedule }, index) =>
      change(schedule, index).map((changed) =>
        kernels.map((kernel, other) => (other === index ? changed : kernel.schedule)),
      ),
    );
  const respects = [
    [
      kernels.map(({ schedule }) => fewerBlocks(1)(schedule)),
      kernels.map(({ schedule }) => fewerBlocks(2)(schedule)),
      ...each((schedule) => [fewerBlocks(1)(schedule)]),
    ],
    // Walsh-Hadamard transforms have no twiddle factors.
    hasTwiddles(ranked.plan.transform)
      ? each((schedule) => twiddles.map((source) => ({ ...schedule, twiddles: source })))
      : [],
    each((schedule) => [{ ...schedule, stores: schedule.stores === "default" ? "streaming" : "default" }]),
    each(({ storing, ...schedule }) =>
      storing === undefined ? [] : [{ ...schedule, storing: storing === "ordered" ? "direct" : "ordered" }],
    ),
    each(otherPipelines),
    each(({ tiled, ...schedule }, index) =>
      index > 0 || kernels.length !== 2 ? [] : [tiled === true ? schedule : { ...schedule, tiled: true }],
    ),
    each(({ early, ...schedule }) => [early === true ? schedule : { ...schedule, early: true }]),
    each((schedule, index) => otherShapes(ranked, index, gpu, twiddles, schedule)),
  ];
  return respects.map((lists) =>
    lists.flatMap((schedules) => rescheduled(ranked, schedules, gpu) ?? []).toSorted(byRank),
  );
}

// A prefetch goes as far as there are blocks.
const fewerBlocks =
  (fewer: number) =>
  ({ distance: _, ...schedule }: Schedule): Schedule => ({
    ...schedule,
    blocksPerSm: Math.max(1, schedule.blocksPerSm - fewer),
  });

/**
 * The plan with as many fewer blocks that each thread of a kernel may have so many registers. Undefined where that takes no fewer, or the GPU
 * cannot run it. `wanted`: 0 for kernels that shall stay as they are.
 */
export function withRegisters(
  ranked: RankedPlan,
  wanted: (kernel: number) => number,
  gpu: Gpu,
): RankedPlan | undefined {
  const schedules = ranked.plan.kernels.map(({ schedule }, index) => {
    let roomier = schedule;
    while (roomier.blocksPerSm > 1 && registerCap(gpu, roomier) < wanted(index)) roomier = fewerBlocks(1)(roomier);
    return roomier;
  });
  return rescheduled(ranked, schedules, gpu);
}

function otherAsking(schedule: Schedule): Schedule {
  const { prefetch, distance: _, ...unasked } = schedule;
  return prefetch === true ? unasked : { ...schedule, prefetch: true };
}

/** Asking ahead or not; on clusters: tiles dealt out or not, and the exchange one sub-computation earlier or later. */
function otherPipelines(schedule: Schedule): readonly Schedule[] {
  if (!isOnCluster(schedule)) return [otherAsking(schedule)];
  const { cluster } = schedule;
  const changed = [
    { ...cluster, order: cluster.order === "static" ? "ticket" : "static" } as const,
    { ...cluster, after: cluster.after + 1 },
    { ...cluster, after: cluster.after - 1 },
  ];
  return [
    otherAsking(schedule),
    ...changed.filter(({ after }) => after > 0).map((other) => ({ ...schedule, cluster: other })),
  ];
}

function otherShapes(
  { plan }: RankedPlan,
  index: number,
  gpu: Gpu,
  twiddles: readonly TwiddleSource[],
  own: Schedule,
): readonly Schedule[] {
  const seen = setsOf(plan.transform, plan.kernels)(index);
  const kernel = at(plan.kernels, index);
  const options = { ...kernelOptions(plan.transform, kernel), twiddles, keep: 8 * SHAPES };
  const found = kernelSchedules(seen.set, kernel, seen.index, gpu, options)(plan.transform.batch);
  const others = found.candidates
    .map(({ schedule }) => schedule)
    .filter(({ threads, columns, width }) => threads !== own.threads || columns !== own.columns || width !== own.width);
  const best = others.slice(0, SHAPES);
  const known = new Set([own, ...best].map(({ width }) => width));
  // Of vectors that none of them has the best one.
  const vectors = [...new Map(others.toReversed().map((schedule) => [schedule.width, schedule] as const)).values()];
  return [...best, ...vectors.filter(({ width }) => !known.has(width))].map((schedule) =>
    own.early === true ? { ...schedule, early: true } : schedule,
  );
}

/** The plan with these schedules, its times predicted anew. Undefined where the GPU cannot run it, or nothing changes. */
function rescheduled(ranked: RankedPlan, schedules: readonly Schedule[], gpu: Gpu): RankedPlan | undefined {
  const { transform } = ranked.plan;
  const kernels = ranked.plan.kernels.map((kernel, index): ScheduledKernel => ({
    ...kernel,
    schedule: at(schedules, index),
  }));
  if (JSON.stringify(kernels) === JSON.stringify(ranked.plan.kernels)) return undefined;
  const seenBy = setsOf(transform, kernels);
  const costed: CostedKernel[] = [];
  for (const [index, kernel] of kernels.entries()) {
    const seen = seenBy(index);
    const geometry = fittedGeometry(seen.set, kernel, seen.index, gpu);
    // A plan that gets along without a workspace shall not need one: it might not fit into memory.
    const before = at(ranked.kernels, index).geometry;
    if (!geometry.ok || (before.blockLocal && !geometry.value.blockLocal)) return undefined;
    costed.push({ kernel, geometry: geometry.value, cost: kernelCost(seen.set, geometry.value, kernel.schedule, gpu) });
  }
  return rankedPlan(transform, costed, gpu);
}
