// Roots of unity, each part correctly rounded: the values of every twiddle table and of every constant of a codelet.
// An angle is an exact fraction of a turn; it is reduced to the first octant before anything is computed, so that the
// exact values 0, +-1 are exact and equal or opposite parts of different roots are equal or opposite bit for bit.
import { invariant } from "../failure/errors.js";
import type { NumberFormat } from "../plan/number-format.js";
import { cosineAndSine, multiplyFixed, ONE, roundFixed, type CosineAndSine } from "./fixed-point.js";

export interface ComplexNumber {
  readonly re: number;
  readonly im: number;
}

/** The largest order: four times it must count in exact JavaScript integers with room to spare. */
export const MAX_ORDER = 2 ** 40;

/**
 * exp(-2 pi i * numerator / order): both parts correctly rounded to nearest in the precision. The numerator may be any
 * integer. (In theory a value could lie so close to the middle of two floats that 192 bits cannot tell; by Niven's
 * theorem none lies on it except the exact ones.)
 */
export function rootOfUnity(numerator: bigint | number, order: number, precision: NumberFormat): ComplexNumber {
  const root = fixedRoot(numerator, order);
  return { re: roundFixed(root.cos, precision), im: roundFixed(-root.sin, precision) };
}

/**
 * exp(-2 pi i * numerator / order) - 1, both parts correctly rounded: for angles near 0 it holds what the root itself would
 * lose to rounding, so that a product with it, a + a d, costs no more accuracy than one addition.
 */
export function rootMinusOne(numerator: bigint | number, order: number, precision: NumberFormat): ComplexNumber {
  const root = fixedRoot(numerator, order);
  return { re: roundFixed(root.cos - ONE, precision), im: roundFixed(-root.sin, precision) };
}

/** The roots with numerators 0 ... count-1: two short tables and one exact product per entry, so linear and cheap. */
export function rootTable(order: number, count: number, precision: NumberFormat): readonly ComplexNumber[] {
  return Array.from({ length: count }, (_, numerator) => rootOfUnity(numerator, order, precision));
}

/** Cosine and sine of 2 pi * numerator / order in fixed point, absolute error below 2^-184. */
export function fixedRoot(numerator: bigint | number, order: number): CosineAndSine {
  invariant(
    Number.isSafeInteger(order) && order >= 1 && order <= MAX_ORDER,
    () => `rootOfUnity: the order must be an integer in 1 ... 2^40, not ${order}`,
  );
  const size = BigInt(order);
  const reduced = Number(((BigInt(numerator) % size) + size) % size);

  // In units of 1/(4 order) of a turn a quarter turn is `order` units, and the complement of an angle is a whole
  // number.
  const quadrant = Math.floor((4 * reduced) / order);
  const acute = 4 * reduced - quadrant * order;
  const root = 2 * acute <= order ? octant(order)(acute) : swapped(octant(order)(order - acute));
  switch (quadrant) {
    case 0:
      return root;
    case 1:
      return { cos: -root.sin, sin: root.cos };
    case 2:
      return { cos: -root.cos, sin: -root.sin };
    default:
      return { cos: root.sin, sin: -root.cos };
  }
}

const swapped = (root: CosineAndSine): CosineAndSine => ({ cos: root.sin, sin: root.cos });

type OctantRoots = (unit: number) => CosineAndSine;

const octants = new Map<number, OctantRoots>();

/** The first octant's roots of an order. The tables of the last few orders are kept. */
function octant(order: number): OctantRoots {
  const known = octants.get(order);
  if (known !== undefined) return known;
  if (octants.size >= 64) octants.clear();
  const made = octantRoots(order);
  octants.set(order, made);
  return made;
}

/**
 * unit -> cosine and sine of unit/(4 order) of a turn, 0 <= unit <= order/2. An angle is coarse + fine with about
 * sqrt(order/2) values of either; their series are summed once each, and a root is the product of two entries.
 */
function octantRoots(order: number): OctantRoots {
  const step = Math.max(1, Math.ceil(Math.sqrt(order / 2)));
  const series = memoised((unit) => cosineAndSine(BigInt(unit), BigInt(4 * order)));
  return (unit) => {
    const fine = unit % step;
    if (fine === unit || fine === 0) return series(unit);
    const [a, b] = [series(unit - fine), series(fine)];
    return {
      cos: multiplyFixed(a.cos, b.cos) - multiplyFixed(a.sin, b.sin),
      sin: multiplyFixed(a.sin, b.cos) + multiplyFixed(a.cos, b.sin),
    };
  };
}

/** Remembers up to 2^16 values: scattered roots of a huge order must not fill the memory. */
function memoised(compute: (unit: number) => CosineAndSine): OctantRoots {
  const values = new Map<number, CosineAndSine>();
  return (unit) => {
    const known = values.get(unit);
    if (known !== undefined) return known;
    if (values.size >= 2 ** 16) values.clear();
    const value = compute(unit);
    values.set(unit, value);
    return value;
  };
}
