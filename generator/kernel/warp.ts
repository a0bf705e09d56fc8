// The state of a warp in the evaluator: its threads, its tile, its clock; and the buffers and barriers that its steps name.
import { at, invariant } from "../failure/errors.js";
import { receiveBytes, type CountingBarrier } from "./barriers.js";
import type { Element } from "./element-memory.js";
import type { Block, Cluster } from "./evaluate-block.js";
import { coordinateValues } from "./evaluate-thread.js";
import { writeWatched, type Clock, type Use, type WatchedArray } from "./happens-before.js";
import { bufferNamed, type Role } from "./program.js";
import type { Barrier, Copies } from "./sync.js";

export interface Warp {
  readonly cluster: Cluster;
  readonly block: Block;
  readonly role: Role;
  readonly group: number;
  /** Its first thread among those of its group, and the number of its threads. */
  readonly first: number;
  readonly threads: number;
  readonly agent: number;
  readonly clock: Clock;
  /** The clock on which copy engines may rely, as far as this warp knows. */
  readonly proxy: Clock;
  /** The completion of the cluster's barrier at which it has arrived, and not yet waited. */
  cameTo: number | undefined;
}

/** The tile that a warp works on. */
export interface Round {
  readonly round: number;
  readonly coordinates: ReadonlyMap<string, number>;
  /** The first element of the tile in each array of global memory. */
  readonly origins: ReadonlyMap<string, number>;
  /** Members of the batch in it, and the number of the first. */
  readonly present: number;
  readonly first: number;
}

export const useBy = ({ agent, clock }: Warp, thread: number): Use => ({ agent, stretch: at(clock, agent), thread });

/** From here on the threads of the warp know of each other's accesses so far. */
export function endStretch({ clock, agent }: Warp): void {
  clock[agent] = at(clock, agent) + 1;
}

/** The copy that a warp uses in a round. */
function copyOf(copies: Copies | undefined, { group }: Pick<Warp, "group">, round: number): number {
  if (copies === undefined) return 0;
  return copies.by === "group" ? group : round % copies.count;
}

export function bufferOf(warp: Warp, block: Block, name: string, round: number): WatchedArray<Element> {
  const { copies } = bufferNamed(warp.cluster.running.kernel, name);
  return at(block.buffers.get(name) ?? [], copyOf(copies, warp, round));
}

function declaredBarrier({ cluster }: Warp, name: string): Barrier {
  const declared = cluster.running.kernel.barriers.find((barrier) => barrier.name === name);
  invariant(declared !== undefined, () => `evaluate: there is no barrier ${name}`);
  return declared;
}

export function barrierOf(warp: Warp, block: Block, name: string, round: number): CountingBarrier {
  const { copies } = declaredBarrier(warp, name);
  return at(block.barriers.get(name) ?? [], copyOf(copies, warp, round));
}

/** How often the barrier's copy has been used before this round. */
export function usesBefore(warp: Warp, name: string, round: number): number {
  const { copies } = declaredBarrier(warp, name);
  return copies === undefined || copies.by === "group" ? round : Math.floor(round / copies.count);
}

/**
 * Writes at some later time, for the barrier that counts the bytes: ordered after everything known now, by `clock`, and before
 * the barrier's completion. `elements` are read then.
 */
export function deliver<T>(
  { cluster }: Warp,
  array: WatchedArray<T>,
  elements: () => readonly (readonly [number, T])[],
  barrier: CountingBarrier,
  bytes: number,
  clock: readonly number[],
): void {
  const known = [...clock];
  cluster.running.schedule.later(() => {
    elements().forEach(([index, value], thread) => {
      writeWatched(array, index, value, { agent: barrier.agent, stretch: barrier.completed + 1, thread }, known);
    });
    receiveBytes(barrier, known, bytes);
  });
}

/** The coordinates of a warp's block and group. */
export function placeOf({ block, group, role }: Warp): ReadonlyMap<string, number> {
  const fetching = role.fetches?.coordinates ?? [];
  const from = (source: "rank" | "group", index: number): ReadonlyMap<string, number> =>
    coordinateValues(
      fetching.filter((coordinate) => coordinate.source === source),
      index,
    );
  return new Map([...from("rank", block.rank), ...from("group", group)]);
}
