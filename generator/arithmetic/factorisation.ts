// Elementary number theory on small positive integers: what decompositions and the prime-factor algorithm need.
// Everything is by trial division; nothing here is meant for numbers above about 2^40.
import { invariant } from "../failure/errors.js";

export interface PrimePower {
  readonly prime: number;
  readonly exponent: number;
}

const requirePositive = (n: number, what: string): void =>
  invariant(Number.isSafeInteger(n) && n >= 1, () => `${what}: ${n} is not a positive integer`);

/** `n` as a product of prime powers, smallest prime first; empty for 1. */
export function primePowers(n: number): readonly PrimePower[] {
  requirePositive(n, "primePowers");
  const powers: PrimePower[] = [];
  let rest = n;
  for (let prime = 2; prime * prime <= rest; prime += prime === 2 ? 1 : 2) {
    let exponent = 0;
    while (rest % prime === 0) {
      rest /= prime;
      exponent += 1;
    }
    if (exponent > 0) powers.push({ prime, exponent });
  }
  return rest > 1 ? [...powers, { prime: rest, exponent: 1 }] : powers;
}

/** The prime factors of `n` with multiplicity, smallest first: 12 is [2, 2, 3]. */
export function primeFactors(n: number): readonly number[] {
  const known = knownFactors.get(n);
  if (known !== undefined) return known;
  const factors = primePowers(n).flatMap(({ prime, exponent }) => Array.from({ length: exponent }, () => prime));
  if (n <= LARGEST_KEPT) knownFactors.set(n, factors);
  return factors;
}

/** Radices and columns are asked for all the time, and are small. */
const LARGEST_KEPT = 1 << 16;
const knownFactors = new Map<number, readonly number[]>();

/** All divisors of `n`, 1 and `n` included, in increasing order. */
export function divisors(n: number): readonly number[] {
  const known = knownDivisors.get(n);
  if (known !== undefined) return known;
  const found = primePowers(n)
    .reduce<readonly number[]>(
      (some, { prime, exponent }) =>
        Array.from({ length: exponent + 1 }, (_, power) => some.map((divisor) => divisor * prime ** power)).flat(),
      [1],
    )
    .toSorted((a, b) => a - b);
  if (knownDivisors.size >= NUMBERS_KEPT) knownDivisors.clear();
  knownDivisors.set(n, found);
  return found;
}

/** What is left of an axis is a divisor of its length, of which there are a few hundred, and is cut again and again. */
const NUMBERS_KEPT = 1 << 12;
const knownDivisors = new Map<number, readonly number[]>();

export const isPrime = (n: number): boolean => primeFactors(n).length === 1;

/** 1, 2, 4, 8 ... */
export const isPowerOfTwo = (n: number): boolean => n >= 1 && Number.isInteger(Math.log2(n));

/** The greatest common divisor, never negative; gcd(0, 0) is 0. */
export function gcd(a: number, b: number): number {
  let [larger, smaller] = [Math.abs(a), Math.abs(b)];
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** The representative of `a` modulo `n` in 0 ... n-1, for negative `a` too. */
export const modulo = (a: number, n: number): number => ((a % n) + n) % n;

/** The x in 0 ... n-1 with a*x = 1 modulo n; `a` and `n` must be coprime. (Extended Euclid.) */
export function inverseModulo(a: number, n: number): number {
  requirePositive(n, "inverseModulo");
  let [remainder, next] = [n, modulo(a, n)];
  let [coefficient, nextCoefficient] = [0, 1];
  while (next !== 0) {
    const quotient = Math.floor(remainder / next);
    [remainder, next] = [next, remainder - quotient * next];
    [coefficient, nextCoefficient] = [nextCoefficient, coefficient - quotient * nextCoefficient];
  }
  invariant(remainder === 1, () => `inverseModulo: ${a} and ${n} are not coprime`);
  return modulo(coefficient, n);
}
