// What the sentences below a ranking say of ways through other transforms: how long the best plan of each takes, or why there is none.
import { describe, expect, test } from "vitest";
import { whyBest } from "../../generator/cli/ranking.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  type Transform,
} from "../../generator/plan/transform.js";
import { wayOf } from "../../generator/search/ranked-plans.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";

const gpu = findGpu("H200");
const options = { twiddles: DEFAULT_TWIDDLES, keep: 1 };

const LONG =
  "{ bluestein X(6272,21,6272,131712,no-tw) X(18816,7,896,6272,pre-tw) } { bluestein X(4704,28,32,896,pre-tw) X(4116,32,1,32,pre-tw) }";

describe("why nothing goes by Rader's way", () => {
  test.each<readonly [string, Transform, string, string]>([
    [
      "10007",
      makeTransform([10007], "f32"),
      "{ bluestein X(720,28,720,20160,no-tw) X(672,30,24,720,pre-tw) X(840,24,1,24,pre-tw) }",
      "By `rader` 10007 points would be a convolution of length 10006, which has the prime factor 5003.",
    ],
    [
      "65537",
      makeTransform([65537], "f32"),
      LONG,
      "By `rader` 65537 points would be a convolution of length 65536, which no block holds.",
    ],
    [
      "r2c 65537",
      makeRealTransform("r2c", [65537], "f32"),
      LONG,
      "By `rader` 65537 points would be a convolution of length 65536, which no block holds.",
    ],
    [
      "101 * 103",
      makeTransform([101 * 103], "f32"),
      "{ bluestein X(3584,6,3584,21504,no-tw) X(1344,16,224,3584,pre-tw) X(1344,16,14,224,pre-tw) X(1536,14,1,14,pre-tw) }",
      "Not by `rader`: a Rader convolution needs a prime length of at least 5, and 10403 is not.",
    ],
    [
      "dct-2 101",
      makeTrigonometricTransform("dct-2", [101], "f32"),
      "{ bluestein X(16,14,16,224,no-tw) X(14,16,1,16,pre-tw) }",
      "Not by `rader`: only Fourier transforms, complex and real ones, have a Rader convolution.",
    ],
    [
      "r2c 202",
      makeRealTransform("r2c", [202], "f32"),
      "{ bluestein X(16,27,16,432,no-tw) X(27,16,1,16,pre-tw) }",
      "Not by `rader`: a Rader convolution of real numbers needs a prime length, without a cofactor.",
    ],
  ])("%s", (_, transform, kernels, sentence) => {
    const plan = completePlan({ transform, kernels: parseKernels(kernels) }, gpu, options);
    expect(whyBest([plan], [], gpu).replaceAll(/\s+/g, " ")).toContain(sentence);
  });
});

test.each([
  [[127, 64], ["Y"]],
  [
    [67, 67],
    ["X", "Y"],
  ],
])("of several dimensions the other way is known, too: %j along %j", (lengths, axes) => {
  const found = searchPlans(makeTransform(lengths, "f32", { axes, batch: 1000 }), gpu, options);
  const [best] = found.plans;
  expect(best === undefined ? "" : wayOf(best.plan)).toBe("rader");
  const other = found.otherWays.find(({ plan }) => wayOf(plan) === "bluestein");
  expect(other?.milliseconds).toBeGreaterThan(best?.milliseconds ?? Infinity);
  expect(whyBest(found.plans, found.otherWays, gpu).replaceAll(/\s+/g, " ")).toContain("By `bluestein` it takes");
});
