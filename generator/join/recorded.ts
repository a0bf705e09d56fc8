// Problems that programs posed, as recordings list them: merged where only the batch differs, the heaviest first.
import { at } from "../failure/errors.js";
import { isShort } from "../plan/transform.js";
import type { Problem } from "./problem.js";
import type { CalledBatch } from "./transform-of.js";

/** How often calls that are alike were made, and how long they took together; 0 where they were not timed. */
export interface Recorded {
  readonly calls: number;
  readonly milliseconds: number;
}

/** Calls of one problem with arrays that lie alike. */
export interface RecordedProblem extends Recorded {
  readonly problem: Problem;
  readonly batch: CalledBatch;
}

/** All calls of a problem whose arrays lie at the same distances. */
export interface HeavyProblem extends RecordedProblem {
  /** The scales of its calls: with several, or another than 1, one transform that takes its scale with each call serves all. */
  readonly scales: readonly number[];
  /** The fewest and the most arrays of a call. */
  readonly counts: { readonly from: number; readonly to: number };
  /** Of the time of all problems: 0 to 1; of the calls, where nothing was timed. */
  readonly share: number;
}

/** One entry for each problem and its distances, with the batch that took most of its time; the heaviest first. `others`: calls that are no problem. */
export function heaviest(
  recorded: readonly RecordedProblem[],
  others: readonly Recorded[] = [],
): readonly HeavyProblem[] {
  const all = [...recorded, ...others];
  const weightOf = isTimed(all) ? ({ milliseconds }: Recorded) => milliseconds : ({ calls }: Recorded) => calls;
  const total = sumOf(all, weightOf);
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
        scales: [...new Set(group.map(({ problem }) => problem.scale))],
        counts: {
          from: Math.min(...group.map(({ batch }) => batch.count)),
          to: Math.max(...group.map(({ batch }) => batch.count)),
        },
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
  const posed = withoutScale(problem);
  const alike =
    batch.count > 1 ? batch : all.find((one) => one.batch.count > 1 && withoutScale(one.problem) === posed)?.batch;
  return `${posed} ${alike === undefined ? "alone" : `${alike.input} ${alike.output}`}`;
}

/** Whether shares are of time; else they are of calls. */
export const isTimed = (recorded: readonly Recorded[]): boolean =>
  recorded.some(({ milliseconds }) => milliseconds > 0);

/** Numbers of 16 bits have their scale in the plan. */
const withoutScale = (problem: Problem): string =>
  JSON.stringify(isShort(problem.precision) ? problem : { ...problem, scale: 1 });

/** Whether its transform takes the scale with each call. */
export const isScaledByCalls = ({ problem, scales }: HeavyProblem): boolean =>
  !isShort(problem.precision) && scales.some((scale) => scale !== 1);

const sumOf = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((sum, item) => sum + numberOf(item), 0);
