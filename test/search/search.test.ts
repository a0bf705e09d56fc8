// What the search promises: legal plans that compute the transform, in time, and reasons for what it leaves out.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { InputError } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { checkPlan } from "../../generator/plan/check.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { enumerateGroupings } from "../../generator/search/groupings.js";
import { fewestRadices, radixLists } from "../../generator/search/radices.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { isDefault, isThorough, runs } from "../effort.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";
import { differentGpus } from "./capabilities.js";
import { leastSecondsAtPace } from "./pace.js";
import { searchAnew } from "./searched-once.js";

const gpu = findGpu("H200");
const options = { twiddles: DEFAULT_TWIDDLES, keep: 5 };

/** Lengths with prime factors up to 7 whose product stays small. */
const smallLengths = fc
  .array(fc.array(fc.constantFrom(2, 2, 2, 3, 5, 7), { maxLength: 5 }), { minLength: 1, maxLength: 3 })
  .map((factors) => factors.map((primes) => primes.reduce((a, b) => a * b, 1)))
  .filter((lengths) => {
    const elements = lengths.reduce((a, b) => a * b, 1);
    return elements > 1 && elements <= 1500;
  });

test("every plan of a search is legal and computes the transform", () => {
  fc.assert(
    fc.property(
      smallLengths,
      fc.constantFrom("f32" as const, "f64" as const),
      fc.constantFrom("natural" as const, "digit-reversed" as const),
      fc.constantFrom(1, 3),
      (lengths, precision, order, batch) => {
        const transform = makeTransform(lengths, precision, { order, batch });
        const elements = lengths.reduce((a, b) => a * b, 1) * batch;
        const input = complexArray(elements);
        for (let i = 0; i < elements; i++) {
          input.re[i] = Math.sin(i * i + 1);
          input.im[i] = Math.cos(3 * i * i);
        }
        for (const { plan } of searchPlans(transform, gpu, { ...options, keep: 2 }).plans) {
          expect(checkPlan(plan)).toEqual([]);
          const { host } = lowerPlan("searched", plan, gpu);
          if (order !== "natural") continue;
          const output = complexArray(elements);
          evaluateHostProgram(host, input, output, batch);
          expect(relativeError(output, directDft(input.re, input.im, lengths, -1))).toBeLessThan(1e-13);
        }
      },
    ),
    { seed: 7, numRuns: runs(1, 12) },
  );
});

test.runIf(isThorough)("plans come best first, and none twice with its dimensions merely swapped", () => {
  const { plans } = searchPlans(makeTransform([256, 256, 256], "f32"), gpu, { ...options, keep: 50 });
  const times = plans.map((plan) => plan.cautious);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const texts = plans.map(({ plan }) =>
    JSON.stringify(plan.kernels.map((kernel) => kernel.subComputations.map((sub) => JSON.stringify(sub)).toSorted())),
  );
  expect(new Set(texts).size).toBe(texts.length);
});

test.runIf(isDefault)(
  "one kernel for each dimension is among the groupings, and so is Wu & JaJa's interleaving",
  () => {
    const transform = makeTransform([256, 256, 256], "f32");
    const groupings = enumerateGroupings(transform, gpu, 10_000).map(({ grouping }) =>
      grouping.map((parts) => parts.map(({ axis, size }) => `${axis.name} ${size}`)),
    );
    expect(groupings).toContainEqual([["X 256"], ["Y 256"], ["Z 256"]]);
    expect(groupings.some((grouping) => grouping.every((parts) => parts.length > 1))).toBe(true);
  },
);

test.runIf(isDefault)(
  "two passes do for 256x256x256, by a kernel that finishes one dimension and begins another",
  () => {
    const [best] = searchPlans(makeTransform([256, 256, 256], "f32"), gpu, { ...options, keep: 50 }).plans;
    expect(best?.plan.kernels.length).toBe(2);
  },
);

describe("kernels that are rated, as often on every machine, and seconds of one that is not busy", () => {
  // Beside busy neighbours a search takes twice the seconds, whatever the processor's pace in other work is.
  const sizes = [
    ["256x256x256", [256, 256, 256], 1500, 3],
    ["2520x2520", [2520, 2520], 1350, 8],
    ["30 to the 5", [30, 30, 30, 30, 30], 1200, 8],
    ["2^28", [2 ** 28], 1000, 3],
    ["1000003", [1000003], 1100, 8],
  ] as const;
  test.each(sizes.slice(0, isThorough ? undefined : 1))("%s", (_, lengths, most, limit) => {
    const transform = makeTransform(lengths, "f32");
    expect(searchPlans(transform, gpu, options).candidatesTried).toBeLessThan(most);
    if (isThorough)
      expect(leastSecondsAtPace(() => void searchAnew(transform, gpu, options), limit)).toBeLessThan(limit);
  });
});

