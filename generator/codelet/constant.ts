// Exact constants: a rational number times powers of cosines of rational angles. They are closed under multiplication
// and division, which is all that the builders and the simplifier need; they are rounded once, when printed or
// evaluated.
import { fixedRoot } from "../arithmetic/root-of-unity.js";
import { divideFixed, multiplyFixed, ONE, roundFixed } from "../arithmetic/fixed-point.js";
import { gcd } from "../arithmetic/factorisation.js";
import { invariant } from "../failure/errors.js";
import type { NumberFormat } from "../plan/transform.js";
import { invertResidue, isRootOrder, multiplyResidues, residueOfCosine, residueOfInteger } from "./residue.js";
import type { Residue } from "./residue.js";
import { addTurns, isSmallerTurn, negateTurn, QUARTER_TURN, turn, type Turn } from "./turn.js";

/** cos(2 pi angle)^exponent, the angle strictly between 0 and a quarter turn. */
interface CosinePower {
  readonly angle: Turn;
  readonly exponent: number;
}

/** numerator / denominator times the powers, which are sorted by angle and have different angles. */
export interface Constant {
  readonly numerator: number;
  readonly denominator: number;
  readonly cosines: readonly CosinePower[];
  /** The value in the oracle's field. */
  readonly residue: Residue;
}

function constant(numerator: number, denominator: number, cosines: readonly CosinePower[]): Constant {
  invariant(
    Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator) && denominator !== 0,
    () => `constant: ${numerator}/${denominator} is not a fraction of safe integers`,
  );
  const divisor = gcd(numerator, denominator) * Math.sign(denominator);
  const [top, bottom] = [numerator / divisor, denominator / divisor];
  const powers = top === 0 ? [] : cosines.filter(({ exponent }) => exponent !== 0);
  const residue = powers.reduce(
    (value, { angle, exponent }) => {
      const base = exponent > 0 ? residueOfCosine(angle) : invertResidue(residueOfCosine(angle));
      return Array.from({ length: Math.abs(exponent) }).reduce<Residue>(
        (power) => multiplyResidues(power, base),
        value,
      );
    },
    multiplyResidues(residueOfInteger(top), invertResidue(residueOfInteger(bottom))),
  );
  return { numerator: top === 0 ? 0 : top, denominator: bottom, cosines: powers, residue };
}

export const rational = (numerator: number, denominator = 1): Constant => constant(numerator, denominator, []);

/** cos(2 pi angle): reduced to the first quadrant, rational where it is rational. */
export function cosineOf(angle: Turn): Constant {
  invariant(isRootOrder(angle.denominator), () => `cosineOf: no oracle for angles of 1/${angle.denominator} of a turn`);
  const half = turn(1, 2);
  if (isSmallerTurn(half, angle)) return cosineOf(negateTurn(angle));
  if (isSmallerTurn(QUARTER_TURN, angle)) return negated(cosineOf(addTurns(half, negateTurn(angle))));
  if (angle.numerator === 0) return rational(1);
  if (angle.denominator === 4) return rational(0);
  if (angle.denominator === 6) return rational(1, 2);
  return constant(1, 1, [{ angle, exponent: 1 }]);
}

/** sin(2 pi angle). */
export const sineOf = (angle: Turn): Constant => cosineOf(addTurns(angle, negateTurn(QUARTER_TURN)));

export const negated = (a: Constant): Constant => constant(-a.numerator, a.denominator, a.cosines);

export function productOf(a: Constant, b: Constant): Constant {
  const exponents = new Map<string, CosinePower>();
  for (const power of [...a.cosines, ...b.cosines]) {
    const key = `${power.angle.numerator}/${power.angle.denominator}`;
    const known = exponents.get(key)?.exponent ?? 0;
    exponents.set(key, { angle: power.angle, exponent: known + power.exponent });
  }
  const cosines = [...exponents.values()].toSorted((x, y) => (isSmallerTurn(x.angle, y.angle) ? -1 : 1));
  return constant(a.numerator * b.numerator, a.denominator * b.denominator, cosines);
}

export function quotientOf(a: Constant, b: Constant): Constant {
  invariant(b.numerator !== 0, () => "quotientOf: division by zero");
  const inverse = b.cosines.map(({ angle, exponent }) => ({ angle, exponent: -exponent }));
  return productOf(a, constant(b.denominator, b.numerator, inverse));
}

/** The sum of two rational constants. Sums of others do not occur: the builders combine those by product formulas. */
export function sumOf(a: Constant, b: Constant): Constant {
  invariant(a.cosines.length + b.cosines.length === 0, () => "sumOf: only rational constants can be added");
  return rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

const knownValues = new WeakMap<Constant, Map<NumberFormat, number>>();

/** The value, rounded once from about 2^-180. */
export function constantValue(a: Constant, precision: NumberFormat): number {
  const values = knownValues.get(a) ?? new Map<NumberFormat, number>();
  knownValues.set(a, values);
  const value = values.get(precision) ?? computeValue(a, precision);
  values.set(precision, value);
  return value;
}

function computeValue(a: Constant, precision: NumberFormat): number {
  const sign = a.numerator < 0 ? -1n : 1n;
  let value = divideFixed(BigInt(Math.abs(a.numerator)) * ONE, BigInt(a.denominator) * ONE);
  for (const { angle, exponent } of a.cosines) {
    const { cos } = fixedRoot(angle.numerator, angle.denominator);
    for (let count = 0; count < Math.abs(exponent); count++) {
      value = exponent > 0 ? multiplyFixed(value, cos) : divideFixed(value, cos);
    }
  }
  return roundFixed(sign * value, precision);
}

/** Whether a number of either precision is exactly this constant: 2, 0.5, 0.25. */
export const isDyadic = (a: Constant): boolean =>
  a.cosines.length === 0 && Number.isInteger(Math.log2(a.denominator)) && Math.abs(a.numerator) < 2 ** 24;

const describeAngle = ({ numerator, denominator }: Turn): string =>
  numerator === 1 ? `2 pi/${denominator}` : `2 pi ${numerator}/${denominator}`;

/** `sin(2 pi/16) / cos(2 pi/16)`: the constant for a comment. */
export function describeConstant(a: Constant): string {
  const name = ({ angle, exponent }: CosinePower): string => {
    const complement = addTurns(QUARTER_TURN, negateTurn(angle));
    const base = isSmallerTurn(complement, angle)
      ? `sin(${describeAngle(complement)})`
      : `cos(${describeAngle(angle)})`;
    return Math.abs(exponent) === 1 ? base : `${base}^${Math.abs(exponent)}`;
  };
  const above = a.cosines.filter(({ exponent }) => exponent > 0).map(name);
  const below = a.cosines.filter(({ exponent }) => exponent < 0).map(name);
  const top = [...(a.numerator === 1 && above.length > 0 ? [] : [`${a.numerator}`]), ...above];
  const bottom = [...(a.denominator === 1 ? [] : [`${a.denominator}`]), ...below];
  const divisor = bottom.length > 1 ? `(${bottom.join(" ")})` : bottom.join("");
  return bottom.length === 0 ? top.join(" ") : `${top.join(" ")} / ${divisor}`;
}
