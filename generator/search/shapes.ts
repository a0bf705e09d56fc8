// Shapes of a kernel's blocks. Sub-computations that follow each other in another order have much the same good ones: where one order has
// been tried with all, others are tried with its best.
import { isOnCluster, type Schedule } from "../plan/plan.js";
import type { ScheduledCandidate } from "./scheduled-candidate.js";

type Shape = Pick<Schedule, "threads" | "columns" | "width" | "cluster">;

export interface Shapes {
  readonly keys: ReadonlySet<string>;
  /** Whether there are any on clusters: where one order has none, others may. */
  readonly onClusters: boolean;
}

export const shapeKey = ({ threads, columns, width = 1, cluster }: Shape): string =>
  `${threads} ${columns} ${width}${cluster === undefined ? "" : ` on ${cluster.size}`}`;

/**
 * Schedules of one order, the best by prediction, whose shapes are tried in others. With four or eight searches take less time, and the best
 * of all orders of 4, 13 and 5 is missed by 2 % and more.
 */
export const SCHEDULES_OF_SHAPES = 16;

/** Of all candidates, the best first. */
export const shapesOf = (candidates: readonly ScheduledCandidate[]): Shapes => ({
  keys: new Set(candidates.slice(0, SCHEDULES_OF_SHAPES).map(({ schedule }) => shapeKey(schedule))),
  onClusters: candidates.some(({ schedule }) => isOnCluster(schedule)),
});

/** Whether a shape is tried in other orders. */
export const isPromising = ({ keys, onClusters }: Shapes, key: string, onCluster: boolean): boolean =>
  keys.has(key) || (onCluster && !onClusters);
