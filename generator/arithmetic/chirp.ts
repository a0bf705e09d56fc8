// The constants of Bluestein's transform: the chirp, and the transform of its conjugate. Squares are reduced in integers: as angles in
// single precision they would be wrong by 6e-4 at 10007. The transform is computed in pairs of doubles, and rounded once.
import { modulo } from "./factorisation.js";
import { FRACTION_BITS } from "./fixed-point.js";
import { pairTransform, type PairArrays } from "./pair-transform.js";
import { fixedRoot, rootOfUnity } from "./root-of-unity.js";
import type { Direction, Precision } from "../plan/transform.js";

export interface ComplexTable {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** k^2 modulo 2n, for any k whose square is no exact double. */
const squareModulo = (k: number, points: number): number => Number((BigInt(k) * BigInt(k)) % BigInt(2 * points));

/** exp(-pi i k^2 / n), for k from 0 to n - 1; conjugated for the inverse. */
export function chirpTable(points: number, direction: Direction, precision: Precision): ComplexTable {
  const sign = direction === "forward" ? 1 : -1;
  const roots = Array.from({ length: points }, (_, k) =>
    rootOfUnity(modulo(sign * squareModulo(k, points), 2 * points), 2 * points, precision),
  );
  return { re: Float64Array.from(roots, ({ re }) => re), im: Float64Array.from(roots, ({ im }) => im) };
}

/** The transform of the conjugate chirp over m elements, those of negative k at their end, divided by m. */
export function chirpSpectrum(points: number, length: number, direction: Direction): ComplexTable {
  const chirp: PairArrays = {
    re: { high: new Float64Array(length), low: new Float64Array(length) },
    im: { high: new Float64Array(length), low: new Float64Array(length) },
  };
  const sign = direction === "forward" ? 1n : -1n;
  for (let k = 0; k < points; k++) {
    const { cos, sin } = fixedRoot(squareModulo(k, points), 2 * points);
    for (const place of k === 0 ? [0] : [k, length - k]) {
      [chirp.re.high[place], chirp.re.low[place]] = pairOf(cos);
      [chirp.im.high[place], chirp.im.low[place]] = pairOf(sign * sin);
    }
  }
  const roots = pairTable(length, (k) => fixedRoot(k, length), -1n);
  return roundedOver(length, pairTransform(chirp, roots));
}

interface FixedRoot {
  readonly cos: bigint;
  readonly sin: bigint;
}

/** So many numbers of magnitude 1; `sign`: of their imaginary parts. */
export function pairTable(length: number, root: (index: number) => FixedRoot, sign: 1n | -1n): PairArrays {
  const table: PairArrays = {
    re: { high: new Float64Array(length), low: new Float64Array(length) },
    im: { high: new Float64Array(length), low: new Float64Array(length) },
  };
  for (let index = 0; index < length; index++) {
    const { cos, sin } = root(index);
    [table.re.high[index], table.re.low[index]] = pairOf(cos);
    [table.im.high[index], table.im.low[index]] = pairOf(sign * sin);
  }
  return table;
}

/** Divided by a number, and rounded. */
export function roundedOver(divisor: number, { re, im }: PairArrays): ComplexTable {
  const rounded = ({ high, low }: PairArrays["re"]): Float64Array =>
    high.map((value, index) => (value + (low[index] ?? 0)) / divisor);
  return { re: rounded(re), im: rounded(im) };
}

/** The double nearest to a number in fixed point, and what is left of it. */
function pairOf(fixed: bigint): readonly [high: number, low: number] {
  const high = Number(fixed) * 2 ** -Number(FRACTION_BITS);
  // No cosine or sine of a table is less than 2^-60, so that this is an integer.
  const rest = fixed - (BigInt(high * 2 ** SCALE_BITS) << (FRACTION_BITS - BigInt(SCALE_BITS)));
  return [high, Number(rest) * 2 ** -Number(FRACTION_BITS)];
}

const SCALE_BITS = 120;
