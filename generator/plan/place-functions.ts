// Functions of an index that kernels have for maps of places (place-map.ts), with what each computes.
import {
  compare,
  constant,
  isZero,
  minus,
  named,
  plus,
  quotientBy,
  select,
  times,
  type IndexFunction,
  type Integer,
} from "./index-expression.js";

const [i, n, half, first] = [named("i"), named("n"), named("half"), named("first")];

const functionOf = (
  name: string,
  comment: string,
  result: Integer,
  sizes: Pick<IndexFunction, "sizes" | "usual"> = { sizes: ["n"] },
): IndexFunction => ({ name, comment, ...sizes, index: "i", steps: [], result });

export const ZIGZAG = functionOf(
  "zigzag",
  "Makhoul's order: the even indices below n upwards, then the odd ones downwards; 0, 2, 4, 5, 3, 1 for n = 6.",
  select(compare(times(2, i), "<", n), times(2, i), minus(minus(times(2, n), constant(1)), times(2, i))),
);

export const WRAPPED = functionOf(
  "wrapped",
  "i mod n, of i below 2 n: what lies behind the end of an axis goes on at its beginning.",
  select(compare(i, "<", n), i, minus(i, n)),
);

export const EVEN = functionOf(
  "even",
  "Index into an even sequence of period n: 0, 1, 2, 3, 2, 1 for n = 6.",
  select(compare(i, "<", minus(n, i)), i, minus(n, i)),
);

export const PADDED = functionOf(
  "padded",
  "Padded index in shared memory: one element is left unused after every n.",
  plus(i, quotientBy(i, n)),
);

export const BEHIND_OTHERS = functionOf(
  "behind_others",
  "Index in a row of n of which element 0 lies behind the others: 1, 2, ..., n - 1, 0.",
  select(isZero(i), minus(n, constant(1)), minus(i, constant(1))),
);

const PAIR_SIZES = { sizes: ["half", "n", "first"], usual: 0 } as const;

const [own, mirror] = [minus(plus(first, i), half), minus(minus(n, first), i)];

export const MIRRORED = functionOf(
  "mirrored",
  "Index of a conjugate pair in a half spectrum: half + i is frequency k = first + i, and i below half its mirror n - k.",
  select(compare(i, ">=", half), own, mirror),
  PAIR_SIZES,
);

export const MIRRORED_AROUND = functionOf(
  "mirrored_around",
  "Index of a conjugate pair in n complex numbers: half + i is frequency k = first + i, and i below half its mirror (n - k) mod n.",
  select(compare(i, ">=", half), own, select(isZero(plus(first, i)), constant(0), mirror)),
  PAIR_SIZES,
);

/** Of fields of bits, each by its lowest bit and their number. It is linear over exclusive or. */
export const sequencyFunction = (
  fields: readonly { readonly shift: number; readonly bits: number }[],
  of: "place" | "index",
): IndexFunction => {
  const place = named("place");
  return {
    name: `sequency_${of}`,
    comment:
      "Dyadic (Paley) index to sequency (Walsh) index: Gray code to binary. Each bit becomes the parity of itself and the bits above it.",
    sizes: [],
    index: "place",
    steps: fields.flatMap(({ shift, bits }) =>
      distancesBelow(bits).map((distance): Integer => {
        const mask = (2 ** (bits - distance) - 1) * 2 ** shift;
        return { kind: "xor", terms: [place, { kind: "bits", of: place, shift: distance, mask }] };
      }),
    ),
    result: place,
  };
};

/** Of 6 these are 1, 2, 4. */
const distancesBelow = (bits: number): readonly number[] =>
  Array.from({ length: Math.ceil(Math.log2(Math.max(bits, 1))) }, (_, step) => 2 ** step);
