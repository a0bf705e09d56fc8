// What trees are grown on that predict times: of kernels whose times are only known together. A row is a plan, whose kernels' times add up.
import { ABOVE_COPY, aboveCopy } from "../search/model.js";
import type { BoostingOptions, Loss } from "./boosting.js";

export const BOOSTING: BoostingOptions = { trees: 200, depth: 8, rate: 0.1, drawn: 1, leastWeight: 4, ridge: 2 };

/** Errors beyond count as much as this one. */
const OUTLIER = 0.3;
/** How much more it counts what of an error the plans of a group do not have in common: by it the search chooses. */
const WITHIN = 2;

/** Plans that were measured, and their kernels. */
export interface Times {
  /** By kernel: milliseconds by the terms, and beside them what no tree changes; its row. */
  readonly together: Float64Array;
  readonly copy: Float64Array;
  readonly launch: Float64Array;
  readonly rowOf: Int32Array;
  /** By row: the logarithm of the measured milliseconds, how much it counts, plans of the same transform. */
  readonly measured: Float64Array;
  readonly weights: Float64Array;
  readonly groupOf: Int32Array;
}

/** Fills in gradient and curvature of half the squared error of the logarithm, with outliers cut, and errors within groups counted more. */
export function lossOfTimes({ together, copy, launch, rowOf, measured, weights, groupOf }: Times): Loss {
  const rows = measured.length;
  const groups = groupOf.reduce((most, group) => Math.max(most, group + 1), 0);
  const members = new Float64Array(groups);
  for (const group of groupOf) members[group] = (members[group] ?? 0) + 1;
  const works = new Float64Array(rowOf.length);
  const times = new Float64Array(rows);
  const errors = new Float64Array(rows);
  const sums = new Float64Array(groups);
  return (correction, gradient, curvature) => {
    times.fill(0);
    sums.fill(0);
    rowOf.forEach((row, kernel) => {
      const alone = (together[kernel] ?? 0) * Math.exp(correction[kernel] ?? 0);
      const work = aboveCopy(alone, copy[kernel] ?? 0);
      // What of the time grows with the trees.
      works[kernel] = work * (alone / work) ** ABOVE_COPY;
      times[row] = (times[row] ?? 0) + work + (launch[kernel] ?? 0);
    });
    for (let row = 0; row < rows; row++) {
      const error = Math.log(times[row] ?? 1) - (measured[row] ?? 0);
      errors[row] = Math.sign(error) * Math.min(OUTLIER, Math.abs(error));
      sums[groupOf[row] ?? 0] = (sums[groupOf[row] ?? 0] ?? 0) + (errors[row] ?? 0);
    }
    rowOf.forEach((row, kernel) => {
      const group = groupOf[row] ?? 0;
      const count = members[group] ?? 1;
      const share = (works[kernel] ?? 0) / (times[row] ?? 1);
      const own = errors[row] ?? 0;
      const extra = count < 2 ? 0 : WITHIN;
      const weight = weights[row] ?? 1;
      gradient[kernel] = weight * share * (own + extra * (own - (sums[group] ?? 0) / count));
      curvature[kernel] = weight * share * share * (1 + extra);
    });
  };
}
