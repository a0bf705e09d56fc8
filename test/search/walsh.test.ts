// What the search promises of Walsh-Hadamard transforms: legal plans that compute the transform, for every size and type, in
// time; vectors where they are possible; refusals with reasons.
import fc from "fast-check";
import { usesMatrices } from "../../generator/plan/units.js";
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { InputError } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { checkPlan } from "../../generator/plan/check.js";
import { elementTypeBytes } from "../../generator/plan/elements.js";
import {
  elementCount,
  makeWalshTransform,
  storageBytes,
  type NumberFormat,
  type WalshTransform,
} from "../../generator/plan/transform.js";
import { settledArithmetic } from "../../generator/plan/arithmetic-choice.js";
import { transformedAxes } from "../../generator/plan/axes.js";
import type { RankedPlan } from "../../generator/search/ranked-plans.js";
import { DEFAULT_TWIDDLES, searchPlans, type SearchOptions } from "../../generator/search/search.js";
import { isDefault, isThorough, runs, sweep } from "../effort.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { alongDimension, walshMatrix } from "../../generator/definition/direct-walsh.js";
import { differentGpus } from "./capabilities.js";
import { referenceMatrix, transposed } from "../../generator/definition/reference-hadamard.js";
import { secondsAtPace } from "./pace.js";
import { searchAnew } from "./searched-once.js";

const gpu = findGpu("H200");
type Options = Parameters<typeof makeWalshTransform>[2];

const search = (transform: WalshTransform, options: Partial<SearchOptions> = {}, on = gpu): readonly RankedPlan[] =>
  searchPlans(transform, on, { twiddles: DEFAULT_TWIDDLES, keep: 5, ...options }).plans;

const bestOf = (log: number, precision: NumberFormat, options: Options = {}, on = gpu): RankedPlan => {
  const [best] = search(makeWalshTransform([2 ** log], precision, options), { keep: 1 }, on);
  if (best === undefined) throw new Error("no plan");
  return best;
};

/** The best whose butterflies are sums, not products on tensor cores. */
const bySums = (log: number, precision: NumberFormat, options: Options): RankedPlan => {
  const best = search(makeWalshTransform([2 ** log], precision, options), { keep: 20 }).find(
    ({ plan }) => !plan.kernels.some(usesMatrices),
  );
  if (best === undefined) throw new Error("no plan");
  return best;
};

/** Of 2^12 elements: enough to fill the GPU. The same in all tests, whose searches are the same then. */
const BATCH = 2 ** 16;

const widthsOf = ({ plan }: RankedPlan): readonly number[] => plan.kernels.map(({ schedule }) => schedule.width ?? 1);

/** What the transform is, from the definition. */
function definition(transform: WalshTransform, values: readonly number[]): readonly number[] {
  const result = transformedAxes(transform).reduce<readonly number[]>((current, { step, length, base }) => {
    const rows = walshMatrix(Math.log2(length / base), transform.order);
    const forward = base === 1 ? [[1]] : referenceMatrix(transform.hadamard === "standard" ? "standard" : "dao", base);
    const outer = transform.direction === "inverse" ? transposed(forward) : forward;
    const matrix = outer.flatMap((signs) =>
      rows.map((row) => signs.flatMap((sign) => row.map((value) => sign * value))),
    );
    return alongDimension(current, matrix, step);
  }, values);
  return result.map((value) => value * transform.scale);
}

