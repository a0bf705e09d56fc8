// Columns and their mirrors in one tile. Rows of pairs that are too long for one kernel are cut as any are; the Hermitian step takes
// frequency k and its mirror, and so the kernel that does it holds with each column of k the one in which the mirrors are. In numbers:
// 2^19 pairs are cut in 512 columns k1 of 1024 elements k2, k = k1 + 512 k2. The mirror 2^19 - k of an element of column 5 is in column
// 512 - 5; those of column 0 are in that column itself, and so are those of column 256. A tile of 16 columns has 8 neighbours, those from
// 8 b on, and the mirrors of these; in tile 0, in place of the mirror of 0, the column 256.
//
// Rows of pairs along one of several dimensions are such columns, too, if the others are transformed before them: the mirrors of row k of
// 512 are in row 512 - k, each at the place of its own mirror. So columns are transformed of pairs, and nothing lies between kernels that
// begins elsewhere than lines do.
//
// Placement counts the columns of a tile by atoms of their digits, as in any tile: one of them, `side`, tells neighbours from mirrors. For
// addresses the number of a column is computed (lower/columns.ts), and digits are parts of that.
import { at, invariant } from "../failure/errors.js";
import { failure, success, type Result } from "../failure/result.js";
import { contentAxis, partsOf } from "../plan/arrays.js";
import {
  atomsOf,
  product,
  sameAtom,
  transformedDigits,
  weightAfter,
  type Atom,
  type DigitSet,
  type TransformedDigit,
} from "./digits.js";
import { rememberedOfTwo } from "./remembered.js";
import type { Tile } from "./tile.js";

/**
 * How many columns there are; along several dimensions, the lightest first: column c + 64 d is in place c of 64 and d. Its mirror has the
 * mirror along each. Even numbers.
 */
export type ColumnCounts = readonly number[];

export const columnCount = (counts: ColumnCounts): number => counts.reduce((product, count) => product * count, 1);

/** Rows along other dimensions. */
export interface MirroredRows {
  /** How many columns of them there are along each. */
  readonly counts: ColumnCounts;
  /**
   * So many rows in each column, where the kernel has the heaviest part of a dimension, too: of 256 rows 8 columns, 2 + 8 i those of
   * column 2. Of which that dimension is one, if it has columns: its place among these.
   */
  readonly inside: {
    readonly count: number;
    readonly along: number | undefined;
    /** Blocks of a cluster that share the rows of a column, by the heaviest digit of their numbers, of this radix; or one, of all rows. */
    readonly blocks: number;
    readonly radix: number;
  };
}

/** Rows inside a column that one block has. */
export const rowsInBlock = ({ inside: { count, blocks } }: MirroredRows): number => count / blocks;

export type Columns = NoColumns | MirroredColumns;

/** Of a kernel without a Hermitian step, or one that has whole rows. */
export interface NoColumns {
  readonly kind: "none";
  readonly atoms: readonly [];
  readonly inside: readonly [];
}

export const NONE: NoColumns = { kind: "none", atoms: [], inside: [] };

export interface MirroredColumns {
  /** What columns are numbered by, the lightest first. */
  readonly atoms: readonly Atom[];
  /** Parts of rows, `along` them, or columns of rows `across` other dimensions. */
  readonly kind: "along" | "across";
  readonly rows: MirroredRows;
  /** What rows inside a column are numbered by. */
  readonly inside: readonly Atom[];
  readonly side: Atom;
}

/** Dimensions that rows may be counted along. */
const MOST_ACROSS = 2;

/** The end of a kernel at which there is a Hermitian step; undefined for others. */
export function foldedEnd({ arrays, kernelCount }: DigitSet, index: number): "input" | "output" | undefined {
  if (index === 0 && arrays.input.content?.kind === "folded") return "input";
  return index === kernelCount - 1 && arrays.output.content?.kind === "folded" ? "output" : undefined;
}

/** Of a kernel that has all rows, which blocks of a cluster may share. */
export const NO_COLUMNS = "rows of pairs and all other dimensions: no columns are left, nor their mirrors";

