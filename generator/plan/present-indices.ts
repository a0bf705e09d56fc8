// Which indices of a dimension are there: a part of it, or what is on either side of the end.
import type { Ranges } from "./transform.js";

/** Indices from one to before another. */
export interface IndexGap {
  readonly from: number;
  readonly below: number;
}

export interface PresentIndices extends IndexGap {
  /** In the middle: what is not there of a range that goes round the end. Of 512 from -16 to 15 that are 16 to 495. */
  readonly gap?: IndexGap;
}

/** An index from either end: -16 of 512 is 496. */
export const indexFrom = (index: number, length: number): number => (index < 0 ? index + length : index);

/** What is there of a dimension, by its first and last index: both from either end, and the last one may come before the first. */
export function presentIn([first, last]: Ranges[string], length: number): PresentIndices {
  const [from, to] = [indexFrom(first, length), indexFrom(last, length)];
  if (from <= to) return { from, below: to + 1 };
  return { from: 0, below: length, ...(from === to + 1 ? {} : { gap: { from: to + 1, below: from } }) };
}

/** Elements that are there along one dimension. */
export const presentAlong = ({ from, below, gap }: PresentIndices): number =>
  below - from - (gap === undefined ? 0 : gap.below - gap.from);
