// Butterflies as `mma.sync` holds them, for every instruction of the table: where the maps of the PTX ISA say that the elements of A, B
// and D lie, a product element by element gives what the evaluator says that these lanes and registers hold afterwards.
import { describe, expect, test } from "vitest";
import { butterflyAt, digitAt, matrixWords, positionCount, type MatrixSpec } from "../../generator/codelet/matrix.js";
import { at } from "../../generator/failure/errors.js";
import {
  columnsOf,
  elementsOf,
  fragmentInstructions,
  mapIn,
  placeOf,
  rowsOf,
  type FragmentMap,
} from "../../generator/gpu/fragment-maps.js";
import { fragmentOf, fragmentOfShape, lanesOfButterfly, type Fragment } from "../../generator/gpu/fragments.js";
import { WARP } from "../../generator/gpu/hardware.js";
import { runMatrixButterfly } from "../../generator/kernel/evaluate-matrix.js";
import { shortValue } from "../reference/short-floats.js";

const held = fragmentInstructions.flatMap((instruction): readonly (readonly [string, Fragment])[] => {
  const fragment = fragmentOf(instruction);
  const { shape, type, sums } = instruction;
  return fragment === undefined ? [] : [[`${shape} of ${type}, sums of ${sums}`, fragment]];
});

const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index);

/** Two numbers for each register of each lane: small whole ones, which no format rounds. */
const warpOf = (registers: number): readonly (readonly (readonly [number, number])[])[] =>
  upTo(WARP).map((lane) =>
    upTo(registers).map((register) => [((lane * 7 + register * 5) % 9) - 4, ((lane * 3 + register * 11) % 7) - 3]),
  );

/** Of the bits of an element's number that are bits of its row: which of a lane's butterflies it is. */
const butterflyOf = ({ row }: FragmentMap, element: number): number =>
  row
    .filter(({ of }) => of === "element")
    .reduce((sum, { bit }, weight) => sum + ((element >> bit) % 2) * 2 ** weight, 0);

/** The product by the maps: results in the places of the operands, as sums of whole matrices. */
function byTheMaps(spec: MatrixSpec, warp: readonly (readonly (readonly [number, number])[])[]): number[][][] {
  const { instruction, taken, given, words } = spec.fragment;
  const [a, b, c] = [mapIn(instruction, "A"), mapIn(instruction, "B"), mapIn(instruction, "C")];
  const positions = positionCount(spec);
  const lanes = lanesOfButterfly(spec.fragment);
  const registerOf = (map: FragmentMap, element: number, position: number): number =>
    butterflyOf(map, element) * (positions / lanes) + Math.floor(position / lanes);
  const all = matrixWords(spec);
  const [blocks, steps] = [positions / given, positions / taken];
  const results = warp.map((registers) => registers.map(() => [NaN, NaN]));
  for (let block = 0; block < blocks; block++) {
    const sums = new Map<string, number>();
    for (let step = 0; step < steps; step++) {
      const left = new Map<string, number>();
      for (const lane of upTo(WARP))
        for (const element of upTo(elementsOf(a))) {
          const { row, column, product } = placeOf(a, lane, element);
          const position = taken * step + (column >> 1);
          // What placement relies on.
          expect(position % lanes).toBe(lane % lanes);
          const value = at(at(at(warp, lane), registerOf(a, element, position)), column % 2);
          left.set(`${product} ${row} ${column}`, value);
        }
      for (const lane of upTo(WARP))
        for (const element of upTo(elementsOf(b))) {
          const { row: k, column, product } = placeOf(b, lane, element);
          const word = at(all, ((block * steps + step) * WARP + lane) * words + (element >> 1));
          const entry = shortValue(element % 2 === 0 ? word % 0x10000 : Math.floor(word / 0x10000), spec.storage);
          for (const row of upTo(rowsOf(a))) {
            const key = `${product} ${row} ${column}`;
            sums.set(key, (sums.get(key) ?? 0) + (left.get(`${product} ${row} ${k}`) ?? NaN) * entry);
          }
        }
    }
    for (const lane of upTo(WARP))
      for (const element of upTo(elementsOf(c))) {
        const { row, column, product } = placeOf(c, lane, element);
        const position = given * block + (column >> 1);
        expect(position % lanes).toBe(lane % lanes);
        const register = at(at(results, lane), registerOf(c, element, position));
        register[column % 2] = sums.get(`${product} ${row} ${column}`) ?? NaN;
      }
  }
  return results;
}

