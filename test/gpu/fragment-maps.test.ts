// The fragment maps are one-to-one, and say what the formulas of the PTX ISA say, which are written out here as they stand there.
import { WARP } from "../../generator/gpu/hardware.js";
import { describe, expect, test } from "vitest";
import {
  columnsOf,
  elementsOf,
  fragmentInstructions,
  fragmentMaps,
  holderOf,
  mapIn,
  placeOf,
  productsOf,
  rowsOf,
  type FragmentMap,
} from "../../generator/gpu/fragment-maps.js";

const nameOf = ({ shape, operand, type }: FragmentMap): string => `${shape} ${operand} ${type}`;
const holders = (map: FragmentMap): readonly { readonly lane: number; readonly element: number }[] =>
  Array.from({ length: WARP * elementsOf(map) }, (_, index) => ({
    lane: index % WARP,
    element: Math.floor(index / WARP),
  }));

/** `%laneid` and the i of a_i, b_i or c_i to the row and the column. */
type Formula = (laneid: number, i: number) => readonly [row: number, col: number];

const quads: Readonly<Record<string, Formula>> = {
  A: (laneid, i) => [laneid < 16 ? laneid % 4 : (laneid % 4) + 4, i],
  B: (laneid, i) => [i, laneid < 16 ? laneid % 4 : (laneid % 4) + 4],
  "C f16": (laneid, i) => [laneid < 16 ? laneid % 4 : (laneid % 4) + 4, i],
  "C f32": (laneid, i) => {
    const X = (laneid & 0b1) + (i & 0b10);
    return [laneid < 16 ? X : X + 4, (i & 0b100) + (laneid & 0b10) + (i & 0b1)];
  },
};

/** With groupID = %laneid >> 2 and threadID_in_group = %laneid % 4. */
const grouped =
  (formula: (groupID: number, threadIDInGroup: number, i: number) => readonly [number, number]): Formula =>
  (laneid, i) =>
    formula(laneid >> 2, laneid % 4, i);

const sums = grouped((groupID, thread, i) => [i < 2 ? groupID : groupID + 8, thread * 2 + (i & 0x1)]);
const small = {
  A: grouped((groupID, thread, i) => [i < 2 ? groupID : groupID + 8, thread * 2 + (i & 0x1)]),
  B: grouped((groupID, thread, i) => [thread * 2 + i, groupID]),
};
const small32 = {
  A: grouped((groupID, thread, i) => [i % 2 === 0 ? groupID : groupID + 8, i < 2 ? thread : thread + 4]),
  B: grouped((groupID, thread, i) => [i === 0 ? thread : thread + 4, groupID]),
};
const large = {
  A: grouped((groupID, thread, i) => [
    (0 <= i && i < 2) || (4 <= i && i < 6) ? groupID : groupID + 8,
    i < 4 ? thread * 2 + (i & 0x1) : thread * 2 + (i & 0x1) + 8,
  ]),
  B: grouped((groupID, thread, i) => [i < 2 ? thread * 2 + (i & 0x1) : thread * 2 + (i & 0x1) + 8, groupID]),
};

const documented: Readonly<Record<string, Formula | undefined>> = {
  "m8n8k4 A f16": quads["A"],
  "m8n8k4 B f16": quads["B"],
  "m8n8k4 C f16": quads["C f16"],
  "m8n8k4 C f32": quads["C f32"],
  "m16n8k8 A f16": small.A,
  "m16n8k8 A bf16": small.A,
  "m16n8k8 A tf32": small32.A,
  "m16n8k8 B f16": small.B,
  "m16n8k8 B bf16": small.B,
  "m16n8k8 B tf32": small32.B,
  "m16n8k8 C f16": sums,
  "m16n8k8 C f32": sums,
  "m16n8k16 A f16": large.A,
  "m16n8k16 A bf16": large.A,
  "m16n8k16 B f16": large.B,
  "m16n8k16 B bf16": large.B,
  "m16n8k16 C f16": sums,
  "m16n8k16 C f32": sums,
};

test("every documented operand has one map", () => {
  expect(fragmentMaps.map(nameOf).sort()).toEqual(Object.keys(documented).sort());
});

describe.each(fragmentMaps.map((map) => [nameOf(map), map] as const))("%s", (name, map) => {
  const [, rows = 0, columns = 0, depth = 0] = (/^m(\d+)n(\d+)k(\d+)$/.exec(map.shape) ?? []).map(Number);

  test("has the extents of its shape", () => {
    const extents = { A: [rows, depth], B: [depth, columns], C: [rows, columns] }[map.operand];
    expect([rowsOf(map), columnsOf(map)]).toEqual(extents);
    expect(productsOf(map)).toBe(map.shape === "m8n8k4" ? 4 : 1);
  });

  test("holds every element of the matrix once, and its inverse finds it", () => {
    const places = holders(map).map(({ lane, element }) => placeOf(map, lane, element));
    const numbers = places.map(({ row, column, product }) => (product * rowsOf(map) + row) * columnsOf(map) + column);
    expect([...numbers].sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index));
    expect(places.map((place) => holderOf(map, place))).toEqual(holders(map));
  });

  test("is as the PTX ISA has it", () => {
    for (const { lane, element } of holders(map)) {
      const { row, column, product } = placeOf(map, lane, element);
      expect([row, column], `lane ${lane}, element ${element}`).toEqual(documented[name]?.(lane, element));
      expect(product).toBe(map.shape === "m8n8k4" ? Math.floor((lane % 16) / 4) : 0);
    }
  });
});

test("instructions need what the PTX ISA says, and their operands the least of it", () => {
  const needs = fragmentInstructions.map(({ shape, type, sums: sum, capability }) =>
    [shape, type, sum, capability].join(" "),
  );
  expect(needs).toEqual([
    "m8n8k4 f16 f16 70",
    "m8n8k4 f16 f32 70",
    "m16n8k8 f16 f16 75",
    "m16n8k8 f16 f32 75",
    "m16n8k8 bf16 f32 80",
    "m16n8k8 tf32 f32 80",
    "m16n8k16 f16 f16 80",
    "m16n8k16 f16 f32 80",
    "m16n8k16 bf16 f32 80",
  ]);
  for (const instruction of fragmentInstructions) {
    for (const operand of ["A", "B", "C"] as const) {
      const map = mapIn(instruction, operand);
      expect(map).toMatchObject({ shape: instruction.shape, operand });
      expect(map.capability).toBeLessThanOrEqual(instruction.capability);
    }
  }
});
