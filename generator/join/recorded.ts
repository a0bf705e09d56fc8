// Problems that programs posed, as recordings list them: merged where only the batch differs, the heaviest first.
import { at } from "../failure/errors.js";
import type { StrideChoice } from "../plan/call-choices.js";
import { isShort } from "../plan/transform.js";
import type { Problem } from "./problem.js";
import { transformOf, type CalledBatch } from "./transform-of.js";

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
  /** `run-time` where calls differ in strides, too: their transform takes them with each call. */
  readonly strides: StrideChoice;
}

/** One entry for each problem and its distances, with the batch that took most of its time; the heaviest first. `others`: calls that are no problem. */
export function heaviest(
  recorded: readonly RecordedProblem[],
  others: readonly Recorded[] = [],
): readonly HeavyProblem[] {
  const all = [...recorded, ...others];
  const weightOf = isTimed(all) ? ({ milliseconds }: Recorded) => milliseconds : ({ calls }: Recorded) => calls;
  const total = sumOf(all, weightOf);
  const sorted = recorded.toSorted((a, b) => weightOf(b) - weightOf(a));
  const alike = grouped(sorted, (one) => keyOf(one, sorted))
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
        strides: "fixed",
      };
    })
    .toSorted((a, b) => b.share - a.share);
  return withStridesOfCalls(alike);
}

/**
 * Problems that differ in strides of other than dense arrays alone, as those of batches of other sizes do, as one whose calls say them.
 * In numbers: 4096 points along the first of two dimensions lie 100 apart for 100 arrays, 64 for 64.
 */
function withStridesOfCalls(heavy: readonly HeavyProblem[]): readonly HeavyProblem[] {
  return grouped(heavy, (one) => (isDense(one) ? JSON.stringify([one.problem, one.batch]) : shapeOf(one)))
    .map((group): HeavyProblem => {
      const most = at(group, 0);
      if (group.length === 1) return most;
      return {
        ...most,
        strides: "run-time",
        scales: [...new Set(group.flatMap(({ scales }) => scales))],
        counts: {
          from: Math.min(...group.map(({ counts }) => counts.from)),
          to: Math.max(...group.map(({ counts }) => counts.to)),
        },
        calls: sumOf(group, ({ calls }) => calls),
        milliseconds: sumOf(group, ({ milliseconds }) => milliseconds),
        share: sumOf(group, ({ share }) => share),
      };
    })
    .toSorted((a, b) => b.share - a.share);
}

function isDense({ problem, batch }: HeavyProblem): boolean {
  const { inputStrides, outputStrides } = transformOf(problem, batch);
  return [inputStrides, outputStrides].every((said) => Object.keys(said).length === 0);
}

/** The same for all whose strides a call may say: those of 1 are the plan's. */
function shapeOf({ problem, batch }: HeavyProblem): string {
  const isNext = ({ input, output }: { readonly input: number; readonly output: number }): readonly boolean[] => [
    input === 1,
    output === 1,
  ];
  return JSON.stringify([
    withoutScale({ ...problem, dimensions: [] }),
    problem.dimensions.map(({ length, ...strides }) => [length, ...isNext(strides)]),
    isNext(batch),
  ]);
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

/** What has one key, in the order of the first of each. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

const sumOf = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((sum, item) => sum + numberOf(item), 0);
