// Which tiles of a kernel have anything to write. In numbers: rows of 512, of which the first 256 are there, in tiles of 32 rows and
// all that is along them: of 16 tiles 8. A tile that does not know which rows it has until digits inside it are summed is taken.
import { product, type Atom } from "./digits.js";
import { indexWeight, type Range, type Reach } from "./reach.js";
import { rememberedOfTwo } from "./remembered.js";
import type { Tile } from "./tile.js";

type Parts = Pick<Tile, "grid" | "atoms">;

/** What more an index can be than the sum of some other atoms' parts of it. */
const spanOf = (range: Range, atoms: readonly Atom[]): number =>
  atoms.reduce((span, atom) => span + (atom.size - 1) * indexWeight(range, atom), 0);

/** Bounds of what the atoms of the grid add to an index, for tiles that have something to write; none where all have. */
export const tilesWithin = ({ ranges }: Reach, { grid, atoms }: Parts): readonly Range[] =>
  ranges
    .filter((range) => grid.some((atom) => indexWeight(range, atom) > 0))
    .flatMap((range): readonly Range[] => {
      const span = spanOf(range, atoms);
      if (range.outside !== true) return [{ ...range, from: Math.max(0, range.from - span) }];
      // A tile is left out where all that it has is.
      const below = range.below - span;
      return below > range.from ? [{ ...range, below }] : [];
    });

/** Of one transform. */
export const presentTiles = rememberedOfTwo((reach: Reach, tile: Parts): number =>
  tilesWithin(reach, tile).reduce((count, range) => {
    const along = tile.grid.filter((atom) => indexWeight(range, atom) > 0);
    const heaviestFirst = along.toSorted((a, b) => indexWeight(range, b) - indexWeight(range, a));
    const within = countWithin(range, heaviestFirst, 0);
    return (count / product(along)) * (range.outside === true ? product(along) - within : within);
  }, product(tile.grid)),
);

/** Values of atoms whose sum and `base` is within bounds; whole ranges of them are not gone through. */
function countWithin(range: Range, atoms: readonly Atom[], base: number): number {
  const [heaviest, ...others] = atoms;
  const last = base + spanOf(range, atoms);
  if (last < range.from || base >= range.below) return 0;
  if (heaviest === undefined || (base >= range.from && last < range.below)) return product(atoms);
  return Array.from({ length: heaviest.size }, (_, value) =>
    countWithin(range, others, base + value * indexWeight(range, heaviest)),
  ).reduce((sum, count) => sum + count, 0);
}
