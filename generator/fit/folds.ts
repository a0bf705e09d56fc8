// Lengths held out: what a fit to other lengths says of these.
import type { Gpu } from "../gpu/gpu.js";
import type { TimeWeights } from "../search/model.js";
import { predictedRow, treesOf } from "./fitted-weights.js";
import { foldOf, type FitRow } from "./rows.js";
import { fittedTerms } from "./term-weights.js";

/** What rows are predicted to take by fits to all rows with another answer to `partOf`. */
export function heldOut(
  rows: readonly FitRow[],
  gpu: Gpu,
  partOf: (row: FitRow) => string | number = foldOf,
  fit: (seen: readonly FitRow[], gpu: Gpu) => TimeWeights = timeWeights,
): ReadonlyMap<FitRow, number> {
  const predicted = new Map<FitRow, number>();
  for (const part of new Set(rows.map(partOf))) {
    const seen = rows.filter((row) => partOf(row) !== part);
    const weights = fit(seen, gpu);
    for (const row of rows) if (partOf(row) === part) predicted.set(row, predictedRow(row, weights, gpu));
  }
  return predicted;
}

function timeWeights(rows: readonly FitRow[], gpu: Gpu): TimeWeights {
  const terms = fittedTerms(rows, gpu);
  return { terms, trees: treesOf(rows, terms, gpu).trees };
}

export interface Accuracy {
  /** Root of the mean squared logarithm of predicted over measured time. */
  readonly error: number;
  /** What first choices take more than the best plan of their transform in the table, of those with three plans and more; mean, 95th percentile. */
  readonly loss: number;
  readonly late: number;
  readonly groups: number;
}

/** Of rows that spill next to nothing. */
export function accuracyOf(rows: readonly FitRow[], predicted: (row: FitRow) => number): Accuracy {
  const judged = rows.filter(({ spilledBytes }) => spilledBytes <= NEXT_TO_NOTHING);
  const squares = judged.reduce((sum, row) => sum + Math.log(predicted(row) / row.milliseconds) ** 2, 0);
  const groups = new Map<string, FitRow[]>();
  for (const row of judged) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  const losses = [...groups.values()]
    .filter((plans) => plans.length >= LEAST_PLANS)
    .map((plans) => {
      const first = plans.reduce((a, b) => (predicted(b) < predicted(a) ? b : a));
      return first.milliseconds / Math.min(...plans.map(({ milliseconds }) => milliseconds)) - 1;
    })
    .toSorted((a, b) => a - b);
  const sum = losses.reduce((total, loss) => total + loss, 0);
  return {
    error: Math.sqrt(squares / judged.length),
    loss: sum / losses.length,
    late: losses[Math.floor(0.95 * losses.length)] ?? 0,
    groups: losses.length,
  };
}

const NEXT_TO_NOTHING = 16;
const LEAST_PLANS = 3;
