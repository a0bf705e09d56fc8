import fc from "fast-check";
import { expect, test } from "vitest";
import {
  divisors,
  gcd,
  inverseModulo,
  isPowerOfTwo,
  isPrime,
  modulo,
  primeFactors,
  primePowers,
} from "../../generator/arithmetic/factorisation.js";

const seeded = { seed: 7, numRuns: 300 };

test("prime factors multiply to the number, are primes, and are in order", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (n) => {
      const factors = primeFactors(n);
      expect(factors.reduce((product, prime) => product * prime, 1)).toBe(n);
      expect(factors.toSorted((a, b) => a - b)).toEqual(factors);
      expect(factors.every(isPrime)).toBe(true);
    }),
    seeded,
  );
});

test("a large prime and a large prime square", () => {
  expect(primeFactors(999_999_999_989)).toEqual([999_999_999_989]);
  expect(primePowers(1_000_003 ** 2)).toEqual([{ prime: 1_000_003, exponent: 2 }]);
});

test("divisors are exactly the numbers that divide", () => {
  for (let n = 1; n <= 200; n++) {
    expect(divisors(n)).toEqual(Array.from({ length: n }, (_, i) => i + 1).filter((d) => n % d === 0));
  }
});

test("the primes below 40", () => {
  const primes = Array.from({ length: 40 }, (_, n) => n).filter((n) => n > 0 && isPrime(n));
  expect(primes).toEqual([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]);
});

test("powers of two", () => {
  const powers = [-2, 0, 0.5, 1, 2, 3, 4, 6, 8, 2 ** 40, 2 ** 40 + 1].filter(isPowerOfTwo);
  expect(powers).toEqual([1, 2, 4, 8, 2 ** 40]);
});

test("gcd divides both, and the quotients are coprime", () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 6), max: 10 ** 6 }), fc.integer({ min: 1, max: 10 ** 6 }), (a, b) => {
      const divisor = gcd(a, b);
      expect([modulo(a, divisor), modulo(b, divisor)]).toEqual([0, 0]);
      expect(gcd(a / divisor, b / divisor)).toBe(1);
    }),
    seeded,
  );
});

test("inverses modulo n", () => {
  for (let n = 1; n <= 60; n++) {
    for (let a = -n; a <= n; a++) {
      if (gcd(a, n) === 1) expect(modulo(a * inverseModulo(a, n), n)).toBe(1 % n);
      else expect(() => inverseModulo(a, n)).toThrow(/not coprime/);
    }
  }
});
