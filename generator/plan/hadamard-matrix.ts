// Which Hadamard matrix: the noun that the whole compiler uses, and the matrices that there are.
import { at, invariant } from "../failure/errors.js";
import { constructed, square, type Construction, type Signs } from "./hadamard-constructions.js";

export type { Signs } from "./hadamard-constructions.js";

/** Whose matrices of the orders that are no powers of two: those of this program, or those of Dao's fast-hadamard-transform. */
export type MatrixFamily = "standard" | "dao";

export interface HadamardMatrix {
  /** A power of two, whose matrix is Sylvester's, or one of the family's base orders. */
  readonly order: number;
  readonly family: MatrixFamily;
  /** Rows for columns. False where it makes no difference. */
  readonly transposed: boolean;
}

/**
 * What a user chooses: `dao` takes 40 where 40 divides the length (`hadamard_transform_40N`), `dao-20` the matrix of order 20 there
 * too (`hadamard_transform_20N`).
 */
export const HADAMARD_CHOICES = ["standard", "dao", "dao-20"] as const;
export type HadamardChoice = (typeof HADAMARD_CHOICES)[number];

/** How a matrix is made. */
export interface MatrixDefinition {
  readonly construction: Construction;
  /** Rows, then columns, are negated so that the first column and row are all 1. */
  readonly normalised: boolean;
}

/** Symmetric ones where there are such, of Paley's second kind; 40 is 20 times 2. */
const STANDARD: ReadonlyMap<number, Construction> = new Map<number, Construction>([
  [12, { kind: "paley-1", prime: 11, firstRow: 1 }],
  [20, { kind: "paley-1", prime: 19, firstRow: 1 }],
  [28, { kind: "paley-2", prime: 13 }],
  [36, { kind: "paley-2", prime: 17 }],
  [52, { kind: "paley-2", prime: 5, nonresidue: 2 }],
  [60, { kind: "paley-2", prime: 29 }],
  [108, { kind: "paley-2", prime: 53 }],
  [140, { kind: "paley-1", prime: 139, firstRow: 1 }],
  // Found by search among rows that 16 fixes as a multiplier, or permutes: 16 has order 3 modulo 39.
  [
    156,
    {
      kind: "williamson",
      rows: [
        "+---+---+-++-++----++----++-++-+---+---",
        "+-++------++--+-+-++++-+-+--++------++-",
        "+---+--++++----+-+-++-+-+----++++--+---",
        "++--+++-+--++-+----------+-++--+-+++--+",
      ],
    },
  ],
  // Likewise with the multiplier 6, which has order 3 modulo 43. Williamson (1944) found the order.
  [
    172,
    {
      kind: "williamson",
      rows: [
        "+---++--++++-+-+++-++--++-+++-+-++++--++---",
        "++---++++-+--+--++--------++--+--+-++++---+",
        "+++-+-++--+-+-++++-+----+-++++-+-+--++-+-++",
        "++-++++++----+-+--++-++-++--+-+----++++++-+",
      ],
    },
  ],
]);

/** Those of csrc/code_gen.py: had_12_paley, had_20_will, had_28_will and had_40_tpal. */
const DAO: ReadonlyMap<number, Construction> = new Map<number, Construction>([
  [12, { kind: "paley-2", prime: 5 }],
  [20, { kind: "williamson", rows: ["+----", "+----", "++--+", "+-++-"] }],
  [28, { kind: "williamson", rows: ["+------", "++----+", "+-+--+-", "+--++--"] }],
  [40, { kind: "doubled", of: { kind: "paley-1", prime: 19, firstRow: -1 } }],
]);

const STANDARD_ORDERS = [...STANDARD.keys()];

/** Base orders of a choice, the one that is taken where several divide a length first. */
export const baseOrders = (choice: HadamardChoice): readonly number[] => BASE_ORDERS[choice];

const BASE_ORDERS: Readonly<Record<HadamardChoice, readonly number[]>> = {
  standard: STANDARD_ORDERS,
  dao: [12, 28, 40, 20],
  "dao-20": [20],
};

const isPowerOfTwo = (order: number): boolean => Number.isInteger(Math.log2(order));

/** Of a power of two. */
export const sylvester = (order: number): HadamardMatrix => ({ order, family: "standard", transposed: false });

/** What a step of this radix multiplies by. `inverse`: the transposed matrix. */
export function stepMatrix(
  { hadamard, direction }: { readonly hadamard: HadamardChoice; readonly direction: "forward" | "inverse" },
  radix: number,
): HadamardMatrix {
  if (isPowerOfTwo(radix)) return sylvester(radix);
  const plain: HadamardMatrix = {
    order: radix,
    family: hadamard === "standard" ? "standard" : "dao",
    transposed: false,
  };
  return direction === "forward" || isSymmetric(plain) ? plain : { ...plain, transposed: true };
}

/** `12`, `20_dao_transposed`: as part of a name. */
export const matrixName = ({ order, family, transposed }: HadamardMatrix): string =>
  [order, ...(family === "standard" ? [] : [family]), ...(transposed ? ["transposed"] : [])].join("_");

export function isSymmetric(matrix: HadamardMatrix): boolean {
  const signs = signsOf(matrix);
  return signs.every((row, i) => row.every((entry, j) => entry === at(at(signs, j), i)));
}

/** Undefined for powers of two: Sylvester's has -1 where row and column have an odd number of ones in common. */
export function matrixDefinition({ order, family }: HadamardMatrix): MatrixDefinition | undefined {
  if (isPowerOfTwo(order)) return undefined;
  const construction = (family === "standard" ? STANDARD : DAO).get(order);
  invariant(construction !== undefined, () => `hadamard: there is no ${family} matrix of order ${order} here`);
  return { construction, normalised: family === "standard" };
}

/** Its entries. */
export function signsOf(matrix: HadamardMatrix): Signs {
  const name = matrixName(matrix);
  const known = built.get(name) ?? builtMatrix(matrix);
  built.set(name, known);
  return known;
}

/** Whoever needs entries asks for the same few matrices again and again. */
const built = new Map<string, Signs>();

function builtMatrix(matrix: HadamardMatrix): Signs {
  const { order, transposed } = matrix;
  const definition = matrixDefinition(matrix);
  if (definition === undefined) return square(order, (row, column) => (bitCount(row & column) % 2 === 0 ? 1 : -1));
  const raw = constructed(definition.construction);
  const signs = definition.normalised ? normalised(raw) : raw;
  return transposed ? square(order, (row, column) => at(at(signs, column), row)) : signs;
}

/** Rows, then columns, negated so that the first column and row are all 1. */
function normalised(signs: Signs): Signs {
  const rows = signs.map((row) => row.map((value) => value * at(row, 0)));
  const first = at(rows, 0);
  return rows.map((row) => row.map((value, column) => value * at(first, column)));
}

/** Number of ones in binary. */
function bitCount(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