const smallTransforms: fc.Arbitrary<WalshTransform> = fc
  .record({
    lengths: fc.array(fc.constantFrom(1, 2, 3, 4, 8, 12, 16, 24, 64, 256), { minLength: 1, maxLength: 3 }),
    precision: fc.constantFrom("f32" as const, "f64" as const, "f16" as const, "bf16" as const),
    arithmetic: fc.constantFrom("f32" as const, "native" as const),
    order: fc.constantFrom("natural" as const, "dyadic" as const, "sequency" as const),
    stabilisation: fc.constantFrom("none" as const, "kahan" as const, "semi-neumaier" as const),
    gap: fc.constantFrom(0, 0, 4, 3),
    batch: fc.constantFrom(1, 3),
  })
  .map(({ lengths, precision, arithmetic, gap, ...rest }) => {
    const usual = makeWalshTransform(lengths, precision, rest);
    const axes = usual.dimensions.filter(({ length }) => length !== 3).map(({ name }) => name);
    return { ...usual, axes, arithmetic: settledArithmetic(precision, arithmetic), distance: usual.distance + gap };
  })
  .filter((transform) => {
    const isOdd = transform.dimensions.some(({ length }) => !Number.isInteger(Math.log2(length)));
    const size = elementCount(transform);
    // Single 16-bit numbers would share words of shared memory: native arithmetic needs vectors of them.
    const isNarrow = transform.arithmetic === "native" && storageBytes(transform.precision) === 2;
    const hasVectors = (transform.dimensions[0]?.length ?? 1) % 8 === 0 && transform.distance % 2 === 0;
    if (isNarrow && !(hasVectors && transform.order === "natural")) return false;
    return transformedAxes(transform).length > 0 && size <= 512 && (transform.order === "natural" || !isOdd);
  });

test("every plan of a search is legal and computes the transform", () => {
  fc.assert(
    fc.property(smallTransforms, (transform) => {
      const size = elementCount(transform);
      const input = new Float64Array(transform.distance * transform.batch);
      const expected = new Float64Array(input.length);
      for (let member = 0; member < transform.batch; member++) {
        const values = Array.from(uniformNumbers(size, member + 1));
        input.set(values, member * transform.distance);
        expected.set(definition(transform, values), member * transform.distance);
      }
      for (const { plan } of search(transform, { keep: 3 })) {
        expect(checkPlan(plan)).toEqual([]);
        const output = new Float64Array(input.length);
        evaluateHostProgram(lowerPlan("searched", plan, gpu).host, input, output, transform.batch);
        const worst = output.reduce(
          (most, value, index) => Math.max(most, Math.abs(value - (expected[index] ?? 0))),
          0,
        );
        expect(worst).toBeLessThan(1e-10);
      }
    }),
    { seed: 23, numRuns: runs(3, 12) },
  );
});

describe("plans exist from 2^1 to what memory holds, legal ones that lower", () => {
  const cases: readonly (readonly [NumberFormat, Options, readonly number[]])[] = [
    ["f32", {}, [1, 2, 3, 6, 16, 21, 29, 32, 35]],
    ["f64", {}, [1, 15, 34]],
    ["f16", {}, [1, 3, 36]],
    ["bf16", { arithmetic: "native" }, [2, 3, 35]],
    ["f16", { order: "sequency" }, [1, 35]],
    ["f32", { order: "dyadic" }, [1, 34]],
    ["f32", { stabilisation: "kahan" }, [1, 33]],
  ];
  // Of the types f32, and 16-bit numbers in their own arithmetic; of the orders the one that reorders most.
  const some = sweep(cases, (_, index) => index === 0);
  test.each(some)("%s %o", (precision, options, logs) => {
    // The ends.
    for (const log of sweep(logs, (_, index) => index === 0 || index === logs.length - 1)) {
      const { plan } = bestOf(log, precision, { placement: log > 32 ? "in-place" : "out-of-place", ...options });
      expect(checkPlan(plan)).toEqual([]);
      const { geometries } = lowerPlan("planned", plan, gpu);
      if (plan.transform.order === "natural") expect(geometries.every(({ blockLocal }) => blockLocal)).toBe(true);
    }
  });

  test.each(differentGpus)("$name", (one) => {
    if (isThorough) lowerPlan("planned", bestOf(18, "f32", {}, one).plan, one);
    lowerPlan("planned", bestOf(9, "f64", { stabilisation: "neumaier" }, one).plan, one);
  });
});

