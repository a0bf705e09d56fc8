// Leaves out tiles that have nothing to write, as far as the coordinates of a tile can tell. In numbers: of 512 groups of columns along an
// axis only the first 257 are there; the coordinate that counts them has 257 values instead of 512, and no tile is numbered for others.
import { at } from "../failure/errors.js";
import type { Guard } from "../kernel/access.js";
import type { Atom } from "../layout/digits.js";
import { indexWeight, type Range } from "../layout/reach.js";
import { sumOf, type Field } from "./fields.js";

/** The same coordinates, without the values of each that lie beyond the end of a range whatever the others are. */
export function presentFields(fields: readonly Field[], ranges: readonly Range[]): readonly Field[] {
  let divisor = 1;
  return fields.map((field) => {
    const size = Math.min(field.coordinate.size, ...ranges.map((range) => valuesBelow(field, range)));
    const coordinate = { ...field.coordinate, divisor, size };
    divisor *= size;
    return { ...field, coordinate };
  });
}

/** Tiles, one for each value of the coordinates. */
export const countOf = (fields: readonly Field[]): number =>
  fields.reduce((count, { coordinate }) => count * coordinate.size, 1);

/** Of coordinates that are left, those bounds that some values are still outside of. */
export const guardsOf = (fields: readonly Field[], ranges: readonly Range[]): readonly Guard[] =>
  ranges.flatMap((range) => {
    const sum = sumOf(fields, (atom) => indexWeight(range, atom));
    const last = fields.reduce((index, field) => index + (field.coordinate.size - 1) * weightOf(field, range), 0);
    const { from, below, outside } = range;
    if (outside === true) return last >= from ? [{ sum, from, below, outside }] : [];
    return from > 0 || last >= below ? [{ sum, from, below }] : [];
  });

function valuesBelow(field: Field, range: Range): number {
  const weight = weightOf(field, range);
  return weight === 0 || range.outside === true ? Infinity : Math.ceil(range.below / weight);
}

/** Atoms of one coordinate continue one another along every range that accesses know. */
const weightOf = ({ atoms }: Field, range: Range): number => indexWeight(range, at<Atom>(atoms, 0));
