// Runs warps and transfers between blocks in a random order: any of those that can go on may be next, so that some run far ahead
// while others have not begun. Finds deadlocks.
import { at, invariant } from "../failure/errors.js";

/** A warp: it stops wherever others may run first, and returns a test of whether it can go on. */
export type Agent = Generator<() => boolean, void>;

export interface Scheduler {
  /** A number from 0 up to, not including, `below`. */
  readonly draw: (below: number) => number;
  /** Schedules an event for an arbitrary later time. */
  readonly later: (event: () => void) => void;
  /** Runs agents until all have ended. */
  readonly run: (name: string, agents: readonly Agent[]) => void;
}

/** Once in so many steps another agent is drawn; otherwise the last one goes on. */
const TURN = 4;

export function scheduler(seed: number): Scheduler {
  const draw = drawFrom(seed);
  const underWay: (() => void)[] = [];
  const run = (name: string, agents: readonly Agent[]): void => {
    const waiting = agents.map((agent) => ({ agent, canGoOn: (): boolean => true }));
    let current = waiting[0];
    while (waiting.length > 0 || underWay.length > 0) {
      if (current === undefined || !current.canGoOn() || draw(TURN) === 0) {
        const choice = draw(waiting.length + underWay.length);
        if (choice >= waiting.length) {
          removeAt(underWay, choice - waiting.length)();
          continue;
        }
        current = firstFrom(waiting, choice, ({ canGoOn }) => canGoOn());
        invariant(
          current !== undefined || underWay.length > 0,
          () => `evaluate: all that is left of ${name} waits for what never comes`,
        );
        if (current === undefined) continue;
      }
      const { done, value } = current.agent.next();
      if (done === true) {
        removeAt(waiting, waiting.indexOf(current));
        current = undefined;
      } else current.canGoOn = value;
    }
  };
  return { draw, later: (event) => underWay.push(event), run };
}

/** Removes an item; the last one takes its place. */
function removeAt<T>(items: T[], index: number): T {
  const removed = at(items, index);
  items[index] = at(items, items.length - 1);
  items.length -= 1;
  return removed;
}

/** The first wanted item from `start` on, cyclically. */
function firstFrom<T>(items: readonly T[], start: number, wanted: (item: T) => boolean): T | undefined {
  for (let step = 0; step < items.length; step++) {
    const item = at(items, (start + step) % items.length);
    if (wanted(item)) return item;
  }
  return undefined;
}

/** Marsaglia's xorshift of 32 bits. */
function drawFrom(seed: number): (below: number) => number {
  let state = (seed ^ 0x9e3779b9) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** The items in a random order. */
export function shuffled<T>(items: readonly T[], draw: Scheduler["draw"]): readonly T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = draw(last + 1);
    [result[last], result[other]] = [at(result, other), at(result, last)];
  }
  return result;
}
