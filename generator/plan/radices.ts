// Which radices a butterfly of a Fourier transform may have.

import { computedIn, type Transform } from "./transform.js";

/** Butterflies are computed in the registers of one thread: larger ones spill. */
export const SMALLEST_RADIX = 2;
export const LARGEST_RADIX = 32;

/** What no smaller radices can do has butterflies of its own, as far as the registers of a thread go: in f32 67 spills. */
export const LARGE_PRIMES: readonly number[] = [37, 41, 43, 47, 53, 59, 61];

/** All of them, small ones first. */
export const RADICES: readonly number[] = [
  ...Array.from({ length: LARGEST_RADIX - SMALLEST_RADIX + 1 }, (_, index) => SMALLEST_RADIX + index),
  ...LARGE_PRIMES,
];

/** The largest prime that has butterflies: where a number takes four registers of a thread, 37 spills 92 bytes, by ptxas 13.0 (sm_90). */
export const largestPrime = ({ precision }: Pick<Transform, "precision">): number =>
  computedIn(precision) === "f64" ? LARGEST_RADIX - 1 : Math.max(...RADICES);

/** Whether a length consists of primes that have butterflies. */
export const hasButterflies = (length: number, transform: Pick<Transform, "precision">): boolean =>
  isSmooth(length, largestPrime(transform));

/** Whether there is no larger prime in it: by trial division by the few that count, for lengths may be large. */
export function isSmooth(length: number, largest: number): boolean {
  let rest = length;
  for (let factor = 2; factor <= largest; factor++) while (rest % factor === 0) rest /= factor;
  return rest === 1;
}

export const isRadix = (radix: number): boolean => RADICES.includes(radix);

/** `2 to 32 members, or 37, 41, 43, 47, 53, 59 or 61` */
export const RADICES_TEXT = `${SMALLEST_RADIX} to ${LARGEST_RADIX} members, or ${LARGE_PRIMES.slice(0, -1).join(", ")} or ${LARGE_PRIMES.slice(-1).join("")}`;
