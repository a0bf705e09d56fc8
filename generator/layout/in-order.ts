// Numbers of a cosine or sine transform that butterflies leave in another order than they are stored in: the parts of a complex number two or
// four places apart, so that lanes of a warp would have no neighbours. A block that has whole rows of them puts them into shared memory, each
// in its place, and stores them as they lie: first halves of rows as real parts, second halves as imaginary ones. In numbers: of 1024 numbers
// lane j has those that belong at 4 j and 4 j + 2; once they lie in order it stores those at j and at 512 + j.
import { usualStride, type ArrayContent } from "../plan/arrays.js";
import type { Result } from "../failure/result.js";
import type { ElementType } from "../plan/elements.js";
import type { Parts } from "../plan/parts.js";
import { storageBytes } from "../plan/transform.js";
import { digitsAlong, product, type DigitSet, type MemoryLayout } from "./digits.js";
import { rowLength, rowsIn } from "./gathered.js";
import { placePhase, type Phase } from "./phases.js";
import type { Reach } from "./reach.js";
import type { Tile } from "./tile.js";

type Paired = Extract<ArrayContent, { readonly kind: "pairs" }> & { readonly parts: Parts };

/** The content of what a kernel writes if that lies so; undefined if neighbours are neighbours, or rows are not whole. */
export function outOfOrder(set: DigitSet, index: number, tile: Tile, { content, ranges }: Reach): Paired | undefined {
  if (content?.kind !== "pairs" || content.parts === undefined || index < set.kernelCount - 1) return undefined;
  const { parts, axis } = content;
  const array = set.arrays.output.axes[axis];
  const own = digitsAlong(set);
  // Numbers along another axis are columns, and lie beside one another.
  if (own.every((digit) => digit.axis !== axis)) return undefined;
  const held = product(tile.atoms.filter(({ digit }) => own.some(({ name }) => name === digit)));
  const isWhole = own.reduce((length, { radix }) => length * radix, 1) === held && ranges.length === 0;
  const isContiguous = typeof array?.stride === "number" && usualStride(array.stride) === 1;
  return isWhole && isContiguous && !set.turns ? { ...content, parts } : undefined;
}

/** The phase in which a block stores such rows as they lie. */
export const storedInOrder = (tile: Tile, threads: number, output: MemoryLayout): Result<Phase> =>
  placePhase({ tile, threads }, undefined, output);

/** Words of a wavefront: with a place left out after each 32, lanes that reach every second or fourth number meet all banks. */
export const BANKS = 32;

/** Places from one row to the next. */
export const pitchInOrder = (set: DigitSet): number => {
  const numbers = 2 * rowLength(set);
  return numbers + Math.floor(numbers / BANKS);
};

/** What they take in shared memory. */
export const bytesInOrder = (set: DigitSet, tile: Tile, { storage }: ElementType): number =>
  pitchInOrder(set) * rowsIn(set, tile) * storageBytes(storage);

/** Numbers of a row of so many complex ones: first halves, and second ones. */
export const halvesOf = (elements: number): Parts => [
  { map: { kind: "linear", scale: 1, offset: 0 }, sign: "plus", from: 0 },
  { map: { kind: "linear", scale: 1, offset: elements }, sign: "plus", from: 0 },
];