test("these hold butterflies whose results lie where the operands were", () => {
  expect(held.map(([name]) => name)).toEqual([
    "m8n8k4 of f16, sums of f16",
    "m16n8k8 of f16, sums of f16",
    "m16n8k8 of f16, sums of f32",
    "m16n8k8 of bf16, sums of f32",
    "m16n8k16 of f16, sums of f16",
    "m16n8k16 of f16, sums of f32",
    "m16n8k16 of bf16, sums of f32",
  ]);
});

test("what they hold, as the PTX ISA draws it", () => {
  const facts = ({ laneBits, butterflies, taken, given, words }: Fragment): readonly number[] => [
    laneBits,
    butterflies,
    taken,
    given,
    words,
  ];
  expect(facts(fragmentOfShape("m16n8k16", "f32"))).toEqual([2, 2, 8, 4, 2]);
  expect(facts(fragmentOfShape("m16n8k8", "f32"))).toEqual([2, 2, 4, 4, 1]);
  expect(facts(fragmentOfShape("m8n8k4", "f16"))).toEqual([0, 1, 2, 4, 2]);
  expect(() => fragmentOfShape("m8n8k4", "f32")).toThrow("holds no butterflies");
});

describe.each(held)("%s", (_, fragment) => {
  const radices = [4, 8, 16].filter((radix) => radix >= fragment.taken);

  test.each(radices)("radix %i: the maps and the evaluator agree", (radix) => {
    const weights = upTo(Math.log2(radix)).map((bit) => radix / 2 ** (bit + 1));
    const places = {
      radix,
      storage: fragment.instruction.type === "bf16" ? "bf16" : "f16",
      weights,
      fragment,
    } as const;
    const specs: readonly MatrixSpec[] = [
      { kind: "dft", ...places, direction: "forward", part: "rounded" },
      { kind: "hadamard", ...places, vectorRadix: 2, entry: 0.5 },
    ];
    for (const spec of specs) {
      const registers = (2 * fragment.butterflies * radix) / lanesOfButterfly(fragment);
      const perProduct = registers / 2;
      const warp = warpOf(registers);
      const threads = warp.map((values) => ({
        direction: "forward" as const,
        coordinates: new Map<string, number>(),
        registers: values.map(([re, im]) => (spec.kind === "dft" ? { re, im } : [re, im])),
      }));
      const matrix = { name: "matrix", spec };
      const common = { unit: "mma", remainder: undefined, twiddle: undefined, turned: "after", factor: 1 } as const;
      runMatrixButterfly(threads, { kind: "matrix-butterfly", matrix, registers, ...common });
      for (const first of [0, perProduct]) {
        const expected = byTheMaps(
          spec,
          warp.map((values) => values.slice(first, first + perProduct)),
        );
        expected.forEach((lane, index) =>
          lane.forEach((numbers, register) => {
            const found = at(at(threads, index).registers, first + register);
            const [re, im] = "re" in found ? [found.re, found.im] : found;
            // Entries are rounded to 8 bits at least; there are 16 inputs of 5 at most.
            const near = spec.kind === "hadamard" || radix === 4 ? 1e-12 : 16 * 5 * 2 ** -8;
            expect(Math.abs((numbers[0] ?? NaN) - (re ?? NaN))).toBeLessThan(near);
            expect(Math.abs((numbers[1] ?? NaN) - (im ?? NaN))).toBeLessThan(near);
          }),
        );
      }
    }
  });

  test("every point of every butterfly has its place, and a warp holds as many as the product has rows", () => {
    const map = mapIn(fragment.instruction, "A");
    expect((WARP / lanesOfButterfly(fragment)) * fragment.butterflies).toBe(rowsOf(map) * 2 ** map.product.length);
    expect(2 * fragment.taken).toBe(columnsOf(map));
  });
});

test("a butterfly of fewer points than lanes shares them: positions tell butterflies and points apart", () => {
  const weights = [1, 0];
  expect(upTo(4).map((position) => [butterflyAt({ weights }, position), digitAt({ weights }, position)])).toEqual([
    [0, 0],
    [0, 1],
    [2, 0],
    [2, 1],
  ]);
});
