// Bluestein's transform through the kernels of a longer one, there and back, against direct sums.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { complexArray, evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { parseKernel } from "../../generator/notation/parse.js";
import { makeChain, subComputationText } from "../../generator/plan/sub-computations.js";
import { isBluestein } from "../../generator/plan/bluestein.js";
import type { Plan } from "../../generator/plan/plan.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import { makeRealTransform, makeTransform, type FourierTransform } from "../../generator/plan/transform.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { namedPlan } from "../emit/named-plan.js";
import { dealt, isDefault, runs } from "../effort.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";
import { expectRealAgreement } from "./real-agreement.js";

const gpu = findGpu("H200");

test.runIf(isDefault).each([
  [5, 1, "{ bluestein X(1,9,1,9,no-tw) } on 2 threads, 2 columns"],
  [5, 1, "{ bluestein X(3,3,3,9,no-tw) X(3,3,1,3,pre-tw) } on 3 threads"],
  [7, 1, "{ bluestein X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 8 threads, 2 columns"],
  [37, 1, "{ bluestein X(16,5,16,80,no-tw) X(20,4,4,16,pre-tw) X(20,4,1,4,pre-tw) } on 20 threads"],
  [67, 1, "{ bluestein X(36,4,36,144,no-tw) X(24,6,6,36,pre-tw) X(24,6,1,6,pre-tw) } on 24 threads, powers"],
  [67, 1, "{ bluestein X(36,4,36,144,tw) X(24,6,6,36,no-tw) X(24,6,1,6,pre-tw) } on 24 threads"],
  [
    37,
    3,
    "{ bluestein X(10,8,10,80,no-tw) } on 2 threads, 2 columns { bluestein X(8,10,1,10,pre-tw) } on 4 threads, 4 columns",
  ],
  [
    101,
    3,
    "{ bluestein X(16,16,16,256,no-tw) } on 4 threads, 4 columns { bluestein X(64,4,4,16,pre-tw) X(64,4,1,4,pre-tw) } on 16 threads, 4 columns",
  ],
  [
    37,
    5,
    "{ bluestein X(20,4,20,80,no-tw) } on 4 threads, 4 columns { bluestein X(16,5,4,20,pre-tw) } on 4 threads, 4 columns { bluestein X(20,4,1,4,pre-tw) } on 5 threads, 5 columns",
  ],
  // Blocks of clusters with branches of their own.
  [
    37,
    1,
    "{ bluestein X(40,2,40,80,no-tw) X(4,20,2,40,pre-tw) X(40,2,1,2,pre-tw) } on 20 threads, cluster 2 after 1, undivided",
  ],
  [
    101,
    1,
    "{ bluestein X(104,2,104,208,no-tw) X(26,8,13,104,pre-tw) X(16,13,1,13,pre-tw) } on 13 threads, cluster 2 after 1, undivided, powers",
  ],
  [
    61,
    1,
    "{ bluestein X(64,4,64,256,no-tw) X(32,8,8,64,pre-tw) X(32,8,1,8,pre-tw) } on 8 threads, cluster 4 after 1, undivided",
  ],
  [31, 1, "{ bluestein X(32,2,32,64,no-tw) X(2,32,1,32,pre-tw) } on 16 threads, cluster 2 after 1, undivided"],
] as const)("of %i points in %i kernels: %s", (points, launches, kernel) => {
  for (const direction of ["forward", "inverse"] as const) {
    const { name, plan } = namedPlan("bluestein", [points], "f64", [kernel], { direction, scale: 0.5 });
    const { host } = lowerPlan(name, plan, gpu);
    expect(host.launches.length).toBe(launches);
    const batch = 3;
    const input = { re: uniformNumbers(points * batch, 1), im: uniformNumbers(points * batch, 2) };
    const output = complexArray(points * batch);
    evaluateHostProgram(host, input, output, batch, 7);
    const meant = directDft(input.re, input.im, [points], direction === "forward" ? -1 : 1);
    const half = (part: ArrayLike<number>): Float64Array => Float64Array.from(part, (value) => value / 2);
    expect(relativeError(output, { re: half(meant.re), im: half(meant.im) })).toBeLessThan(1e-13);
    expect(relativeError(evaluatePlan(plan, input.re, input.im), output)).toBeLessThan(1e-13);
  }
});

test.runIf(isDefault)("what cannot go through a longer transform is refused with its reason", () => {
  const problems = (lengths: readonly number[], kernels: readonly string[]): readonly string[] =>
    checkPlan(namedPlan("bluestein", lengths, "f32", kernels).plan).map(problemText);
  const nine = "{ bluestein X(3,3,3,9,no-tw) X(3,3,1,3,pre-tw) } on 3 threads";
  expect(problems([5], [nine])).toEqual([]);
  expect(problems([6], [nine])).toEqual([
    "kernel 1: `bluestein`: 6 points need a convolution of at least 11, and this one has 9",
  ]);
  expect(problems([5], ["{ bluestein X(3,3,3,9,no-tw) } on 3 threads", "{ X(3,3,1,3,pre-tw) } on 3 threads"])).toEqual([
    "kernel 2: some kernels say `bluestein`: then all of them do",
  ]);
});

