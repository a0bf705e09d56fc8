// Turns a sub-computation's twiddle position into exponents: which root of unity each element is multiplied by.
// Pair (i, m), i < m, of digits of one dimension owes the factor exp(-2 pi i k_i j_m stride_m / extent_i); `tw` at i applies
// it after butterfly i, `pre-tw` at m before butterfly m (Wu & JaJa section 4.1; Cooley & Tukey 1965).
import { at, invariant, unreachable } from "../failure/errors.js";
import type { MirroredAxis } from "../plan/arrays.js";
import { beginsBehindRows } from "../plan/cut-axis.js";
import { transformedDigits, type Atom, type Digit, type DigitSet, type TransformedDigit } from "./digits.js";
import { rememberedOfTwo } from "./remembered.js";

/** w = exp(-2 pi i e / order), e the sum over digits of value times weight. */
export interface Exponent {
  readonly order: number;
  /** Weight of each digit's unit. */
  readonly weights: ReadonlyMap<string, number>;
  /** One more than the largest exponent. */
  readonly count: number;
}

/** The exponent of a digit's base twiddle; undefined when it needs none. */
export const twiddleExponent = rememberedOfTwo((set: DigitSet, digit: TransformedDigit): Exponent | undefined => {
  const { frequencies } = set;
  if (frequencies !== undefined) {
    const { points } = hermitianAxis(set);
    const weights = new Map(frequencies.map(({ name, inPlaceWeight }) => [name, inPlaceWeight] as const));
    return { order: digit.subComputation.radix * points, weights, count: exponentCount(frequencies, weights) };
  }
  const siblings = transformedDigits(set).filter((other) => other.dimension === digit.dimension);
  const weights = new Map<string, number>();
  switch (digit.subComputation.twiddle) {
    case "no-tw":
      return undefined;
    case "pre-tw": {
      const row = rowBefore(set, siblings);
      let natural = row.length;
      for (const other of row.digits) weights.set(other.name, other.inPlaceWeight);
      for (const other of siblings) {
        if (other.ordinal >= digit.ordinal) break;
        if (other.subComputation.twiddle !== "tw") weights.set(other.name, natural);
        natural *= other.radix;
      }
      return { order: natural * digit.radix, weights, count: exponentCount([...row.digits, ...siblings], weights) };
    }
    case "tw":
      for (const other of siblings) {
        if (other.ordinal > digit.ordinal) weights.set(other.name, other.subComputation.stride);
      }
      return { order: digit.subComputation.extent, weights, count: exponentCount(siblings, weights) };
    default:
      return unreachable(digit.subComputation.twiddle);
  }
});

/** What comes before an axis whose first sub-computation is preceded by factors: rows, which are transformed before it (plan/cut-axis.ts). */
function rowBefore(
  set: DigitSet,
  siblings: readonly TransformedDigit[],
): { readonly length: number; readonly digits: readonly Digit[] } {
  if (!siblings.some(({ subComputation }) => beginsBehindRows(subComputation))) return { length: 1, digits: [] };
  return { length: at(set.arrays.between.axes, 0).below, digits: set.digits.filter(({ axis }) => axis === 0) };
}

/** What a Hermitian step of its own has of frequencies. */
export function hermitianAxis({ arrays: { input } }: Pick<DigitSet, "arrays">): MirroredAxis {
  invariant(input.conjugates !== undefined, () => "layout: a Hermitian step of an array without mirrors");
  return input.conjugates;
}

/** The exponents of those digits that have one, by name. */
export function twiddleExponents(set: DigitSet, digits: readonly TransformedDigit[]): ReadonlyMap<string, Exponent> {
  return new Map(
    digits.flatMap((digit): [string, Exponent][] => {
      const exponent = twiddleExponent(set, digit);
      return exponent === undefined ? [] : [[digit.name, exponent]];
    }),
  );
}

const exponentCount = (digits: readonly Digit[], weights: ReadonlyMap<string, number>): number =>
  digits.reduce((sum, digit) => sum + (digit.radix - 1) * (weights.get(digit.name) ?? 0), 1);

export const exponentUse =
  (exponent: Exponent) =>
  (atom: Atom): number =>
    (exponent.weights.get(atom.digit) ?? 0) * atom.weight;
