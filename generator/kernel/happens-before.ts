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

/** Where an array lies: its first byte, and the bytes of an element. */
export interface Place {
  readonly offset: number;
  readonly bytes: number;
}

/** Memory that several threads share. */
export interface WatchedArray<T> {
  readonly name: string;
  readonly cells: Cell<T>[];
  readonly place: Place;
  /** Other arrays that lie in the same bytes at another time. */
  readonly over: WatchedArray<unknown>[];
}

export const watchedArray = <T>(
  name: string,
  length: number,
  place: Place = { offset: 0, bytes: 1 },
): WatchedArray<T> => ({
  name,
  cells: Array.from({ length }, () => ({ value: undefined, writer: undefined, readers: [] })),
  place,
  over: [],
});

/** Of arrays in one memory, tells each of the others that lie in its bytes. */
export function watchOverlaps(arrays: readonly WatchedArray<unknown>[]): void {
  const endOf = ({ cells, place: { offset, bytes } }: WatchedArray<unknown>): number => offset + bytes * cells.length;
  for (const array of arrays)
    array.over.push(
      ...arrays.filter(
        (other) => other !== array && other.place.offset < endOf(array) && array.place.offset < endOf(other),
      ),
    );
}

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
  requireOver(array, index, cell, actor, clock);
  cell.value = value;
  cell.writer = actor;
  cell.readers.length = 0;
  for (const other of array.over) {
    const start = array.place.offset + array.place.bytes * index - other.place.offset;
    const first = Math.max(0, Math.floor(start / other.place.bytes));
    const end = Math.min(other.cells.length, Math.ceil((start + array.place.bytes) / other.place.bytes));
    for (let place = first; place < end; place++) {
      const lost = cellOf(other, place);
      requireOver(other, place, lost, actor, clock);
      // Its users stay: another thread may write the rest of its bytes.
      lost.value = undefined;
    }
  }
}

function requireOver<T>(
  { name }: WatchedArray<T>,
  index: number,
  { writer, readers }: Cell<T>,
  actor: Use,
  clock: readonly number[],
): void {
  const isWritten = writer === undefined || isOver(writer, actor, clock);
  invariant(
    isWritten && readers.every((reader) => isOver(reader, actor, clock)),
    () =>
      `evaluate: element ${index} of ${name} is overwritten before it is certain that it has been ${isWritten ? "read" : "written"}`,
  );
}

function cellOf<T>({ name, cells }: WatchedArray<T>, index: number): Cell<T> {
  const cell = cells[index];
  invariant(cell !== undefined, () => `evaluate: element ${index} of ${name}, which has ${cells.length}`);
  return cell;
}
