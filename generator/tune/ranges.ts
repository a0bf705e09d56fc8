// Which batches two plans serve, of which the second is for larger ones: the batches at which they are timed, and where the times say
// that one goes over into the other.

/** The most batches at which two plans are timed: each is a program that is run. */
const MOST_TIMED = 7;

/** Powers of two between the batches that the plans are for, of many every second or third. */
export function timedBatches(low: number, high: number): readonly number[] {
  const powers: number[] = [];
  for (let batch = 2 ** Math.floor(Math.log2(low) + 1); batch < high; batch *= 2) powers.push(batch);
  const step = Math.ceil(powers.length / MOST_TIMED);
  return powers.filter((_, index) => index % Math.max(1, step) === 0);
}

/** Times of both plans. */
export interface TimedBatch {
  readonly batch: number;
  readonly milliseconds: number;
  /** By the plan for larger batches. */
  readonly next: number;
}

/**
 * The largest batch for which the plan for smaller ones is faster. Between two batches the ratio of the times is taken to grow evenly by
 * the logarithm of the batch: of 0.8 at 16 arrays and 1.25 at 64 it is 1 at 32.
 */
export function measuredCrossover(
  ends: { readonly low: number; readonly high: number },
  timed: readonly TimedBatch[],
): number {
  const ratios = timed.map(({ batch, milliseconds, next }) => ({ batch, ratio: Math.log(milliseconds / next) }));
  const last = ratios.findLastIndex(({ ratio }) => ratio <= 0);
  // Each plan is taken to be the faster one at the batch that it is for.
  const below = ratios[last] ?? { batch: ends.low, ratio: Number.NEGATIVE_INFINITY };
  const above = ratios[last + 1] ?? { batch: ends.high, ratio: Number.POSITIVE_INFINITY };
  const share =
    Number.isFinite(below.ratio) && Number.isFinite(above.ratio) ? -below.ratio / (above.ratio - below.ratio) : 0.5;
  // Not 31 for what rounding leaves just below 32.
  const batch = Math.floor(below.batch * (above.batch / below.batch) ** share * (1 + 1e-12));
  return Math.min(above.batch - 1, Math.max(below.batch, batch));
}
