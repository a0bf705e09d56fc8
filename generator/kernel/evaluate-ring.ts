// Runs the tile queue: the first thread of a cluster sends the number of each round's tile to all its blocks, through a ring.
import { at, invariant } from "../failure/errors.js";
import { mayPass } from "./barriers.js";
import type { Cluster } from "./evaluate-block.js";
import { learn, readWatched } from "./happens-before.js";
import { barrierOf, deliver, usesBefore, useBy, type Warp } from "./warp.js";

/** The tile of the cluster `ahead` rounds later. */
export function* tileAhead(warp: Warp, round: number, ahead: number): Generator<() => boolean, number> {
  const { kernel, clusters } = warp.cluster.running;
  if (kernel.tiles.ring === undefined || round + ahead === 0) return warp.cluster.index + (round + ahead) * clusters;
  return yield* dealtTile(warp, round + ahead);
}

/** Whether the warp's first thread takes the tiles of its cluster from the queue. */
export const deals = ({ role, block, group, first }: Warp): boolean =>
  role.deals && block.rank === 0 && group === 0 && first === 0;

function takeNumber({ running }: Cluster): number {
  const number = running.clusters + running.taken;
  running.taken += 1;
  return number;
}

export function dealFirst(warp: Warp): void {
  const { ring } = warp.cluster.running.kernel.tiles;
  invariant(ring !== undefined, () => "evaluate: the tiles have no queue");
  warp.cluster.held = takeNumber(warp.cluster);
  for (let round = 1; round < ring.ahead; round++) deal(warp, round);
}

/** Sends the tile of a round to all blocks of the cluster. */
export function deal(warp: Warp, round: number): void {
  const { cluster } = warp;
  const { held, running } = cluster;
  const { ring } = running.kernel.tiles;
  invariant(ring !== undefined, () => "evaluate: the tiles have no queue");
  if (held === undefined) return;
  for (const block of cluster.blocks) {
    const place = at(block.ring, round % ring.places.count);
    const barrier = barrierOf(warp, block, ring.barrier, round);
    deliver(warp, place, () => [[0, held]], barrier, ring.bytes, warp.clock);
  }
  cluster.held = held < running.tiles ? takeNumber(cluster) : undefined;
}

/** Receives the tile of a round. */
export function* dealtTile(warp: Warp, round: number): Generator<() => boolean, number> {
  const { ring } = warp.cluster.running.kernel.tiles;
  invariant(ring !== undefined, () => "evaluate: the tiles have no queue");
  const barrier = barrierOf(warp, warp.block, ring.barrier, round);
  const completion = usesBefore(warp, ring.barrier, round) + 1;
  yield () => mayPass(barrier, completion);
  learn(warp.clock, barrier.known);
  return readWatched(at(warp.block.ring, round % ring.places.count), 0, useBy(warp, 0), warp.clock);
}
