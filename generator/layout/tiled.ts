// What lies between the two kernels of a plan may lie tile by tile: what one tile of the first kernel writes follows one another, so that
// no segment of its stores is far from the next. The second kernel, whose tiles cut across these, reads what both have in common in one
// piece. In numbers, 2^24 = 4096 * 4096 in tiles of 16 columns of the first kernel, and of the second: between them stand pieces of 16 by
// 16 elements, 2 KiB; the first kernel writes 512 KiB at a stretch, the second reads every 256th piece of 2 KiB. On an H200 both took
// 1.283 ms, and 1.325 ms where rows lie as they do in the input (8 arrays).
import { failure, success, type Result } from "../failure/result.js";
import { isComplex } from "../plan/transform.js";
import {
  arrayAfter,
  atomName,
  atomsByStride,
  atomStride,
  BATCH,
  memoryLayout,
  product,
  transformedDigits,
  type Atom,
  type DigitSet,
  type MemoryLayout,
} from "./digits.js";
import { inColumnOrder, mirroredColumns, sideOf } from "./mirrored.js";
import { rememberedOfTwo } from "./remembered.js";
import { chooseTile, type Tile } from "./tile.js";

/** The layout that kernel `kernelsDone` reads and the one before it writes, as the schedules have it. */
export const scheduledLayout = rememberedOfTwo((set: DigitSet, kernelsDone: number): MemoryLayout =>
  kernelsDone === 1 && set.tiledBy !== undefined ? tileByTile(set, set.tiledBy) : memoryLayout(set, kernelsDone),
);

/** The tile of a kernel: that of the first has the columns that it would have were rows left as they are. */
export function scheduledTile(set: DigitSet, index: number, columns: number): Result<Tile> {
  const tiles = tilesOf(set, index);
  const known = tiles.get(columns);
  if (known !== undefined) return known;
  const tile = placedTile(set, index, columns);
  tiles.set(columns, tile);
  return tile;
}

const tilesOf = rememberedOfTwo((_set: DigitSet, _index: number) => new Map<number, Result<Tile>>());

function placedTile(set: DigitSet, index: number, columns: number): Result<Tile> {
  const digits = transformedDigits(set).filter(({ kernel }) => kernel === index);
  const mirrored = mirroredColumns(set, index);
  if (!mirrored.ok) return mirrored;
  const chosen = (input: MemoryLayout, output: MemoryLayout): Result<Tile> => {
    const tile = chooseTile(set, digits, columns, input, output, sideOf(mirrored.value));
    if (tile.ok && set.columnsOfStep !== undefined && tile.value.grid.length > 0)
      return failure(
        `a tile of ${columns} columns has not all ${set.columnsOfStep} that a Hermitian step takes together`,
      );
    return tile.ok && mirrored.value.kind !== "none" ? success(inColumnOrder(tile.value, mirrored.value)) : tile;
  };
  if (index > 0 || set.tiledBy === undefined)
    return chosen(scheduledLayout(set, index), scheduledLayout(set, index + 1));
  const possible = checkTiled(set);
  if (!possible.ok) return possible;
  if (mirrored.value.kind !== "none") return failure("tiled: columns and their mirrors are no neighbours");
  const tile = chosen(memoryLayout(set, 0), memoryLayout(set, 1));
  if (!tile.ok) return tile;
  return tile.value.batchTile > 1
    ? failure("tiled: a tile of several arrays of the batch needs no tiled layout")
    : success({ ...tile.value, outputRun: product(tile.value.atoms) });
}

function checkTiled(set: DigitSet): Result<true> {
  if (set.kernelCount !== 2) return failure(`tiled: the first of two kernels can be, not one of ${set.kernelCount}`);
  if (!isComplex(set.transform)) return failure("tiled: Fourier transforms can be");
  const rows = memoryLayout(set, 1);
  let next = 1;
  for (const atom of atomsByStride(set, rows)) {
    if (atomStride(rows, atom) !== next) return failure("tiled: what lies between kernels has gaps, as the output has");
    next *= atom.size;
  }
  return arrayAfter(set, 1).planar
    ? failure("tiled: what lies between kernels has planes, as the output has")
    : success(true);
}

/** Columns first, then what is transformed, lightest in the output first, then one tile after the other. */
function tileByTile(set: DigitSet, columns: number): MemoryLayout {
  const rows = memoryLayout(set, 1);
  const tile = scheduledTile(set, 0, columns);
  if (!tile.ok) return rows;
  const isOwn = ({ digit }: Atom): boolean => set.byName.get(digit)?.kernel === 0;
  const of = (atoms: readonly Atom[], layout: MemoryLayout): readonly Atom[] =>
    atoms.filter(({ digit }) => digit !== BATCH).toSorted((a, b) => atomStride(layout, a) - atomStride(layout, b));
  const order = [
    ...of(
      tile.value.atoms.filter((atom) => !isOwn(atom)),
      rows,
    ),
    ...of(tile.value.atoms.filter(isOwn), memoryLayout(set, 2)),
    ...of(tile.value.grid, rows),
  ];
  const atoms = order.map((atom, index) => [atomName(atom), product(order.slice(0, index))] as const);
  return { digits: rows.digits, atoms: new Map(atoms) };
}
