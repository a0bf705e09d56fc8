// Which lane of a warp holds which element of the matrices that tensor cores multiply (PTX mma.sync), and in which register.
// Facts only, as documented: PTX ISA 9.0, sections 9.7.14.5.1 (m8n8k4), 9.7.14.5.7 (m16n8k8) and 9.7.14.5.8 (m16n8k16).
// Every bit of a row or a column is one bit of the number of the lane or of the number of the element among those that the
// lane holds, so a map is a list of bits. Whether a GPU agrees is what the program of `fftgen fragments --probe` finds out.
import { at } from "../failure/errors.js";

export type FragmentShape = "m8n8k4" | "m16n8k8" | "m16n8k16";
/** C stands for D too: they lie alike. */
export type FragmentOperand = "A" | "B" | "C";
export type FragmentType = "f16" | "bf16" | "tf32" | "f32";

/** A bit of the lane's number, or of the element's. */
export interface HolderBit {
  readonly of: "lane" | "element";
  readonly bit: number;
}

/** Where one operand lies. Lists of bits begin with the lightest. */
export interface FragmentMap {
  readonly shape: FragmentShape;
  readonly operand: FragmentOperand;
  readonly type: FragmentType;
  /** The least compute capability with the instruction: 70 is 7.0. */
  readonly capability: number;
  /** Of the PTX ISA 9.0. */
  readonly section: string;
  readonly row: readonly HolderBit[];
  readonly column: readonly HolderBit[];
  /** Which of several products at once an element belongs to: m8n8k4 makes four. */
  readonly product: readonly HolderBit[];
}

export interface FragmentPlace {
  readonly row: number;
  readonly column: number;
  readonly product: number;
}

export interface FragmentHolder {
  readonly lane: number;
  /** In the order of the PTX ISA: a0, a1 ... A register of 32 bits holds one, or two of 16 bits, the first below. */
  readonly element: number;
}

/** An mma.sync of the shapes here: A is row-major, B column-major. */
export interface FragmentInstruction {
  readonly shape: FragmentShape;
  /** Of A and B. */
  readonly type: "f16" | "bf16" | "tf32";
  /** Of C and D. */
  readonly sums: "f16" | "f32";
  readonly capability: number;
}

export const FRAGMENT_SHAPES: readonly FragmentShape[] = ["m8n8k4", "m16n8k8", "m16n8k16"];
export const FRAGMENT_OPERANDS: readonly FragmentOperand[] = ["A", "B", "C"];
export const FRAGMENT_TYPES: readonly FragmentType[] = ["f16", "bf16", "tf32", "f32"];

const lane = (bit: number): HolderBit => ({ of: "lane", bit });
const element = (bit: number): HolderBit => ({ of: "element", bit });

/** What the PTX ISA calls groupID and threadID_in_group. */
const GROUP = [lane(2), lane(3), lane(4)] as const;
const IN_GROUP = [lane(0), lane(1)] as const;
/** Of m8n8k4: 4 lanes of the low half of the warp and 4 of the high one make a product. */
const PAIR_OF_QUADS = [lane(2), lane(3)] as const;
const IN_QUADS = [lane(0), lane(1), lane(4)] as const;

type Bits = Pick<FragmentMap, "row" | "column" | "product">;
const bits = (row: readonly HolderBit[], column: readonly HolderBit[], product: readonly HolderBit[] = []): Bits => ({
  row,
  column,
  product,
});

const sumsOf16Rows = bits([...GROUP, element(1)], [element(0), ...IN_GROUP]);

/** By shape: the section of the PTX ISA, and the bits by operand and types. */
const layouts: Readonly<
  Record<
    FragmentShape,
    {
      readonly section: string;
      readonly operands: readonly {
        readonly operand: FragmentOperand;
        readonly types: readonly FragmentType[];
        readonly bits: Bits;
      }[];
    }
  >
