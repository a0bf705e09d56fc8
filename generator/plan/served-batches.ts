// The batches for which a package takes one of its plans, in words.

export interface ServedBatches {
  readonly from: number;
  /** Undefined: any beyond the first. */
  readonly upTo: number | undefined;
}

/** `up to 31 arrays`, `32 to 255 arrays`, `256 arrays and more` */
export function rangeText({ from, upTo }: ServedBatches): string {
  if (upTo === undefined) return `${from} arrays and more`;
  if (from === 1) return upTo === 1 ? "one array" : `up to ${upTo} arrays`;
  return from === upTo ? `${from} arrays` : `${from} to ${upTo} arrays`;
}
