// Which radices a butterfly of a Fourier transform may have.

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

export const isRadix = (radix: number): boolean => RADICES.includes(radix);

/** `2 to 32 members, or 37, 41, 43, 47, 53, 59 or 61` */
export const RADICES_TEXT = `${SMALLEST_RADIX} to ${LARGEST_RADIX} members, or ${LARGE_PRIMES.slice(0, -1).join(", ")} or ${LARGE_PRIMES.slice(-1).join("")}`;
