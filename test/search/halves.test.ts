// Plans of 16-bit Fourier transforms: with butterflies on tensor cores where a GPU has them for that format, legal, and meaning
// what they should.
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseSize } from "../../generator/notation/size.js";
import { checkPlan } from "../../generator/plan/check.js";
import type { Plan } from "../../generator/plan/plan.js";
import { makeTransform, type FourierTransform, type NumberFormat } from "../../generator/plan/transform.js";
import { DEFAULT_TWIDDLES, searchPlans, type SearchOptions } from "../../generator/search/search.js";
import { dealt, isDefault, isThorough } from "../effort.js";
import { expectAgreement } from "../lower/fourier-agreement.js";

const h200 = findGpu("H200");

/** The first choices for a batch that fills the GPU. */
function found(
  size: string,
  precision: NumberFormat,
  gpu: Gpu = h200,
  options: Partial<SearchOptions> = {},
  asked: Partial<Pick<FourierTransform, "arithmetic">> = {},
) {
  const lengths = parseSize(size);
  const elements = lengths.reduce((product, length) => product * length, 1);
  const transform = makeTransform(lengths, precision, {
    batch: Math.max(1, Math.floor(2 ** 26 / elements)),
    ...asked,
  });
  return searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 5, ...options }).plans;
}

function expectLegal(plans: ReturnType<typeof found>): void {
  for (const { plan } of plans) {
    expect(checkPlan(plan)).toEqual([]);
    expect(() => lowerPlan("searched", plan, h200)).not.toThrow();
  }
}

const units = ({ kernels }: Plan): readonly string[] =>
  kernels.flatMap(({ subComputations }) => subComputations.map(({ unit = "fma" }) => unit));

const sizes: readonly (readonly [size: string, precision: NumberFormat])[] = [
  ["4096", "f16"],
  ["1000", "f16"],
  ["243", "bf16"],
  ["256x256", "f16"],
  ["3*2^10", "bf16"],
  ["2^20", "bf16"],
  ["64x64x64", "f16"],
];

describe.each(dealt(sizes, ([size]) => size === "243"))("%s, %s", (size, precision) => {
  test("has several plans, all of them legal, the best first", () => {
    const plans = found(size, precision);
    expect(plans.length).toBeGreaterThan(1);
    expectLegal(plans);
    const times = plans.map(({ cautious }) => cautious);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const elements = parseSize(size).reduce((product, length) => product * length, 1);
    if (elements <= 4096) for (const { plan } of plans.slice(0, 2)) expectAgreement(plan, 1, 1);
  });
});

const asked = [
  ["4096", "f16"],
  ["256x256", "f16"],
  ["2^14", "bf16"],
  ["2^20", "bf16"],
  ["64x64x64", "f16"],
] as const;

test.runIf(isThorough).each(asked)(
  "%s, %s: only butterflies that are asked for are tried, beside those of radix 2",
  (size, precision) => {
    const onTensorCores = found(size, precision, h200, { butterflies: ["mma"] });
    expectLegal(onTensorCores);
    for (const { plan } of onTensorCores)
      for (const { subComputations } of plan.kernels)
        for (const { unit, radix } of subComputations) expect(unit).toBe(radix === 2 ? undefined : "mma");
    const others = found(size, precision, h200, { butterflies: ["fma"] });
    expectLegal(others);
    for (const { plan } of others) expect(new Set(units(plan))).toEqual(new Set(["fma"]));
  },
);

describe("in 16-bit arithmetic", () => {
  const native = (size: string, precision: NumberFormat, gpu: Gpu = h200, twiddles = DEFAULT_TWIDDLES) =>
    found(size, precision, gpu, { twiddles }, { arithmetic: "native" });

  const sizesInBits = [
    ["4096", "f16"],
    ["100", "bf16"],
    ["1000", "bf16"],
    ["256x256", "bf16"],
    ["2^17", "f16"],
    ["2^20", "f16"],
  ] as const;

  test.each(dealt(sizesInBits, ([size]) => size === "100"))(
    "%s, %s: legal plans without tensor cores, powers of factors or short exchanges",
    (size, precision) => {
      const plans = native(size, precision);
      expect(plans.length).toBeGreaterThan(1);
      expectLegal(plans);
      for (const { plan } of plans) {
        expect(new Set(units(plan))).toEqual(new Set(["fma"]));
        for (const { schedule } of plan.kernels)
          expect([schedule.twiddles, schedule.exchange]).toEqual(["table", undefined]);
      }
    },
  );

  test.runIf(isThorough)("one pass on clusters goes as far as to 2^17, twice as far as in f32", () => {
    for (const size of ["2^15", "2^17"]) {
      const kernels = native(size, "f16")[0]?.plan.kernels ?? [];
      expect(kernels.map(({ schedule }) => schedule.cluster?.undivided ?? "pipelined")).toEqual(["pipelined"]);
    }
  });

  test.runIf(isDefault)("factors are computed where that is wished", () => {
    const [first] = native("256", "f16", h200, ["fast-sincos"]);
    expect(first?.plan.kernels.map(({ schedule }) => schedule.twiddles)).toEqual(["fast-sincos"]);
  });
});

test.runIf(isThorough)("there are none on tensor cores where the GPU has none, or none for the format", () => {
  const onTensorCores = (gpu: string, precision: NumberFormat): boolean =>
    found("4096", precision, findGpu(gpu)).some(({ plan }) => units(plan).includes("mma"));
  const with16 = ["f16", "bf16"] as const;
  expect(with16.filter((precision) => onTensorCores("V100", precision))).toEqual([]);
  expect(with16.filter((precision) => onTensorCores("A100", precision))).toEqual(with16);
  expect(found("4096", "f32").some(({ plan }) => units(plan).includes("mma"))).toBe(false);
});
