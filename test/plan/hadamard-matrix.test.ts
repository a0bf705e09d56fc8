// Hadamard matrices: what makes them such, the constructions, and that Dao's are Dao's.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import {
  baseOrders,
  isSymmetric,
  matrixName,
  signsOf,
  stepMatrix,
  sylvester,
  type HadamardMatrix,
} from "../../generator/plan/hadamard-matrix.js";
import { referenceMatrix, transposed } from "../../generator/definition/reference-hadamard.js";

const POWERS = [1, 2, 4, 8, 16, 32];

const bases = (["standard", "dao"] as const).flatMap((hadamard) =>
  baseOrders(hadamard).map((order) => stepMatrix({ hadamard, direction: "forward" }, order)),
);
const named = (matrices: readonly HadamardMatrix[]) => matrices.map((matrix) => [matrixName(matrix), matrix] as const);

const popcount = (n: number): number => (n === 0 ? 0 : (n & 1) + popcount(n >> 1));

test.each(named([...POWERS.map(sylvester), ...bases]))("%s: entries 1 and -1, H H^T = m I", (_, matrix) => {
  const signs = signsOf(matrix);
  expect(signs).toHaveLength(matrix.order);
  for (const row of signs) {
    expect(row).toHaveLength(matrix.order);
    expect(row.every((entry) => Math.abs(entry) === 1)).toBe(true);
    const products = signs.map((other) => other.reduce((sum, entry, j) => sum + entry * at(row, j), 0));
    expect(products).toEqual(signs.map((other) => (other === row ? matrix.order : 0)));
  }
});

test.each(POWERS)("order %i is Sylvester's", (m) => {
  signsOf(sylvester(m)).forEach((row, k) => expect(row).toEqual(row.map((_, j) => (-1) ** popcount(j & k))));
});

test.each(named(bases))("%s is what the reference makes of the words of the header", (_, matrix) => {
  expect(signsOf(matrix)).toEqual(referenceMatrix(matrix.family, matrix.order));
});

test.each(named(bases.filter(({ family }) => family === "standard")))("%s: first row and column 1", (_, matrix) => {
  const signs = signsOf(matrix);
  signs.forEach((row, i) => expect([row[0], at(signs, 0)[i]]).toEqual([1, 1]));
});

// SHA-256 of the rows of csrc/code_gen.py of github.com/Dao-AILab/fast-hadamard-transform, + and -, a line each.
test.each([
  [12, "a8b73b2d138b0c9079b9fc7cef05cddac9efd34de7cf328925076e04f7ad089f"],
  [20, "40a113036aca9c3e1d767ddccee197a6d526de6728b2ef9a7d5349df8e4afdd1"],
  [28, "3916d8a7682dc5170fdd214f7cc08947b261fcb822691c23f91700aec5428b70"],
  [40, "8cd17c4fce4c2af2e3a728959ddc33324513217b6c597cfdb6d9d80fd6fe693e"],
])("Dao's matrix of order %i is the published one", (order, hash) => {
  const signs = signsOf(stepMatrix({ hadamard: "dao", direction: "forward" }, order));
  const text = signs.map((row) => row.map((entry) => (entry > 0 ? "+" : "-")).join("")).join("\n");
  expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
});

describe("an inverse transform", () => {
  test.each(named(bases))("%s is transposed, unless that makes no difference", (_, forward) => {
    const hadamard = forward.family;
    const matrix = stepMatrix({ hadamard, direction: "inverse" }, forward.order);
    expect(signsOf(matrix)).toEqual(transposed(signsOf(forward)));
    expect(matrix.transposed).toBe(!isSymmetric(forward));
    expect(matrixName(matrix) === matrixName(forward)).toBe(isSymmetric(forward));
  });

  test("differs for 12, 20, 140, 156, 172 and Dao's 20, 28 and 40", () => {
    const differing = bases.filter((matrix) => !isSymmetric(matrix)).map(matrixName);
    expect(differing.toSorted()).toEqual(["12", "140", "156", "172", "20", "20_dao", "28_dao", "40_dao"].toSorted());
  });
});

test.each([3, 24, 40])("there is no standard one of order %i", (order) => {
  expect(() => signsOf({ order, family: "standard", transposed: false })).toThrow(/there is no standard matrix/);
});
