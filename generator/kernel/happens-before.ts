// What is certain to have happened before what, while threads of a block and blocks of a cluster run at the same time: vector
// clocks (Mattern 1989), and memory that notes who has used each place when (FastTrack, Flanagan & Freund 2009). A program that
// gives the right numbers in one order of events, but whose accesses are not ordered by its synchronisation, is found out
// whatever order it is run in.
import { at, invariant } from "../failure/errors.js";

/**
 * For each agent, how many of its stretches between synchronisation are known to be over or under way. Agents are warps, and
 * barriers: what copy engines and other blocks write happens when the barrier that counts its bytes completes.
 */
export type Clock = number[];

export const noClock = (agents: number): Clock => Array.from({ length: agents }, () => 0);

/** Adds to a clock what another one knows. */
export function learn(clock: Clock, from: readonly number[]): void {
  for (let agent = 0; agent < clock.length; agent++)
    if (at(clock, agent) < at(from, agent)) clock[agent] = at(from, agent);
}

/** Who uses a place, and when: an agent in a stretch of its own, and of a warp one of its threads. */
export interface Use {
  readonly agent: number;
  readonly stretch: number;
  readonly thread: number;
}

/** Whether `use` is over for one who acts as `actor` and knows `clock`. Threads of a warp know of each other's earlier stretches. */
const isOver = (use: Use, actor: Use, clock: readonly number[]): boolean =>
  use.agent === actor.agent
    ? use.thread === actor.thread || use.stretch < actor.stretch
    : use.stretch <= at(clock, use.agent);

interface Cell<T> {
  value: T | undefined;
  writer: Use | undefined;
  readonly readers: Use[];
}

/** Memory that several threads use. */
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

/** `actor` writes; it knows `clock` when it begins to. */
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
