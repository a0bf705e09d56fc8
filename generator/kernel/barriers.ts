// Barriers as the evaluator runs them: those in shared memory that count arrivals and bytes (PTX, mbarrier), those of the
// hardware among threads of a block (PTX, barrier), and that of a cluster. Each hands on what those that arrive know.
import { invariant } from "../failure/errors.js";
import { learn, noClock, type Clock } from "./happens-before.js";
import type { Barrier } from "./sync.js";

/** One barrier in the shared memory of one block. */
export interface CountingBarrier {
  readonly name: string;
  /** As an agent of clocks: its stretches are its completions. */
  readonly agent: number;
  readonly arrivals: number;
  completed: number;
  missing: number;
  bytes: number;
  /** What those know that have arrived since it last completed, and what those knew that completed it. */
  readonly gathering: Clock;
  readonly known: Clock;
}

/** Fresh, its first bytes expected: that is one arrival. */
export function countingBarrier(
  { name, arrivals, firstBytes }: Barrier,
  agent: number,
  agents: number,
  hasBytes: boolean,
): CountingBarrier {
  const barrier: CountingBarrier = {
    name,
    agent,
    arrivals,
    completed: 0,
    missing: arrivals,
    bytes: 0,
    gathering: noClock(agents),
    known: noClock(agents),
  };
  if (firstBytes !== undefined) arrive(barrier, noClock(agents), hasBytes ? firstBytes : 0);
  return barrier;
}

/** An arrival, which may expect bytes. */
export function arrive(barrier: CountingBarrier, clock: readonly number[], bytes = 0): void {
  invariant(barrier.missing > 0, () => `evaluate: more than ${barrier.arrivals} arrive at barrier ${barrier.name}`);
  barrier.missing -= 1;
  barrier.bytes += bytes;
  learn(barrier.gathering, clock);
  completeIfAll(barrier);
}

/** Bytes that have come, from someone who knew `clock` when they were sent. */
export function receiveBytes(barrier: CountingBarrier, clock: readonly number[], bytes: number): void {
  barrier.bytes -= bytes;
  learn(barrier.gathering, clock);
  completeIfAll(barrier);
}

function completeIfAll(barrier: CountingBarrier): void {
  if (barrier.missing > 0 || barrier.bytes !== 0) return;
  barrier.completed += 1;
  barrier.missing = barrier.arrivals;
  barrier.gathering[barrier.agent] = barrier.completed;
  learn(barrier.known, barrier.gathering);
}

/**
 * Whether a wait for the completion of number `completion`, from 1 on, ends. The hardware knows only whether that number is
 * odd: it would also let pass who waits for one that is two completions away.
 */
export function mayPass({ name, completed }: CountingBarrier, completion: number): boolean {
  const passes = Math.abs(completed - completion) % 2 === 0;
  invariant(
    !passes || completed === completion,
    () => `evaluate: a wait for completion ${completion} of barrier ${name} ends at completion ${completed}`,
  );
  return passes;
}

/** A barrier at which some threads meet, again and again. */
export interface MeetingPoint {
  readonly threads: number;
  arrived: number;
  times: number;
  readonly gathering: Clock;
  readonly known: Clock;
  /** The same of what copy engines may rely on. */
  readonly proxyGathering: Clock;
  readonly proxyKnown: Clock;
}

export const meetingPoint = (threads: number, agents: number): MeetingPoint => ({
  threads,
  arrived: 0,
  times: 0,
  gathering: noClock(agents),
  known: noClock(agents),
  proxyGathering: noClock(agents),
  proxyKnown: noClock(agents),
});

/** Some threads arrive; returns how often the barrier has been complete when it next is. */
export function meet(point: MeetingPoint, threads: number, clock: readonly number[], proxy: readonly number[]): number {
  point.arrived += threads;
  learn(point.gathering, clock);
  learn(point.proxyGathering, proxy);
  const completion = point.times + 1;
  invariant(point.arrived <= point.threads, () => `evaluate: more than ${point.threads} threads at one barrier`);
  if (point.arrived === point.threads) {
    point.arrived = 0;
    point.times = completion;
    learn(point.known, point.gathering);
    learn(point.proxyKnown, point.proxyGathering);
  }
  return completion;
}
