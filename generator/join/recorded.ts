// Problems that programs posed, as recordings list them: merged where only the batch differs, the heaviest first.
import { at } from "../failure/errors.js";
import type { Problem } from "./problem.js";
import type { CalledBatch } from "./transform-of.js";

/** Calls of one problem with arrays that lie alike. */
export interface RecordedProblem {
  readonly problem: Problem;
  readonly batch: CalledBatch;
  readonly calls: number;
  readonly milliseconds: number;
}

/** All calls of a problem whose arrays lie at the same distances. */
export interface HeavyProblem extends RecordedProblem {
  /** Of the time of all problems: 0 to 1; of the calls, where nothing was timed. */
  readonly share: number;
}

/** One entry for each problem and its distances, with the batch that took most of its time; the heaviest first. */
export function heaviest(recorded: readonly RecordedProblem[]): readonly HeavyProblem[] {
  const groups = new Map<string, RecordedProblem[]>();
  for (const one of recorded) {
    const { problem, batch } = one;
    // Of one array nobody knows how far the next one would be.
    const key = JSON.stringify([problem, batch.count === 1 ? undefined : [batch.input, batch.output]]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const weightOf = recorded.some(({ milliseconds }) => milliseconds > 0)
    ? ({ milliseconds }: RecordedProblem) => milliseconds
    : ({ calls }: RecordedProblem) => calls;
  const total = sumOf(recorded, weightOf);
  return [...groups.values()]
    .map((group): HeavyProblem => {
      const most = at(
        group.toSorted((a, b) => weightOf(b) - weightOf(a)),
        0,
      );
      return {
        ...most,
        calls: sumOf(group, ({ calls }) => calls),
        milliseconds: sumOf(group, ({ milliseconds }) => milliseconds),
        share: total === 0 ? 0 : sumOf(group, weightOf) / total,
      };
    })
    .toSorted((a, b) => b.share - a.share);
}

const sumOf = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((sum, item) => sum + numberOf(item), 0);
