// Rows of half a spectrum begin anywhere in a line of memory, and the mirrors of butterflies run along them backwards. A block that has
// whole rows, one behind the other, puts them into shared memory as they are to lie, and its warps store whole lines from there. In
// numbers: rows of 2049 frequencies begin 8 bytes further on in their line each; r2c of 4096 took 0.263 ms on an H200 so, 0.272 where
// warps stored in the same order and began wherever their rows do, and 0.278 where butterflies stored what they had.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { contentAxis, partsOf, presentElements, type ArrayContent } from "../plan/arrays.js";
import { elementTypeBytes, sameElements, type KernelElements } from "../plan/elements.js";
import { isShort } from "../plan/transform.js";
import { arrayAfter, type DigitSet, type TransformedDigit } from "./digits.js";
import type { Tile } from "./tile.js";

/**
 * Blocks for which a multiprocessor must have room, so that others work while one has all its threads meet twice more: r2c of 8192 with
 * four took 0.300 ms instead of 0.282. Of 126 plans measured on an H200 (test/search/measured/h200-whole-lines.tsv) those of powers of two
 * that have it take 5 % less in the mean; those of other lengths, in whose phases threads wait for each other anyway, 4 % more.
 */
const LEAST_BLOCKS = 8;

/** Half a spectrum with its last frequency, so that rows are odd, and begin anywhere in a line. */
export const isOddSpectrum = (content: ArrayContent | undefined): boolean =>
  content?.kind === "folded" && content.end && partsOf(content) === undefined;

/** Elements of a member of the batch that a block stores in whole lines; undefined if it does not. */
export function wholeLines(
  set: DigitSet,
  {
    digits,
    tile,
    threads,
  }: { readonly digits: readonly TransformedDigit[]; readonly tile: Tile; readonly threads: number },
  { held, output }: KernelElements,
  gpu: Gpu,
): number | undefined {
  const array = arrayAfter(set, set.kernelCount);
  const { axes, content, distance, planar } = array;
  if (!isOddSpectrum(content)) return undefined;
  const isRow = axes.length === 1 && contentAxis(content) === 0 && axes.every(({ stride }) => stride === 1) && !planar;
  const isWhole = set.kernelCount === 1 && tile.grid.length === 0 && digits.length > 1;
  const isEven = digits.every(({ radix }) => isPowerOfTwo(radix)) && !set.turns;
  if (!isRow || !isWhole || !isEven || isShort(set.transform.precision) || !sameElements(held, output))
    return undefined;
  // One frequency more than there are pairs.
  const elements = presentElements(array) + 1;
  const bytes = elements * tile.batchTile * elementTypeBytes(held);
  const hasRoom = LEAST_BLOCKS * bytes <= gpu.sharedBytesPerSm && LEAST_BLOCKS * threads <= gpu.maxThreadsPerSm;
  return distance === elements && hasRoom ? elements : undefined;
}
