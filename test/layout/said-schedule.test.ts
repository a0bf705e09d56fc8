// A plan whose schedules say all that has been decided for a GPU: one text on every GPU, or a refusal with the limit.
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { printKernel } from "../../generator/emit/print-kernel.js";
import { at, InputError } from "../../generator/failure/errors.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { findGpu, knownGpus } from "../../generator/gpu/registry.js";
import { setsOf } from "../../generator/layout/leg-sets.js";
import { saidSchedule } from "../../generator/layout/said-schedule.js";
import { fittedGeometry } from "../../generator/layout/whole-geometry.js";
import { parsePlan } from "../../generator/notation/parse-plan.js";
import { printPlan } from "../../generator/notation/print.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { makeRealTransform, makeTransform, makeTrigonometricTransform } from "../../generator/plan/transform.js";
import { searchPlans } from "../../generator/search/search.js";
import { isDefault } from "../effort.js";
import { gpu as h200 } from "../emit/named-plan.js";
import { halvesOf } from "../replay/code-and-comments.js";
import { recordedPlans } from "../replay/recorded-plans.js";

function said({ transform, kernels }: ScheduledPlan, gpu: Gpu): ScheduledPlan {
  const seenBy = setsOf(transform, kernels);
  return {
    transform,
    kernels: kernels.map((kernel, index) => {
      const { set, index: own } = seenBy(index);
      const geometry = fittedGeometry(set, kernel, own, gpu);
      if (!geometry.ok) throw new Error(geometry.reason);
      return { ...kernel, schedule: saidSchedule(kernel.schedule, geometry.value) };
    }),
  };
}

/** Code without comments, which print the schedule; undefined where a GPU refuses the plan. */
function codeOn(gpu: Gpu, plan: ScheduledPlan): string | undefined {
  try {
    return lowerPlan("said", plan, gpu)
      .host.launches.map(({ kernel }) => halvesOf(printKernel(kernel)).code)
      .join("\n");
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

const others = knownGpus.filter(({ name }) => name !== h200.name);

test("recorded plans in full have the text of silent ones on their GPU, and the same on all that do not refuse them", () => {
  const all = recordedPlans();
  const asking = all.filter(({ plan }) => printPlan(plan).includes("prefetch"));
  // One in five takes more than a minute.
  const some = [...all, ...asking, ...asking].filter((_, index) => index % (isDefault ? 61 : 5) === 0);
  let words = 0;
  let compared = 0;
  for (const { plan: silent } of some) {
    const plan = said(silent, h200);
    if (printPlan(plan) !== printPlan(silent)) words += 1;
    const meant = codeOn(h200, silent);
    expect(codeOn(h200, plan)).toBe(meant);
    for (const gpu of others) {
      const text = codeOn(gpu, plan);
      if (text === undefined) continue;
      compared += 1;
      expect(text, `${gpu.name}: ${printPlan(plan)}`).toBe(meant);
    }
  }
  expect(words).toBeGreaterThan(3);
  expect(compared).toBeGreaterThan(100);
});

test.each([
  ["a prefetch distance", makeTransform([67], "f32", { batch: 100000 }), /, prefetch, distance [0-9]+,/u],
  ["whole lines", makeRealTransform("r2c", [4096], "f32", { batch: 10000 }), /, ordered stores/u],
  ["no room for whole lines", makeRealTransform("r2c", [8192], "f32", { batch: 10000 }), /, direct stores/u],
  ["numbers in order", makeTrigonometricTransform("dct-4", [1024], "f32", { batch: 10000 }), /, ordered stores/u],
])("a search says it: %s", (_, transform, words) => {
  expect(printPlan(at(searchPlans(transform, h200, { keep: 1 }).plans, 0).plan)).toMatch(words);
});

test("a padding that only just fits is said, and kept where there is room for more", () => {
  const t4 = findGpu("T4");
  const transform = makeTransform([8192], "f32", { batch: 100 });
  const { plan } = at(searchPlans(transform, t4, { keep: 1 }).plans, 0);
  expect(printPlan(plan)).toContain(`, shared ${t4.sharedBytesPerBlock}`);
  expect(codeOn(h200, plan)).toBe(codeOn(t4, plan));
});

const chain = "{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) }";
test.each([
  [`${chain} on 256 threads, table, distance 132`, "distance: it is that of a `prefetch`"],
  [
    `${chain} on 256 threads, table, ordered stores`,
    "ordered stores: results of this kernel are stored in order as they are",
  ],
  [
    `${chain} on 256 threads, table, shared 32000`,
    "the tile exceeds the 32000 bytes of shared memory that it may take",
  ],
  [
    `${chain} on 256 threads, cluster 2 after 1, table, ordered stores`,
    "ordered stores: blocks of clusters store what their butterflies have",
  ],
  [
    `${chain} on 256 threads, cluster 2 after 1, prefetch, distance 3, table`,
    "distance: each cluster prefetches its own next tile",
  ],
  [
    `${chain} on 256 threads, cluster 2 after 1, table, shared 64000`,
    "shared: this kernel has no tile in shared memory that could be padded",
  ],
])("%s is refused", (kernels, reason) => {
  const plan = parsePlan(makeTransform([4096], "f32", { batch: 8 }), kernels) as ScheduledPlan;
  expect(() => lowerPlan("said", plan, h200)).toThrow(reason);
});
