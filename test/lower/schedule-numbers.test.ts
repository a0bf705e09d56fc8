// Numbers that a schedule may say and mostly leaves to their defaults: groups, receive buffers and rounds ahead of clusters, the
// largest table, how many sectors may be wasted. They change how a kernel goes about it, never what it computes.
import fc from "fast-check";
import { expect, test } from "vitest";
import { digitSetOf } from "../../generator/layout/digits.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import { phasesOf, type Kernel } from "../../generator/kernel/program.js";
import type { ClusterSchedule, Schedule, ScheduledPlan } from "../../generator/plan/plan.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { lowered, namedWalshPlan } from "../emit/named-plan.js";
import { expectAgreement } from "./fourier-agreement.js";
import { isThorough, runs } from "../effort.js";

const gpu = findGpu("H200");

const withSchedule = (plan: ScheduledPlan, change: (schedule: Schedule) => Schedule): ScheduledPlan => ({
  ...plan,
  kernels: plan.kernels.map((kernel) => ({ ...kernel, schedule: change(kernel.schedule) })),
});

const isLegal = ({ transform, kernels }: ScheduledPlan): boolean => {
  const set = digitSetOf(transform, kernels);
  return kernels.every((kernel, index) => kernelGeometry(set, kernel, index, gpu).ok);
};

const kernelsOf = (plan: ScheduledPlan): readonly Kernel[] =>
  lowered({ name: "numbers", plan }).host.launches.map(({ kernel }) => kernel);

test("tables of a few entries, and more sectors or none", () => {
  const cases = fc.record({
    plan: scheduledPlans({ maxElements: 300, maxRank: 2 }),
    entries: fc.constantFrom(1, 8, 64),
    sectors: fc.constantFrom(100, 150, 1000),
    batch: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat(),
  });
  let products = 0;
  fc.assert(
    fc.property(cases, ({ plan, entries, sectors, batch, seed }) => {
      const changed = withSchedule(plan, (schedule) => ({ ...schedule, entries, sectors }));
      fc.pre(isLegal(changed));
      expectAgreement(changed, batch, seed);
      for (const step of kernelsOf(changed)
        .flatMap(phasesOf)
        .flatMap(({ steps }) => steps)) {
        if (step.kind !== "butterfly" || step.twiddle === undefined) continue;
        if (step.twiddle.source.kind === "product") products += 1;
        if (step.twiddle.source.kind === "table")
          expect(step.twiddle.rows.length * step.twiddle.source.table.count).toBeLessThanOrEqual(entries);
      }
    }),
    { seed: 20261122, numRuns: runs(20, 60) },
  );
  expect(products).toBeGreaterThan(10);
});

test("extra phases load and store where butterflies would waste sectors, unless they may", () => {
  const phases = (sectors: string): readonly number[] => {
    const text = `{ H(8,8,8,64) H(8,8,1,8) } on 32 threads, 4 columns${sectors}`;
    return kernelsOf(namedWalshPlan("sectors", [64], "bf16", [text]).plan).map((kernel) => phasesOf(kernel).length);
  };
  expect(phases("")).toEqual([4]);
  expect(phases(", sectors 125")).toEqual([4]);
  expect(phases(", sectors 10000")).toEqual([2]);
});

test.runIf(isThorough)("groups, receive buffers and rounds ahead of clusters", () => {
  const numbers: fc.Arbitrary<Partial<ClusterSchedule>> = fc.record({
    groups: fc.constantFrom(2, 4),
    buffers: fc.constantFrom(1, 2, 3, 4),
    ahead: fc.constantFrom(2, 3, 5),
  });
  const cases = fc.record({
    plan: clusterPlans({ maxElements: 1024 }),
    numbers,
    batch: fc.integer({ min: 1, max: 4 }),
    seed: fc.nat(),
  });
  const seen = new Set<string>();
  fc.assert(
    fc.property(cases, ({ plan, numbers: { ahead, ...others }, batch, seed }) => {
      const changed = withSchedule(plan, ({ cluster, ...schedule }) =>
        cluster === undefined || cluster.undivided === true
          ? { ...schedule, ...(cluster === undefined ? {} : { cluster }) }
          : {
              ...schedule,
              threads: 256,
              cluster: {
                ...cluster,
                ...others,
                ...(cluster.order === "ticket" && ahead !== undefined ? { ahead } : {}),
              },
            },
      );
      fc.pre(isLegal(changed));
      expectAgreement(changed, batch, seed);
      for (const { tiles, buffers } of kernelsOf(changed))
        for (const { copies } of buffers) seen.add(`${copies?.by ?? "one"} ${copies?.count ?? 1}, ${tiles.order}`);
    }),
    { seed: 20261122, numRuns: 60 },
  );
  expect([...seen].some((one) => one.startsWith("buffer 3"))).toBe(true);
  expect([...seen].some((one) => one.startsWith("group 4"))).toBe(true);
});
