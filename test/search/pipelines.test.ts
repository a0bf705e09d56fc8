// What a search offers of dealt-out tiles and early starts, and where it does not.
import { describe, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { clusterSchedules } from "../../generator/search/cluster-schedules.js";
import type { RankedPlan } from "../../generator/search/ranked-plans.js";
import { completePlan, DEFAULT_TWIDDLES } from "../../generator/search/search.js";
import { scheduleVariants } from "../../generator/search/variants.js";

const h200 = findGpu("H200");
const options = { twiddles: DEFAULT_TWIDDLES, keep: 3 };

/** How the clusters of what is offered for a whole transform of one dimension go from tile to tile, the fastest first. */
function offered(length: number, kernel: string) {
  const kernels = parseKernels(kernel);
  const transform = makeTransform([length], "f32", { batch: 2 ** 27 / length });
  const set = digitSetOf(transform, kernels);
  return kernels
    .flatMap((one, index) => clusterSchedules(set, one, index, h200, ["powers"], () => undefined))
    .toSorted((a, b) => a.costIn(transform.batch).milliseconds - b.costIn(transform.batch).milliseconds)
    .map(({ schedule: { cluster, prefetch } }) => ({ ...cluster, prefetch }));
}

describe("dealt-out tiles", () => {
  const pairs =
    "{ X(1024,16,1024,16384,no-tw) X(2048,8,128,1024,pre-tw) X(2048,8,16,128,pre-tw) X(1024,16,1,16,pre-tw) }";
  const eights =
    "{ X(4096,16,4096,65536,no-tw) X(4096,16,256,4096,pre-tw) X(4096,16,16,256,pre-tw) X(4096,16,1,16,pre-tw) }";

  test("are offered for pairs of blocks, beside static ones, and predicted to be faster", () => {
    const clusters = offered(2 ** 14, pairs);
    expect(clusters.every((cluster) => cluster?.size === 2)).toBe(true);
    expect(clusters[0]).toMatchObject({ order: "ticket", prefetch: true });
    expect(clusters.some((cluster) => cluster?.order === "static")).toBe(true);
  });

  test("are not offered for larger clusters", () => {
    const orders = offered(2 ** 16, eights).map((cluster) => cluster?.order);
    expect(new Set(orders)).toEqual(new Set(["static"]));
  });

  test("are a variant to be measured, whatever was predicted", () => {
    const plan = {
      transform: makeTransform([2 ** 16], "f32", { batch: 64 }),
      kernels: parseKernels(`${eights} on 1024 threads, cluster 8 after 2, prefetch, powers`),
    };
    const variants = scheduleVariants(completePlan(plan, h200, options), h200, DEFAULT_TWIDDLES).flat();
    const orders = variants.map(({ plan: { kernels } }) => kernels[0]?.schedule.cluster?.order);
    expect(orders).toContain("ticket");
  });
});

const earlyOf = ({ plan }: RankedPlan): readonly boolean[] =>
  plan.kernels.map(({ schedule }) => schedule.early === true);

describe("early starts", () => {
  const kernels = parseKernels(
    "{ X(32768,32,32768,1048576,no-tw) X(32768,32,1024,32768,pre-tw) } { X(32768,32,32,1024,pre-tw) X(32768,32,1,32,pre-tw) }",
  );
  const completed = (batch: number, gpu = h200): RankedPlan =>
    completePlan({ transform: makeTransform([2 ** 20], "f32", { batch }), kernels }, gpu, {
      ...options,
      plainOnly: false,
    });

  test("are chosen for the later kernels of short plans, and save time", () => {
    const [, second] = kernels;
    const alone = parseKernels(
      "{ X(32768,32,32768,1048576,no-tw) X(32768,32,1024,32768,pre-tw) } on 256 threads, 8 columns, 3 blocks/SM, powers",
    );
    const short = completePlan(
      { transform: makeTransform([2 ** 20], "f32"), kernels: [...alone, ...(second === undefined ? [] : [second])] },
      h200,
      { ...options, plainOnly: false },
    );
    expect(earlyOf(short)).toEqual([false, true]);
    const first = short.kernels.map(({ cost }) => cost.terms.launch);
    expect(first[1]).toBeLessThan(first[0] ?? 0);
  });

  test("are not chosen for long plans, nor for GPUs that cannot", () => {
    expect(earlyOf(completed(128))).toEqual([false, false]);
    expect(earlyOf(completed(1, findGpu("A100")))).toEqual([false, false]);
  });

  test("leave schedules alone that the plan says", () => {
    const given = completePlan(
      { transform: makeTransform([2 ** 20], "f32"), kernels: completed(128).plan.kernels },
      h200,
      options,
    );
    expect(earlyOf(given)).toEqual([false, false]);
  });

  test("follow plain kernels, but none on clusters", () => {
    const planes = "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) }";
    const columns = "{ Z(8,8,8,64,no-tw) Z(8,8,1,8,pre-tw) }";
    const after = (schedule: string): readonly boolean[] => {
      const kernels = parseKernels(`${planes} on ${schedule} ${columns}`);
      return earlyOf(
        completePlan({ transform: makeTransform([64, 64, 64], "f32"), kernels }, h200, {
          ...options,
          plainOnly: false,
        }),
      );
    };
    expect(after("512 threads, table")).toEqual([false, true]);
    expect(after("128 threads, cluster 4 after 2, powers")).toEqual([false, false]);
  });

  test("are a variant to be measured, and so are late ones", () => {
    const other = (ranked: RankedPlan) =>
      scheduleVariants(ranked, h200, DEFAULT_TWIDDLES)
        .flat()
        .map((one) => earlyOf(one)[1]);
    expect(other(completed(1))).toContain(false);
    expect(other(completed(128))).toContain(true);
  });
});