describe("blocks of a cluster with branches of their own", () => {
  test("of any lengths, there and back and in place", { timeout: 120_000 }, () => {
    const radices = fc.array(fc.constantFrom(2, 3, 4, 5, 7, 8, 16), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(radices, fc.constantFrom(2, 4), fc.nat(1000), fc.boolean(), (others, size, less, inPlace) => {
        const half = others.reduce((product, radix) => product * radix, 1);
        fc.pre(half >= 8 && half <= 600 && half % size === 0);
        const points = half - (less % Math.floor(half / 3));
        const chain = makeChain("X", [size, ...others], "pre-tw")
          .map(subComputationText)
          .join(" ");
        // Two elements of the largest butterflies for each thread, or one butterfly.
        const threads = Math.ceil(half / Math.max(...others));
        const text = `{ bluestein ${chain} } on ${threads} threads, cluster ${size} after 1, undivided`;
        const options = inPlace ? ({ placement: "in-place" } as const) : {};
        const { name, plan } = namedPlan("branches", [points], "f64", [text], options);
        let host;
        try {
          ({ host } = lowerPlan(name, plan, gpu));
        } catch (error) {
          // Threads that have no work, more elements than a thread holds, or a rest that blocks cannot share out.
          expect(String(error)).toMatch(/threads have work|elements per thread|not even enough/);
          fc.pre(false);
          return;
        }
        const batch = 3;
        const input = { re: uniformNumbers(points * batch, 1), im: uniformNumbers(points * batch, 2) };
        const given = { re: Float64Array.from(input.re), im: Float64Array.from(input.im) };
        const output = inPlace ? input : complexArray(points * batch);
        evaluateHostProgram(host, input, output, batch, 7);
        expect(relativeError(output, directDft(given.re, given.im, [points], -1))).toBeLessThan(1e-13);
      }),
      { seed: 20261126, numRuns: runs(15, 60) },
    );
  });

  test("have one output each of butterflies of which a single input is there", () => {
    const reason = (points: number, kernel: string, options: Partial<FourierTransform> = {}): string => {
      try {
        const { name, plan } = namedPlan("branches", [points], "f64", [kernel], options);
        lowerPlan(name, plan, gpu);
        return "";
      } catch (error) {
        return String(error);
      }
    };
    const chain = "X(40,2,40,80,no-tw) X(4,20,2,40,pre-tw) X(40,2,1,2,pre-tw)";
    expect(reason(40, `{ bluestein ${chain} } on 20 threads, cluster 2 after 1, undivided`)).toBe("");
    expect(reason(37, `{ bluestein ${chain} } on 20 threads, cluster 2 after 2, undivided`)).toContain(
      "one block per output of the first butterflies: cluster 2 after 1, after radix 2",
    );
    expect(reason(37, `{ bluestein ${chain} } on 20 threads, cluster 2 after 1`)).toContain("uniform warps");
    expect(reason(37, `{ bluestein ${chain} } on 20 threads, cluster 2 after 1, undivided, prefetch`)).toBe("");
    expect(reason(37, `{ bluestein ${chain} } on 20 threads, cluster 2 after 1, ticket, undivided`)).toContain(
      "one cluster per transform",
    );
    expect(reason(37, `{ bluestein ${chain} } on 20 threads, cluster 2 after 1, undivided`, { planar: "input" })).toBe(
      "",
    );
    const behind = "X(40,2,40,80,tw) X(4,20,2,40,no-tw) X(40,2,1,2,pre-tw)";
    expect(reason(37, `{ bluestein ${behind} } on 20 threads, cluster 2 after 1, undivided`)).toContain(
      "the first butterflies of a convolution on clusters have no twiddle factors after them",
    );
    const short = "X(39,2,39,78,no-tw) X(6,13,3,39,pre-tw) X(26,3,1,3,pre-tw)";
    expect(reason(39, `{ bluestein ${short} } on 3 threads, cluster 2 after 1, undivided`)).toContain(
      "what lies behind radix 2 is not even enough for 2 blocks to store it",
    );
    const uneven = "X(20,4,20,80,no-tw) X(4,20,1,20,pre-tw)";
    expect(reason(37, `{ bluestein ${uneven} } on 5 threads, cluster 4 after 1, undivided`)).toContain(
      "a single nonzero input: the convolution has at least 4 times the points",
    );
  });

  const alone = [
    [10007, "f64"],
    [15013, "f32"],
  ] as const;
  test.each(dealt(alone, (_, index) => index === 0))(
    "are found for %i points in %s, which no block holds alone",
    (points, precision) => {
      const [best] = searchPlans(makeTransform([points], precision, { batch: 1000 }), gpu, {
        twiddles: DEFAULT_TWIDDLES,
        keep: 1,
      }).plans;
      expect(best?.kernels.map(({ geometry }) => geometry.team)).toEqual([{ kind: "branches", size: 2 }]);
    },
  );
});

