// Runs warps and what is under way between blocks in an order that is drawn: any of those that can go on may be next, so that
// some run far ahead while others have not begun. Finds deadlocks.
import { at, invariant } from "../failure/errors.js";

/** A warp: it stops wherever others may come first, and says when it can go on. */
export type Agent = Generator<() => boolean, void>;

export interface Scheduler {
  /** Numbers from 0 up to, not including, `below`. */
  readonly draw: (below: number) => number;
  /** What happens at some time, of itself. */
  readonly later: (event: () => void) => void;
  /** Runs agents until all have come to their end. */
  readonly run: (name: string, agents: readonly Agent[]) => void;
}

/** Of how often the one that has just run goes on, one in so many times another is drawn. */
const TURN = 4;

export function scheduler(seed: number): Scheduler {
  const draw = drawFrom(seed);
  const underWay: (() => void)[] = [];
  const run = (name: string, agents: readonly Agent[]): void => {
    const waiting = new Map<Agent, () => boolean>(agents.map((agent) => [agent, () => true]));
    let current: Agent | undefined;
    while (waiting.size > 0 || underWay.length > 0) {
      if (current === undefined || waiting.get(current)?.() !== true || draw(TURN) === 0) {
        const ready = [...waiting].flatMap(([agent, canGoOn]) => (canGoOn() ? [agent] : []));
        invariant(
          ready.length + underWay.length > 0,
          () => `evaluate: all that is left of ${name} waits for what never comes`,
        );
        const choice = draw(ready.length + underWay.length);
        current = ready[choice];
        if (current === undefined) {
          const [event] = underWay.splice(choice - ready.length, 1);
          event?.();
          continue;
        }
      }
      const { done, value } = current.next();
      if (done === true) {
        waiting.delete(current);
        current = undefined;
      } else waiting.set(current, value);
    }
  };
  return { draw, later: (event) => underWay.push(event), run };
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

/** In an order that is drawn. */
export function shuffled<T>(items: readonly T[], draw: Scheduler["draw"]): readonly T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = draw(last + 1);
    [result[last], result[other]] = [at(result, other), at(result, last)];
  }
  return result;
}
