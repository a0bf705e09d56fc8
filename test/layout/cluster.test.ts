// Blocks and groups of a cluster share a tile without gaps and without doubles, before the exchange and after it, on random
// legal plans; schedules that cannot be come back with a reason.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { WARP } from "../../generator/gpu/hardware.js";
import { crossing } from "../../generator/layout/exchange.js";
import { placeOnCluster, type ClusterPlacement } from "../../generator/layout/cluster.js";
import { digitSetOf, kernelDigits, memoryLayout, type Atom } from "../../generator/layout/digits.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import type { Phase } from "../../generator/layout/phases.js";
import { reachAfter } from "../../generator/layout/reach.js";
import { chooseTile } from "../../generator/layout/tile.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { elementCount, makeTransform } from "../../generator/plan/transform.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { elementTypeBytes } from "../../generator/plan/elements.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { SHORT } from "../arbitrary/matrices.js";
import { namedPlan } from "../emit/named-plan.js";
import { oneGroupPlans } from "../emit/one-group-plans.js";
import { bankConflicts } from "./bank-conflicts.js";
import { boxElements } from "./boxes.js";
import { isBatch, memoryWeight, offsetOf, placedPlan, sizeOf, swizzledAddress } from "./enumerated.js";
import { runs } from "../effort.js";

const plans = fc.oneof(
  clusterPlans({ maxElements: 2048 }),
  clusterPlans({ maxElements: 1024, precisions: SHORT }),
  clusterPlans({ only: "batch tiles", minElements: 16, maxElements: 256 }),
  clusterPlans({ only: "odd factors", primes: [2, 2, 2, 2, 2, 2, 2, 3, 5], maxElements: 3000, maxRank: 2 }),
  clusterPlans({ only: "any size", primes: [2, 2, 3, 3, 5, 5, 7], maxElements: 1000, maxRank: 2, maxRadix: 15 }),
  fc.constantFrom(...oneGroupPlans.map(({ plan }) => plan)),
);
const draws = { numRuns: runs(16, 48) };

const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index);
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

interface OnCluster {
  readonly geometry: KernelGeometry;
  readonly cluster: ClusterPlacement;
}

const onClusters = (plan: ScheduledPlan): readonly OnCluster[] =>
  placedPlan(plan).geometries.flatMap((geometry) =>
    geometry.team.kind === "cluster" ? [{ geometry, cluster: geometry.team }] : [],
  );

/** The values of atoms at an index over them, the first running fastest. */
const valuesAt = (atoms: readonly Atom[], index: number): ReadonlyMap<string, number> => {
  let rest = index;
  return new Map(
    atoms.map((atom) => {
      const value = rest % atom.size;
      rest = (rest - value) / atom.size;
      return [`${atom.digit}/${atom.weight}`, value];
    }),
  );
};
const names = (atoms: readonly Atom[]): readonly string[] => atoms.map(({ digit, weight }) => `${digit}/${weight}`);

