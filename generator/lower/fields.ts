// Turns atoms placed on thread or block indices into few named coordinates: neighbouring atoms become one coordinate
// wherever every use of them, addresses and twiddle exponents alike, continues linearly.
import { at } from "../failure/errors.js";
import type { RegisterAxis } from "../kernel/access.js";
import type { Coordinate, IndexSource, Sum, Term } from "../kernel/coordinates.js";
import type { TwiddleAxis } from "../kernel/twiddle.js";
import { RESERVED_NAMES } from "../kernel/names.js";
import { atomStride, BATCH, product, sameAtom, type Atom, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import { exponentUse, type Exponent } from "../layout/twiddle-exponents.js";

/** A linear use of atoms: the weight of an atom's unit in an address or exponent; 0 when it has no part in it. */
export type Use = (atom: Atom) => number;

/** The weight of atoms in global memory. */
export const memoryUse =
  (layout: MemoryLayout): Use =>
  (atom) =>
    atomStride(layout, atom);

/** The same within one transform: members of the batch have no part in it. */
export const transformUse =
  (layout: MemoryLayout): Use =>
  (atom) =>
    atom.digit === BATCH ? 0 : atomStride(layout, atom);

/** The weight of atoms that lie side by side, the first one fastest; others have no part in it. */
export const denseUse =
  (atoms: readonly Atom[]): Use =>
  (atom) => {
    const position = atoms.findIndex((other) => sameAtom(other, atom));
    return position < 0 ? 0 : product(atoms.slice(0, position));
  };

export interface Field {
  readonly atoms: readonly Atom[];
  readonly coordinate: Coordinate;
}

/**
 * Coordinates of the atoms of one index, the first atom running fastest. `transformed` says which digits are frequencies by
 * now; `outer` are the coordinates that are in scope already. Of `known`, which other parts of the same step have, names may be taken that
 * mean the same, and no others.
 */
export function fieldsOf(
  set: DigitSet,
  atoms: readonly Atom[],
  source: IndexSource,
  uses: readonly Use[],
  transformed: (digit: string) => boolean,
  outer: readonly Field[] = [],
  known: readonly Coordinate[] = [],
): readonly Field[] {
  const groups: Atom[][] = [];
  for (const atom of atoms) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (group !== undefined && previous !== undefined && continues(set, previous, atom, uses, transformed))
      group.push(atom);
    else groups.push([atom]);
  }
  const taken = new Set([...RESERVED_NAMES, ...outer.map((field) => field.coordinate.name)]);
  let divisor = 1;
  return groups.map((group, index): Field => {
    const size = group.reduce((total, atom) => total * atom.size, 1);
    const reduce = index < groups.length - 1 || source === "block" || source === "tile";
    const others = known.filter(
      (one) => one.source !== source || one.divisor !== divisor || one.size !== size || one.reduce !== reduce,
    );
    const name = uniqueName(fieldName(set, group, transformed), new Set([...taken, ...others.map((one) => one.name)]));
    taken.add(name);
    const coordinate: Coordinate = { name, source, divisor, size, reduce };
    divisor *= size;
    return { atoms: group, coordinate };
  });
}

/** What has no digit of a dimension is counted by itself: the batch, and columns (mirrored.ts). */
const dimensionOf = (set: DigitSet, atom: Atom): string => set.byName.get(atom.digit)?.dimension ?? atom.digit;

function continues(
  set: DigitSet,
  low: Atom,
  high: Atom,
  uses: readonly Use[],
  transformed: (digit: string) => boolean,
): boolean {
  return (
    dimensionOf(set, low) === dimensionOf(set, high) &&
    transformed(low.digit) === transformed(high.digit) &&
    uses.every((use) => use(high) === use(low) * low.size)
  );
}

/**
 * `b` the place in the batch tile, `b2` its twos; `x` a whole dimension, `x2` a digit, `x12` several, `x2_lo`, `x2_mid`, `x2_hi` part of one; a leading k once transformed, as the
 * frequency index is called.
 */
