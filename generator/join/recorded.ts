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
  const weightOf = recorded.some(({ milliseconds }) => milliseconds > 0)
    ? ({ milliseconds }: RecordedProblem) => milliseconds
    : ({ calls }: RecordedProblem) => calls;
  const total = sumOf(recorded, weightOf);
  const groups = new Map<string, RecordedProblem[]>();
  const sorted = recorded.toSorted((a, b) => weightOf(b) - weightOf(a));
  for (const one of sorted) {
    const key = keyOf(one, sorted);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()]
    .map((group): HeavyProblem => {
      // Where the next array would be, only calls of several say.
      const [most, several] = [at(group, 0), group.find(({ batch }) => batch.count > 1)];
      const { input, output } = (several ?? most).batch;
      return {
        ...most,
        batch: { count: most.batch.count, input, output },
        calls: sumOf(group, ({ calls }) => calls),
        milliseconds: sumOf(group, ({ milliseconds }) => milliseconds),
        share: total === 0 ? 0 : sumOf(group, weightOf) / total,
      };
    })
    .toSorted((a, b) => b.share - a.share);
}

/** The same for all calls of a problem whose arrays lie alike; one array lies as those of the heaviest call of several do. */
function keyOf({ problem, batch }: RecordedProblem, all: readonly RecordedProblem[]): string {
  const posed = JSON.stringify(problem);
  const alike =
    batch.count > 1 ? batch : all.find((one) => one.batch.count > 1 && JSON.stringify(one.problem) === posed)?.batch;
  return `${posed} ${alike === undefined ? "alone" : `${alike.input} ${alike.output}`}`;
}

const sumOf = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((sum, item) => sum + numberOf(item), 0);