> = {
  m8n8k4: {
    section: "9.7.14.5.1",
    operands: [
      { operand: "A", types: ["f16"], bits: bits(IN_QUADS, [element(0), element(1)], PAIR_OF_QUADS) },
      { operand: "B", types: ["f16"], bits: bits([element(0), element(1)], IN_QUADS, PAIR_OF_QUADS) },
      { operand: "C", types: ["f16"], bits: bits(IN_QUADS, [element(0), element(1), element(2)], PAIR_OF_QUADS) },
      {
        operand: "C",
        types: ["f32"],
        bits: bits([lane(0), element(1), lane(4)], [element(0), lane(1), element(2)], PAIR_OF_QUADS),
      },
    ],
  },
  m16n8k8: {
    section: "9.7.14.5.7",
    operands: [
      { operand: "A", types: ["f16", "bf16"], bits: bits([...GROUP, element(1)], [element(0), ...IN_GROUP]) },
      { operand: "A", types: ["tf32"], bits: bits([...GROUP, element(0)], [...IN_GROUP, element(1)]) },
      { operand: "B", types: ["f16", "bf16"], bits: bits([element(0), ...IN_GROUP], GROUP) },
      { operand: "B", types: ["tf32"], bits: bits([...IN_GROUP, element(0)], GROUP) },
      { operand: "C", types: ["f16", "f32"], bits: sumsOf16Rows },
    ],
  },
  m16n8k16: {
    section: "9.7.14.5.8",
    operands: [
      {
        operand: "A",
        types: ["f16", "bf16"],
        bits: bits([...GROUP, element(1)], [element(0), ...IN_GROUP, element(2)]),
      },
      { operand: "B", types: ["f16", "bf16"], bits: bits([element(0), ...IN_GROUP, element(1)], GROUP) },
      { operand: "C", types: ["f16", "f32"], bits: sumsOf16Rows },
    ],
  },
};

export const fragmentInstructions: readonly FragmentInstruction[] = [
  { shape: "m8n8k4", type: "f16", sums: "f16", capability: 70 },
  { shape: "m8n8k4", type: "f16", sums: "f32", capability: 70 },
  { shape: "m16n8k8", type: "f16", sums: "f16", capability: 75 },
  { shape: "m16n8k8", type: "f16", sums: "f32", capability: 75 },
  { shape: "m16n8k8", type: "bf16", sums: "f32", capability: 80 },
  { shape: "m16n8k8", type: "tf32", sums: "f32", capability: 80 },
  { shape: "m16n8k16", type: "f16", sums: "f16", capability: 80 },
  { shape: "m16n8k16", type: "f16", sums: "f32", capability: 80 },
  { shape: "m16n8k16", type: "bf16", sums: "f32", capability: 80 },
];

const typeIn = (instruction: FragmentInstruction, operand: FragmentOperand): FragmentType =>
  operand === "C" ? instruction.sums : instruction.type;

export const fragmentMaps: readonly FragmentMap[] = FRAGMENT_SHAPES.flatMap((shape) =>
  layouts[shape].operands.flatMap(({ operand, types, bits: own }) =>
    types.map((type): FragmentMap => {
      const users = fragmentInstructions.filter((one) => one.shape === shape && typeIn(one, operand) === type);
      const capability = Math.min(...users.map((user) => user.capability));
      return { shape, operand, type, capability, section: layouts[shape].section, ...own };
    }),
  ),
);

/** The map of an operand of an instruction. */
export function mapIn(instruction: FragmentInstruction, operand: FragmentOperand): FragmentMap {
  const type = typeIn(instruction, operand);
  const { shape } = instruction;
  return at(
    fragmentMaps.filter((map) => map.shape === shape && map.operand === operand && map.type === type),
    0,
  );
}

/** Elements of its operand, or of its operands, that a lane holds. */
export const elementsOf = (map: FragmentMap): number =>
  2 ** [...map.row, ...map.column, ...map.product].filter((bit) => bit.of === "element").length;

/** Elements in a register of 32 bits. */
export const elementsOfRegister = (type: FragmentType): number => (type === "f16" || type === "bf16" ? 2 : 1);

export const rowsOf = (map: FragmentMap): number => 2 ** map.row.length;
export const columnsOf = (map: FragmentMap): number => 2 ** map.column.length;
export const productsOf = (map: FragmentMap): number => 2 ** map.product.length;

/** What a lane's element is in the matrix. */
export function placeOf(map: FragmentMap, laneNumber: number, elementNumber: number): FragmentPlace {
  const value = (from: readonly HolderBit[]): number =>
    from.reduce(
      (sum, { of, bit }, weight) => sum + ((((of === "lane" ? laneNumber : elementNumber) >> bit) & 1) << weight),
      0,
    );
  return { row: value(map.row), column: value(map.column), product: value(map.product) };
}

/** Who holds an element of the matrix: the inverse of `placeOf`. */
export function holderOf(map: FragmentMap, { row, column, product }: FragmentPlace): FragmentHolder {
  const part = (of: HolderBit["of"], from: readonly HolderBit[], value: number): number =>
    from.reduce((sum, source, weight) => sum + (source.of === of ? ((value >> weight) & 1) << source.bit : 0), 0);
  const number = (of: HolderBit["of"]): number =>
    part(of, map.row, row) + part(of, map.column, column) + part(of, map.product, product);
  return { lane: number("lane"), element: number("element") };
}
