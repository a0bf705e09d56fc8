// Adjoints beside the definitions: <F x, y> = <x, F* y>.
import { describe, expect, test } from "vitest";
import { trigonometricMatrix, type TrigonometricKind } from "../../generator/definition/direct-trigonometric.js";
import { adjointOf, serves, type Weights } from "../../generator/join/adjoint.js";
import { transformName } from "../../generator/plan/transform-name.js";
import {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
  type Transform,
} from "../../generator/plan/transform.js";

/** The factors of a row of so many numbers. */
const factors = (weights: Weights | undefined, length: number): readonly number[] => {
  const [first, between, last] = weights ?? [1, 1, 1];
  return Array.from({ length }, (_, index) => (index === 0 ? first : index === length - 1 ? last : between));
};

const nameOf = (transform: Transform): string => {
  const adjoint = adjointOf(transform);
  return adjoint === undefined ? "none" : transformName(adjoint.transform);
};

describe("cosine and sine transforms", () => {
  const kinds: readonly TrigonometricKind[] = ["dct-1", "dct-2", "dct-3", "dct-4", "dst-1", "dst-2", "dst-3", "dst-4"];
  test.each(kinds)("%s: the transposed matrix is that of the adjoint between its weights", (kind) => {
    for (const length of [2, 7, 8]) {
      const adjoint = adjointOf(makeTrigonometricTransform(kind, [3, length], "f64"));
      const matrix = trigonometricMatrix(kind, length);
      const other = trigonometricMatrix(adjoint?.transform.kind as TrigonometricKind, length);
      const [before, after] = [factors(adjoint?.before[1], length), factors(adjoint?.after[1], length)];
      for (let row = 0; row < length; row++)
        for (let column = 0; column < length; column++)
          expect((after[row] ?? 0) * (other[row]?.[column] ?? 0) * (before[column] ?? 0)).toBeCloseTo(
            matrix[column]?.[row] ?? NaN,
            12,
          );
    }
  });

  test("of one element they are a factor", () => {
    expect(nameOf(makeTrigonometricTransform("dct-2", [1, 8], "f32"))).toBe("dct_3_f32_8_scaled_by_2");
  });
});

describe("half spectra", () => {
  /** Of a real row the frequencies, and of a half spectrum the row: by their definitions, without a scale. */
  const angle = (n: number, j: number, k: number): number => (2 * Math.PI * j * k) / n;
  const timesStandingFor = (n: number, k: number): number => (k === 0 || 2 * k === n ? 1 : 2);

  test.each([2, 7, 8])("of %d numbers: <F x, y> = <x, F* y> both ways", (n) => {
    const half = Math.floor(n / 2) + 1;
    const x = Array.from({ length: n }, (_, index) => Math.sin(index * index + 1));
    const re = Array.from({ length: half }, (_, index) => Math.cos(3 * index + 2));
    // c2r leaves the imaginary parts of the ends out.
    const im = re.map((value, k) => (timesStandingFor(n, k) === 1 ? 0 : value * value));
    const spectrum = (row: readonly number[]): readonly (readonly [number, number])[] =>
      re.map((_, k) => [
        row.reduce((sum, value, j) => sum + value * Math.cos(angle(n, j, k)), 0),
        row.reduce((sum, value, j) => sum - value * Math.sin(angle(n, j, k)), 0),
      ]);
    const row = (weight: readonly number[]): readonly number[] =>
      x.map((_, j) =>
        re.reduce((sum, value, k) => {
          const [cos, sin] = [Math.cos(angle(n, j, k)), Math.sin(angle(n, j, k))];
          return sum + timesStandingFor(n, k) * (weight[k] ?? 0) * (value * cos - (im[k] ?? 0) * sin);
        }, 0),
      );
    const dot = (weights: readonly number[]): number =>
      spectrum(x).reduce((sum, [a, b], k) => sum + (weights[k] ?? 0) * (a * (re[k] ?? 0) + b * (im[k] ?? 0)), 0);
    const ofRow = (found: readonly number[]): number => found.reduce((sum, value, j) => sum + value * (x[j] ?? 0), 0);

    const r2c = adjointOf(makeRealTransform("r2c", [3, n], "f64"));
    expect(r2c?.transform).toMatchObject({ kind: "c2r", direction: "inverse" });
    expect(ofRow(row(factors(r2c?.before[1], half)))).toBeCloseTo(dot(factors(undefined, half)), 12);
    const c2r = adjointOf(makeRealTransform("c2r", [3, n], "f64"));
    expect(c2r?.transform).toMatchObject({ kind: "r2c", direction: "forward" });
    expect(dot(factors(c2r?.after[1], half))).toBeCloseTo(ofRow(row(factors(undefined, half))), 12);
    // A spectrum is halved along one dimension only.
    expect(r2c?.before[0]).toEqual([1, 1, 1]);
  });
});

test.each<readonly [Transform, string]>([
  [makeTransform([64], "f32", { scale: 1 / 64 }), "c2c_f32_64_inverse_scaled_by_1_over_64"],
  [makeTransform([64], "f32", { direction: "inverse", scaling: "run-time" }), "c2c_f32_64_run_time_scale"],
  [makeWalshTransform([16], "f16"), "fwht_f16_16"],
  // The matrix of 20 numbers is not symmetric.
  [makeWalshTransform([20], "f32"), "fwht_f32_20_inverse"],
  [makeTransform([64], "f32", { inputStrides: { X: 3 } }), "none"],
  [makeTransform([8, 8], "f32", { axes: ["Y"] }), "none"],
])("a plan of the adjoint is called by its name: %#", (transform, name) => {
  expect(nameOf(transform)).toBe(name);
});

test("a transform serves where it has the same scale, or takes it with each call", () => {
  const scaled = makeTransform([64], "f32", { scale: 0.5 });
  expect(serves(makeTransform([64], "f32"), scaled)).toBe(false);
  expect(serves(makeTransform([64], "f32", { scaling: "run-time" }), scaled)).toBe(true);
  expect(serves(makeTransform([64], "f32"), makeTransform([64], "f32", { scaling: "run-time" }))).toBe(false);
  expect(serves(makeTransform([64], "f32", { batch: 7 }), makeTransform([64], "f32"))).toBe(true);
});
