// How far off the prediction of a kernel may be: little where one like it was measured, more the further away the next one is.
import type { Spread, Weights } from "../gpu/weights.js";
import { remembered } from "../layout/remembered.js";

/** Bins of a coordinate: what distances are measured in. */
export const BINS = 16;

/** A kernel's coordinates as bins. */
type Bins = ArrayLike<number>;

/** Standard deviation of the logarithm of a predicted time. */
export function uncertaintyAt(coordinates: Float64Array, { trees, spread }: Weights): number {
  const { least, perDistance } = spread;
  if (spread.rows.length === 0) return least;
  return least + perDistance * distanceToNext(binsOf(coordinates, trees.cuts), spread);
}

/** Measured kernels, and what each coordinate counts in distances. */
type Neighbours = Pick<Spread, "parts" | "rows">;

/**
 * To the next measured kernel: the mean of what coordinates differ by, each by its part. Kernels are taken in the order of how far they are from one
 * of them: the difference of two such distances is at most what lies between (triangle inequality), so that most are never looked at.
 */
export function distanceToNext(bins: Bins, neighbours: Neighbours): number {
  const { places, parts, rows } = inOrder(neighbours);
  const own = placesOf(bins, places);
  const away = rows[0] === undefined ? 0 : distanceWithin(own, rows[0].own, parts, Infinity);
  let outer = rows.findIndex((row) => row.away >= away);
  if (outer < 0) outer = rows.length;
  let inner = outer - 1;
  for (let next = Infinity; ;) {
    const [above, below] = [rows[outer], rows[inner]];
    const [up, down] = [(above?.away ?? Infinity) - away, away - (below?.away ?? -Infinity)];
    const row = up <= down ? above : below;
    if (row === undefined || Math.min(up, down) >= next) return next;
    next = Math.min(next, distanceWithin(own, row.own, parts, next));
    if (up <= down) outer++;
    else inner--;
  }
}

/** Of kernels those that no earlier one is nearer to than `least`, so that every kernel is within it of one of them. */
export function apartFromEachOther(
  kernels: readonly Bins[],
  weighed: readonly number[],
  least: number,
): readonly Bins[] {
  const { places, parts } = partsInOrder(weighed);
  const chosen: { readonly kernel: Bins; readonly own: Uint8Array }[] = [];
  for (const kernel of kernels) {
    const own = placesOf(kernel, places);
    if (!chosen.some((other) => distanceWithin(own, other.own, parts, least) < least)) chosen.push({ kernel, own });
  }
  return chosen.map(({ kernel }) => kernel);
}

/** Infinity where two kernels are `most` apart or more: most are, and few of their coordinates tell. */
function distanceWithin(one: Uint8Array, other: Uint8Array, parts: Float64Array, most: number): number {
  let distance = 0;
  for (let place = 0; place < parts.length; place++) {
    distance += (parts[place] ?? 0) * Math.abs((one[place] ?? 0) - (other[place] ?? 0));
    if (distance >= most) return Infinity;
  }
  return distance;
}

/** Each coordinate as one of 16 bins that have about as many measured kernels. */
export const binsOf = (coordinates: ArrayLike<number>, cuts: readonly (readonly number[])[]): Bins =>
  cuts.map((own, place) => {
    const value = coordinates[place] ?? 0;
    let below = 0;
    while (below < own.length && value > (own[below] ?? 0)) below++;
    return own.length === 0 ? 0 : Math.round((below * (BINS - 1)) / own.length);
  });

/** A row of bins as a word of hexadecimal digits. */
export const rowText = (bins: Bins): string => Array.from(bins, (bin) => bin.toString(16)).join("");

const placesOf = (bins: Bins, places: readonly number[]): Uint8Array =>
  Uint8Array.from(places, (place) => bins[place] ?? 0);

/** Places of the coordinates, those that count most first, and their parts for a difference of one bin. */
function partsInOrder(weighed: readonly number[]): {
  readonly places: readonly number[];
  readonly parts: Float64Array;
} {
  const places = weighed.map((_, place) => place).toSorted((one, other) => (weighed[other] ?? 0) - (weighed[one] ?? 0));
  return { places, parts: Float64Array.from(places, (place) => (weighed[place] ?? 0) / (BINS - 1)) };
}

/** Kernels in the order of their distances from the first. */
const inOrder = remembered(({ parts: weighed, rows: texts }: Neighbours) => {
  const { places, parts } = partsInOrder(weighed);
  const kernels = texts.map((text) =>
    placesOf(
      Array.from(text, (digit) => Number.parseInt(digit, BINS)),
      places,
    ),
  );
  const rows = kernels
    .map((own) => ({ own, away: distanceWithin(own, kernels[0] ?? own, parts, Infinity) }))
    .toSorted((one, other) => one.away - other.away);
  return { places, parts, rows };
});
