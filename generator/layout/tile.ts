// Chooses which part of the array one block holds: the digits its kernel transforms, and the columns that make its global
// accesses contiguous. Does not place anything on threads.
import { failure, success, type Result } from "../failure/result.js";
import {
  atomsByStride,
  atomStride,
  atomsOf,
  atomsOfSet,
  BATCH,
  type Atom,
  type Digit,
  type DigitSet,
  type MemoryLayout,
} from "./digits.js";

export interface Tile {
  /** Everything the block holds. */
  readonly atoms: readonly Atom[];
  /** Everything else but the batch: one block for each value. Lightest in the input layout first. */
  readonly grid: readonly Atom[];
  /** Transforms of the batch that share a block. */
  readonly batchTile: number;
  /** Contiguous elements the block reads, and writes, at a time. */
  readonly inputRun: number;
  readonly outputRun: number;
}

/**
 * Fills a block with `columns` independent transforms. Each step extends whichever of the two contiguous runs, of the
 * input or of the output layout, is the shorter, by the lightest atom that is missing in it; the batch comes last. `side`: an atom that
 * it has in any case (mirrored.ts).
 */
export function chooseTile(
  set: DigitSet,
  transformed: readonly Digit[],
  columns: number,
  input: MemoryLayout,
  output: MemoryLayout,
  side?: Atom,
): Result<Tile> {
  const { byInput, byOutput, inTile } = emptyTile(set, transformed, input, output, side);
  const runIn = (order: readonly Atom[], layout: MemoryLayout): number => firstMissing(order, inTile, layout).run;
  let remaining = columns / (side?.size ?? 1);
  if (!Number.isInteger(remaining))
    return failure(`${columns} columns: each comes with its mirror, so that there are two of each`);
  while (remaining > 1) {
    const next = nextColumnAtom(byInput, byOutput, inTile, input, output);
    if (next === undefined) break;
    if (remaining % next.size !== 0) {
      return failure(
        `${columns} columns cannot be cut from digit ${next.digit} of radix ${set.byName.get(next.digit)?.radix ?? 0}`,
      );
    }
    inTile.add(next);
    remaining /= next.size;
  }
  const batchAtoms = atomsOf(BATCH, remaining);
  const grid = byInput.filter((atom) => !inTile.has(atom));
  return success({
    atoms: [...byInput.filter((atom) => inTile.has(atom)), ...batchAtoms],
    grid,
    batchTile: remaining,
    inputRun: runIn(byInput, input) * (grid.length === 0 ? remaining : 1),
    outputRun: runIn(byOutput, output) * (grid.length === 0 ? remaining : 1),
  });
}

/** The tile of the transformed digits alone, and all atoms in the order of the two layouts. */
function emptyTile(
  set: DigitSet,
  transformed: readonly Digit[],
  input: MemoryLayout,
  output: MemoryLayout,
  side: Atom | undefined,
) {
  return {
    byInput: atomsByStride(set, input),
    byOutput: atomsByStride(set, output),
    inTile: new Set<Atom>(
      atomsOfSet(set).filter((atom) => atom === side || transformed.some((digit) => digit.name === atom.digit)),
    ),
  };
}

/** The atom that extends the shorter of the two contiguous runs; undefined once the tile is a whole transform. */
function nextColumnAtom(
  byInput: readonly Atom[],
  byOutput: readonly Atom[],
  inTile: ReadonlySet<Atom>,
  inputLayout: MemoryLayout,
  outputLayout: MemoryLayout,
): Atom | undefined {
  const input = firstMissing(byInput, inTile, inputLayout);
  const output = firstMissing(byOutput, inTile, outputLayout);
  return input.run <= output.run ? input.atom : output.atom;
}

function firstMissing(
  order: readonly Atom[],
  inTile: ReadonlySet<Atom>,
  layout: MemoryLayout,
): { readonly atom: Atom | undefined; readonly run: number } {
  let run = 1;
  for (const atom of order) {
    if (!inTile.has(atom)) return { atom, run };
    // Where rows lie apart a run ends, and none goes on behind it.
    if (atomStride(layout, atom) === run) run *= atom.size;
  }
  return { atom: undefined, run };
}

/** Every number of columns up to `limit` that `chooseTile` could cut, given the order in which it would take atoms. */
export function possibleColumns(
  set: DigitSet,
  transformed: readonly Digit[],
  limit: number,
  input: MemoryLayout,
  output: MemoryLayout,
  side?: Atom,
): readonly number[] {
  const { byInput, byOutput, inTile } = emptyTile(set, transformed, input, output, side);
  let count = side?.size ?? 1;
  if (count > limit) return [];
  const columns: number[] = [count];
  for (;;) {
    const next = nextColumnAtom(byInput, byOutput, inTile, input, output);
    if (next === undefined) break;
    inTile.add(next);
    count *= next.size;
    if (count > limit) return columns;
    columns.push(count);
  }
  // The rest of the block is filled from the batch, by powers of two.
  for (let batchTile = 2; count * batchTile <= limit; batchTile *= 2) columns.push(count * batchTile);
  return columns;
}