function fieldName(set: DigitSet, atoms: readonly Atom[], transformed: (digit: string) => boolean): string {
  const first = atoms[0];
  if (first === undefined || !set.byName.has(first.digit)) {
    const name = first === undefined || first.digit === BATCH ? "b" : first.digit;
    return first === undefined || first.weight === 1 ? name : `${name}${first.weight}`;
  }
  const dimension = dimensionOf(set, first);
  const prefix = (transformed(first.digit) ? "k" : "") + dimension.toLowerCase();
  const length = set.digits.filter((digit) => digit.dimension === dimension).reduce((n, digit) => n * digit.radix, 1);
  if (atoms.reduce((total, atom) => total * atom.size, 1) === length) return prefix;
  const names = [...new Set(atoms.map((atom) => atom.digit))];
  const ordinals = names.map((name) => set.byName.get(name)?.ordinal ?? 0).toSorted((a, b) => a - b);
  const radices = names.reduce((n, name) => n * (set.byName.get(name)?.radix ?? 1), 1);
  const whole = atoms.reduce((total, atom) => total * atom.size, 1) === radices;
  const last = atoms.at(-1);
  const reachesTop = last !== undefined && last.weight * last.size === set.byName.get(last.digit)?.radix;
  const suffix = whole ? "" : first.weight === 1 ? "_lo" : reachesTop ? "_hi" : "_mid";
  return `${prefix}${ordinals.join("")}${suffix}`;
}

function uniqueName(base: string, taken: ReadonlySet<string>): string {
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
  return name;
}

/** The address or exponent that a use makes of some fields; `by`: in steps of a stride that the caller says. */
export const sumOf = (fields: readonly Field[], use: Use, by?: string): Sum =>
  fields.flatMap((field): Term[] => {
    const lightest = field.atoms[0];
    const weight = lightest === undefined ? 0 : use(lightest);
    if (weight === 0) return [];
    return [{ coordinate: field.coordinate.name, weight, ...(by === undefined ? {} : { by }) }];
  });

/** What atoms of registers add to an address; those that differ in `apart` have axes of their own. */
export type AxisUses = Partial<Readonly<Record<"weight" | "exchanged" | "rank" | "apart", Use>>> & {
  readonly mapped?: readonly Use[];
  readonly indices?: readonly Use[];
};

const nothing: Use = () => 0;

/** Register axes of atoms; those that continue one another in everything are one. `guards`, `strided`: what they add to each. */
export function axesOf(
  atoms: readonly Atom[],
  { weight = nothing, mapped = [], exchanged = nothing, rank = nothing, apart = nothing, indices = [] }: AxisUses,
  guards: readonly Use[] = [],
  strided: ReadonlyMap<string, Use> = new Map(),
): readonly RegisterAxis[] {
  const uses = [weight, ...mapped, exchanged, rank, apart, ...guards, ...indices, ...strided.values()];
  const axes: RegisterAxis[] = [];
  let lightest: Atom | undefined;
  let size = 1;
  for (const atom of atoms) {
    const first = lightest;
    if (first !== undefined && uses.every((use) => use(atom) === use(first) * size)) {
      size *= atom.size;
      axes[axes.length - 1] = { ...at(axes, axes.length - 1), size };
    } else {
      [lightest, size] = [atom, atom.size];
      axes.push({
        size,
        weight: weight(atom),
        strided: new Map([...strided].map(([by, use]) => [by, use(atom)])),
        mapped: mapped.map((use) => use(atom)),
        exchanged: exchanged(atom),
        rank: rank(atom),
        guards: guards.map((use) => use(atom)),
        indices: indices.map((use) => use(atom)),
      });
    }
  }
  return axes;
}

/** The axes of a thread's twiddle factors, one for each of these registers; `row`: what atoms add to the digit, where they hold it. */
export const twiddleAxes = (atoms: readonly Atom[], exponent: Exponent, row: Use = nothing): readonly TwiddleAxis[] =>
  axesOf(atoms, { weight: exponentUse(exponent), mapped: [row] }).map(({ size, weight, mapped }) => ({
    size,
    row: at(mapped, 0),
    exponent: weight,
  }));
