// Rows of half a spectrum begin anywhere in a line of memory, and the mirrors of butterflies run along them backwards. A block that has
// whole rows, one behind the other, puts them into shared memory as they are to lie, and its warps store whole lines from there. In
// numbers: rows of 2049 frequencies begin 8 bytes further on in their line each; r2c of 4096 took 0.263 ms on an H200 so, 0.272 where
// warps stored in the same order and began wherever their rows do, and 0.278 where butterflies stored what they had.
import { contentAxis, partsOf, presentElements, type ArrayContent } from "../plan/arrays.js";
import { sameElements, type KernelElements } from "../plan/elements.js";
import { isShort } from "../plan/transform.js";
import { arrayAfter, type DigitSet, type TransformedDigit } from "./digits.js";
import type { Tile } from "./tile.js";

/** Half a spectrum with its last frequency, so that rows are odd, and begin anywhere in a line. */
export const isOddSpectrum = (content: ArrayContent | undefined): boolean =>
  content?.kind === "folded" && content.end && partsOf(content) === undefined;

/** Elements of a member of the batch that a block can store in whole lines; undefined if it cannot. */
export function wholeLines(
  set: DigitSet,
  { digits, tile }: { readonly digits: readonly TransformedDigit[]; readonly tile: Tile },
  { held, output }: KernelElements,
): number | undefined {
  const array = arrayAfter(set, set.kernelCount);
  const { axes, content, distance, planar } = array;
  if (!isOddSpectrum(content)) return undefined;
  const isRow = axes.length === 1 && contentAxis(content) === 0 && axes.every(({ stride }) => stride === 1) && !planar;
  const isWhole = set.kernelCount === 1 && tile.grid.length === 0 && digits.length > 1;
  if (!isRow || !isWhole || set.turns || isShort(set.transform.precision) || !sameElements(held, output))
    return undefined;
  // One frequency more than there are pairs.
  const elements = presentElements(array) + 1;
  return distance === elements ? elements : undefined;
}