test("few passes do: one up to 2^15, two up to 2^28, three beyond", () => {
  const cases = [
    [15, 1],
    [28, 2],
    [34, 3],
  ] as const;
  for (const [log, most] of sweep(cases, ([one]) => one === 15)) {
    const batch = 2 ** Math.max(0, 28 - log);
    expect(bestOf(log, "f32", { batch, placement: "in-place" }).plan.kernels.length).toBeLessThanOrEqual(most);
  }
});

test("other orders take no extra pass where a block holds the transform", () => {
  for (const order of sweep(["dyadic", "sequency"] as const, (one) => one === "sequency"))
    for (const precision of sweep(["f32", "f16"] as const, (one) => one === "f32"))
      expect(bestOf(12, precision, { order, batch: BATCH }).plan.kernels.length).toBe(1);
});

describe("vectors", () => {
  const batch = BATCH;

  test("fill 8 or 16 bytes where single numbers are slower, rounding errors included", () => {
    // Of 8 bytes: 0.514 ms, without vectors 0.514 to 0.516, with such of 16 bytes 0.535 to 0.563 (H200).
    expect([[1], [2]]).toContainEqual(widthsOf(bestOf(12, "f32", { batch })));
    // Of 16 bytes in bf16: 0.254 ms, of 8 in f16 0.255; without vectors, in single precision, 0.315 instead of 0.287 to 0.294 of 8 bytes (H200).
    if (isThorough)
      expect([[2], [4], [8]]).toContainEqual(widthsOf(bestOf(12, "bf16", { batch, arithmetic: "native" })));
    expect(widthsOf(bestOf(12, "f32", { batch, stabilisation: "kahan" }))).toEqual([2]);
  });

  test.runIf(isDefault)(
    "are single numbers where those of the output are no neighbours, rounding errors or not",
    () => {
      for (const stabilisation of ["none", "kahan"] as const) {
        const transform = makeWalshTransform([8, 32], "f32", {
          stabilisation,
          outputStrides: { batch: 4, Y: 28, X: 232 },
        });
        const [best] = search(transform, { keep: 1 });
        expect(best?.plan.kernels.map(({ schedule: { width = 1 } }) => width)).toEqual([1]);
      }
    },
  );

  test("are of 4, 8 or 16 bytes as they are moved, in whatever the search offers", () => {
    for (const precision of sweep(["f32", "f16"] as const, (one) => one === "f16")) {
      const moved = search(makeWalshTransform([2 ** 20], precision), { keep: 100 }).flatMap(({ kernels }) =>
        kernels.flatMap(({ geometry: { elements, phases } }) =>
          [elements.input, ...(phases.length > 1 ? [elements.exchanged] : []), elements.output].map(elementTypeBytes),
        ),
      );
      expect(moved.length).toBeGreaterThan(0);
      for (const bytes of moved) expect([4, 8, 16]).toContain(bytes);
    }
  });

  test.runIf(isThorough)(
    "of 16-bit numbers are exchanged as they are stored where there are any, and in full where not",
    () => {
      const exchanges = (options: Options): readonly unknown[] =>
        bySums(12, "bf16", { batch, ...options }).plan.kernels.map(({ schedule }) => schedule.exchange);
      expect(exchanges({})).toEqual(["short"]);
      for (const options of [{ order: "dyadic" }, { distance: 4099 }, { arithmetic: "native" }] as const)
        expect(exchanges(options)).toEqual([undefined]);
    },
  );

  test.runIf(isThorough)("are none where the order, the distance or the lightest digit allows none", () => {
    expect(widthsOf(bestOf(12, "f32", { batch, order: "sequency" }))).toEqual([1]);
    expect(widthsOf(bestOf(12, "f32", { batch, distance: 4099 }))).toEqual([1]);
    for (const plan of search(makeWalshTransform([28], "f32", { batch }))) expect(widthsOf(plan)).toEqual([1]);
    for (const plan of search(makeWalshTransform([4096, 3], "f32", { batch, axes: ["Y"] })))
      expect(Math.max(...widthsOf(plan))).toBe(1);
  });

  test.runIf(isDefault)("are taken from dimensions that stay as they are, too", () => {
    const [best] = search(makeWalshTransform([4096, 64], "f32", { axes: ["Y"], batch: 64 }), { keep: 1 });
    expect(best === undefined ? [] : widthsOf(best)).toEqual([4]);
  });
});

