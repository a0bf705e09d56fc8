// What stands between the way there and the way back of a convolution: the product with the transform of the other side of it.
import type { FrequencyDigit } from "../arithmetic/frequency-order.js";
import type { ConstantEntries, ConstantTable } from "../kernel/constant-table.js";
import { BATCH, transformedDigits, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import { computedIn, type FourierTransform } from "../plan/transform.js";
import type { Product, ProductTime } from "./product.js";

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

/** The order in which the turning kernel has frequencies, which are read off the digits as if all were in natural order. */
export function turningOrder(set: DigitSet, layout: MemoryLayout): readonly FrequencyDigit[] {
  let frequency = 1;
  return transformedDigits(set).map(({ name, radix }) => {
    const digit = { radix, place: layout.digits.get(name) ?? 0, frequency };
    frequency *= radix;
    return digit;
  });
}

/** `entries`: in that order. */
export function spectrumTable(
  entries: ConstantEntries,
  set: DigitSet,
  layout: MemoryLayout,
  { points, direction }: { readonly points: number; readonly direction: Direction },
): Product {
  const { elements: length, transform } = set;
  const storage = computedIn(transform.precision);
  const turning = transformedDigits(set).filter(({ kernel }) => kernel === set.kernelCount - 1);
  const row = turning.reduce((elements, { radix }) => elements * radix, 1);
  const rows = row === length ? "" : `_by_${row}`;
  const name = `spectrum_${storage}_${points}_${length}${rows}${suffixOf(direction)}`;
  return pointwise({ side: "after" }, { name, storage, entries }, layout);
}

export function chirpSpectrumTable(
  set: DigitSet,
  layout: MemoryLayout,
  { points, direction }: { readonly points: number; readonly direction: Direction },
): Product {
  const order = turningOrder(set, layout);
  return spectrumTable({ kind: "chirp-spectrum", points, direction, order }, set, layout, { points, direction });
}
