// How far off the prediction of a kernel may be: little where one like it was measured, more the further away the next one is.
import type { Spread, Weights } from "../gpu/weights.js";
import { remembered } from "../layout/remembered.js";

/** Bins of a coordinate: what distances are measured in. */
export const BINS = 16;

/** Standard deviation of the logarithm of a predicted time. */
export function uncertaintyAt(coordinates: Float64Array, { trees, spread }: Weights): number {
  const { least, perDistance } = spread;
  if (spread.rows.length === 0) return least;
  return least + perDistance * distanceToNext(binsOf(coordinates, trees.cuts), spread);
}

/** Measured kernels, and what each coordinate counts in distances. */
type Neighbours = Pick<Spread, "parts" | "rows">;

/** To the next measured kernel: the mean of what coordinates differ by, each by its part. */
export function distanceToNext(bins: readonly number[], spread: Neighbours): number {
  let next = Infinity;
  for (const row of rowsOf(spread)) {
    let distance = 0;
    for (let place = 0; place < row.length && distance < next; place++)
      distance += (spread.parts[place] ?? 0) * Math.abs((row[place] ?? 0) - (bins[place] ?? 0));
    next = Math.min(next, distance);
  }
  return next / (BINS - 1);
}

/** Each coordinate as one of 16 bins that have about as many measured kernels. */
export const binsOf = (coordinates: ArrayLike<number>, cuts: readonly (readonly number[])[]): readonly number[] =>
  cuts.map((own, place) => {
    const value = coordinates[place] ?? 0;
    let below = 0;
    while (below < own.length && value > (own[below] ?? 0)) below++;
    return own.length === 0 ? 0 : Math.round((below * (BINS - 1)) / own.length);
  });

/** A row of bins as a word of hexadecimal digits. */
export const rowText = (bins: readonly number[]): string => bins.map((bin) => bin.toString(16)).join("");

const rowsOf = remembered(({ rows }: Neighbours) =>
  rows.map((row) => Uint8Array.from(row, (digit) => Number.parseInt(digit, 16))),
);
