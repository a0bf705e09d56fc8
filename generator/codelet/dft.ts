// The DFT of any length as mathematics on signals: chooses the algorithm of each length. Counts nothing, prints
// nothing.
import { primePowers, isPowerOfTwo } from "../arithmetic/factorisation.js";
import { at } from "../failure/errors.js";
import type { ComplexAlgebra, Signal } from "./complex.js";
import { cooleyTukey, primeFactor } from "./composite.js";
import { oddPrime } from "./odd-prime.js";
import { radixTwo } from "./radix-two.js";
import { splitRadix } from "./split-radix.js";

/** How the power-of-two part of a length is transformed. The rest of the length leaves no choice. */
export type PowerOfTwoAlgorithm = "split-radix" | "radix-two";

/** The DFT of length n >= 1, in natural order: coprime prime powers apart, then powers of a prime, then the prime. */
export function dft(algebra: ComplexAlgebra, n: number, x: Signal, choice: PowerOfTwoAlgorithm): Signal {
  const inner = (length: number, signal: Signal): Signal => dft(algebra, length, signal, choice);
  if (isPowerOfTwo(n)) return choice === "split-radix" ? splitRadix(algebra, n, x) : radixTwo(algebra, n, x);
  const { prime, exponent } = at(primePowers(n), 0);
  const part = prime ** exponent;
  if (part < n) return primeFactor(algebra, part, n / part, x, inner);
  return exponent === 1 ? oddPrime(algebra, prime, x) : cooleyTukey(algebra, prime, n / prime, x, inner);
}

/** The names and sources of the algorithms that `dft` uses for a length, for a comment. */
export function describeAlgorithm(n: number, choice: PowerOfTwoAlgorithm): string {
  const parts = primePowers(n);
  const odd = parts.filter(({ prime }) => prime > 2);
  const names = [
    ...(parts.length > 1 ? ["prime-factor algorithm (Good 1958)"] : []),
    ...(odd.some(({ exponent }) => exponent > 1) ? ["Cooley-Tukey (1965)"] : []),
    ...(n % 4 === 0
      ? [choice === "split-radix" ? "split radix (Duhamel & Hollmann 1984)" : "radix-2 decimation in time"]
      : []),
    ...(odd.length > 0 ? ["symmetric form for odd primes (Singleton 1969)"] : []),
    ...(odd.some(({ prime }) => prime % 4 === 1) ? ["cosines as a split cyclic convolution (Rader 1968)"] : []),
  ];
  return names.length === 0 ? "the butterfly of two" : names.join(", ");
}
