// Twiddle factors as numbers, in double precision.
import { rootMinusOne, rootOfUnity } from "../arithmetic/root-of-unity.js";
import type { Complex } from "../codelet/codelet.js";
import { at, invariant, unreachable } from "../failure/errors.js";
import { rememberedOfTwo } from "../layout/remembered.js";
import { sumValue } from "./coordinates.js";
import { turnUnits, type Twiddle } from "./twiddle.js";
import type { TwiddleTable } from "./twiddle-table.js";

/** The factors of a thread, by number. */
export function factorsOf(twiddle: Twiddle, coordinates: ReadonlyMap<string, number>): (index: number) => Complex {
  const ownRow = sumValue(twiddle.row, coordinates);
  const ownExponent = sumValue(twiddle.exponent, coordinates);
  return (index) => {
    let [rest, row, exponent] = [index, ownRow, ownExponent];
    for (const axis of twiddle.axes) {
      row += (rest % axis.size) * axis.row;
      exponent += (rest % axis.size) * axis.exponent;
      rest = Math.floor(rest / axis.size);
    }
    const { re, im } = factorAt(twiddle, row, exponent);
    return twiddle.direction === "inverse" ? { re, im: -im } : { re, im };
  };
}

function factorAt(twiddle: Twiddle, row: number, exponent: number): Complex {
  const { source, order } = twiddle;
  const turned = (exponent * at(twiddle.rows, row).power + turnUnits(twiddle, row)) % order;
  switch (source.kind) {
    case "table": {
      const { table } = source;
      invariant(
        exponent < table.count && row < table.rows.length,
        () => `evaluate: entry [${row}][${exponent}] outside table ${table.name}`,
      );
      return entryAt(table, row * table.count + exponent);
    }
    case "product":
      return source.parts
        .map(({ table, unit }) => entryAt(table, Math.floor(turned / unit) % table.count))
        .reduceRight(multiplyNearOne);
    case "fast":
      return rootOfUnity(turned, order, "f64");
    default:
      return unreachable(source);
  }
}

/** Each entry is read many times, and its exact arithmetic is slow. */
const entryAt = rememberedOfTwo((table: TwiddleTable, place: number): Complex => {
  const { numerator, denominator } = tableFraction(table, Math.floor(place / table.count), place % table.count);
  return (table.minusOne ? rootMinusOne : rootOfUnity)(numerator, denominator, "f64");
});

/** The fraction of a full turn of one entry of a twiddle table. */
export function tableFraction(
  table: TwiddleTable,
  row: number,
  index: number,
): { readonly numerator: number; readonly denominator: number } {
  const { power, turn } = at(table.rows, row);
  return {
    numerator: power * index * turn.denominator + turn.numerator * table.order,
    denominator: table.order * turn.denominator,
  };
}

/** a (1 + d) */
const multiplyNearOne = (a: Complex, d: Complex): Complex => ({
  re: a.re + a.re * d.re - a.im * d.im,
  im: a.im + a.re * d.im + a.im * d.re,
});
