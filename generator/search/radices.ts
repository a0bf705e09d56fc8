// Enumerates how a length is cut into radices that have codelets: ordered lists, few radices first, balanced ones first.
import { divisors, primeFactors } from "../arithmetic/factorisation.js";
import { LARGEST_RADIX } from "../plan/rules.js";

/** The smallest number of radices whose product is the length; undefined if a prime factor has no codelet. */
export function fewestRadices(length: number): number | undefined {
  if (length === 1) return 0;
  if (primeFactors(length).some((prime) => prime > LARGEST_RADIX)) return undefined;
  for (let count = Math.ceil(Math.log(length) / Math.log(LARGEST_RADIX) - 1e-9); ; count++) {
    if (radixLists(length, count).length > 0) return count;
  }
}

const cache = new Map<string, readonly (readonly number[])[]>();

/** All ordered lists of exactly `count` radices. */
export function radixLists(length: number, count: number): readonly (readonly number[])[] {
  if (count === 0) return length === 1 ? [[]] : [];
  const key = `${length}/${count}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const lists: (readonly number[])[] = [];
  for (const radix of divisors(length)) {
    if (radix < 2 || radix > LARGEST_RADIX) continue;
    if (length / radix > LARGEST_RADIX ** (count - 1)) continue;
    for (const rest of radixLists(length / radix, count - 1)) lists.push([radix, ...rest]);
  }
  cache.set(key, lists);
  return lists;
}

/** The lists worth trying: the fewest radices and one more, the most balanced `limit` of each. */
export function promisingRadixLists(length: number, limit: number): readonly (readonly number[])[] {
  const fewest = fewestRadices(length);
  if (fewest === undefined) return [];
  const balance = (list: readonly number[]): number => list.reduce((sum, radix) => sum + radix, 0);
  return [fewest, fewest + 1].flatMap((count) =>
    radixLists(length, count)
      .toSorted((a, b) => balance(a) - balance(b))
      .slice(0, limit),
  );
}
