// The ring in the shared memory of each block through which a cluster learns, round by round, which tile it does.
//
// A place of the ring is free again when all have read it. The receive buffers tell: the fronts send, and the backs read,
// only after they have read the number of the tile, so a buffer that all blocks have given back brings its number's place
// with it. Numbers come a few rounds ahead, hence the ring has as many places as that and the receive buffers together.
import { MBARRIER_BYTES } from "../gpu/hardware.js";
import type { Ring } from "../kernel/program.js";
import type { Action, Barrier } from "../kernel/sync.js";
import { NUMBER_BYTES } from "../layout/cluster.js";

export interface TileRing {
  readonly ring: Ring;
  readonly barrier: Barrier;
  /** That a number comes again to this round's place. */
  readonly expectNext: Action;
}

/** From `offset` bytes on: a barrier for each place, then the numbers, `ahead` rounds before their tiles are done. */
export function tileRing(ahead: number, receiveBuffers: number, offset: number): TileRing {
  const places = { by: "place", count: ahead + receiveBuffers } as const;
  const barrier: Barrier = {
    name: "dealt",
    copies: places,
    offset,
    arrivals: 1,
    firstBytes: NUMBER_BYTES,
    notes: {
      says: "per slot of the ring: its tile index has arrived",
      arrivals: "the back, with the number of bytes that are sent",
      firstBytes: "the tile of round 0 is the cluster's own: its index is not sent",
    },
  };
  const { name } = barrier;
  return {
    ring: { ahead, places, barrier: name, bytes: NUMBER_BYTES, offset: offset + MBARRIER_BYTES * places.count },
    barrier,
    expectNext: {
      kind: "expect",
      barrier: name,
      bytes: NUMBER_BYTES,
      note: `for the round ${places.count} rounds ahead`,
    },
  };
}
