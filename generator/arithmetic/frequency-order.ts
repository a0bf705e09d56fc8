// Frequencies in the order in which the butterflies of a transform leave them: each digit of a frequency lies at a place of its own.
import type { ComplexTable } from "./chirp.js";

export interface FrequencyDigit {
  readonly radix: number;
  /** What the digit counts in the place, and in the frequency: of 6 points by 2 and then 3, (2, 3, 1) and (3, 1, 2). */
  readonly place: number;
  readonly frequency: number;
}

/** A table in natural order, put into that one. */
export function inOrder(natural: ComplexTable, order: readonly FrequencyDigit[]): ComplexTable {
  const length = natural.re.length;
  const [re, im] = [new Float64Array(length), new Float64Array(length)];
  let places: readonly { readonly place: number; readonly frequency: number }[] = [{ place: 0, frequency: 0 }];
  for (const digit of order)
    places = places.flatMap(({ place, frequency }) =>
      Array.from({ length: digit.radix }, (_, value) => ({
        place: place + value * digit.place,
        frequency: frequency + value * digit.frequency,
      })),
    );
  for (const { place, frequency } of places) {
    re[place] = natural.re[frequency] ?? Number.NaN;
    im[place] = natural.im[frequency] ?? Number.NaN;
  }
  return { re, im };
}