test.each(differentGpus)("$name: plans exist for small, large and odd transforms", (one) => {
  const all = [
    [[2], "f64"],
    [[4096], "f32"],
    [[60, 60], "f64"],
    [[128, 128, 128], "f32"],
  ] as const;
  // Each GPU some of them, in turns.
  const turn = differentGpus.indexOf(one);
  for (const [lengths, precision] of all.filter((_, index) => (index + turn) % all.length < runs(1, 2))) {
    const { plans } = searchPlans(makeTransform(lengths, precision), one, { ...options, keep: 1 });
    for (const { plan } of plans) lowerPlan("planned", plan, one);
    expect(plans.length).toBe(1);
  }
});

test.runIf(isThorough)("1D up to 2^30 has a plan of few passes", () => {
  const logs = [1, 2, 7, 14, 15, 19, 23, 24, 30];
  for (const log of logs) {
    const [best] = searchPlans(makeTransform([2 ** log], "f32", { batch: 2 ** Math.max(0, 27 - log) }), gpu, {
      ...options,
      keep: 1,
    }).plans;
    expect(best?.plan.kernels.length).toBeLessThanOrEqual(log <= 14 ? 1 : log <= 23 ? 2 : 3);
  }
});

// Two of 17 or 19 in f64 are more than a thread holds, and 646 = 2 * 17 * 19 in one kernel takes that.
test.runIf(isDefault)("axes of which no kernel has room for all factors are cut each on its own", () => {
  const transform = makeTransform([646, 646], "f64", { batch: 2 });
  const [best] = searchPlans(transform, findGpu("H200"), { twiddles: ["powers"], keep: 1 }).plans;
  expect(best?.plan.kernels.length).toBe(4);
  expect(best === undefined ? [] : checkPlan(best.plan)).toEqual([]);
});

test.runIf(isDefault)("what cannot be done is refused with the reason", () => {
  const reversed = makeTransform([67], "f32", { order: "digit-reversed" });
  expect(() => searchPlans(reversed, gpu, options)).toThrow(InputError);
  expect(() => searchPlans(reversed, gpu, options)).toThrow(/is prime: prime factors up to 61 have codelets/);
  expect(() => searchPlans(makeTransform([2 ** 36], "f32"), gpu, options)).toThrow(/needs 2 x .* GB, NVIDIA H200 has/);
});

test.runIf(isDefault)(
  "plans are compared by a time that is longer by half a deviation, which is more where little was measured",
  () => {
    for (const length of [692, 2048]) {
      const { plans } = searchPlans(
        makeTransform([length], "f32", { batch: Math.floor(2 ** 24 / length) }),
        gpu,
        options,
      );
      const ranks = plans.map(({ cautious }) => cautious);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      for (const { cautious, milliseconds, kernels } of plans) {
        expect(cautious).toBeGreaterThan(milliseconds);
        for (const { cost } of kernels)
          expect(cost.cautious).toBeCloseTo(cost.milliseconds * Math.exp(cost.uncertainty / 2), 12);
      }
    }
  },
);

test.runIf(isDefault)("illegal candidates carry a reason", () => {
  const { refused } = searchPlans(makeTransform([4096], "f32"), gpu, options);
  expect(refused.size).toBeGreaterThan(0);
  for (const [reason, count] of refused) {
    expect(reason.length).toBeGreaterThan(10);
    expect(count).toBeGreaterThan(0);
  }
});

test.runIf(isDefault)("a schedule that cannot be is named with its kernel", () => {
  const transform = makeTransform([16], "f32");
  const [best] = searchPlans(transform, gpu, options).plans;
  const kernels =
    best?.plan.kernels.map((kernel) => ({ ...kernel, schedule: { ...kernel.schedule, threads: 4096 } })) ?? [];
  expect(() => completePlan({ transform, kernels }, gpu, options)).toThrow(/4096 threads exceed the 1024/);
});

test.runIf(isDefault)("radix lists multiply to the length and use codelets only", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5000 }), (length) => {
      const fewest = fewestRadices(length);
      if (fewest === undefined) return;
      const lists = radixLists(length, fewest);
      expect(lists.length).toBeGreaterThan(0);
      for (const list of lists) {
        expect(list.reduce((a, b) => a * b, 1)).toBe(length);
        expect(list.every((radix) => radix <= 32 || [37, 41, 43, 47, 53, 59, 61].includes(radix))).toBe(true);
      }
      if (fewest > 1) expect(radixLists(length, fewest - 1)).toEqual([]);
    }),
    { seed: 11 },
  );
});

test.runIf(isDefault)("without options the search is that of the command line", () => {
  const transform = makeTransform([64], "f32", { batch: 4096 });
  const h200 = findGpu("H200");
  expect(searchPlans(transform, h200)).toEqual(searchPlans(transform, h200, options));
  const [best] = searchPlans(transform, h200).plans;
  expect(best === undefined ? undefined : completePlan(best.plan, h200)).toEqual(best);
});
