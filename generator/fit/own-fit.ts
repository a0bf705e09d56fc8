// What a user's plans make of the weights of a GPU: a fit to these plans, or the weights that there are, rescaled: whichever predicts lengths
// better that it has not seen. In numbers: a fit to 63 plans of an H200 was off by 30 % at other lengths, and its shipped weights by 3 %.
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Weights } from "../gpu/weights.js";
import type { TimeWeights } from "../search/model.js";
import { fittedWeights, rescaledWeights } from "./fitted-weights.js";
import { accuracyOf, heldOut } from "./folds.js";
import { foldOf, type FitRow } from "./rows.js";

/** Fewer rows say how fast a GPU is, and not what its kernels wait for. */
export const LEAST_ROWS = 60;

export interface OwnFit {
  readonly weights: Weights;
  /** Root mean square of ln(predicted / measured) of lengths held out; undefined where all are in one part. */
  readonly heldOutError: number | undefined;
}

export function ownFit(rows: readonly FitRow[], tables: Weights["tables"], gpu: Gpu): OwnFit {
  if (rows.length === 0) throw new InputError(`no plan of these files was measured on ${gpu.name}`);
  const errorBy = (fit?: (seen: readonly FitRow[]) => TimeWeights): number => {
    const predicted = heldOut(rows, gpu, foldOf, fit);
    return accuracyOf(rows, (row) => predicted.get(row) ?? NaN).error;
  };
  const rescaled = rescaledWeights(rows, tables, gpu);
  if (new Set(rows.map(foldOf)).size === 1) return { weights: rescaled, heldOutError: undefined };
  const ofRescaled = errorBy((seen) => rescaledWeights(seen, tables, gpu));
  const ofFitted = rows.length < LEAST_ROWS ? Infinity : errorBy();
  return ofFitted < ofRescaled
    ? { weights: fittedWeights(rows, tables, gpu), heldOutError: ofFitted }
    : { weights: rescaled, heldOutError: ofRescaled };
}
