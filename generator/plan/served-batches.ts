// The batches for which a package takes one of its plans, in words.

export interface ServedBatches {
  readonly from: number;
  /** Undefined: any beyond the first. */
  readonly upTo: number | undefined;
}

/** A plan as its file has it. */
interface Ranged {
  /** The largest batch that it is for; undefined for any beyond those of the others. */
  readonly upToBatch: number | undefined;
}

/** The plan for the smallest batches first. */
export const byRange = <T extends Ranged>(plans: readonly T[]): readonly T[] =>
  plans.toSorted((a, b) => (a.upToBatch ?? Infinity) - (b.upToBatch ?? Infinity));

/** What each of several plans serves that are sorted so: of 31 and undefined 1 to 31, and 32 and more. */
export const servedBatches = (sorted: readonly Ranged[]): readonly ServedBatches[] =>
  sorted.map(({ upToBatch }, index) => ({ from: (sorted[index - 1]?.upToBatch ?? 0) + 1, upTo: upToBatch }));

/** `up to 31 arrays`, `32 to 255 arrays`, `256 arrays and more` */
export function rangeText({ from, upTo }: ServedBatches): string {
  if (upTo === undefined) return `${from} arrays and more`;
  if (from === 1) return upTo === 1 ? "one array" : `up to ${upTo} arrays`;
  return from === upTo ? `${from} arrays` : `${from} to ${upTo} arrays`;
}
