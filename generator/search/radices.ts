// Enumerates how a length is cut into radices that have codelets: ordered lists, few radices first, balanced ones first.
import { divisors, isPowerOfTwo, primeFactors } from "../arithmetic/factorisation.js";
import { isRadix, RADICES } from "../plan/radices.js";

const LARGEST = Math.max(...RADICES);

/** The smallest number of radices whose product is the length; undefined if a prime factor has no codelet. */
export function fewestRadices(length: number): number | undefined {
  if (!fewest.has(length)) fewest.set(length, countRadices(length));
  return fewest.get(length);
}

const fewest = new Map<number, number | undefined>();

function countRadices(length: number): number | undefined {
  if (length === 1) return 0;
  if (primeFactors(length).some((prime) => !isRadix(prime))) return undefined;
  for (let count = Math.ceil(Math.log(length) / Math.log(LARGEST) - 1e-9); ; count++) {
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
    if (!isRadix(radix)) continue;
    if (length / radix > LARGEST ** (count - 1)) continue;
    for (const rest of radixLists(length / radix, count - 1)) lists.push([radix, ...rest]);
  }
  cache.set(key, lists);
  return lists;
}

/**
 * The lists worth trying: the fewest radices and one more, the most balanced `limit` of each. The order says at which strides
 * rows begin, which matters where these are no powers of two: then the `limit` counts choices of radices, each in up to
 * `orders` orders.
 */
export function promisingRadixLists(length: number, limit: number, orders: number): readonly (readonly number[])[] {
  const least = fewestRadices(length);
  if (least === undefined) return [];
  const balance = (list: readonly number[]): number => list.reduce((sum, radix) => sum + radix, 0);
  return [least, least + 1].flatMap((count) => {
    const lists = radixLists(length, count).toSorted((a, b) => balance(a) - balance(b));
    if (isPowerOfTwo(length)) return lists.slice(0, limit);
    const kinds = new Map<string, (readonly number[])[]>();
    for (const list of lists) {
      const kind = list.toSorted((a, b) => a - b).join(" ");
      kinds.set(kind, [...(kinds.get(kind) ?? []), list]);
    }
    return [...kinds.values()].slice(0, limit).flatMap((kind) => kind.slice(0, orders));
  });
}
