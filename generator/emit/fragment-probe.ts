// Prints the program that checks on a GPU whether the fragment maps of mma.sync are as documented.
import {
  columnsOf,
  elementsOf,
  elementsOfRegister,
  fragmentInstructions,
  fragmentMaps,
  FRAGMENT_OPERANDS,
  mapIn,
  productsOf,
  rowsOf,
  type FragmentInstruction,
  type FragmentMap,
  type HolderBit,
} from "../gpu/fragment-maps.js";
import type { GeneratedFile } from "./files.js";
import { render } from "./render.js";
import type { FragmentProbeView } from "./views.js";

const LANE_BITS = 5;

export const fragmentProbe = (): GeneratedFile => ({
  path: "fragment_probe.cu",
  text: render("fragment-probe.cu", {
    instructions: fragmentInstructions.map(instructionView),
    maps: fragmentMaps.map((map) => ({
      name: `${map.shape} ${map.operand} ${map.type}`,
      operand: map.operand.toLowerCase(),
      capability: String(map.capability),
      probes: `{${usersOf(map)
        .map((user) => `probe<${nameOf(user)}>`)
        .join(", ")}}`,
    })),
  }),
});

const nameOf = ({ shape, type, sums }: FragmentInstruction): string => `${shape}_${type}_${sums}`;

const usersOf = (map: FragmentMap): readonly FragmentInstruction[] =>
  fragmentInstructions.filter((instruction) =>
    FRAGMENT_OPERANDS.some((operand) => mapIn(instruction, operand) === map),
  );

const registersOf = (map: FragmentMap): number => elementsOf(map) / elementsOfRegister(map.type);

function instructionView(instruction: FragmentInstruction): FragmentProbeView["instructions"][number] {
  const { shape, type, sums, capability } = instruction;
  const [a, b, c] = [mapIn(instruction, "A"), mapIn(instruction, "B"), mapIn(instruction, "C")];
  const counts = [registersOf(c), registersOf(a), registersOf(b)] as const;
  const isFloat = sums === "f32";
  const list = (count: number, text: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => text(index)).join(", ");
  /** The registers of an operand after `before` others. */
  const group = (before: number, count: number): string => `{${list(count, (index) => `%${before + index}`)}}`;
  const result = group(0, counts[0]);
  return {
    name: nameOf(instruction),
    capability: String(capability),
    number: type.toUpperCase(),
    sum: sums.toUpperCase(),
    sumRegister: isFloat ? "float" : "unsigned",
    sumRegisters: String(counts[0]),
    aRegisters: String(counts[1]),
    bRegisters: String(counts[2]),
    a: mapText(a),
    b: mapText(b),
    c: mapText(c),
    instruction: `mma.sync.aligned.${shape}.row.col.${sums}.${type}.${type}.${sums}`,
    operands: [result, group(counts[0], counts[1]), group(counts[0] + counts[1], counts[2]), result].join(", "),
    outputs: list(counts[0], (index) => `"+${isFloat ? "f" : "r"}"(d[${index}])`),
    inputs: [list(counts[1], (index) => `"r"(a[${index}])`), list(counts[2], (index) => `"r"(b[${index}])`)].join(", "),
  };
}

/** An initialiser of the program's Map: bits of lane + 32 * element, with the ends of the lists marked. */
function mapText(map: FragmentMap): string {
  const bits = (list: readonly HolderBit[]): string =>
    `{${[...list.map(({ of, bit }) => String(of === "lane" ? bit : LANE_BITS + bit)), "no_bit"].join(", ")}}`;
  const counts = [elementsOf(map), rowsOf(map), columnsOf(map), productsOf(map)].join(", ");
  return `{${counts}, ${bits(map.row)}, ${bits(map.column)}, ${bits(map.product)}}`;
}
