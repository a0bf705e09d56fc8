// Hadamard codelets that hold their outputs and let inputs pass by, a few at a time: all sums of these that occur are computed
// once, up to sign, and added to every output that has them (the method of the four Russians: Arlazarov, Dinic, Kronrod &
// Faradzhev 1970). For any matrix of signs, and with few registers beside those of the outputs.
import { at, invariant } from "../failure/errors.js";
import type { Signs } from "../plan/hadamard-constructions.js";
import {
  element,
  minus,
  plus,
  temporary,
  type Place,
  type Program,
  type Section,
  type Step,
} from "./hadamard-program.js";

export function streamedProgram(matrix: Signs): Program {
  const order = matrix.length;
  const groups = inGroups(leaders(matrix), order);
  const sections: Section[] = [];
  let outputs: readonly Output[] = [];
  groups.forEach((columns, index) => {
    const name = (row: number): Place =>
      index === groups.length - 1 ? element(row) : temporary(`y${row}${subscript(index)}`);
    const added = addGroup(matrix, columns, outputs, name, subscript(index));
    outputs = added.outputs;
    sections.push({ heading: `Inputs ${columns.join(", ")}`, steps: added.steps });
  });
  invariant(
    outputs.every(({ negative }) => !negative),
    () => `hadamard: an output of ${order} has the wrong sign`,
  );
  return { radix: order, sections };
}

/** What an output, or its opposite, has come to. */
interface Output {
  readonly place: Place;
  readonly negative: boolean;
}

/** a, b, ..., z, aa, ... */
const subscript = (index: number): string =>
  (index < 26 ? "" : subscript(Math.floor(index / 26) - 1)) + String.fromCharCode(97 + (index % 26));

/**
 * Columns, none twice, such that every row has a plus in one of them: a sum begins with a plus, so the output of a row whose groups all
 * had a minus first could not be had without negating it.
 */
function leaders(matrix: Signs): readonly number[] {
  const columns: number[] = [];
  let missing = matrix;
  while (missing.length > 0) {
    const gain = matrix.map((_, column) => missing.filter((row) => at(row, column) > 0).length);
    const best = gain.indexOf(Math.max(...gain));
    invariant(at(gain, best) > 0, () => `hadamard: a row of ${matrix.length} has no plus`);
    columns.push(best);
    missing = missing.filter((row) => at(row, best) < 0);
  }
  return columns;
}

/** All columns in groups of nearly one size, leaders first in theirs. */
function inGroups(leading: readonly number[], order: number): readonly (readonly number[])[] {
  const count = Math.max(leading.length, Math.round(order / bestSize(order)));
  const others = Array.from({ length: order }, (_, column) => column).filter((column) => !leading.includes(column));
  const first = [...leading, ...others.splice(0, count - leading.length)];
  return first.map((leader, index) => {
    const share = Math.floor(others.length / (count - index));
    return [leader, ...others.splice(0, share)];
  });
}

/** Of four to seven, the size of a group that takes the fewest additions. */
const bestSize = (order: number): number =>
  [4, 5, 6, 7].reduce((best, size) => (perInput(order, size) < perInput(order, best) ? size : best));

const perInput = (order: number, size: number): number => {
  const half = Math.ceil(size / 2);
  const sums = 2 ** half - 2 + (2 ** (size - half) - 2) + Math.min(2 ** (size - 1), order);
  return (sums + order) / size;
};

/** Signs of several columns, the first of them positive, as text. */
type Key = string;

/** Adds the products with a few columns to all outputs. */
function addGroup(
  matrix: Signs,
  columns: readonly number[],
  before: readonly Output[],
  name: (row: number) => Place,
  suffix: string,
): { readonly steps: readonly Step[]; readonly outputs: readonly Output[] } {
  invariant(columns.length >= 4, () => "hadamard: halves of a group have two columns at least");
  const steps: Step[] = [];
  const temporaries = function* (): Generator<Place, never> {
    for (let count = 1; ; count++) yield temporary(`t${count}${suffix}`);
  };
  const names = temporaries();
  const compute = (left: Place, right: Place, sign: number): Place => {
    const target = names.next().value;
    steps.push({ kind: "sum", target, terms: [plus(left), { place: right, negative: sign < 0 }] });
    return target;
  };
  /** All sums of these columns, by their signs. */
  const sumsOf = ([first = 0, ...rest]: readonly number[]): ReadonlyMap<Key, Place> =>
    rest.reduce<ReadonlyMap<Key, Place>>(
      (sums, column) =>
        new Map(
          [...sums].flatMap(([key, place]) =>
            [1, -1].map((sign) => [key + signText(sign), compute(place, element(column), sign)] as const),
          ),
        ),
      new Map([[signText(1), element(first)]]),
    );
  const half = Math.ceil(columns.length / 2);
  const [low, high] = [sumsOf(columns.slice(0, half)), sumsOf(columns.slice(half))];
  const whole = new Map<Key, Place>();
  const outputs: Output[] = [];
  // Rows that need the same sum follow each other, so that it lives shortly.
  const rows = matrix.map((row, index) => ({ index, signs: columns.map((column) => at(row, column)) }));
  const keyOf = (signs: readonly number[]): Key => signs.map((sign) => signText(sign * at(signs, 0))).join("");
  for (const { index, signs } of rows.toSorted((a, b) => (keyOf(a.signs) < keyOf(b.signs) ? -1 : 1))) {
    const key = keyOf(signs);
    const sign = at(signs, 0);
    const secondSign = sign * at(signs, half);
    const known =
      whole.get(key) ??
      compute(placeOf(low, keyOf(signs.slice(0, half))), placeOf(high, keyOf(signs.slice(half))), secondSign);
    whole.set(key, known);
    const sofar = before[index];
    if (sofar === undefined) {
      outputs[index] = { place: known, negative: sign < 0 };
      continue;
    }
    const target = name(index);
    const same = sofar.negative === sign < 0;
    // -a + s is s - a; -a - s is the opposite of a + s, and stays so.
    const terms = same
      ? [plus(sofar.place), plus(known)]
      : sofar.negative
        ? [plus(known), minus(sofar.place)]
        : [plus(sofar.place), minus(known)];
    steps.push({ kind: "sum", target, terms });
    outputs[index] = { place: target, negative: sofar.negative && sign < 0 };
  }
  return { steps, outputs };
}

const signText = (sign: number): string => (sign > 0 ? "+" : "-");

function placeOf(sums: ReadonlyMap<Key, Place>, key: Key): Place {
  const place = sums.get(key);
  invariant(place !== undefined, () => `hadamard: no sum ${key}`);
  return place;
}