describe("random plans on clusters", () => {
  test("every element is fetched exactly once, and lands where the front looks for it", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        for (const { geometry, cluster } of onClusters(plan)) {
          const outer = [...geometry.tile.grid, ...cluster.rankBefore, ...cluster.group];
          const fetched = upTo(sizeOf(outer)).map((part) => {
            const ofBatch = (atom: Atom): number => (isBatch(atom) ? memoryWeight(geometry.input)(atom) : 0);
            const box = upTo(cluster.members).flatMap((member) => {
              const first = offsetOf(outer, part, ofBatch) + member * plan.transform.distance;
              return boxElements(cluster.box, valuesAt(outer, part)).map((offset) => first + offset);
            });
            const base = offsetOf(outer, part, memoryWeight(geometry.input));
            const landing = upTo(sizeOf(cluster.landing.atoms)).map(
              (address) => base + offsetOf(cluster.landing.atoms, address, memoryWeight(geometry.input)),
            );
            expect(box).toEqual(landing);
            return box;
          });
          expect(sorted(fetched.flat())).toEqual(upTo(elementCount(plan.transform) * geometry.tile.batchTile));
          expect(fetched[0]?.length).toBe(cluster.blockElements / cluster.groups);
        }
      }),
      { seed: 21, ...draws },
    );
  });

  test("every element is stored exactly once", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        for (const { geometry, cluster } of onClusters(plan)) {
          const { registers, threads } = at(cluster.back, cluster.back.length - 1);
          const everything = [...geometry.tile.grid, ...cluster.rankAfter, ...threads, ...registers];
          const stored = upTo(sizeOf(everything)).map((index) =>
            offsetOf(everything, index, memoryWeight(geometry.output)),
          );
          expect(sorted(stored)).toEqual(upTo(elementCount(plan.transform) * geometry.tile.batchTile));
        }
      }),
      { seed: 22, ...draws },
    );
  });

  test("what is sent fills every receive buffer: each address once", () => {
    let padded = 0;
    fc.assert(
      fc.property(plans, (plan) => {
        for (const { cluster } of onClusters(plan)) {
          const sending = at(cluster.front, cluster.front.length - 1);
          const sent = [...cluster.rankBefore, ...cluster.group, ...sending.threads, ...sending.registers];
          const { elements } = crossing(cluster.exchanges).store;
          const places = upTo(sizeOf(sent)).map((index) => {
            const values = valuesAt(sent, index);
            const value = (atom: Atom): number => values.get(`${atom.digit}/${atom.weight}`) ?? NaN;
            const owner = cluster.rankAfter.reduceRight((rank, atom) => rank * atom.size + value(atom), 0);
            return owner * elements + swizzledAddress(crossing(cluster.exchanges).store, value);
          });
          expect(new Set(places).size).toBe(cluster.size * cluster.blockElements);
          expect(at(sorted(places), places.length - 1)).toBeLessThan(cluster.size * elements);
          // But for padded ones there are no gaps.
          if (elements === cluster.blockElements) expect(sorted(places)).toEqual(upTo(cluster.size * elements));
          else padded += 1;
        }
      }),
      { seed: 23, ...draws },
    );
    expect(padded).toBeGreaterThan(0);
  });

  test("each role holds what its block has, a digit after the other in the registers, its threads at work", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        for (const { geometry, cluster } of onClusters(plan)) {
          const roles = [
            { phases: cluster.front, held: cluster.landing.atoms, threads: cluster.groupThreads },
            { phases: cluster.back, held: crossing(cluster.exchanges).store.atoms, threads: cluster.backThreads },
          ];
          for (const { phases, held, threads } of roles) {
            for (const phase of phases) {
              expect(names([...phase.registers, ...phase.threads]).toSorted()).toEqual(names(held).toSorted());
              expect(sizeOf(phase.threads)).toBeLessThanOrEqual(threads);
              const own = phase.registers.filter((atom) => atom.digit === phase.digit?.name);
              expect(own).toEqual(phase.registers.slice(0, own.length));
              expect(sizeOf(own)).toBe(phase.digit?.radix);
            }
          }
          const busiest = (phases: readonly Phase[]): number =>
            Math.max(...phases.map(({ threads }) => sizeOf(threads)));
          expect([...cluster.front, ...cluster.back].map(({ digit }) => digit)).toEqual(geometry.digits);
          const front = cluster.groups * cluster.groupThreads;
          // The threads of undivided blocks are front and back.
          const isUndivided = cluster.backThreads === geometry.threads;
          expect(isUndivided ? front : front + cluster.backThreads).toBe(geometry.threads);
          if (isUndivided) {
            expect(cluster.groups).toBe(1);
            expect(busiest([...cluster.front, ...cluster.back])).toBeGreaterThan(geometry.threads - WARP);
          } else for (const { phases, threads } of roles) expect(busiest(phases)).toBeGreaterThan(threads - WARP);
        }
      }),
      { seed: 24, ...draws },
    );
  });

  test("bank conflicts are as many as it says, in every warp and for every register", () => {
    let free = 0;
    fc.assert(
      fc.property(plans, (plan) => {
        for (const { cluster, geometry } of onClusters(plan)) {
          const { input, exchanged } = geometry.elements;
          const landed = (value: (atom: Atom) => number): number =>
            cluster.landing.atoms.reduceRight((address, atom) => address * atom.size + value(atom), 0);
          const bytes = elementTypeBytes(exchanged);
          const received = (value: (atom: Atom) => number): number =>
            swizzledAddress(crossing(cluster.exchanges).store, value);
          const counts = [
            ...cluster.front.map((phase, index) => ({
              ...bankConflicts(phase, landed, index === 0 ? elementTypeBytes(input) : bytes),
              teams: cluster.groups,
            })),
            ...cluster.back.map((phase) => ({ ...bankConflicts(phase, received, bytes), teams: 1 })),
          ];
          const sum = (count: "wavefronts" | "least"): number =>
            counts.reduce((total, one) => total + one.teams * one[count], 0);
          expect(sum("wavefronts") / sum("least")).toBeCloseTo(cluster.conflicts);
          if (cluster.conflicts === 1) free += 1;
        }
      }),
      { seed: 25, ...draws },
    );
    expect(free).toBeGreaterThan(draws.numRuns / 3);
  });

  test("what runs in place may: a tile is stored where it was fetched", () => {
    let local = 0;
    fc.assert(
      fc.property(plans, (plan) => {
        for (const { geometry } of onClusters(plan)) {
          const { tile, input, output } = geometry;
          const tiles = (layout: typeof input): number[][] =>
            upTo(sizeOf(tile.grid)).map((block) =>
              sorted(
                upTo(sizeOf(tile.atoms)).map(
                  (index) =>
                    offsetOf(tile.grid, block, memoryWeight(layout)) +
                    offsetOf(tile.atoms, index, memoryWeight(layout)),
                ),
              ),
            );
          if (!geometry.blockLocal) continue;
          local += 1;
          expect(tiles(output)).toEqual(tiles(input));
        }
      }),
      { seed: 26, ...draws },
    );
    expect(local).toBeGreaterThan(20);
  });
});