describe("other lengths than powers of two", () => {
  const lengths = [12, 24, 28, 40, 12 * 2 ** 10, 28 * 2 ** 20];
  test.each(sweep(lengths, (length) => length === 40))("%i", (length) => {
    const base = [12, 20, 28].find((order) => Number.isInteger(Math.log2(length / order)));
    for (const { plan } of search(makeWalshTransform([length], "f32", { batch: 3 }))) {
      expect(checkPlan(plan)).toEqual([]);
      lowerPlan("planned", plan, gpu);
      const steps = plan.kernels.flatMap(({ subComputations }) => subComputations);
      expect(steps.find(({ extent }) => extent === length)?.radix).toBe(base);
    }
  });

  test.runIf(isDefault)("along two dimensions, and beside a third", () => {
    const transform = makeWalshTransform([48, 5, 56], "f64", { axes: ["Z", "X"], batch: 7 });
    for (const { plan } of search(transform)) {
      expect(checkPlan(plan)).toEqual([]);
      lowerPlan("planned", plan, gpu);
    }
  });
});

describe("predictions", () => {
  test.runIf(isThorough)(
    "come best first, none below a copy for each pass, and a copy is one of the user's data",
    () => {
      const transform = makeWalshTransform([2 ** 27], "f32", { stabilisation: "kahan" });
      const plans = search(transform, { keep: 50 });
      const times = plans.map(({ cautious }) => cautious);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      for (const { kernels, milliseconds, copyMilliseconds } of plans) {
        expect(copyMilliseconds).toBeCloseTo((2 * 4 * 2 ** 27) / gpu.copyBandwidth / 1e6, 9);
        expect(milliseconds).toBeGreaterThan(kernels.length * copyMilliseconds);
      }
    },
  );

  test.runIf(isDefault)(
    "are near what hand-written kernels took for 1 GiB on an H200: 0.543 ms contiguous, 0.601 ms along columns",
    () => {
      const contiguous = bestOf(15, "f32", { batch: 2 ** 13, placement: "in-place" });
      expect(Math.abs(contiguous.milliseconds / 0.543 - 1)).toBeLessThan(0.1);
      const columns = makeWalshTransform([2 ** 10, 2 ** 15], "f32", { axes: ["Y"], batch: 8 });
      const best = search(columns)[0]?.milliseconds ?? Number.NaN;
      expect(best).toBeGreaterThan(0.504);
      expect(best).toBeLessThan(0.601 * 1.05);
    },
  );

  test.runIf(isThorough)(
    "say that errors kept cost time, native 16-bit numbers save some, and orders none where a block reorders",
    () => {
      const time = (log: number, precision: NumberFormat, options: Options): number =>
        bestOf(log, precision, { batch: 2 ** (28 - log), ...options }).milliseconds;
      expect(time(12, "f32", { stabilisation: "kahan" })).toBeGreaterThan(time(12, "f32", {}));
      expect(time(12, "f32", { stabilisation: "neumaier" })).toBeGreaterThan(
        time(12, "f32", { stabilisation: "kahan" }),
      );
      expect(time(24, "f64", { stabilisation: "kahan" })).toBeGreaterThan(
        time(24, "f64", { stabilisation: "semi-kahan" }),
      );
      // Measured, 0.254 and 0.256 ms.
      expect(time(12, "bf16", { arithmetic: "native" })).toBeLessThan(1.01 * time(12, "bf16", {}));
      expect(time(12, "f32", { order: "sequency" }) / time(12, "f32", {})).toBeLessThan(1.05);
    },
  );
});

