// The state of a cluster of blocks in the evaluator: buffers, barriers, and the clocks of its warps.
import { WARP } from "../gpu/hardware.js";
import { at, invariant } from "../failure/errors.js";
import { countingBarrier, meetingPoint, type CountingBarrier, type MeetingPoint } from "./barriers.js";
import type { DataArray, Element } from "./element-memory.js";
import { watchedArray, watchOverlaps, type WatchedArray } from "./happens-before.js";
import { elementTypeBytes } from "../plan/elements.js";
import type { Kernel } from "./program.js";
import type { Scheduler } from "./scheduler.js";
import type { Copies } from "./sync.js";

/** One launch of a kernel. */
export interface Running {
  readonly kernel: Kernel;
  /** The arrays of global memory, by their names in accesses. */
  readonly arrays: ReadonlyMap<string, DataArray>;
  readonly batch: number;
  /** Strides that the caller supplies. */
  readonly parameters: ReadonlyMap<string, number>;
  readonly tiles: number;
  readonly schedule: Scheduler;
  /** Clusters that share the tiles. */
  readonly clusters: number;
  /** Tiles taken from the counter, besides the first of each cluster. */
  taken: number;
}

export interface Cluster {
  readonly running: Running;
  /** Its number; in a kernel with a block for each tile also the tile. */
  readonly index: number;
  /** Agents of clocks: its warps, then its barriers. */
  readonly agents: number;
  readonly blocks: readonly Block[];
  /** The barrier of all its warps. */
  readonly meeting: MeetingPoint;
  /** The number of the next tile for the cluster; undefined when there is none. */
  held: number | undefined;
}

export interface Block {
  readonly rank: number;
  readonly buffers: ReadonlyMap<string, readonly WatchedArray<Element>[]>;
  readonly barriers: ReadonlyMap<string, readonly CountingBarrier[]>;
  readonly ring: readonly WatchedArray<number>[];
  /** Barriers of the hardware, by number; 0 is that of all threads. */
  readonly meetings: Map<number, MeetingPoint>;
}

export const warpsOfRoles = ({ roles }: Kernel): number =>
  roles.reduce((total, { groups, groupThreads }) => total + groups * Math.ceil(groupThreads / WARP), 0);

const copiesOf = (copies: Copies | undefined): number => copies?.count ?? 1;

/** A cluster before anything has run. */
export function clusterOf(running: Running, index: number): Cluster {
  const { kernel } = running;
  const { tiles, buffers, barriers, cluster } = kernel;
  const warps = cluster * warpsOfRoles(kernel);
  const ofBlock = barriers.reduce((total, { copies }) => total + copiesOf(copies), 0);
  const agents = warps + cluster * ofBlock;
  const blocks = Array.from({ length: cluster }, (_, rank): Block => {
    let agent = warps + rank * ofBlock;
    const arrays = buffers.map(({ name, copies, elements, offset, type }) => {
      const bytes = elementTypeBytes(type);
      const arrayOf = (_: unknown, copy: number): WatchedArray<Element> =>
        watchedArray(`${name} of block ${rank}`, elements, { offset: offset + copy * elements * bytes, bytes });
      return [name, Array.from({ length: copiesOf(copies) }, arrayOf)] as const;
    });
    watchOverlaps(arrays.flatMap(([, ofName]) => ofName));
    return {
      rank,
      buffers: new Map(arrays),
      barriers: new Map(
        barriers.map((barrier) => [
          barrier.name,
          Array.from({ length: copiesOf(barrier.copies) }, (_unused, copy) =>
            // No bytes arrive at the first place of a ring.
            countingBarrier(barrier, agent++, agents, barrier.copies?.by !== "place" || copy > 0),
          ),
        ]),
      ),
      ring: Array.from({ length: tiles.ring?.places.count ?? 0 }, () => watchedArray<number>("the ring", 1)),
      meetings: new Map(),
    };
  });
  const threads = cluster * kernel.threads;
  return { running, index, agents, blocks, meeting: meetingPoint(threads, agents), held: undefined };
}

/** The hardware's barrier of this number in a block. */
export function meetingOf({ agents }: Cluster, { meetings }: Block, number: number, threads: number): MeetingPoint {
  const known = meetings.get(number) ?? meetingPoint(threads, agents);
  invariant(
    known.threads === threads,
    () => `evaluate: barrier ${number} is one of ${known.threads} and of ${threads} threads`,
  );
  meetings.set(number, known);
  return known;
}

export const blockOf = ({ blocks }: Cluster, rank: number): Block => at(blocks, rank);
