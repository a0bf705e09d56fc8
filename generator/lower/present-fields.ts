// Leaves out tiles that have nothing to write, as far as the coordinates of a tile can tell. In numbers: of 512 groups of columns along an
// axis only the first 257 are there; the coordinate that counts them has 257 values instead of 512, and no tile is numbered for others.
import { at } from "../failure/errors.js";
import type { Guard } from "../kernel/access.js";
import type { Atom } from "../layout/digits.js";
import { indexWeight, type Range } from "../layout/reach.js";
import { sumOf, type Field } from "./fields.js";

/** The same coordinates, without the values of each with which nothing of a range is there, whatever the others are. */
export function presentFields(fields: readonly Field[], ranges: readonly Range[]): readonly Field[] {
  let divisor = 1;
  return fields.map((field) => {
    const below = Math.min(field.coordinate.size, ...ranges.map((range) => valuesBelow(field, range)));
    const gap = ranges.map((range) => valuesWithin(fields, field, range)).find(({ count }) => count > 0);
    const skips = gap === undefined || gap.from + gap.count > below ? undefined : gap;
    const size = skips === undefined ? below : below - skips.count;
    const coordinate = { ...field.coordinate, divisor, size, ...(skips === undefined ? {} : { skips }) };
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
    const { from, below, outside } = range;
    if (outside === true) return leavesOut(fields, range) ? [] : [{ sum, from, below, outside }];
    return from > 0 || lastOf(fields, range) >= below ? [{ sum, from, below }] : [];
  });

/** The largest index. */
const lastOf = (fields: readonly Field[], range: Range): number =>
  fields.reduce((index, field) => {
    const { size, skips } = field.coordinate;
    return index + (size - 1 + (skips?.count ?? 0)) * weightOf(field, range);
  }, 0);

/** Whether coordinates have no value within a gap. */
function leavesOut(fields: readonly Field[], range: Range): boolean {
  if (lastOf(fields, range) < range.from) return true;
  const [only, ...others] = fields.filter((field) => weightOf(field, range) > 0);
  if (only === undefined || others.length > 0) return false;
  const weight = weightOf(only, range);
  const { skips } = only.coordinate;
  return skips?.from === Math.ceil(range.from / weight) && skips.from + skips.count === Math.ceil(range.below / weight);
}

function valuesBelow(field: Field, range: Range): number {
  const weight = weightOf(field, range);
  return weight === 0 || range.outside === true ? Infinity : Math.ceil(range.below / weight);
}

/** Values with which an index is within a gap whatever the other coordinates are. */
function valuesWithin(
  fields: readonly Field[],
  field: Field,
  range: Range,
): { readonly from: number; readonly count: number } {
  const weight = weightOf(field, range);
  if (range.outside !== true || weight === 0) return { from: 0, count: 0 };
  const others = fields
    .filter((other) => other !== field)
    .reduce((span, other) => span + (other.coordinate.size - 1) * weightOf(other, range), 0);
  const from = Math.ceil(range.from / weight);
  return { from, count: Math.max(0, Math.ceil((range.below - others) / weight) - from) };
}

/** Atoms of one coordinate continue one another along every range that accesses know. */
const weightOf = ({ atoms }: Field, range: Range): number => indexWeight(range, at<Atom>(atoms, 0));