describe("a wish for Alman & Rao's butterflies", () => {
  const stepsFor = (algorithm: "folklore" | "alman-rao", options: Options = {}) =>
    search(makeWalshTransform([2 ** 21], "f32", options), { algorithms: [algorithm], keep: 20 }).map(({ plan }) => {
      lowerPlan("planned", plan, gpu);
      return plan.kernels.flatMap(({ subComputations }) => subComputations);
    });

  test("is granted wherever a step of 8 fits", () => {
    for (const order of sweep(["natural", "sequency"] as const, (one) => one === "sequency")) {
      for (const steps of stepsFor("alman-rao", { order })) {
        const others = steps.filter(({ unit }) => unit === undefined);
        expect(steps.length - others.length).toBeGreaterThanOrEqual(4);
        expect(steps.every(({ radix, unit }) => unit === undefined || radix === 8)).toBe(true);
        // Those that vectors take a part of, and for each kernel what is left.
        for (const { radix, stride } of others) expect(stride === 1 || radix < 8).toBe(true);
      }
    }
  });

  test.runIf(isThorough)("is nobody's default", () => {
    for (const steps of stepsFor("folklore")) expect(steps.every(({ unit }) => unit === undefined)).toBe(true);
  });
});

function refusalOf(transform: WalshTransform): unknown {
  try {
    return search(transform);
  } catch (error) {
    return error;
  }
}

describe.runIf(isDefault)("what cannot be done is refused with the reason", () => {
  test.each([
    [makeWalshTransform([3], "f32"), /dimensions: there is no Hadamard matrix of order 3/],
    [makeWalshTransform([44, 8], "f32"), /dimensions: no Hadamard matrix of order 44 is built in/],
    [makeWalshTransform([108], "f64"), /length 108 along X: a thread holds all 108 outputs of its matrix/],
    [
      makeWalshTransform([172], "f32", { stabilisation: "kahan" }),
      /no registers for so many numbers with their errors/,
    ],
    [makeWalshTransform([12], "f32", { order: "sequency" }), /order: only powers of two have it: X has length 12/],
    [
      makeWalshTransform([8, 3], "f32", { order: "sequency", axes: ["Y"] }),
      /order: the elements along Y lie 3 apart, which is to be a power of two/,
    ],
    [makeWalshTransform([64], "f32", { distance: 63 }), /distance: it must be an integer of at least 64/],
    [makeWalshTransform([2 ** 35], "f32"), /needs 2 x 137.4 GB, NVIDIA H200 has 141.0 GB/],
    [
      makeWalshTransform([2 ** 34], "f32", { stabilisation: "kahan", placement: "in-place" }),
      /no legal plan for 17179869184 .*: it needs 3 x 68.7 GB/,
    ],
  ] as const)("%#", (transform, reason) => {
    const refusal = refusalOf(transform);
    expect(refusal).toBeInstanceOf(InputError);
    expect(String(refusal)).toMatch(reason);
  });
});

describe("time: under 2 s for anything", () => {
  const transforms = [
    ["2^30", makeWalshTransform([2 ** 30], "f32")],
    ["2^35", makeWalshTransform([2 ** 35], "f16")],
    ["2^30 in sequency order", makeWalshTransform([2 ** 30], "f32", { order: "sequency" })],
    ["2^28 with errors", makeWalshTransform([2 ** 28], "f32", { stabilisation: "neumaier" })],
    ["16 to the 8", makeWalshTransform([16, 16, 16, 16, 16, 16, 16, 16], "bf16")],
    ["12x20x28", makeWalshTransform([12, 20, 28], "f64", { batch: 1000 })],
    ["28 x 2^25", makeWalshTransform([28 * 2 ** 25], "f32")],
  ] as const;
  test.runIf(isThorough).each(transforms)("%s", (_, transform) => {
    const search = () => searchAnew(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 5 });
    expect(secondsAtPace(search)).toBeLessThan(2);
  });
});
