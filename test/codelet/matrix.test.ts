// The operands of tensor cores, element by element: where the PTX ISA says that an element of the second matrix lies, there must
// be the number that a DFT matrix of real and imaginary parts has there, by its definition and rounded once.
import { WARP } from "../../generator/gpu/hardware.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  matrixName,
  matrixWords,
  productCount,
  unitFragment,
  type HadamardMatrix,
} from "../../generator/codelet/matrix.js";
import { at } from "../../generator/failure/errors.js";
import {
  columnsOf,
  fragmentInstructions,
  holderOf,
  mapIn,
  rowsOf,
  type FragmentMap,
} from "../../generator/gpu/fragment-maps.js";
import type { Direction } from "../../generator/plan/transform.js";
import { nearestShortBits, SHORT_STORAGES, shortValue, type ShortStorage } from "../reference/short-floats.js";

const RADICES = [4, 8, 16] as const;
const DIRECTIONS: readonly Direction[] = ["forward", "inverse"];

/** The second operand of the largest instruction that a butterfly fills. */
function operandOf(radix: number, storage: ShortStorage): FragmentMap {
  const shape = radix === 4 ? "m16n8k8" : "m16n8k16";
  const instruction = fragmentInstructions.find(
    (one) => one.shape === shape && one.type === storage && one.sums === "f32",
  );
  if (instruction === undefined) throw new Error(`no instruction ${shape} for ${storage}`);
  return mapIn(instruction, "B");
}

/**
 * What row `row` and column `column` of a DFT matrix of real numbers hold: a vector of real and imaginary parts in turn, from the
 * left, times the matrix is the same of the transform. Position p stands for the digit `digits[p]`.
 */
function entry(radix: number, direction: Direction, digits: readonly number[], row: number, column: number): number {
  const sign = direction === "forward" ? -1 : 1;
  const power = (at(digits, row >> 1) * at(digits, column >> 1)) % radix;
  const [re, im] = [Math.cos((2 * Math.PI * power) / radix), sign * Math.sin((2 * Math.PI * power) / radix)];
  // (x + i y) (re + i im) = (x re - y im) + i (x im + y re).
  const [isImaginaryIn, isImaginaryOut] = [row % 2 === 1, column % 2 === 1];
  if (isImaginaryIn) return isImaginaryOut ? re : -im;
  return isImaginaryOut ? im : re;
}

/** The digit at each position: bits of a position that add up to what `weights` says. */
const digitsOf = (weights: readonly number[]): readonly number[] =>
  Array.from({ length: 2 ** weights.length }, (_, position) =>
    weights.reduce((sum, weight, bit) => sum + (Math.floor(position / 2 ** bit) % 2) * weight, 0),
  );

/** Zero has one sign in the tables. */
const bitsOf = (value: number, storage: ShortStorage): number =>
  Math.abs(value) < 2 ** -40 ? 0 : nearestShortBits(value, storage);

/** The words of all products, by the PTX ISA: blocks of columns, in these steps of rows, in these lanes, in these registers. */
function documentedWords(
  radix: number,
  direction: Direction,
  storage: ShortStorage,
  weights: readonly number[],
): readonly number[] {
  const map = operandOf(radix, storage);
  const digits = digitsOf(weights);
  const [steps, blocks] = [(2 * radix) / rowsOf(map), (2 * radix) / columnsOf(map)];
  const registers = (rowsOf(map) * columnsOf(map)) / WARP / 2;
  const words = new Array<number>(blocks * steps * WARP * registers).fill(0);
  for (let row = 0; row < 2 * radix; row++)
    for (let column = 0; column < 2 * radix; column++) {
      const inside = { row: row % rowsOf(map), column: column % columnsOf(map), product: 0 };
      const { lane, element } = holderOf(map, inside);
      const [step, block] = [Math.floor(row / rowsOf(map)), Math.floor(column / columnsOf(map))];
      const word = ((block * steps + step) * WARP + lane) * registers + Math.floor(element / 2);
      const bits = bitsOf(entry(radix, direction, digits, row, column), storage);
      words[word] = (words[word] ?? NaN) + bits * (element % 2 === 0 ? 1 : 0x10000);
    }
  return words;
}

const usual = (radix: number): readonly number[] => Array.from({ length: Math.log2(radix) }, (_, bit) => 2 ** bit);

const cases = RADICES.flatMap((radix) =>
  DIRECTIONS.flatMap((direction) => SHORT_STORAGES.map((storage) => [radix, direction, storage] as const)),
);

