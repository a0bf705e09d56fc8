// Hadamard codelets from matrices that fall into even 2 x 2 blocks: butterflies of pairs of inputs, a sparse middle matrix whose
// common sums are computed once, and butterflies of pairs of outputs. Additions and subtractions only.
import { at } from "../failure/errors.js";
import type { Signs } from "../plan/hadamard-constructions.js";
import { evenPairs, type Pair } from "./hadamard-pairs.js";
import {
  butterfly,
  element,
  plus,
  temporary,
  type Place,
  type Program,
  type Section,
  type Step,
  type Term,
} from "./hadamard-program.js";
import { shareSums, type SharedSums, type SignedSum } from "./hadamard-sums.js";

/** Undefined for a matrix that has no such blocks that are found, or sums that would have to begin with a minus. */
export function pairedProgram(matrix: Signs): Program | undefined {
  const sections = sectionsOf(matrix, temporaryNames());
  return sections === undefined ? undefined : { radix: matrix.length, sections };
}

/** t1, t2, ... */
function temporaryNames(): () => Place {
  let count = 0;
  return () => temporary(`t${++count}`);
}

function sectionsOf(matrix: Signs, newTemporary: () => Place): readonly Section[] | undefined {
  const order = matrix.length;
  const pairs = evenPairs(matrix);
  if (pairs === undefined) return undefined;
  const { rows, columns } = pairs;
  const middle = rows.flatMap((pair) => middleRows(matrix, pair, columns));
  // The first sum of each pair of outputs is added in both of them.
  const shared = shareSums(middle, order, at(columns, 0), (index) => index % 2 === 0);
  const { steps, sums } = computeSums(shared, newTemporary);
  if (rows.some((_, index) => at(sums, 2 * index).negative)) return undefined;

  const outputs = rows.flatMap(([row, other], index): readonly Step[] => {
    const [sum, difference] = [at(sums, 2 * index), at(sums, 2 * index + 1)];
    return [
      { kind: "sum", target: element(row), terms: [sum, difference] },
      { kind: "sum", target: element(other), terms: [sum, opposite(difference)] },
    ];
  });
  return [
    { heading: "Butterflies of pairs", steps: columns.map(([a, b]) => butterfly(a, b)) },
    { heading: `Sums of ${order / 4} of these, common sums computed once`, steps },
    { heading: "Butterflies of the sums", steps: outputs },
  ];
}

const opposite = ({ place, negative }: Term): Term => ({ place, negative: !negative });

/** Steps for all sums, each shared one just before its first use, and where the sums are then, negated or not. */
function computeSums(
  { shared, sums, count }: SharedSums,
  newTemporary: () => Place,
): { readonly steps: readonly Step[]; readonly sums: readonly Term[] } {
  const steps: Step[] = [];
  const places = new Map<number, Place>();
  const place = (value: number): Place => {
    if (value < count) return element(value);
    const known = places.get(value);
    if (known !== undefined) return known;
    const { left, right, sign } = at(shared, value - count);
    const target = compute([plus(place(left)), { place: place(right), negative: sign < 0 }]);
    places.set(value, target);
    return target;
  };
  const compute = (terms: readonly Term[]): Place => {
    const target = newTemporary();
    steps.push({ kind: "sum", target, terms });
    return target;
  };
  const placeOfSum = (sum: SignedSum): Term => {
    const terms = [...sum].toSorted(([, a], [, b]) => b - a);
    const negative = terms.every(([, sign]) => sign < 0);
    const signed = terms.map(([value, sign]) => ({ place: place(value), negative: sign < 0 !== negative }));
    return { place: signed.length === 1 ? at(signed, 0).place : compute(signed), negative };
  };
  return { sums: sums.map(placeOfSum), steps };
}

/** The two rows of the middle matrix B H B / 4 for a pair of rows of H, by element. */
function middleRows(matrix: Signs, [row, other]: Pair, columns: readonly Pair[]): readonly SignedSum[] {
  const entry = (i: number, j: number): number => at(at(matrix, i), j);
  const combine = (sign: number): SignedSum =>
    new Map(
      columns.flatMap(([a, b]) => {
        const ofA = (entry(row, a) + sign * entry(other, a)) / 2;
        const ofB = (entry(row, b) + sign * entry(other, b)) / 2;
        const terms = [
          [a, (ofA + ofB) / 2],
          [b, (ofA - ofB) / 2],
        ] as const;
        return terms.filter(([, factor]) => factor !== 0);
      }),
    );
  return [combine(1), combine(-1)];
}
