// Real transforms of several dimensions whose legs differ in kind (plan/legs.ts): one with the real axis, others that are complex transforms
// of half a spectrum; of cosine and sine transforms each one along its own axes.
import { describe, expect, test } from "vitest";
import { dealt, isDefault } from "../effort.js";
import { lowerPlan } from "../../generator/compile.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { arraysOf, type ArraySpec } from "../../generator/plan/arrays.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import { legPlans } from "../../generator/plan/legs.js";
import { parseKernel } from "../../generator/notation/parse.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import {
  makeRealTransform,
  makeTrigonometricTransform,
  type RealTransform,
  type Transform,
  type TrigonometricTransform,
} from "../../generator/plan/transform.js";
import { wayOf } from "../../generator/search/ranked-plans.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { expectRealAgreement, gpu, signalOf } from "./real-agreement.js";
import { expectTrigonometricAgreement, numbersAndMeant } from "./trigonometric-agreement.js";
import { withRoom } from "./with-room.js";

/** Kernels of the real axis, and those of the others. */
const REAL: readonly (readonly [readonly number[], readonly string[], readonly string[]])[] = [
  [[4, 7], ["{ rader X(2,3,2,6,no-tw) X(3,2,1,2,pre-tw) }"], ["{ Y(1,4,1,4,no-tw) }"]],
  [[7, 4], ["{ X(1,4,1,4,no-tw) }"], ["{ rader Y(2,3,2,6,no-tw) Y(3,2,1,2,pre-tw) }"]],
  // In pairs.
  [[5, 72], ["{ X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }"], ["{ rader Y(1,4,1,4,no-tw) }"]],
  [
    [4, 5],
    ["{ bluestein X(4,3,4,12,no-tw) }", "{ bluestein X(6,2,2,4,pre-tw) X(6,2,1,2,pre-tw) }"],
    ["{ Y(1,4,1,4,no-tw) }"],
  ],
  [[5, 6], ["{ X(1,6,1,6,no-tw) }"], ["{ bluestein Y(4,3,4,12,no-tw) }", "{ bluestein Y(3,4,1,4,pre-tw) }"]],
  [
    [3, 7, 5],
    ["{ rader X(2,2,2,4,no-tw) X(2,2,1,2,pre-tw) }"],
    [
      "{ bluestein Y(5,4,5,20,no-tw) }",
      "{ bluestein Y(4,5,1,5,pre-tw) }",
      "{ bluestein Z(3,2,3,6,no-tw) Z(2,3,1,3,pre-tw) }",
    ],
  ],
  [
    [4, 7, 3],
    ["{ bluestein X(2,3,2,6,no-tw) X(3,2,1,2,pre-tw) }"],
    ["{ rader Y(1,6,1,6,no-tw) }", "{ Z(1,4,1,4,no-tw) }"],
  ],
];

const LAYOUTS: readonly Partial<Pick<RealTransform, "inputStrides" | "outputStrides" | "placement">>[] = [
  {},
  { placement: "in-place" },
  { inputStrides: { Y: 80 }, outputStrides: { Y: 76 } },
];

