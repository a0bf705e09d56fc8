// From errors to Table 4.1: by how much an algorithm's errors are smaller than the folklore algorithm's.
import { median } from "../bench/statistics.js";
import type { NumberFormat } from "../plan/transform.js";
import type { StudyRecord, StudyResults, Truth } from "./results.js";
import { DISTRIBUTIONS, EXPERIMENTS, type Algorithm } from "./vocabulary.js";

/** One cell of the table. */
export interface Reduction {
  /** The median: 0.3 for errors that are smaller by 30%, negative for larger ones. */
  readonly median: number;
  /** Of so many pairs of errors. */
  readonly count: number;
  /** Experiments that have none, because one of the two overflowed in all of them. */
  readonly overflowed: number;
}

/** Of an algorithm in a format at a size. */
export type ReductionTable = (storage: NumberFormat, exponent: number, algorithm: Algorithm) => Reduction | undefined;

/**
 * The median over all experiments, distributions and seeds of a size. Two errors are compared that the two algorithms made on the
 * same input; where both are 0 there is nothing to reduce, and the pair is left out.
 */
export function reductionTable(results: StudyResults, truth: Truth): ReductionTable {
  const records = new Map(results.records.map((record) => [keyOf(record), record]));
  const setups = EXPERIMENTS.flatMap((experiment) =>
    DISTRIBUTIONS.map((distribution) => ({ experiment, distribution })),
  );
  return (type, log2Size, algorithm) => {
    const found: number[] = [];
    let overflowed = 0;
    for (const setup of setups) {
      const own = records.get(keyOf({ type, log2Size, algorithm, ...setup }));
      const folklore = records.get(keyOf({ type, log2Size, algorithm: "folklore", ...setup }));
      if (own === undefined || folklore === undefined) continue;
      const pairs = own[truth].flatMap((error, seed) => {
        const reference = folklore[truth][seed];
        return error === undefined || reference === undefined ? [] : [{ error, reference }];
      });
      if (pairs.length === 0) overflowed++;
      for (const { error, reference } of pairs) {
        if (error > 0 || reference > 0) found.push(1 - error / reference);
      }
    }
    const middle = median(found);
    return middle === undefined ? undefined : { median: middle, count: found.length, overflowed };
  };
}

type RecordKey = Pick<StudyRecord, "type" | "log2Size" | "algorithm" | "experiment" | "distribution">;

const keyOf = ({ type, log2Size, algorithm, experiment, distribution }: RecordKey): string =>
  [type, log2Size, algorithm, experiment, distribution].join(" ");
