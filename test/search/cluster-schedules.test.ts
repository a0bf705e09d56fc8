// Kernels on clusters are offered where the GPU has clusters and a tile is too large for a block, and nowhere else.
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { digitSetOf, kernelDigits } from "../../generator/layout/digits.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { printPlan } from "../../generator/notation/print.js";
import { makeTransform, type Precision } from "../../generator/plan/transform.js";
import { clusterSchedules, CLUSTER_BLOCK_BYTES } from "../../generator/search/cluster-schedules.js";
import { dealt, isDefault, isThorough } from "../effort.js";
import type { RankedPlan } from "../../generator/search/ranked-plans.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { clusterOf } from "../layout/cluster-of.js";

const h200 = findGpu("H200");
const sizes: readonly (readonly number[])[] = dealt([[2 ** 15], [256, 256]], (_, index) => index === 0);

const plansFor = (lengths: readonly number[], gpu: Gpu, keep = 1000): readonly RankedPlan[] =>
  searchPlans(makeTransform(lengths, "f32", { batch: 64 }), gpu, { twiddles: DEFAULT_TWIDDLES, keep }).plans;

const usesClusters = ({ plan }: RankedPlan): boolean =>
  plan.kernels.some(({ schedule }) => schedule.cluster !== undefined);

/** What is offered for the first kernel of a plan, and why other schedules are not. */
function offered(lengths: readonly number[], precision: Precision, text: string, gpu: Gpu = h200) {
  const kernels = parseKernels(text);
  const set = digitSetOf(makeTransform(lengths, precision), kernels);
  const kernel = kernels[0];
  if (kernel === undefined) throw new Error("no kernel");
  const reasons: string[] = [];
  const candidates = clusterSchedules(set, kernel, 0, gpu, ["table", "powers"], (reason) => reasons.push(reason));
  return { set, kernel, candidates, reasons };
}

describe("a search", () => {
  test.each(sizes.map((lengths) => [lengths.join("x"), lengths] as const))("offers clusters for %s", (_, lengths) => {
    expect(plansFor(lengths, h200).some(usesClusters)).toBe(true);
  });

  test("offers none for a GPU without them", () => {
    for (const lengths of sizes) expect(plansFor(lengths, findGpu("A100")).filter(usesClusters)).toEqual([]);
  });

  test.runIf(isThorough)("finds the same plain plan whether there are clusters or not", () => {
    const withoutClusters: Gpu = {
      ...h200,
      name: "an H200 without clusters",
      maxClusterSize: 1,
      portableClusterSize: 1,
    };
    for (const lengths of sizes) {
      const plain = plansFor(lengths, withoutClusters);
      expect(plain.filter(usesClusters)).toEqual([]);
      // Kernels choose their schedules alone: a plan that is plain beside plans on clusters is one of those without.
      const texts = new Set(plain.map(({ plan }) => printPlan(plan)));
      for (const ranked of plansFor(lengths, h200))
        if (!usesClusters(ranked)) expect(texts).toContain(printPlan(ranked.plan));
    }
  });
});

describe.runIf(isDefault)("cluster schedules", () => {
  const square = "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) Y(16,16,16,256,no-tw) Y(16,16,1,16,pre-tw) }";

  test("fill a block's share of the tile, are legal and say what they were made for", () => {
    for (const precision of ["f32", "f64"] as const) {
      const { set, kernel, candidates } = offered([256, 256], precision, square);
      expect(candidates.length).toBeGreaterThanOrEqual(2);
      for (const { schedule, geometry } of candidates) {
        const bytes = precision === "f32" ? 8 : 16;
        expect((clusterOf(geometry)?.blockElements ?? 0) * bytes).toBe(CLUSTER_BLOCK_BYTES);
        expect(clusterOf(geometry)?.size).toBe(schedule.cluster?.size);
        const again = kernelGeometry(set, { ...kernel, schedule }, 0, h200);
        expect(again.ok).toBe(true);
      }
      const places = candidates.map(({ schedule }) => schedule.cluster?.after);
      expect(
        places.every((after) => after !== undefined && after >= 1 && after < kernelDigits(set, kernel).length),
      ).toBe(true);
    }
  });

  test("of uneven radices fill as few blocks as hold the tile, with several numbers of threads", () => {
    const text =
      "{ X(4096,12,4096,49152,no-tw) X(3072,16,256,4096,pre-tw) X(3072,16,16,256,pre-tw) X(3072,16,1,16,pre-tw) }";
    const { candidates } = offered([3 * 2 ** 14], "f32", text);
    const sizes = new Set(candidates.map(({ geometry }) => clusterOf(geometry)?.size));
    // Fronts of one group are tried with more blocks, too.
    expect(sizes).toEqual(new Set([8, 16]));
    expect(
      candidates.every(
        ({ geometry, schedule: { cluster } }) => clusterOf(geometry)?.size === 8 || cluster?.groups === 1,
      ),
    ).toBe(true);
    expect(new Set(candidates.map(({ schedule }) => schedule.threads)).size).toBeGreaterThan(1);
  });

  test("are none for one sub-computation, for small tiles", () => {
    const none = (lengths: readonly number[], text: string): number => offered(lengths, "f32", text).candidates.length;
    expect(none([16, 4096], "{ Y(1,16,1,16,no-tw) } { X(64,64,64,4096,no-tw) X(64,64,1,64,pre-tw) }")).toBe(0);
    expect(none([64, 64], "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) }")).toBe(0);
  });

  test("are none for a GPU without clusters, not even refused ones", () => {
    expect(offered([256, 256], "f32", square, findGpu("A100"))).toMatchObject({ candidates: [], reasons: [] });
  });
});