describe.each(["r2c", "c2r"] as const)("%s", (kind) => {
  const laid = REAL.flatMap(([lengths, ...kernels]) => LAYOUTS.map((layout) => [lengths, layout, kernels] as const));
  // Legs and layouts in turns, which are as many.
  test.each(dealt(laid, (_, index) => index % 3 === (Math.floor(index / 3) + Number(kind === "r2c")) % 3))(
    "%j, %j",
    (lengths, layout, [own, others]) => {
      const transform = makeRealTransform(kind, [...lengths], "f64", { ...layout, scale: 0.5 });
      const kernels = (kind === "r2c" ? [...own, ...others] : [...others, ...own]).map((text) => parseKernel(text));
      expect(checkPlan({ transform, kernels }).map(problemText)).toEqual([]);
      expect(legPlans({ transform, kernels }).length).toBeGreaterThan(1);
      const { plan } = completePlan({ transform, kernels }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
      expectRealAgreement(plan, transform, { batch: 3, seed: 5 });
    },
  );
});

test.runIf(isDefault)("the real axis comes first of r2c, and last of c2r", () => {
  const [rows, columns] = [parseKernel("{ rader X(1,6,1,6,no-tw) }"), parseKernel("{ Y(1,4,1,4,no-tw) }")];
  const problems = (kind: RealTransform["kind"], kernels: readonly ReturnType<typeof parseKernel>[]) =>
    checkPlan({ transform: makeRealTransform(kind, [4, 7], "f32"), kernels }).map(problemText);
  expect(problems("r2c", [rows, columns])).toEqual([]);
  expect(problems("c2r", [columns, rows])).toEqual([]);
  expect(problems("r2c", [columns, rows])).toEqual([
    "kernel 2: X has the real numbers: with convolutions in separate kernels along other axes it comes first",
  ]);
  expect(problems("c2r", [rows, columns])).toEqual([
    "kernel 1: X has the real numbers: with convolutions in separate kernels along other axes it comes last",
  ]);
});

function expectDefinition(transform: TrigonometricTransform, kernels: readonly string[]): void {
  const plan = { transform, kernels: kernels.map((text) => parseKernel(text)) };
  expect(checkPlan(plan).map(problemText)).toEqual([]);
  const { numbers, meant } = numbersAndMeant(transform);
  const { re } = evaluatePlan(plan, numbers);
  const norm = Math.hypot(...meant.map((value) => value * transform.scale));
  const apart = Math.hypot(...re.map((value, index) => value - (meant[index] ?? NaN) * transform.scale));
  expect(apart / norm).toBeLessThan(1e-13);
  expectTrigonometricAgreement(transform, completePlan(plan, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plan);
}

const ACROSS = ["{ bluestein Y(4,3,4,12,no-tw) }", "{ bluestein Y(3,4,1,4,pre-tw) }"] as const;

const OPTIONS = [
  {},
  { placement: "in-place" },
  { kinds: { Y: "dst-3" } },
  { inputStrides: { Y: 80 }, outputStrides: { Y: 90 } },
] as const;
describe.each(OPTIONS)("cosine and sine transforms, %j", (options) => {
  const legs = [
    // Legs of one even axis are in pairs.
    ["dct-2", [5, 72], ["{ X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }", ...ACROSS]],
    ["dct-3", [5, 72], [...ACROSS, "{ X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }"]],
    ["dct-4", [5, 72], ["{ X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }", ...ACROSS]],
    ["dct-4", [5, 6], ["{ X(1,6,1,6,no-tw) }", ...ACROSS]],
    ["dst-2", [2, 5, 6], ["{ X(1,6,1,6,no-tw) Z(1,2,1,2,no-tw) }", ...ACROSS]],
    ["dst-4", [5, 5], ["{ bluestein X(4,3,4,12,no-tw) }", "{ bluestein X(3,4,1,4,pre-tw) }", ...ACROSS]],
  ] as const;
  test.each(dealt(legs, (_, index) => index % 3 === OPTIONS.indexOf(options) % 3))(
    "%s %j",
    (kind, lengths, kernels) => {
      expectDefinition(makeTrigonometricTransform(kind, [...lengths], "f64", { ...options, scale: 0.5 }), kernels);
    },
  );
});

const PRIMES = [
  ["r2c", [3, 37]],
  ["c2r", [41, 2, 37]],
  ["c2r", [37, 4]],
  ["r2c", [37, 3, 41]],
] as const;
test.each(dealt(PRIMES, (_, index) => index < 2))(
  "%s of %j goes through one point less along its primes, where that is predicted to be faster",
  (kind, lengths) => {
    const transform = makeRealTransform(kind, [...lengths], "f64", { batch: 40_000 });
    const { plans, otherWays } = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
    const [best] = plans;
    if (best === undefined) throw new Error("no plan was found");
    const primes = lengths.filter((length) => length > 31).length;
    expect(best.plan.kernels.filter(({ through }) => through === "rader").length).toBe(primes);
    expect(otherWays.map(({ plan }) => wayOf(plan))).toContain("bluestein");
    expectRealAgreement(best.plan, transform, { batch: 2, seed: 3 });
  },
);

/** Which elements of a dense batch are there. */
function presentIn({ axes }: ArraySpec, batch: number): readonly boolean[] {
  const elements = axes.reduce((product, { length }) => product * length, 1);
  return Array.from({ length: elements * batch }, (_, index) => {
    let rest = index % elements;
    return axes.every(({ length, from, below }) => {
      const own = rest % length;
      rest = Math.floor(rest / length);
      return own >= from && own < below;
    });
  });
}

// A leg through one point less has all that it reads and writes: between legs all is there, whatever callers have.
const PARTS = [
  ["r2c", [37, 3], { outputRange: { Y: [1, 20] } }, 0],
  ["r2c", [37, 3], { inputRange: { X: [1, 2] } }, 1],
  ["c2r", [37, 4], { inputRange: { Y: [0, 20] } }, 0],
  ["c2r", [37, 4], { outputRange: { Y: [0, 20] } }, 1],
  ["r2c", [37, 3], { outputRange: { X: [1, 1] } }, 0],
  ["r2c", [3, 41, 37], { outputRange: { Z: [0, 1] } }, 0],
] as const;
test.each(dealt(PARTS, (_, index) => index < 4))("%s of %j, of which callers have %j", (kind, lengths, part, rader) => {
  const batch = 2;
  const transform = makeRealTransform(kind, [...lengths], "f64", { batch: 40_000, ...part });
  const [best] = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
  if (best === undefined) throw new Error("no plan was found");
  const { plan } = best;
  expect(checkPlan(plan).map(problemText)).toEqual([]);
  expect(plan.kernels.filter(({ through }) => through === "rader").length).toBe(rader);

  const { input, output } = arraysOf(transform);
  const [isRead, isWritten] = [presentIn(input, batch), presentIn(output, batch)];
  const { numbers, half } = signalOf(transform, batch, 7);
  const isForward = kind === "r2c";
  const given = isForward ? { re: numbers, im: new Float64Array(numbers.length) } : half;
  const read = (values: Float64Array): Float64Array => values.map((value, index) => (isRead[index] ? value : 0));
  const meant = evaluatePlan(plan, read(given.re), read(given.im));
  const written = {
    re: new Float64Array(isWritten.length).fill(NaN),
    im: new Float64Array(isWritten.length).fill(NaN),
  };
  const { host } = lowerPlan("real", plan, gpu);
  evaluateHostProgram(host, isForward ? given.re : given, isForward ? written : written.re, batch, 3);
  expect(Array.from(written.re, (value) => !Number.isNaN(value))).toEqual(isWritten);
  const present = (values: Float64Array): Float64Array => values.filter((_, index) => isWritten[index]);
  const zeros = new Float64Array(meant.re.length);
  expect(
    relativeError(
      { re: present(written.re), im: present(isForward ? written.im : zeros) },
      { re: present(meant.re), im: present(isForward ? meant.im : zeros) },
    ),
  ).toBeLessThan(1e-13);
});

/** Blocks of which hold 256 complex numbers. */
const small = { ...gpu, sharedBytesPerBlock: 2048, maxClusterSize: 1 };

/** In f64, for factors in single precision are rounded. */
function foundInLegs<T extends Transform>(
  of: (precision: "f32" | "f64") => T,
): ScheduledPlan & { readonly transform: T } {
  const [best] = searchPlans(of("f32"), small, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans;
  if (best === undefined) throw new Error("no plan was found");
  expect(legPlans(best.plan).length).toBeGreaterThan(1);
  return { kernels: withRoom(best.plan.kernels), transform: of("f64") };
}

describe("what the search finds where no kernel holds an axis", () => {
  const isSmall = ([, [own, others]]: readonly [string, readonly [number, number]]): boolean => own !== others;
  const ofRealNumbers = [
    ["r2c", [4, 167]],
    ["c2r", [4, 167]],
    ["r2c", [167, 4]],
    ["c2r", [167, 70]],
    ["r2c", [167, 167]],
    ["r2c", [167, 35]],
    ["r2c", [2, 167]],
  ] as const;
  test.each(dealt(ofRealNumbers, isSmall))("%s %j", (kind, lengths) => {
    const plan = foundInLegs((precision) => makeRealTransform(kind, [...lengths], precision, { batch: 2 }));
    expectRealAgreement(plan, plan.transform, { batch: 1, seed: 1 });
  });

  const cosines = [
    ["dct-2", [167, 70]],
    ["dst-3", [6, 167]],
    ["dct-1", [179, 3]],
    ["dct-4", [167, 167]],
  ] as const;
  test.each(dealt(cosines, isSmall))("%s %j", (kind, lengths) => {
    const plan = foundInLegs((precision) => makeTrigonometricTransform(kind, [...lengths], precision, { batch: 2 }));
    expectTrigonometricAgreement(plan.transform, plan);
  });
});
