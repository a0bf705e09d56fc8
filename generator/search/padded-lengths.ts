// Through which longer lengths a transform may go that has no butterflies of its own (plan/bluestein.ts).
import { leastPadded } from "../plan/bluestein.js";
import { primeFactors } from "../arithmetic/factorisation.js";

/** Primes whose butterflies are cheap. */
const LARGEST_FACTOR = 7;
const LARGEST_RADIX = 16;
/** Work on an element beside its butterflies, in butterflies. */
const ACCESSES = 2;
const KEPT = 4;

export const paddedLengths = (points: number): readonly number[] => lengthsFrom(leastPadded(points));

/** The most promising, by elements and the butterflies that each takes part in; the power of two is always among them. */
export function lengthsFrom(least: number): readonly number[] {
  const power = 2 ** Math.ceil(Math.log2(least));
  const found: number[] = [];
  for (let sevens = 1; sevens <= power; sevens *= LARGEST_FACTOR)
    for (let fives = sevens; fives <= power; fives *= 5)
      for (let threes = fives; threes <= power; threes *= 3) {
        const length = threes * 2 ** Math.max(0, Math.ceil(Math.log2(least / threes)));
        if (length >= least && length < power) found.push(length);
      }
  const work = (length: number): number => length * (ACCESSES + butterflies(length));
  return [...found.toSorted((a, b) => work(a) - work(b)).slice(0, KEPT), power];
}

/** How many radices there are at least, about: the largest factors first, each in the first radix that has room. */
function butterflies(length: number): number {
  const radices: number[] = [];
  for (const prime of primeFactors(length).toReversed()) {
    const place = radices.findIndex((radix) => radix * prime <= LARGEST_RADIX);
    if (place < 0) radices.push(prime);
    else radices[place] = (radices[place] ?? 1) * prime;
  }
  return radices.length;
}