describe.each(cases)("radix %i, %s, %s", (radix, direction, storage) => {
  const wordsOf = (weights: readonly number[]): readonly number[] =>
    matrixWords({
      kind: "dft",
      radix,
      direction,
      storage,
      weights,
      part: "rounded",
      fragment: unitFragment("mma", radix),
    });

  test("every word is what the PTX ISA wants there, wherever the bits of the digit stand", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...usual(radix)], { minLength: Math.log2(radix) }), (weights) => {
        expect(wordsOf(weights)).toEqual(documentedWords(radix, direction, storage, weights));
      }),
      { seed: radix, numRuns: 24, examples: [[[...usual(radix)]]] },
    );
  });

  test("there are as many words as products take", () => {
    const fragment = unitFragment("mma", radix);
    expect(wordsOf(usual(radix)).length).toBe(
      WARP * productCount({ weights: usual(radix), fragment }) * fragment.words,
    );
  });

  test("what rounding leaves of the entries is in a second matrix, so that both are nearly exact together", () => {
    const weights = usual(radix);
    const fragment = unitFragment("mma", radix);
    const remainder = matrixWords({ kind: "dft", radix, direction, storage, weights, part: "remainder", fragment });
    const digits = (words: readonly number[]): readonly number[] =>
      words.flatMap((word) => [shortValue(word % 0x10000, storage), shortValue(Math.floor(word / 0x10000), storage)]);
    const [main, rest] = [digits(wordsOf(weights)), digits(remainder)];
    const bits = storage === "f16" ? 11 : 8;
    const exact = [0, Math.SQRT1_2, 1, Math.cos(Math.PI / 8), Math.sin(Math.PI / 8)];
    main.forEach((value, index) => {
      const sum = Math.abs(value + (rest[index] ?? NaN));
      // Of the few numbers that there are one is as near as twice the bits say; f16 has subnormal remainders.
      const off = Math.min(...exact.map((number) => Math.abs(sum - number)));
      expect(off).toBeLessThanOrEqual(Math.max(2 ** (-2 * bits), storage === "f16" ? 2 ** -25 : 0));
    });
  });
});

test("names differ where matrices do", () => {
  const names = RADICES.flatMap((radix) =>
    DIRECTIONS.flatMap((direction) =>
      [usual(radix), usual(radix).toReversed()].flatMap((weights) =>
        (["rounded", "remainder"] as const).map((part) =>
          matrixName({
            kind: "dft",
            radix,
            direction,
            storage: "f16",
            weights,
            part,
            fragment: unitFragment("mma", radix),
          }),
        ),
      ),
    ),
  );
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]\w*$/);
  expect(names.slice(0, 2)).toEqual(["dft4", "dft4_remainder"]);
});

describe("Hadamard matrices of two neighbours", () => {
  /** The real numbers of all words: of each output, what each input contributes. */
  const realMatrix = (spec: HadamardMatrix): readonly (readonly number[])[] => {
    const words = matrixWords(spec);
    const positions = 2 ** spec.weights.length;
    const perProduct = spec.fragment.words;
    const steps = positions / (4 * perProduct);
    const entry = (output: number, input: number): number => {
      const [block, column] = [Math.floor(output / 8), output % 8];
      const position = Math.floor(input / 2);
      const [step, word] = [Math.floor(position / (4 * perProduct)), Math.floor(position / 4) % perProduct];
      const index = ((block * steps + step) * WARP + column * 4 + (position % 4)) * perProduct + word;
      const bits = words[index] ?? NaN;
      return shortValue(input % 2 === 0 ? bits % 0x10000 : Math.floor(bits / 0x10000), spec.storage);
    };
    const size = 2 * positions;
    return Array.from({ length: size }, (_, output) =>
      Array.from({ length: size }, (__, input) => entry(output, input)),
    );
  };

  test.each([4, 8, 16] as const)("radix %i: every entry is a sign of Sylvester's, scaled", (radix) => {
    for (const vectorRadix of [1, 2] as const)
      for (const entry of [1, 0.25])
        for (const storage of SHORT_STORAGES) {
          // In this order positions are digits.
          const weights = usual(radix);
          const matrix = realMatrix({
            kind: "hadamard",
            radix,
            storage,
            weights,
            vectorRadix,
            entry,
            fragment: unitFragment("mma", radix),
          });
          matrix.forEach((row, output) =>
            row.forEach((value, input) => {
              const digits = (output >> 1) & (input >> 1);
              const neighbours = vectorRadix === 2 ? output & input & 1 : 0;
              const isThere = vectorRadix === 2 || output % 2 === input % 2;
              const ones = [...(2 * digits + neighbours).toString(2)].filter((bit) => bit === "1").length;
              expect(value).toBe(isThere ? entry * (-1) ** ones : 0);
            }),
          );
        }
  });

  test("have names of their own", () => {
    const names = ([4, 8, 16] as const).flatMap((radix) =>
      ([1, 2] as const).flatMap((vectorRadix) =>
        [1, 0.5, 0.125].map((entry) =>
          matrixName({
            kind: "hadamard",
            radix,
            storage: "f16",
            weights: usual(radix),
            vectorRadix,
            entry,
            fragment: unitFragment("mma", radix),
          }),
        ),
      ),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("hadamard16_positions_1_2_4_8_within_by_2_to_minus_3");
  });
});
