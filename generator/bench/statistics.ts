// Statistics of many measurements: means of ratios, medians, rank correlation. Contains nothing about transforms.
import { invariant } from "../failure/errors.js";

/** The n-th root of the product of n positive ratios; undefined for none. Being twice as fast and half as fast cancel. */
export function geometricMean(ratios: readonly number[]): number | undefined {
  if (ratios.length === 0) return undefined;
  invariant(
    ratios.every((ratio) => ratio > 0),
    () => `statistics: a geometric mean of ${JSON.stringify(ratios)}`,
  );
  return Math.exp(mean(ratios.map(Math.log)));
}

/** The middle value, or the mean of the two middle ones; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

/**
 * Spearman's rank correlation: 1 when y grows whenever x does, -1 when it falls. Equal values share the mean of their ranks,
 * so this is Pearson's correlation of the ranks and not the short formula, which holds without ties only. Undefined when a
 * side has no order: fewer than two values, or all alike.
 */
export function spearman(x: readonly number[], y: readonly number[]): number | undefined {
  invariant(x.length === y.length, () => `statistics: ${x.length} and ${y.length} values`);
  const [a, b] = [deviations(ranks(x)), deviations(ranks(y))];
  const scale = Math.sqrt(innerProduct(a, a) * innerProduct(b, b));
  return scale === 0 ? undefined : innerProduct(a, b) / scale;
}

/** The place of each value in ascending order, from 1; equal values get the mean of their places. */
export function ranks(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value);
  const places = values.map(() => 0);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && order[end]?.value === order[start]?.value) end++;
    for (const { index } of order.slice(start, end)) places[index] = (start + 1 + end) / 2;
    start = end;
  }
  return places;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function deviations(values: readonly number[]): readonly number[] {
  const middle = mean(values);
  return values.map((value) => value - middle);
}

const innerProduct = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
