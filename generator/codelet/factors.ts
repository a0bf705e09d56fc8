// Twiddle-factor inputs: what each must hold, and how the factors that are not inputs are made from those that are.
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import { rootOfUnity, type ComplexNumber } from "../arithmetic/root-of-unity.js";
import { at, invariant } from "../failure/errors.js";
import type { ComplexAlgebra, ComplexExpression } from "./complex.js";
import type { CodeletSpec } from "./spec.js";
import { turn, type Turn } from "./turn.js";

/**
 * The complex value w^power * exp(-2 pi i turn), for the inverse its conjugate, where w = exp(-2 pi i theta) is the
 * base twiddle factor of one butterfly.
 */
export interface Factor {
  readonly power: number;
  readonly turn: Turn;
}

/** Whether twiddles are merged into radix-2 butterflies, which need half as many factors. */
export const isMerged = (spec: CodeletSpec): boolean => spec.twiddle === "pre" && isPowerOfTwo(spec.radix);

const wholePower = (power: number): Factor => ({ power, turn: turn(0, 1) });

/** z(m, k) of radix-two.ts: w^(radix/m) exp(-2 pi i k/m). */
const levelFactor = (radix: number, m: number, k: number): Factor => ({ power: radix / m, turn: turn(k, m) });

/** The factors by which the algorithm multiplies, in the order in which it uses them. */
export function usedFactors(spec: CodeletSpec): readonly Factor[] {
  if (spec.twiddle === "none") return [];
  if (!isMerged(spec)) return Array.from({ length: spec.radix - 1 }, (_, index) => wholePower(index + 1));
  const levels = Array.from({ length: Math.log2(spec.radix) }, (_, level) => 2 ** (level + 1));
  return levels.flatMap((m) => Array.from({ length: Math.max(1, m / 4) }, (_, k) => levelFactor(spec.radix, m, k)));
}

/** The factors that the codelet takes as inputs. */
export function inputFactors(spec: CodeletSpec): readonly Factor[] {
  if (spec.twiddle === "none" || spec.source === "factors") return usedFactors(spec);
  return inputPowers(spec.radix).map(wholePower);
}

/** Every fourfold power: none of the others is more than a square, or a few products, away. */
const inputPowers = (radix: number): readonly number[] => [1, 4, 16].filter((power) => power === 1 || power < radix);

/** w^power = w^a * w^b, or w^a * conj(w^-b) for negative b. */
interface PowerProduct {
  readonly power: number;
  readonly a: number;
  readonly b: number;
}

interface PowerPlan {
  /** Products in an order in which their operands are there. */
  readonly products: readonly PowerProduct[];
  /** Worst relative error of each power, in units of u = 2^-24 (f32) or 2^-53 (f64). */
  readonly errors: ReadonlyMap<number, number>;
}

/** A correctly rounded root has error at most u/2 in either part. */
const INPUT_ERROR = Math.SQRT1_2;

/** Complex multiplication with one fma in each part: 2 u (Jeannerod, Kornerup, Louvet & Muller 2017). */
const PRODUCT_ERROR = 2;

/** c (x + t y): two roundings and the two constants' own. */
const TURN_ERROR = 4;

/**
 * Every power up to the radix as a product of two others, such that each has the smallest error bound: shortest
 * paths, the cheapest power not yet settled first. A conjugate is free, and is the inverse of a number of modulus 1.
 */
function planPowers(radix: number): PowerPlan {
  const errors = new Map<number, number>(inputPowers(radix).map((power) => [power, INPUT_ERROR]));
  const products: PowerProduct[] = [];
  while (Array.from({ length: radix - 1 }, (_, index) => index + 1).some((power) => !errors.has(power))) {
    const known = [...errors.entries()];
    const candidates = known.flatMap(([a, errorA]) =>
      known.flatMap(([b, errorB]) =>
        [b, -b]
          .filter((signed) => a + signed > 0 && a + signed <= radix && !errors.has(a + signed))
          .map((signed) => ({ power: a + signed, a, b: signed, error: errorA + errorB + PRODUCT_ERROR })),
      ),
    );
    const best = candidates.reduce((chosen, candidate) => (candidate.error < chosen.error ? candidate : chosen));
    errors.set(best.power, best.error);
    products.push({ power: best.power, a: best.a, b: best.b });
  }
  return { products, errors };
}

/**
 * An upper bound on the relative error of the factors, in units of the precision's u = 2^-24 or 2^-53. For `factors`
 * that is 0.71. For `powers` it is, before a power-of-two butterfly: 3.4 at radix 4, 4.7 at 8, 7.4 at 16 and 32; otherwise
 * 6.1 at radix 7 and 8 and 11.5 at 31 and 32, the largest. Actual errors are smaller: they grow like the square root of the
 * number of roundings.
 */
export function factorErrorBound(spec: CodeletSpec): number {
  if (spec.twiddle === "none") return 0;
  if (spec.source === "factors") return INPUT_ERROR;
  const { errors } = planPowers(spec.radix);
  const bounds = usedFactors(spec).map(({ power, turn: angle }) => {
    const error = errors.get(power) ?? Infinity;
    return angle.numerator === 0 ? error : error + TURN_ERROR;
  });
  return Math.max(...bounds);
}

/** The factor as an expression of the inputs. Products are made when first asked for, next to their use. */
export type FactorSupply = (factor: Factor) => ComplexExpression;

export function supplyFactors(algebra: ComplexAlgebra, spec: CodeletSpec): FactorSupply {
  const inputs = inputFactors(spec);
  const indexOf = (wanted: Factor): number =>
    inputs.findIndex(
      ({ power, turn: angle }) =>
        power === wanted.power &&
        angle.numerator === wanted.turn.numerator &&
        angle.denominator === wanted.turn.denominator,
    );
  if (spec.source === "factors") {
    return (factor) => {
      invariant(indexOf(factor) >= 0, () => `supplyFactors: w^${factor.power} turned is no input of ${spec.radix}`);
      return algebra.factor(indexOf(factor));
    };
  }

  const { products } = planPowers(spec.radix);
  const powers = new Map<number, ComplexExpression>();
  const power = (exponent: number): ComplexExpression => {
    if (exponent < 0) return algebra.conjugate(power(-exponent));
    const known = powers.get(exponent);
    if (known !== undefined) return known;
    const input = indexOf(wholePower(exponent));
    const value = input >= 0 ? algebra.factor(input) : product(exponent);
    powers.set(exponent, value);
    return value;
  };
  const product = (exponent: number): ComplexExpression => {
    const found = at(
      products,
      products.findIndex((candidate) => candidate.power === exponent),
    );
    return algebra.multiply(power(found.a), power(found.b));
  };
  return ({ power: exponent, turn: angle }) => algebra.rotate(power(exponent), angle);
}

/** The numbers that the codelet's factor inputs must hold for theta = numerator / order, as f64. */
export function factorValues(
  codelet: { readonly spec: CodeletSpec; readonly factors: readonly Factor[] },
  theta: { readonly numerator: number; readonly order: number },
): readonly ComplexNumber[] {
  return codelet.factors.map(({ power, turn: angle }) => {
    // power * numerator/order + angle, over the common denominator.
    const numerator =
      BigInt(power) * BigInt(theta.numerator) * BigInt(angle.denominator) +
      BigInt(angle.numerator) * BigInt(theta.order);
    const value = rootOfUnity(numerator, theta.order * angle.denominator, "f64");
    return codelet.spec.direction === "forward" ? value : { re: value.re, im: value.im === 0 ? 0 : -value.im };
  });
}
