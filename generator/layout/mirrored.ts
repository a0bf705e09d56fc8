// Columns and their mirrors in one tile. Rows of pairs that are too long for one kernel are cut as any are; the Hermitian step takes
// frequency k and its mirror, and so the kernel that does it holds with each column of k the one in which the mirrors are. In numbers:
// 2^19 pairs are cut in 512 columns k1 of 1024 elements k2, k = k1 + 512 k2. The mirror 2^19 - k of an element of column 5 is in column
// 512 - 5; those of column 0 are in that column itself, and so are those of column 256. A tile of 16 columns has 8 neighbours, those from
// 8 b on, and the mirrors of these; in tile 0, in place of the mirror of 0, the column 256.
//
// Placement counts the columns of a tile by atoms of their digits, as in any tile: one of them, `side`, tells neighbours from mirrors. For
// addresses the number of a column is computed (kernel/columns.ts), and digits are parts of that.
import { contentAxis } from "../plan/arrays.js";
import { failure, success, type Result } from "../failure/result.js";
import { atomsOf, product, sameAtom, transformedDigits, weightAfter, type Atom, type DigitSet } from "./digits.js";
import { rememberedOfTwo } from "./remembered.js";
import type { Tile } from "./tile.js";

export interface MirroredColumns {
  /** What columns are numbered by, the lightest first, and how many there are. */
  readonly atoms: readonly Atom[];
  readonly count: number;
  readonly side: Atom;
}

/** The end of a kernel at which there is a Hermitian step; undefined for others. */
export function foldedEnd({ arrays, kernelCount }: DigitSet, index: number): "input" | "output" | undefined {
  if (index === 0 && arrays.input.content?.kind === "folded") return "input";
  return index === kernelCount - 1 && arrays.output.content?.kind === "folded" ? "output" : undefined;
}

/** The columns of a kernel with a Hermitian step; undefined for other kernels, and where it holds whole rows. */
export const mirroredColumns = rememberedOfTwo((set: DigitSet, index: number): Result<MirroredColumns | undefined> => {
  const end = foldedEnd(set, index);
  if (end === undefined) return success(undefined);
  const axis = contentAxis(set.arrays[end].content);
  const digits = transformedDigits(set).filter((digit) => digit.axis === axis && digit.kernel !== index);
  if (digits.length === 0) return success(undefined);
  const done = end === "input" ? 0 : set.kernelCount;
  const atoms = digits
    .toSorted((a, b) => weightAfter(set, a, done) - weightAfter(set, b, done))
    .flatMap(({ name, radix }) => atomsOf(name, radix));
  const count = product(atoms);
  const side = atoms.findLast(({ size }) => size === 2);
  return side === undefined
    ? failure(`${count} columns and their mirrors: of an odd number one is its own mirror, and has none`)
    : success({ atoms, count, side });
});

/** Neighbouring columns of a tile, the lightest first, and how its blocks count on from there. */
export function columnsOf(
  { atoms, side }: MirroredColumns,
  tile: Pick<Tile, "atoms" | "grid">,
): { readonly near: readonly Atom[]; readonly beyond: readonly Atom[] } {
  const among = (others: readonly Atom[]): readonly Atom[] =>
    atoms.filter((atom) => !sameAtom(atom, side) && others.some((other) => sameAtom(other, atom)));
  return { near: among(tile.atoms), beyond: among(tile.grid) };
}

/** The blocks of a tile's neighbours follow one another. */
export function inColumnOrder<T extends Pick<Tile, "atoms" | "grid">>(tile: T, columns: MirroredColumns): T {
  const { beyond } = columnsOf(columns, tile);
  const others = tile.grid.filter((atom) => !beyond.some((other) => sameAtom(other, atom)));
  return { ...tile, grid: [...beyond, ...others] };
}
