// Angles as exact fractions of a full turn.
import { gcd, modulo } from "../arithmetic/factorisation.js";

/** The angle 2 pi * numerator / denominator. */
export interface Turn {
  readonly numerator: number;
  readonly denominator: number;
}

/** In lowest terms, from 0 to below 1. */
export function turn(numerator: number, denominator: number): Turn {
  const reduced = modulo(numerator, denominator);
  const divisor = gcd(reduced, denominator);
  return { numerator: reduced / divisor, denominator: denominator / divisor };
}

export const QUARTER_TURN: Turn = turn(1, 4);

export const addTurns = (a: Turn, b: Turn): Turn =>
  turn(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const negateTurn = (a: Turn): Turn => turn(-a.numerator, a.denominator);

/** a < b for turns from 0 to below 1. */
export const isSmallerTurn = (a: Turn, b: Turn): boolean => a.numerator * b.denominator < b.numerator * a.denominator;
