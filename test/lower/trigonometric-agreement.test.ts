// Cosine and sine transforms as their definitions have them: what a search chooses computes the same numbers, of any lengths, kinds, axes,
// layouts, in place and out of place.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  makeTrigonometricTransform,
  TRIGONOMETRIC_KINDS,
  type TrigonometricKind,
} from "../../generator/plan/transform.js";
import { InputError } from "../../generator/failure/errors.js";
import { parseKernel } from "../../generator/notation/parse.js";
import { printKernel } from "../../generator/notation/print.js";
import { checkPlan } from "../../generator/plan/check.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { dealt, isDefault, isThorough, runs } from "../effort.js";
import { BATCH, expectTrigonometricAgreement, gpu } from "./trigonometric-agreement.js";

const sizes: readonly (readonly number[])[] = [[2], [16], [33], [100], [1000], [6, 10], [4, 15, 6], [64, 3]];
const cases = dealt(
  TRIGONOMETRIC_KINDS.flatMap((kind) => sizes.map((size) => [kind, size.join("x"), size] as const)),
  (_, index) => index % sizes.length === 0,
);

test.each(cases)("%s %s", (kind, _, size) => {
  expectTrigonometricAgreement(makeTrigonometricTransform(kind, size, "f64", { batch: BATCH }));
});

/** What each shows is shown by others with something else, in a thorough run. */
const BY_THEMSELVES = [
  "kinds differ",
  "in pairs along two of three, in place",
  "an odd sequence in pairs",
  "some axes",
  "through a longer one, with factors",
  "through a longer one, out in another order",
  "pitched",
  "transposed",
];

const forms = [
  [
    "kinds differ",
    makeTrigonometricTransform("dct-2", [9, 16, 10], "f64", { batch: BATCH, kinds: { Y: "dst-1", X: "dct-3" } }),
  ],
  [
    "in pairs along each dimension",
    makeTrigonometricTransform("dct-2", [66, 80], "f64", { batch: BATCH, kinds: { X: "dst-3" } }),
  ],
  [
    "in pairs along two of three, in place",
    makeTrigonometricTransform("dct-4", [70, 5, 68], "f64", {
      batch: BATCH,
      kinds: { Z: "dct-2" },
      placement: "in-place",
    }),
  ],
  ["an even sequence in pairs", makeTrigonometricTransform("dct-1", [1025], "f64", { batch: BATCH })],
  [
    "an odd sequence in pairs",
    makeTrigonometricTransform("dst-1", [1023], "f64", { batch: BATCH, placement: "in-place" }),
  ],
  [
    "an odd sequence in pairs, across rows",
    makeTrigonometricTransform("dst-1", [599, 6], "f64", { batch: 2, axes: ["Y"], scale: 0.5 }),
  ],
  ["some axes", makeTrigonometricTransform("dct-4", [6, 8, 20], "f64", { batch: BATCH, axes: ["Y"] })],
  ["orthonormal", makeTrigonometricTransform("dst-2", [12, 32], "f64", { batch: BATCH, normalisation: "orthonormal" })],
  // 67 has no butterflies, and 2 * (134 - 1) has.
  ["a length of another prime", makeTrigonometricTransform("dct-1", [134], "f64", { batch: BATCH })],
  // Their complex transforms have 67 or 134 points, or pairs, and no butterflies for those.
  ["through a longer one, with factors", makeTrigonometricTransform("dst-1", [66], "f64", { batch: BATCH })],
  ["through a longer one, in another order", makeTrigonometricTransform("dct-2", [67], "f64", { batch: BATCH })],
  ["through a longer one, out in another order", makeTrigonometricTransform("dst-3", [134], "f64", { batch: BATCH })],
  ["through a longer one, of type IV", makeTrigonometricTransform("dct-4", [67], "f64", { batch: BATCH, scale: 3 })],
  // Two butterflies of 17 or 19 are more than a thread holds.
  [
    "an even length whose pairs have none that a Hermitian step could do",
    makeTrigonometricTransform("dct-3", [646], "f64", { batch: BATCH }),
  ],
  ["scaled", makeTrigonometricTransform("dct-1", [33], "f64", { batch: BATCH, scale: 0.25 })],
  [
    "pitched",
    makeTrigonometricTransform("dct-2", [12, 30], "f64", {
      batch: BATCH,
      inputStrides: { Y: 40 },
      outputStrides: { Y: 35, batch: 500 },
    }),
  ],
  [
    "transposed",
    makeTrigonometricTransform("dct-3", [12, 30], "f64", { batch: BATCH, outputStrides: { X: 12, Y: 1 } }),
  ],
] as const;

test.each(dealt(forms, ([name]) => BY_THEMSELVES.includes(name)))("%s", (_, transform) => {
  expectTrigonometricAgreement(transform);
});

