// The oracle of the simplifier: arithmetic modulo a prime in which every root of unity that a codelet uses exists.
//
// Two expressions are taken as equal when they agree at one random point (FFTW's genfft, oracle.ml, does so in 50-digit
// arithmetic). In a prime field the evaluation is exact, constants like cos(2 pi/7) included, so no tolerance is
// needed: two different expressions of degree d agree with probability d/p, about 10^-28 (Schwartz 1980).

import type { Turn } from "./turn.js";

/** A prime just below 2^96; the field has roots of unity of every order that divides ROOT_ORDER. */
const PRIME = 79_127_433_600_310_318_904_153_272_801n;

/**
 * lcm(1, 2, ..., 32) times the primes from 37 to 61: with it come all angles of the radices, their halves and their quarter-turn
 * complements.
 */
const ROOT_ORDER = 84_447_634_578_773_019_107_954_400n;

/** An element of the multiplicative group of exactly that order. */
const ROOT = 10_544_945_104_126_929_137_708_365_456n;

export type Residue = bigint;

const reduce = (value: bigint): Residue => ((value % PRIME) + PRIME) % PRIME;

function power(base: Residue, exponent: bigint): Residue {
  let [result, square] = [1n, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

export const addResidues = (a: Residue, b: Residue): Residue => reduce(a + b);
export const negateResidue = (a: Residue): Residue => reduce(-a);
export const multiplyResidues = (a: Residue, b: Residue): Residue => reduce(a * b);

/** Constants are made again and again from the same few numbers. */
function memoised<K>(compute: (key: K) => Residue): (key: K) => Residue {
  const known = new Map<K, Residue>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

/** 1/a, by Fermat's little theorem. Meant for constants: every inverse is kept. */
export const invertResidue = memoised((a: Residue): Residue => power(a, PRIME - 2n));

export const residueOfInteger = (n: number): Residue => reduce(BigInt(n));

/** cos(2 pi turn) = (z + 1/z) / 2 for the root of unity z of that angle. */
export const residueOfCosine = (turn: Turn): Residue =>
  cosineOfStep((BigInt(turn.numerator) * ROOT_ORDER) / BigInt(turn.denominator));

const cosineOfStep = memoised((step: bigint): Residue => {
  const root = power(ROOT, step);
  return multiplyResidues(addResidues(root, invertResidue(root)), invertResidue(2n));
});

/** A fixed pseudo-random element for each name, so that results never depend on the day. (FNV-1a, then a power.) */
export function randomResidue(name: string): Residue {
  let hash = 0xcbf29ce484222325n;
  for (const character of name) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n);
  }
  return power(reduce(hash), 65_537n);
}

/** Of a residue and its opposite, the one that stands for both. */
export const withoutSign = (a: Residue): Residue => (a <= PRIME - a ? a : PRIME - a);

/** Whether every angle of this denominator has a cosine in the field. */
export const isRootOrder = (denominator: number): boolean => ROOT_ORDER % BigInt(denominator) === 0n;
