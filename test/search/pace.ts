// Time of searches, whatever the processor: virtual ones share theirs with others, and what takes 1.3 s in one hour takes 3.3 s in
// another.
import { existsSync, readFileSync } from "node:fs";

/**
 * What `work` takes of this thread, in seconds of the processor that limits of time were set on: beside how much slower it is now, before
 * and behind, which costs two seconds.
 */
export function secondsAtPace(work: () => void): number {
  const before = pace();
  const start = threadSeconds();
  work();
  const seconds = threadSeconds() - start;
  return seconds / ((before + pace()) / 2);
}

/**
 * The same, or what it took the second or third time, where the first was not less than `limit`: what others do beside it, in caches and in
 * memory, only adds: searches for 120x126x128 took 3.1 s, and 5.2 in another hour.
 */
export function leastSecondsAtPace(work: () => void, limit: number): number {
  let least = Infinity;
  for (let round = 0; round < 3 && least >= limit; round++) least = Math.min(least, secondsAtPace(work));
  return least;
}

const STAT = "/proc/thread-self/stat";
/** Of what follows a thread's name: its ticks in user mode, of 10 ms. */
const USER_TICKS = 11;

/**
 * Seconds that this thread has computed for. What compiles and collects garbage beside it is left out where the system counts threads
 * apart: with one processor busy it takes half as long again, for the same search.
 */
function threadSeconds(): number {
  if (!existsSync(STAT)) return process.cpuUsage().user / 1e6;
  const fields = readFileSync(STAT, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return Number(fields[USER_TICKS]) / 100;
}

/** Seconds of this work where a search for 256x256x256 takes 1.3 s. */
const REFERENCE_SECONDS = 0.4;

/** 1 on that processor or a faster one. */
function pace(): number {
  const start = threadSeconds();
  let sum = 0;
  for (let round = 0; round < 6; round++) {
    // What a search does too: many small objects, sorted, looked up, added up.
    const items = Array.from({ length: 100_000 }, (_, i) => ({ key: (i * 7919) % 100_003, parts: [i, i + 1, i + 2] }));
    const known = new Map(items.toSorted((a, b) => a.key - b.key).map((one) => [one.key, one]));
    for (const { parts } of known.values()) sum += parts.reduce((a, b) => a + b, 0);
  }
  if (sum !== 90_000_900_000) throw new Error(`the work came to ${sum}`);
  return Math.max(1, (threadSeconds() - start) / REFERENCE_SECONDS);
}