/** Numbers of a transform of so many complex ones: even ones are taken in pairs, and of type I those of long rows. */
function lengthOf(kind: TrigonometricKind, points: number): number {
  if (kind !== "dct-1" && kind !== "dst-1") return points % 2 === 0 ? 2 * points : points;
  const period = points >= 512 ? 2 * points : points;
  return kind === "dct-1" ? period / 2 + 1 : period / 2 - 1;
}

// Rows that are cut: between their kernels there are complex numbers.
const CUT = [
  ["dct-2", [[8], [16]]],
  ["dct-3", [[6], [5, 4]]],
  ["dct-4", [[5, 4], [6]]],
  ["dst-1", [[4], [3, 5], [2]]],
  ["dct-2", [[9], [15]]],
  ["dst-2", [[6], [5, 4]]],
  ["dst-3", [[16], [4, 8], [2]]],
  ["dct-1", [[32], [4, 8]]],
] as const;
test.each(dealt(CUT, (_, index) => index < 4))("%s of rows that are cut in %j", (kind, radices) => {
  const points = radices.flat().reduce((product, radix) => product * radix, 1);
  const length = lengthOf(kind, points);
  const transform = makeTrigonometricTransform(kind, [3, length], "f64", { batch: BATCH, axes: ["X"] });
  const chain = makeMixedChain("X", radices.flat(), 0);
  const kernels = radices.map((own, index) => {
    const begin = radices.slice(0, index).flat().length;
    return { subComputations: chain.slice(begin, begin + own.length) };
  });
  expectTrigonometricAgreement(
    transform,
    completePlan({ transform, kernels }, gpu, { twiddles: ["table"], keep: 1 }).plan,
  );
});

// Rows in pairs on clusters, whose threads load and store the parts of numbers: more rows than there are buffers would take long.
const onClusters = fc.record({
  /** Before the exchange and behind it. */
  front: fc.constantFrom<readonly number[]>([8], [16], [8, 8], [4, 8], [8, 4], [6, 8], [3, 16]),
  back: fc.constantFrom<readonly number[]>([8, 8], [4, 8], [8, 4], [16, 4], [8, 6], [16, 3]),
  size: fc.constantFrom(2, 2, 4),
  pipeline: fc.constantFrom("", ", ticket", ", prefetch", ", prefetch, ticket"),
  twiddles: fc.constantFrom("table", "powers", "fast-sincos"),
  placement: fc.constantFrom("out-of-place" as const, "in-place" as const),
});

/** Of a block, until one suits: what has too much to hold or too little to do is refused. */
const THREADS = [64, 96, 128, 192, 256, 384];

const ON_CLUSTERS = ["dct-2", "dct-3", "dct-4", "dst-2", "dst-3", "dst-4"] as const;
test.each(dealt(ON_CLUSTERS, (kind) => kind === "dct-2"))("%s: random rows on clusters", (kind) => {
  fc.assert(
    fc.property(onClusters, ({ front, back, size, pipeline, twiddles, placement }) => {
      const radices = [...front, ...back];
      const length = 2 * radices.reduce((product, radix) => product * radix, 1);
      const transform = makeTrigonometricTransform(kind, [length], "f64", { batch: BATCH, placement, scale: 0.5 });
      const text = printKernel({ subComputations: makeMixedChain("X", radices, 0) });
      const plan = THREADS.map((threads) => {
        const words = `on ${threads} threads, cluster ${size} after ${front.length}${pipeline}, ${twiddles}`;
        try {
          const kernels = [parseKernel(`${text} ${words}`)];
          return completePlan({ transform, kernels }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plan;
        } catch (error) {
          if (error instanceof InputError) return undefined;
          throw error;
        }
      }).find((found) => found !== undefined);
      fc.pre(plan !== undefined);
      expectTrigonometricAgreement(transform, plan);
    }),
    { numRuns: runs(1, 2) },
  );
});

test.runIf(isThorough).each(["dct-2", "dct-4"] as const)(
  "%s of 2^16 is planned on clusters, and of planes is not",
  (kind) => {
    const isOnCluster = (lengths: readonly number[]): boolean => {
      const transform = makeTrigonometricTransform(kind, lengths, "f32", { batch: 2048 });
      const [found] = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
      return found?.plan.kernels.some(({ schedule }) => schedule.cluster !== undefined) === true;
    };
    expect(isOnCluster([2 ** 16])).toBe(true);
    expect(isOnCluster([256, 256])).toBe(false);
  },
);

test.runIf(isDefault)("one dimension is finished before another begins", () => {
  const transform = makeTrigonometricTransform("dct-2", [4, 16], "f64");
  const [x1, x2] = makeMixedChain("X", [4, 4], 0);
  const [y] = makeMixedChain("Y", [4], 0);
  if (x1 === undefined || x2 === undefined || y === undefined) throw new Error("no chain");
  expect(checkPlan({ transform, kernels: [{ subComputations: [x1, y] }, { subComputations: [x2] }] })).toEqual([
    {
      kernel: 1,
      subComputation: 0,
      message: "X goes on behind Y: a cosine or sine transform finishes one dimension before it begins another",
    },
  ]);
});
