// How many threads are worth trying for a block without clusters, or for one of a cluster that has a branch of its own.
import { at } from "../failure/errors.js";
import { elementRegisters, type ElementType } from "../plan/elements.js";

/** Registers for data worth trying: more hide latency and save exchanges, fewer leave room for more threads. */
const REGISTERS_PER_THREAD = [8, 16, 32, 64] as const;

/**
 * Numbers of threads worth trying: such that none holds more than so many elements; and, where radices differ by more than
 * powers of two, such that the butterflies of one radix go round evenly. 3000 = 15 * 10 * 20 in 150 threads gives some of them
 * two butterflies of 15 and the others none; in 200 threads every one has 15 elements, or 20, or 20. Threads of a block that has a
 * multiprocessor to itself have more registers: 25000 = 10 * 25 * 10 * 10 in 500 threads.
 */
export function threadCounts(
  tile: number,
  radices: readonly number[],
  held: ElementType,
  isAlone: boolean,
): ReadonlySet<number> {
  const elements = REGISTERS_PER_THREAD.map((registers) => registers / elementRegisters(held));
  const largest = Math.max(...radices);
  const least = Math.max(at(elements, 0), largest / 2 + 1);
  const most = Math.max((isAlone ? 2 : 1) * at(elements, elements.length - 1), largest);
  const even: number[] = [];
  for (const radix of new Set(radices))
    for (let count = radix; count <= most; count += radix) if (count >= least && tile % count === 0) even.push(count);
  const atMost = elements.filter((count) => count >= largest / 2).map((count) => Math.max(count, largest));
  return new Set([...atMost, ...even].map((count) => threadsFor(tile, count)));
}

/** Threads such that none holds more than `elements`; at least one. */
export const threadsFor = (tile: number, elements: number): number => Math.max(1, Math.ceil(tile / elements));
