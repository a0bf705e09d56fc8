// What stands between the way there and the way back of a convolution: the product with the transform of the other side of it.
import type { ComplexTable } from "../arithmetic/chirp.js";
import type { ConstantTable } from "../kernel/constant-table.js";
import { BATCH, transformedDigits, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import { computedIn, type FourierTransform } from "../plan/transform.js";
import type { Product, ProductTime } from "./lower-phase.js";

type Direction = FourierTransform["direction"];

export const pointwise = (when: ProductTime, table: ConstantTable, layout: MemoryLayout): Product => ({
  kind: "pointwise",
  when,
  table,
  layout,
});

/** The index along one axis. */
export const layoutAlong = (set: DigitSet, axis: number, weight: "inPlaceWeight" | "naturalWeight"): MemoryLayout => ({
  digits: new Map([
    ...set.digits.map((digit) => [digit.name, digit.axis === axis ? digit[weight] : 0] as const),
    [BATCH, 0],
  ]),
});

export const suffixOf = (direction: Direction): string => (direction === "inverse" ? "_inverse" : "");

/** In the order in which the turning kernel has its elements. */
export function spectrumTable(
  natural: ComplexTable,
  set: DigitSet,
  layout: MemoryLayout,
  { points, direction }: { readonly points: number; readonly direction: Direction },
): Product {
  const { elements: length, transform } = set;
  const storage = computedIn(transform.precision);
  const [re, im] = [new Float64Array(length), new Float64Array(length)];
  // Frequencies are read off the digits as if all were in natural order.
  let places: readonly { readonly place: number; readonly frequency: number }[] = [{ place: 0, frequency: 0 }];
  let weight = 1;
  for (const { name, radix } of transformedDigits(set)) {
    const step = layout.digits.get(name) ?? 0;
    const own = weight;
    places = places.flatMap(({ place, frequency }) =>
      Array.from({ length: radix }, (_, value) => ({
        place: place + value * step,
        frequency: frequency + value * own,
      })),
    );
    weight *= radix;
  }
  for (const { place, frequency } of places) {
    re[place] = natural.re[frequency] ?? Number.NaN;
    im[place] = natural.im[frequency] ?? Number.NaN;
  }
  const turning = transformedDigits(set).filter(({ kernel }) => kernel === set.kernelCount - 1);
  const row = turning.reduce((elements, { radix }) => elements * radix, 1);
  const rows = row === length ? "" : `_by_${row}`;
  const name = `spectrum_${storage}_${points}_${length}${rows}${suffixOf(direction)}`;
  return pointwise({ side: "after" }, { name, storage, re, im }, layout);
}