/** The columns of a kernel with a Hermitian step. */
export const mirroredColumns = rememberedOfTwo((set: DigitSet, index: number): Result<Columns> => {
  const end = foldedEnd(set, index);
  if (end === undefined) return success(NONE);
  const { content } = set.arrays[end];
  const axis = contentAxis(content);
  const [along, across] = partition(transformedDigits(set), (digit) => digit.axis === axis);
  const columns = along.filter(({ kernel }) => kernel !== index);
  // What are real numbers along each dimension is transformed along each by itself.
  if (across.length === 0 || partsOf(content) !== undefined) return numbered(set, "along", end, columns, []);
  if (columns.length > 0)
    return failure("rows of pairs along one of several dimensions are transformed by one kernel, whole");
  const [inside, outside] = partition(across, ({ kernel }) => kernel === index);
  if (new Set(inside.map((digit) => digit.axis)).size > 1)
    return failure("a kernel with a Hermitian step transforms at most one other dimension");
  if (outside.length === 0) return set.kernelCount === 1 ? success(NONE) : failure(NO_COLUMNS);
  return numbered(set, "across", end, outside, inside);
});

/**
 * Those of a kernel on a cluster that holds whole rows, of these digits: where the Hermitian step comes last, what has been transformed
 * before blocks send, and where it comes first, what is transformed behind that. Each block has so many neighbours, and their mirrors.
 */
export function columnsOnCluster(
  set: DigitSet,
  end: "input" | "output",
  digits: readonly TransformedDigit[],
): Result<MirroredColumns> {
  const axis = contentAxis(set.arrays[end].content);
  const [own, others] = partition(transformedDigits(set), (digit) => digit.axis === axis);
  const isAcross = others.length > 0;
  if (isAcross && (digits.some((digit) => own.includes(digit)) || !others.every((digit) => digits.includes(digit))))
    return failure(
      "on clusters rows of pairs stand on one side of the exchange, and all other dimensions on the other",
    );
  if (new Set(others.map((digit) => digit.axis)).size > 1)
    return failure("on clusters a kernel with a Hermitian step transforms at most one other dimension");
  const columns = numbered(set, isAcross ? "across" : "along", end, digits, []);
  if (!columns.ok) return columns;
  const { value } = columns;
  invariant(value.kind !== "none", () => "layout: a cluster that exchanges before anything is transformed");
  const last = value.atoms.at(-1);
  return last === value.side
    ? success(value)
    : failure(
        "with a Hermitian step the last radix before the exchange of a cluster, or the first one after it, is a power of two",
      );
}

/**
 * Those of a kernel on a cluster of so many blocks that have columns in common, and share the rows inside by the heaviest digit of these:
 * the last one before the exchange, or the first one behind it. A block has a part of the lower half of its values, and where the mirrors
 * of these are. In numbers: of 64 rows 8 h + l, of radix 8, the first of two blocks has h = 0 and 1, and their mirrors 7 and 6; or, where
 * all below is 0, 4, which is its own mirror as 0 is, and 7.
 */
export function columnsOfBlocks(
  columns: MirroredColumns,
  end: "input" | "output",
  digits: readonly TransformedDigit[],
  blocks: number,
): Result<MirroredColumns> {
  const { rows, inside } = columns;
  if (columns.kind === "along" || inside.length === 0)
    return failure(
      "on clusters rows of pairs have columns, and their mirrors, if a part of another dimension is done, too",
    );
  const own = new Set(inside.map(({ digit }) => digit));
  if (digits.length !== own.size || !digits.every(({ name }) => own.has(name)))
    return failure(
      "on clusters rows of pairs stand on one side of the exchange, and parts of another dimension on the other",
    );
  const shared = at(digits, end === "output" ? digits.length - 1 : 0);
  const telling = inside.slice(-1 - Math.log2(blocks));
  if (!telling.every(({ digit, size }) => digit === shared.name && size === 2))
    return failure(
      `radix ${shared.radix} next to the exchange has no factor of 2 times ${blocks}, for as many blocks of conjugate rows`,
    );
  return success({
    ...columns,
    rows: { ...rows, inside: { ...rows.inside, blocks, radix: shared.radix } },
  });
}

/** Whether blocks of a cluster have columns in common, and share the rows of each. */
export const sharesRows = (columns: Columns): boolean => columns.kind !== "none" && columns.rows.inside.blocks > 1;