test("of any length up to 5000 the search finds plans that are right", { timeout: 600_000 }, () => {
  const cases = fc.record({ points: fc.integer({ min: 2, max: 5000 }), precision: fc.constantFrom("f32", "f64") });
  // Of 2 * 37 * 43 no threads share out the butterflies evenly enough.
  const known: [{ points: number; precision: "f32" | "f64" }][] = [
    [{ points: 67, precision: "f32" }],
    [{ points: 3182, precision: "f32" }],
  ];
  fc.assert(
    fc.property(cases, ({ points, precision }) => {
      const { plans } = searchPlans(makeTransform([points], precision, { batch: 4 }), gpu, {
        twiddles: DEFAULT_TWIDDLES,
        keep: 1,
      });
      const [best] = plans;
      if (best === undefined) throw new Error("no plan was found");
      const input = { re: uniformNumbers(points, 3), im: uniformNumbers(points, 4) };
      const output = complexArray(points);
      evaluateHostProgram(lowerPlan("found", best.plan, gpu).host, input, output, 1, 5);
      // Constants are rounded.
      const most = precision === "f64" ? 1e-14 : 1e-7;
      expect(relativeError(output, directDft(input.re, input.im, [points], -1))).toBeLessThan(most);
    }),
    { seed: 20261123, numRuns: runs(2, 20), examples: known },
  );
});

describe("real numbers go through longer transforms where their length has no butterflies", () => {
  const real = [
    ["r2c", [83], { inputStrides: { X: 2 }, outputStrides: { batch: 50 } }],
    ["c2r", [166], { scale: 0.5 }],
    ["r2c", [107], { placement: "in-place" }],
    ["c2r", [214], { placement: "in-place" }],
    ["c2r", [83], {}],
    ["r2c", [166], { scale: 0.5 }],
  ] as const;
  test.each(dealt(real, (_, index) => index < 2))("%s %j %j", (kind, lengths, options) => {
    const transform = makeRealTransform(kind, lengths, "f64", { ...options, batch: 4 });
    const [best] = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
    if (best === undefined) throw new Error("no plan was found");
    expect(isBluestein(transform, best.plan.kernels)).toBe(true);
    expectRealAgreement(best.plan, transform, { batch: 5, seed: 3 });
  });

  test.runIf(isDefault).each(["r2c", "c2r"] as const)("%s in two kernels there", (kind) => {
    const transform = makeRealTransform(kind, [37], "f64");
    const kernels = [
      "{ bluestein X(10,8,10,80,no-tw) } on 2 threads, 2 columns",
      "{ bluestein X(8,10,1,10,pre-tw) } on 4 threads, 4 columns",
    ].map((text) => parseKernel(text));
    const { plan } = completePlan({ transform, kernels }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
    expectRealAgreement(plan, transform, { batch: 3, seed: 4 });
  });

  test.runIf(isDefault).each([
    ["r2c", {}],
    ["c2r", {}],
    ["c2r", { inputStrides: { batch: 41 }, outputStrides: { X: 2 } }],
  ] as const)("%s in blocks of a cluster with branches of their own %j", (kind, options) => {
    const transform = makeRealTransform(kind, [37], "f64", options);
    const text =
      "{ bluestein X(40,2,40,80,no-tw) X(4,20,2,40,pre-tw) X(40,2,1,2,pre-tw) } on 20 threads, cluster 2 after 1, undivided";
    const { plan } = completePlan({ transform, kernels: [parseKernel(text)] }, gpu, {
      twiddles: DEFAULT_TWIDDLES,
      keep: 1,
    });
    expectRealAgreement(plan, transform, { batch: 3, seed: 5 });
  });

  test.each(dealt(["r2c", "c2r"] as const, (kind) => kind === "r2c"))(
    "%s of pairs that no threads share out evenly enough: all of them",
    (kind) => {
      const transform = makeRealTransform(kind, [2 * 37 * 37], "f32", { batch: 4 });
      const kernel = parseKernel(
        "{ bluestein X(400,14,400,5600,no-tw) X(350,16,25,400,pre-tw) X(224,25,1,25,pre-tw) }",
      );
      const best = completePlan({ transform, kernels: [kernel] }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
      expect(isBluestein(transform, best.plan.kernels)).toBe(true);
      expect(lowerPlan("all_of_them", best.plan, gpu).host.launches.length).toBe(1);
    },
  );

  test.runIf(isDefault).each(["r2c", "c2r"] as const)(
    "%s of pairs that have butterflies, if they are told to",
    (kind) => {
      const transform = makeRealTransform(kind, [100], "f64");
      const through = (length: number): Plan => ({
        transform,
        kernels: [
          parseKernel(`{ bluestein X(20,${length / 20},20,${length},no-tw) X(${length / 20},20,1,20,pre-tw) }`),
        ],
      });
      const { plan } = completePlan(through(200), gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
      expectRealAgreement(plan, transform, { batch: 3, seed: 6 });
      expect(checkPlan(through(180)).map(problemText)).toEqual([
        "kernel 1: `bluestein`: 100 points need a convolution of at least 199, and this one has 180",
      ]);
    },
  );
});
