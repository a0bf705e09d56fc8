// Barriers as the evaluator runs them: those in shared memory that count arrivals and bytes (PTX, mbarrier), those of the
// hardware among threads of a block (PTX, barrier), and that of a cluster. Each passes on the knowledge of the arriving threads.
import { invariant } from "../failure/errors.js";
import { learn, noClock, type Clock } from "./happens-before.js";
import type { Barrier } from "./sync.js";

/** One barrier in the shared memory of one block. */
export interface CountingBarrier {
  readonly name: string;
  /** Its number as an agent of clocks: its stretches are its completions. */
  readonly agent: number;
  readonly arrivals: number;
  completed: number;
  missing: number;
  bytes: number;
  /** The joined clocks of the arrivals since it last completed, and of those that completed it. */
  readonly gathering: Clock;
  readonly known: Clock;
}

/** A new barrier; the expected first bytes, if any, count as one arrival. */
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

/** Counts bytes that have arrived, from a sender whose clock was `clock` when they were sent. */
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
 * Whether a wait for the completion of number `completion`, from 1 on, ends. The hardware knows only whether that number is odd:
 * a wait for a completion two later would end too early.
 */
export function mayPass({ name, completed }: CountingBarrier, completion: number): boolean {
  const passes = Math.abs(completed - completion) % 2 === 0;
  invariant(
    !passes || completed === completion,
    () => `evaluate: a wait for completion ${completion} of barrier ${name} ends at completion ${completed}`,
  );
  return passes;
}

/** A barrier at which some threads meet, repeatedly. */
export interface MeetingPoint {
  readonly threads: number;
  arrived: number;
  times: number;
  readonly gathering: Clock;
  readonly known: Clock;
  /** The clocks on which copy engines may rely. */
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

/** Some threads arrive; returns how often the barrier will have completed after its next completion. */
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
