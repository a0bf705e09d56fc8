// Whether a kernel may write where it reads: its blocks write what they have read, and so do its threads where nothing makes them wait.
import { at } from "../failure/errors.js";
import { contentAxis } from "../plan/arrays.js";
import { atomStride, sameAtom, type Atom, type DigitSet, type MemoryLayout } from "./digits.js";
import type { Phase } from "./phases.js";
import { reachAlike, unitOf, type Reach } from "./reach.js";
import type { Tile } from "./tile.js";

/**
 * Whether a kernel may run in place. Its blocks must write exactly the elements they read; and where no exchange, and so no
 * barrier, lies between reading and writing, every thread must write exactly the elements it has read.
 */
export function isBlockLocal(
  set: DigitSet,
  [reads, writes]: readonly [reads: Reach, writes: Reach],
  tile: Tile,
  phases: readonly Phase[],
  input: MemoryLayout,
  output: MemoryLayout,
): boolean {
  // A row of real numbers in the registers of a thread stays within the room of the row.
  const along = contentAxis(writes.content);
  const isInRow = (atom: Atom): boolean =>
    along !== undefined &&
    set.byName.get(atom.digit)?.axis === along &&
    phases.every(({ registers }) => registers.some((other) => sameAtom(other, atom)));
  const own = tile.atoms.filter((atom) => !isInRow(atom));
  const fixed = phases.length > 1 ? tile.grid : [...tile.grid, ...own];
  const units = unitOf(reads) / unitOf(writes);
  const apart = apartIn(tile, phases, phases.length > 1);
  return mapsStayWithin(set, [reads, writes], apart) && keepsPlaces(fixed, input, output, units);
}

/** Whether a kernel may that stores a tile when all of it has been fetched. */
export const isTileLocal = (
  set: DigitSet,
  [reads, writes]: readonly [reads: Reach, writes: Reach],
  { grid }: Pick<Tile, "grid">,
  input: MemoryLayout,
  output: MemoryLayout,
): boolean => reachAlike(reads, writes) && mapsStayWithin(set, [writes], grid) && keepsPlaces(grid, input, output);

/** `units`: elements of the output as large as one of the input. */
const keepsPlaces = (atoms: readonly Atom[], input: MemoryLayout, output: MemoryLayout, units = 1): boolean =>
  atoms.every((atom) => atomStride(input, atom) * units === atomStride(output, atom));

/** Where a part of a kernel reads and writes. */
interface Placed {
  readonly set: DigitSet;
  readonly input: MemoryLayout;
  readonly output: MemoryLayout;
  readonly reads: Reach;
  readonly writes: Reach;
  readonly tile: Tile;
  readonly phases: readonly Phase[];
}

/** The same of a kernel of several parts, which reads what the first reads and writes what the last one writes. */
export function staysInPlace(first: Placed, last: Placed, waits = false): boolean {
  const units = unitOf(first.reads) / unitOf(last.writes);
  const keep = (before: readonly Atom[], after: readonly Atom[]): boolean =>
    before.every((atom, index) => atomStride(first.input, atom) * units === atomStride(last.output, at(after, index)));
  const hasExchange = waits || first.phases.length > 1 || last.phases.length > 1;
  return (
    reachAlike(first.reads, last.writes) &&
    mapsStayWithin(first.set, [first.reads], apartIn(first.tile, first.phases, hasExchange)) &&
    mapsStayWithin(last.set, [last.writes], apartIn(last.tile, last.phases, hasExchange)) &&
    keep(first.tile.grid, last.tile.grid) &&
    (hasExchange || keep(first.tile.atoms, last.tile.atoms))
  );
}

/** What tells tiles apart, and threads where none waits for another between reading and writing. */
const apartIn = ({ grid }: Tile, phases: readonly Phase[], hasExchange: boolean): readonly Atom[] =>
  hasExchange ? grid : [...grid, ...phases.flatMap(({ threads }) => threads)];

/**
 * Whether what maps mix belongs to one tile, or to one thread: of nothing that tells those apart. Sequency order mixes the bits of a place;
 * maps of an axis mix all of its index. In numbers: a kernel along X that reads dct-2 of 37 x 3 in the order of both axes takes the row
 * of y from row 2 - y, which is another thread's.
 */
const mapsStayWithin = (set: DigitSet, ends: readonly Reach[], apart: readonly Atom[]): boolean =>
  ends.every(
    ({ map, mapped }) =>
      (map === undefined || apart.every((atom) => set.byName.get(atom.digit)?.kernel === undefined)) &&
      apart.every((atom) => mapped.every(({ weights }) => !weights.has(atom.digit))),
  );
