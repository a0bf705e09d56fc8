// Enumerates how a length is cut into radices whose butterflies tensor cores compute: as many sixteens as leave the fewest
// butterflies, in several orders. What is no power of two comes first, in radices of the usual kind.
import { MATRIX_RADICES } from "../plan/units.js";
import { promisingRadixLists } from "./radices.js";

/** Orders of the same radices that are tried. */
const ORDERS = 4;
const LARGEST_BITS = Math.log2(Math.max(...MATRIX_RADICES.mma));

/** The lists worth trying; none where no radix of the length is one that tensor cores compute. */
export function matrixRadixLists(length: number): readonly (readonly number[])[] {
  const bits = twosIn(length);
  const sizes = bitLists(bits);
  if (sizes.length === 0) return [];
  const odd = length / 2 ** bits;
  const before = odd === 1 ? [[]] : promisingRadixLists(odd, 1, 1).slice(0, 1);
  return before.flatMap((others) => sizes.map((list) => [...others, ...list.map((bit) => 2 ** bit)]));
}

function twosIn(length: number): number {
  let bits = 0;
  while (length % 2 ** (bits + 1) === 0) bits += 1;
  return bits;
}

/** Lists of 4 and 3, and of one 2 or 1 where these do not do, that add up to so many bits; the fewest, in a few orders. */
function bitLists(bits: number): readonly (readonly number[])[] {
  if (bits < 2) return [];
  const count = Math.ceil(bits / LARGEST_BITS);
  const spare = count * LARGEST_BITS - bits;
  const even = Array.from(
    { length: count },
    (_, index) => LARGEST_BITS - (index < spare % count ? 1 : 0) - Math.floor(spare / count),
  );
  const uneven = [...Array.from({ length: count - 1 }, () => LARGEST_BITS), LARGEST_BITS - spare];
  const kinds = spare > 1 && count > 1 && uneven.every((bit) => bit > 0) ? [even, uneven] : [even];
  return kinds.flatMap(distinctOrders);
}

/** Orders of the same sizes, a few of them. */
export const distinctOrders = (sizes: readonly number[]): readonly (readonly number[])[] =>
  distinct(permutations(sizes)).slice(0, ORDERS);

const permutations = (list: readonly number[]): readonly (readonly number[])[] =>
  list.length <= 1
    ? [list]
    : list.flatMap((item, index) => permutations(list.toSpliced(index, 1)).map((rest) => [item, ...rest]));

const distinct = (lists: readonly (readonly number[])[]): readonly (readonly number[])[] => [
  ...new Map(lists.map((list) => [list.join(), list])).values(),
];