/** The atom that tells columns from their mirrors, if there are such. */
export const sideOf = (columns: Columns): Atom | undefined => (columns.kind === "none" ? undefined : columns.side);

/** What tells blocks apart that share the rows of columns. */
export const blocksOfRows = (columns: Columns): readonly Atom[] =>
  columns.kind === "none" ? [] : columns.inside.slice(-1 - Math.log2(columns.rows.inside.blocks), -1);

/** What all blocks of a cluster have of columns: both of a column and its mirror, and where they share rows, all columns and both halves. */
export function inEachBlock(columns: Columns): readonly Atom[] {
  const side = sideOf(columns);
  return sharesRows(columns) ? [...columns.atoms, ...columns.inside.slice(-1)] : side === undefined ? [] : [side];
}

function numbered(
  set: DigitSet,
  kind: MirroredColumns["kind"],
  end: "input" | "output",
  digits: readonly TransformedDigit[],
  within: readonly TransformedDigit[],
): Result<Columns> {
  if (digits.length === 0) return success(NONE);
  const done = end === "input" ? 0 : set.kernelCount;
  const numbering = (of: readonly TransformedDigit[]): readonly Atom[] =>
    of
      .toSorted((a, b) => weightAfter(set, a, done) - weightAfter(set, b, done))
      .flatMap(({ name, radix }) => atomsOf(name, radix));
  const axes = [...new Set(digits.map(({ axis }) => axis))].toSorted((a, b) => a - b);
  const byAxis = axes.map((axis) => numbering(digits.filter((digit) => digit.axis === axis)));
  const counts = byAxis.map(product);
  const inside = numbering(within);
  const count = product(inside);
  if (count % 2 !== 0 && count > 1) return failure(`${count} rows in a column: of an odd number one is its own mirror`);
  const place = axes.findIndex((axis) => within.some((digit) => digit.axis === axis));
  const rows: MirroredRows = {
    counts,
    inside: { count, along: place < 0 ? undefined : place, blocks: 1, radix: count },
  };
  if (counts.length > MOST_ACROSS)
    return failure(`rows along ${counts.length} other dimensions and their mirrors: along ${MOST_ACROSS} at most`);
  const odd = counts.find((count) => count % 2 !== 0);
  if (odd !== undefined)
    return failure(`${odd} columns and their mirrors: of an odd number one is its own mirror, and has none`);
  const atoms = byAxis.flat();
  const side = atoms.findLast(({ size }) => size === 2);
  invariant(side !== undefined, () => "layout: an even number of columns without a half");
  return success({ atoms, kind, rows, inside, side });
}

const partition = <T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] => [
  items.filter(isFirst),
  items.filter((item) => !isFirst(item)),
];

/** Neighbouring columns of a tile, the lightest first, and how its blocks count on from there. */
export interface NearColumns {
  readonly near: readonly Atom[];
  readonly beyond: readonly Atom[];
}

export function columnsOf(columns: Columns, tile: Pick<Tile, "atoms" | "grid">): NearColumns {
  const among = (others: readonly Atom[]): readonly Atom[] =>
    columns.atoms.filter((atom) => atom !== sideOf(columns) && others.some((other) => sameAtom(other, atom)));
  return { near: among(tile.atoms), beyond: among(tile.grid) };
}

/** The same of a block of a cluster: columns that another block has are beyond. */
export const columnsInBlock = (
  columns: MirroredColumns,
  tile: Pick<Tile, "atoms">,
  elsewhere: readonly Atom[],
): NearColumns =>
  columnsOf(columns, {
    atoms: tile.atoms.filter((atom) => !elsewhere.some((other) => sameAtom(other, atom))),
    grid: elsewhere,
  });

/** The blocks of a tile's neighbours follow one another. */
export function inColumnOrder<T extends Pick<Tile, "atoms" | "grid">>(tile: T, columns: MirroredColumns): T {
  const { beyond } = columnsOf(columns, tile);
  const others = tile.grid.filter((atom) => !beyond.some((other) => sameAtom(other, atom)));
  return { ...tile, grid: [...beyond, ...others] };
}
