import { expect, test } from "vitest";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import { coreLength, inOwnKind, inverseKind, logicalLength } from "../../generator/plan/trigonometric.js";
import { makeChain } from "../../generator/plan/sub-computations.js";
import { primeFactors } from "../../generator/arithmetic/factorisation.js";
import {
  makeTrigonometricTransform,
  TRIGONOMETRIC_KINDS,
  type Kinds,
  type TrigonometricKind,
} from "../../generator/plan/transform.js";
import { trigonometricCore } from "../../generator/plan/trigonometric-core.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { directTrigonometric, trigonometricMatrix } from "../../generator/definition/direct-trigonometric.js";

/** One kernel for each dimension. */
function evaluated(
  lengths: readonly number[],
  kinds: readonly TrigonometricKind[],
  numbers: Float64Array,
  normalisation: "none" | "orthonormal" = "none",
): Float64Array {
  const names = ["X", "Y", "Z"].slice(0, lengths.length).toReversed();
  const kind = kinds[0] ?? "dct-2";
  const others = Object.fromEntries(names.flatMap((name, i) => (kinds[i] === kind ? [] : [[name, kinds[i] ?? kind]])));
  const transform = makeTrigonometricTransform(kind, lengths, "f64", { kinds: others, normalisation, scale: 0.5 });
  const core = trigonometricCore(transform);
  const kernels = names.map((name, index) => ({
    subComputations: makeChain(name, primeFactors(core.dimensions.toReversed()[index]?.length ?? 1), "pre-tw"),
  }));
  return evaluatePlan({ transform, kernels }, numbers).re;
}

const distance = (a: Float64Array, b: Float64Array): number =>
  Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? Number.NaN))));

const lengths = [2, 3, 4, 7, 10, 15, 66, 70, 72];

test.each(
  TRIGONOMETRIC_KINDS.flatMap((kind) => lengths.map((n) => [kind, n] as const)).filter(
    ([kind, n]) => Math.max(...primeFactors(coreLength(kind, n))) < 32,
  ),
)("%s of %i numbers is the sum that defines it, and orthonormal if that is asked for", (kind, n) => {
  const numbers = uniformNumbers(3 * n, n);
  for (const normalisation of ["none", "orthonormal"] as const) {
    const meant = directTrigonometric(numbers, [n], [kind], normalisation === "orthonormal").map((value) => value / 2);
    expect(distance(evaluated([n], [kind], numbers, normalisation), meant)).toBeLessThan(1e-13);
  }
});

test("dimensions may have different kinds", () => {
  const numbers = uniformNumbers(2 * 6 * 5 * 9, 1);
  const kinds = ["dct-2", "dst-1", "dct-3"] as const;
  const meant = directTrigonometric(numbers, [6, 5, 9], kinds).map((value) => value / 2);
  expect(distance(evaluated([6, 5, 9], kinds, numbers), meant)).toBeLessThan(1e-12);
});

test.each<readonly [axes: readonly string[], kinds: Kinds, kind: TrigonometricKind, others: Kinds]>([
  [["X"], { X: "dst-1" }, "dst-1", {}],
  [["X", "Y"], { X: "dst-1", Y: "dst-1" }, "dst-1", {}],
  [["X", "Y"], { X: "dst-1", Y: "dct-3" }, "dct-3", { X: "dst-1" }],
  [["X", "Y"], { X: "dst-1" }, "dct-2", { X: "dst-1" }],
  [["X", "Y"], { X: "dct-2", Y: "dst-1" }, "dct-2", { Y: "dst-1" }],
])("dct-2 along %j with %j is of a kind that an axis has", (axes, kinds, kind, others) => {
  const named = inOwnKind(makeTrigonometricTransform("dct-2", [64, 64], "f32", { axes, kinds }));
  expect(named).toEqual(makeTrigonometricTransform(kind, [64, 64], "f32", { axes, kinds: others }));
  expect(inOwnKind(named)).toEqual(named);
});

test.each(TRIGONOMETRIC_KINDS)(
  "the inverse of %s is named, but for the logical length; orthonormal matrices are",
  (kind) => {
    const n = 6;
    const product = (a: readonly Float64Array[], b: readonly Float64Array[]): readonly (readonly number[])[] =>
      a.map((row) => b.map((_, j) => row.reduce((sum, value, l) => sum + value * (b[l]?.[j] ?? Number.NaN), 0)));
    const isOne = (rows: readonly (readonly number[])[], one: number): void =>
      rows.forEach((row, i) => row.forEach((value, j) => expect(value).toBeCloseTo(i === j ? one : 0, 12)));
    isOne(product(trigonometricMatrix(inverseKind(kind), n), trigonometricMatrix(kind, n)), logicalLength(kind, n));
    const matrix = trigonometricMatrix(kind, n, true);
    isOne(
      product(
        matrix,
        matrix[0]?.length === n ? matrix.map((_, i) => Float64Array.from(matrix, (row) => row[i] ?? 0)) : [],
      ),
      1,
    );
  },
);