/** Why the first kernel of a plan cannot run. */
function reasonFor(lengths: readonly number[], precision: "f32" | "f64", text: string, gpu = "H200"): string {
  const kernels = parseKernels(text);
  const { subComputations, schedule } = at(kernels, 0);
  if (schedule === undefined) throw new Error("the first kernel has no schedule");
  const set = digitSetOf(makeTransform(lengths, precision), kernels);
  const placed = kernelGeometry(set, { subComputations, schedule }, 0, findGpu(gpu));
  return placed.ok ? "none" : placed.reason;
}

describe("schedules that cannot be", () => {
  const square = "{ X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) Y(4,8,4,32,no-tw) Y(8,4,1,4,pre-tw) }";
  const sound = `${square} on 128 threads, cluster 2 after 2`;

  test("the one that the others are made from can", () => expect(reasonFor([32, 32], "f32", sound)).toBe("none"));

  test("so can one whose threads cannot share the butterflies of a radix evenly", () => {
    const kernel = "{ X(8,6,8,48,no-tw) X(6,8,1,8,pre-tw) Y(4,8,4,32,no-tw) Y(8,4,1,4,pre-tw) }";
    expect(reasonFor([32, 48], "f32", `${kernel} on 128 threads, cluster 2 after 2`)).toBe("none");
  });

  test.each([
    ["cluster 3 after 2", "the digits after the exchange are too short for 3 blocks of 2 groups"],
    ["cluster 1 after 2", "cluster 1: expected from 2 to 16 blocks"],
    ["cluster 32 after 2", "cluster 32: expected from 2 to 16 blocks"],
    ["cluster 2 after 4", "cluster 2 after 4: no sub-computation comes after the exchange"],
    ["cluster 2 after 2, 2 blocks/SM", "one block of a cluster fills a multiprocessor: 1 blocks/SM"],
    ["cluster 2 after 2, undivided, ticket", "undivided blocks do not take tickets"],
    ["cluster 2 after 2, undivided, groups 4", "undivided blocks have one group and one buffer"],
    ["cluster 2 after 2, groups 3", "128 threads: a cluster's block needs a multiple of 192"],
    ["cluster 2 after 2, groups 8", "groups 8, buffers 2: threads would meet at 20 barriers, and a block has 16"],
    ["cluster 2 after 2, ahead 4", "`ahead` requires `ticket`"],
    ["cluster 2 after 2, ticket, ahead 1", "ahead 1: a tile is fetched while others are computed: expected 2 at least"],
    [
      "cluster 2 after 2, ticket, prefetch, ahead 2",
      "ahead 2: a tile is fetched, and prefetched before, while others are computed: expected 3 at least",
    ],
    ["cluster 4 after 3", "the digits after the exchange are too short for 4 blocks of 2 groups"],
  ])("%s", (cluster, reason) => {
    expect(reasonFor([32, 32], "f32", `${square} on 128 threads, ${cluster}`)).toBe(reason);
  });

  test.each<readonly [string, readonly number[], "f32" | "f64", string, string]>([
    [
      "threads that are no whole warps for each group",
      [32, 32],
      "f32",
      `${square} on 64 threads, cluster 2 after 2`,
      "64 threads: a cluster's block needs a multiple of 128",
    ],
    [
      "threads without work in any phase",
      [32, 32],
      "f32",
      `${square} on 512 threads, cluster 2 after 2`,
      "only 64 of 128 threads have work",
    ],
    [
      "parts of groups that do not begin where bulk copies land",
      [8, 20],
      "f32",
      "{ X(4,5,4,20,no-tw) X(10,2,2,4,pre-tw) X(10,2,1,2,pre-tw) Y(4,2,4,8,no-tw) Y(4,2,2,4,pre-tw) Y(4,2,1,2,pre-tw) } on 128 threads, cluster 2 after 2",
      "bulk copies land at multiples of 128 bytes, and 2 groups would fetch 320 bytes each",
    ],
    [
      "a radix that does not have as many twos as the cluster",
      [64, 36],
      "f32",
      "{ X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 96 threads, cluster 4 after 2, undivided",
      "radix 6 before the exchange has no factor of 4, for as many blocks",
    ],
    [
      "more members of the batch than a bulk copy counts",
      [16],
      "f32",
      "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 1024 threads, cluster 2 after 1, 2048 columns",
      "a bulk copy takes 256 members of the batch at most, not 512",
    ],
    [
      "a radix with fewer parts than the cluster has blocks",
      [64, 64],
      "f32",
      "{ X(8,8,8,64,no-tw) X(16,4,2,8,pre-tw) X(32,2,1,2,pre-tw) Y(4,16,4,64,no-tw) Y(16,4,1,4,pre-tw) } on 128 threads, cluster 4 after 3",
      "radix 2 before the exchange is less than the 4 blocks of the cluster",
    ],
    [
      "rows too short for a bulk copy",
      [2048, 4],
      "f32",
      "{ Y(256,8,256,2048,no-tw) Y(128,16,16,256,pre-tw) Y(128,16,1,16,pre-tw) } on 128 threads, cluster 2 after 1 { X(1,4,1,4,no-tw) }",
      "a bulk copy needs 16 contiguous bytes",
    ],
    [
      "a part of too many dimensions",
      [16, 8, 8, 8, 16],
      "f32",
      "{ Y(2,4,2,8,tw) Z(2,4,2,8,tw) W(2,4,2,8,tw) V(2,8,2,16,tw) } on 128 threads, cluster 2 after 2, 8 columns { Y(4,2,1,2,no-tw) Z(4,2,1,2,no-tw) W(4,2,1,2,no-tw) V(8,2,1,2,no-tw) } { X(2,8,2,16,tw) X(8,2,1,2,no-tw) }",
      "a bulk copy of the tile would need 6 dimensions, more than 5",
    ],
    [
      "elements that the registers cannot hold",
      [128, 128],
      "f64",
      "{ X(4,32,4,128,no-tw) X(32,4,1,4,pre-tw) Y(4,32,4,128,no-tw) Y(32,4,1,4,pre-tw) } on 128 threads, cluster 2 after 2",
      "128 elements per thread exceed the 32 that registers hold",
    ],
    [
      "buffers that the shared memory cannot hold",
      [256, 256],
      "f32",
      "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) Y(16,16,16,256,no-tw) Y(16,16,1,16,pre-tw) } on 1024 threads, cluster 2 after 2",
      "the buffers of a block have 786560 bytes and exceed the 232448 bytes of shared memory per block",
    ],
  ])("%s", (_, lengths, precision, kernel, reason) => {
    expect(reasonFor(lengths, precision, kernel)).toBe(reason);
  });

  test("any, for a GPU without clusters", () => {
    expect(reasonFor([32, 32], "f32", sound, "A100")).toBe("the GPU has no thread-block clusters");
  });

  test("those that no notation can say", () => {
    const { transform, kernels } = namedPlan("refused", [32, 32], "f32", [sound]).plan;
    const set = digitSetOf(transform, kernels);
    const kernel = at(kernels, 0);
    const [input, output] = [memoryLayout(set, 0), memoryLayout(set, 1)];
    const digits = kernelDigits(set, kernel);
    const single = { field: "complex", storage: "f32", width: 1 } as const;
    const tile = chooseTile(set, digits, 1, input, output);
    if (!tile.ok) throw new Error(tile.reason);
    const reads = reachAfter(set, 0);
    const request = {
      set,
      digits,
      tile: tile.value,
      input,
      output,
      reads,
      elements: { held: single, input: single, exchanged: single },
      fetchedBy: "bulk copies",
      folded: undefined,
    } as const;
    const { cluster } = kernel.schedule;
    if (cluster === undefined) throw new Error("the schedule has no cluster");
    const h200 = findGpu("H200");
    const schedule = { ...kernel.schedule, cluster: { ...cluster, after: 0 } };
    expect(placeOnCluster({ ...request, schedule }, h200)).toEqual({
      ok: false,
      reason: "no sub-computation comes before the exchange",
    });
  });
});
