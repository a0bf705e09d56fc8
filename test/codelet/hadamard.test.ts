// Hadamard codelets: what they compute, what they cost, and what is refused.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import {
  baseOrders,
  matrixName,
  signsOf,
  stepMatrix,
  type HadamardMatrix,
  type Signs,
} from "../../generator/plan/hadamard-matrix.js";
import {
  evaluateHadamard,
  hadamardName,
  hadamardOperations,
  printHadamard,
  type HadamardSpec,
} from "../../generator/codelet/hadamard.js";
import { evenPairs } from "../../generator/codelet/hadamard-pairs.js";

const FORWARD = { hadamard: "standard", direction: "forward" } as const;

const spec = (matrix: number | HadamardMatrix, changes: Partial<HadamardSpec> = {}): HadamardSpec => ({
  kind: "hadamard",
  matrix: typeof matrix === "number" ? stepMatrix(FORWARD, matrix) : matrix,
  algorithm: "folklore",
  outputs: "natural",
  ...changes,
});

const POWERS = [2, 4, 8, 16, 32];
/** All of them, transposed ones too. */
const BASES: readonly HadamardMatrix[] = (["standard", "dao"] as const).flatMap((hadamard) =>
  baseOrders(hadamard).flatMap((order) =>
    (["forward", "inverse"] as const)
      .map((direction) => stepMatrix({ hadamard, direction }, order))
      .filter(({ transposed }, index) => index === 0 || transposed),
  ),
);
const NATURAL = [...POWERS, ...BASES].map((matrix) => spec(matrix));
const ALMAN_RAO = spec(8, { algorithm: "alman-rao" });

const product = (matrix: Signs, x: readonly number[]): readonly number[] =>
  matrix.map((row) => row.reduce((sum, entry, j) => sum + entry * at(x, j), 0));

test.each(BASES.filter(({ order }) => order <= 60).map((base) => [matrixName(base), base] as const))(
  "%s falls into even 2 x 2 blocks",
  (_, base) => {
    const m = base.order;
    const matrix = signsOf(base);
    const pairs = evenPairs(matrix);
    if (pairs === undefined) throw new Error("no pairs");
    const { rows, columns } = pairs;
    for (const both of [rows, columns]) {
      expect(both.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: m }, (_, index) => index));
    }
    for (const row of rows) {
      for (const column of columns) {
        const block = row.flatMap((i) => column.map((j) => at(at(matrix, i), j)));
        expect(block.reduce((a, b) => a * b)).toBe(1);
      }
    }
  },
);

describe("what is computed", () => {
  const integers = (radix: number): fc.Arbitrary<readonly number[]> =>
    fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: radix, maxLength: radix });

  test.each([...NATURAL, ALMAN_RAO].map((s) => [hadamardName(s), s] as const))(
    "%s: the matrix times x, exactly",
    (_, s) => {
      const matrix = signsOf(s.matrix);
      fc.assert(
        fc.property(integers(s.matrix.order), (x) => {
          // Adding 0 makes -0 and 0 the same.
          expect(evaluateHadamard(s, x).map((y) => y + 0)).toEqual(product(matrix, x).map((y) => y + 0));
        }),
        { seed: 8, numRuns: 30 },
      );
    },
  );

  test.each([...POWERS.map((radix) => spec(radix)), ALMAN_RAO])(
    "$algorithm $matrix.order: bit-reversed outputs",
    (natural) => {
      const reversed = { ...natural, outputs: "bit-reversed" } as const;
      const radix = natural.matrix.order;
      const bits = Math.log2(radix);
      const reverse = (k: number): number => parseInt([...k.toString(2).padStart(bits, "0")].toReversed().join(""), 2);
      const x = Array.from({ length: radix }, (_, j) => j * j + 1);
      const y = evaluateHadamard(natural, x);
      expect(evaluateHadamard(reversed, x)).toEqual(y.map((_, k) => at(y, reverse(k))));
      expect(hadamardOperations(reversed)).toEqual(hadamardOperations(natural));
    },
  );

  test("another number of elements is refused", () => {
    expect(() => evaluateHadamard(spec(8), [1, 2, 3, 4])).toThrow(/4 elements for a transform of 8/);
  });
});

describe("operation counts", () => {
  test.each(POWERS)("radix %i: r log2 r additions", (radix) => {
    expect(hadamardOperations(spec(radix))).toEqual({ additions: radix * Math.log2(radix), fused: 0 });
  });

  test("Alman & Rao: 22 instructions for the 24 additions of the folklore algorithm", () => {
    expect(hadamardOperations(ALMAN_RAO)).toEqual({ additions: 12, fused: 10 });
  });

  // The definition takes m (m - 1) additions: 132, 380 and 756 of the first, 29412 of the last.
  test.each([
    [12, 48],
    [20, 100],
    [28, 172],
    [36, 256],
    [52, 420],
    [60, 534],
    [108, 2412],
    [140, 4159],
    [156, 5043],
    [172, 6052],
  ])("order %i: %i additions", (order, additions) => {
    expect(hadamardOperations(spec(order))).toEqual({ additions, fused: 0 });
  });
});

describe("what is refused", () => {
  test.each([1, 64])("radix %i", (radix) => {
    expect(() => evaluateHadamard(spec(radix), [])).toThrow(/has one of 2, 4, 8, 16, 32;/);
  });

  test.each([3, 6, 24, 40])("radix %i, which has no matrix", (radix) => {
    expect(() => evaluateHadamard(spec(radix), [])).toThrow(/no standard matrix of order/);
  });

  test("Alman & Rao's algorithm but for radix 8", () => {
    expect(() => hadamardOperations(spec(16, { algorithm: "alman-rao" }))).toThrow(/for radix 8/);
  });

  test("bit-reversed outputs of a base order", () => {
    expect(() => printHadamard(spec(12, { outputs: "bit-reversed" }), "float")).toThrow(/bit-reversed/);
  });
});

test("names", () => {
  const reversed = { outputs: "bit-reversed" } as const;
  expect([spec(16), ALMAN_RAO, spec(16, reversed), { ...ALMAN_RAO, ...reversed }].map(hadamardName)).toEqual([
    "hadamard_16",
    "hadamard_8_alman_rao",
    "hadamard_16_bit_reversed",
    "hadamard_8_alman_rao_bit_reversed",
  ]);
});
