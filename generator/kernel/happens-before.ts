// The happens-before order while threads of a block and blocks of a cluster run at the same time: vector clocks (Mattern 1989),
// and memory that records the users of each place with their times (FastTrack, Flanagan & Freund 2009). It detects a program
// whose accesses are not ordered by its synchronisation, whatever order it is run in, even if its numbers are right in that
// order.
import { at, invariant } from "../failure/errors.js";

/**
 * For each agent, how many of its stretches between synchronisation are known to be over or in progress. Agents are warps, and
 * barriers: writes of copy engines and other blocks happen when the barrier that counts their bytes completes.
 */
export type Clock = number[];

export const noClock = (agents: number): Clock => Array.from({ length: agents }, () => 0);

/** Joins another clock into a clock. */
export function learn(clock: Clock, from: readonly number[]): void {
  for (let agent = 0; agent < clock.length; agent++)
    if (at(clock, agent) < at(from, agent)) clock[agent] = at(from, agent);
}

/** A use of a place: the agent, its stretch, and for a warp the thread. */
export interface Use {
  readonly agent: number;
  readonly stretch: number;
  readonly thread: number;
}

/** Whether `use` is over for `actor` with the clock `clock`. Threads of a warp know of each other's earlier stretches. */
const isOver = (use: Use, actor: Use, clock: readonly number[]): boolean =>
  use.agent === actor.agent
    ? use.thread === actor.thread || use.stretch < actor.stretch
    : use.stretch <= at(clock, use.agent);

interface Cell<T> {
  value: T | undefined;
  writer: Use | undefined;
  readonly readers: Use[];
}

/** Memory that several threads share. */
export interface WatchedArray<T> {
  readonly name: string;
  readonly cells: Cell<T>[];
}

export const watchedArray = <T>(name: string, length: number): WatchedArray<T> => ({
  name,
  cells: Array.from({ length }, () => ({ value: undefined, writer: undefined, readers: [] })),
});

export function readWatched<T>(array: WatchedArray<T>, index: number, actor: Use, clock: readonly number[]): T {
  const cell = cellOf(array, index);
  const { value, writer } = cell;
  invariant(
    value !== undefined && writer !== undefined && isOver(writer, actor, clock),
    () => `evaluate: element ${index} of ${array.name} is read before it is certain that it has been written`,
  );
  cell.readers.push(actor);
  return value;
}

/** `actor` writes; `clock` is its clock at the beginning of the write. */
export function writeWatched<T>(
  array: WatchedArray<T>,
  index: number,
  value: T,
  actor: Use,
  clock: readonly number[],
): void {
  const cell = cellOf(array, index);
  const { writer, readers } = cell;
  const isWritten = writer === undefined || isOver(writer, actor, clock);
  invariant(
    isWritten && readers.every((reader) => isOver(reader, actor, clock)),
    () =>
      `evaluate: element ${index} of ${array.name} is overwritten before it is certain that it has been ${isWritten ? "read" : "written"}`,
  );
  cell.value = value;
  cell.writer = actor;
  readers.length = 0;
}

function cellOf<T>({ name, cells }: WatchedArray<T>, index: number): Cell<T> {
  const cell = cells[index];
  invariant(cell !== undefined, () => `evaluate: element ${index} of ${name}, which has ${cells.length}`);
  return cell;
}
