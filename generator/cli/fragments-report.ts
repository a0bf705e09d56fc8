// The output of `fftgen fragments`: the list of the maps, and one map as a table of the lane of each element.
import { z } from "zod";
import { WARP } from "../gpu/hardware.js";
import {
  columnsOf,
  elementsOf,
  elementsOfRegister,
  holderOf,
  placeOf,
  productsOf,
  rowsOf,
  type FragmentMap,
  type HolderBit,
} from "../gpu/fragment-maps.js";
import { output, type OutputValue } from "./output.js";
import { matrix, paragraph, table } from "./table.js";
import { plural, terminalWidth } from "./terminal.js";

const fragmentBits = z.array(z.strictObject({ of: z.enum(["lane", "element"]), bit: z.int() }));

export const fragmentsOutput = output("fragments", {
  maps: z.array(
    z.strictObject({
      shape: z.string(),
      operand: z.enum(["A", "B", "C"]),
      type: z.enum(["f16", "bf16", "tf32", "f32"]),
      rows: z.int(),
      columns: z.int(),
      products: z.int(),
      elementsPerLane: z.int(),
      elementsPerRegister: z.int(),
      computeCapability: z.string(),
      section: z.string(),
      bits: z.strictObject({ row: fragmentBits, column: fragmentBits, product: fragmentBits }),
      places: z
        .array(z.array(z.strictObject({ row: z.int(), column: z.int(), product: z.int() })))
        .describe("Indexed by lane and by element of the lane."),
    }),
  ),
});

/** Maps with the same bits, which differ in their types only. */
export interface MapGroup {
  readonly map: FragmentMap;
  readonly types: readonly FragmentMap["type"][];
}

/** Groups adjacent maps that differ in their types only. */
export function groupedMaps(maps: readonly FragmentMap[]): readonly MapGroup[] {
  const groups: MapGroup[] = [];
  for (const map of maps) {
    const last = groups.at(-1);
    if (last === undefined || !isSame(last.map, map)) groups.push({ map, types: [map.type] });
    else groups[groups.length - 1] = { map: last.map, types: [...last.types, map.type] };
  }
  return groups;
}

const isSame = (a: FragmentMap, b: FragmentMap): boolean =>
  a.shape === b.shape &&
  a.operand === b.operand &&
  elementsOfRegister(a.type) === elementsOfRegister(b.type) &&
  [a.row, a.column].map(bitsText).join() === [b.row, b.column].map(bitsText).join();

const operandText = ({ operand }: FragmentMap): string => (operand === "C" ? "C, D" : operand);
const capabilityText = (capability: number): string => `${Math.floor(capability / 10)}.${capability % 10}`;

export const listText = (maps: readonly FragmentMap[]): string =>
  table(
    [
      { title: "mma.sync" },
      { title: "operand" },
      { title: "type" },
      { title: "rows", align: "right" },
      { title: "columns", align: "right" },
      { title: "per lane", align: "right" },
      { title: "registers", align: "right" },
      { title: "capability", align: "right" },
      { title: "PTX ISA 9.0" },
    ],
    maps.map((map) => [
      map.shape,
      operandText(map),
      map.type,
      String(rowsOf(map)),
      String(columnsOf(map)),
      String(elementsOf(map)),
      String(elementsOf(map) / elementsOfRegister(map.type)),
      capabilityText(map.capability),
      map.section,
    ]),
  );

/** A title, the bits, and a table of `lane.element`, one line for each row of the matrix. */
export function mapText({ map, types }: MapGroup): string {
  const products = productsOf(map);
  const perRegister = elementsOfRegister(map.type);
  const held = [
    plural(elementsOf(map), "element"),
    `of each lane in ${plural(elementsOf(map) / perRegister, "register")}`,
  ].join(" ");
  const title = `${operandText(map)} of ${map.shape}, ${types.join(" or ")}: ${rowsOf(map)}x${columnsOf(map)}, ${held}`;
  const step = holderOf(map, { row: 0, column: 0, product: 1 }).lane;
  const notes = [
    `row     ${bitsText(map.row)}`,
    `column  ${bitsText(map.column)}`,
    ...(products > 1
      ? [
          `product ${bitsText(map.product)}  (${products} at once; the table is that of product 0, product p is ${step} p lanes on)`,
        ]
      : []),
    ...(perRegister > 1 ? [`elements 2 i and 2 i + 1 share register i, the first in its lower half`] : []),
  ];
  const lines = [title, ...notes, "who holds an element, as lane.element:"];
  return [...lines.map((line) => paragraph(line, terminalWidth(), "  ")), "", grid(map)].join("\n");
}

/** The bits, lightest first. */
const bitsText = (bits: readonly HolderBit[]): string =>
  bits.map(({ of, bit }, weight) => `${2 ** weight} * ${of}[${bit}]`).join(" + ");

function grid(map: FragmentMap): string {
  const columns = Array.from({ length: columnsOf(map) }, (_, column) => column);
  return matrix(
    [{ title: "", align: "right" }, ...columns.map((column) => ({ title: String(column), align: "right" }) as const)],
    Array.from({ length: rowsOf(map) }, (_, row) => [
      String(row),
      ...columns.map((column) => {
        const { lane, element } = holderOf(map, { row, column, product: 0 });
        return `${lane}.${element}`;
      }),
    ]),
  );
}

/** The map for programs: `places[lane][element]`. */
export const mapValue = (map: FragmentMap): OutputValue<typeof fragmentsOutput>["maps"][number] => ({
  shape: map.shape,
  operand: map.operand,
  type: map.type,
  rows: rowsOf(map),
  columns: columnsOf(map),
  products: productsOf(map),
  elementsPerLane: elementsOf(map),
  elementsPerRegister: elementsOfRegister(map.type),
  computeCapability: capabilityText(map.capability),
  section: `PTX ISA 9.0, ${map.section}`,
  bits: { row: map.row, column: map.column, product: map.product },
  places: Array.from({ length: WARP }, (_, lane) =>
    Array.from({ length: elementsOf(map) }, (__, element) => placeOf(map, lane, element)),
  ),
});
