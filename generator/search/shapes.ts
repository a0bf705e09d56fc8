// Shapes of a kernel's blocks. Sub-computations that follow each other in another order have much the same good ones: where one order has
// been tried with all, others are tried with its best.
import { isOnCluster, type Schedule } from "../plan/plan.js";
import type { ScheduledCandidate } from "./scheduled-candidate.js";

type Shape = Pick<Schedule, "threads" | "columns" | "width">;

/** By key. */
export type Shapes = ReadonlySet<string>;

export const shapeKey = ({ threads, columns, width = 1 }: Shape): string => `${threads} ${columns} ${width}`;

/**
 * Schedules of one order, the best by prediction, whose shapes are tried in others. With four or eight searches take less time, and the best
 * of all orders of 4, 13 and 5 is missed by 2 % and more.
 */
export const SCHEDULES_OF_SHAPES = 16;

/** Those of kernels without clusters, of which there are many more. */
export const shapesOf = (candidates: readonly ScheduledCandidate[]): Shapes =>
  new Set(candidates.flatMap(({ schedule }) => (isOnCluster(schedule) ? [] : [shapeKey(schedule)])));
